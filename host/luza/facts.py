"""What happened on the table: one frozen class a fact, in the words of the table log.

A fact comes from a sensor, a camera, a simulator or a marker's tap. `t` is in seconds from the match's
start. A ball is `"cue"`, `"object"` (some object ball), a number 1 to 15, or None where it is not known.
In the free games `"cue"` is the coloured ball, which may be an object ball like any other (FREE 3.2).
"""

from typing import Annotated, Literal

import msgspec

Number = Annotated[int, msgspec.Meta(ge=1, le=15)]
"""The number on an object ball, 1 to 15."""

Ball = Literal["cue", "object"] | Number
"""A ball as a fact names it."""

PocketName = Literal["front-left", "front-right", "middle-left", "middle-right", "rear-left", "rear-right"]
"""Front is the house end, rear the pyramid end; left and right are seen from the house."""

CushionName = Literal[
    "front", "rear", "left", "right", "left-front", "left-rear", "right-front", "right-rear"
]
"""A cushion or a half of a long one; the two halves of a long side are one cushion in the rules (AMB-30)."""

POCKETS: tuple[PocketName, ...] = (
    "front-left",
    "front-right",
    "middle-left",
    "middle-right",
    "rear-left",
    "rear-right",
)

SIDE: dict[str, str] = {
    "front": "front",
    "rear": "rear",
    "left": "left",
    "right": "right",
    "left-front": "left",
    "left-rear": "left",
    "right-front": "right",
    "right-rear": "right",
}
"""The side of the table that a cushion's name belongs to."""

Sensor = Literal[
    "strike",
    "contact",
    "first_contact",
    "cushion",
    "centre_line",
    "pocket",
    "ball_kind",
    "ball_number",
    "off_table",
    "rest",
]

ALL_SENSORS: frozenset[str] = frozenset(
    {"strike", "contact", "cushion", "centre_line", "pocket", "ball_kind", "ball_number", "off_table", "rest"}
)
"""What a table that senses everything is fitted with: the default of a match's header."""


class Strike(msgspec.Struct, frozen=True, gc=False, tag="strike", omit_defaults=True):
    """The cue's tip struck a ball; opens a shot (FREE 14.1)."""

    t: float
    ball: Ball | None = None


class Contact(msgspec.Struct, frozen=True, tag="contact", omit_defaults=True):
    """Two balls touched; `balls` names them where they are known."""

    t: float
    balls: tuple[Ball | None, Ball | None] | None = None


class Cushion(msgspec.Struct, frozen=True, gc=False, tag="cushion", omit_defaults=True):
    """A ball touched a cushion."""

    t: float
    cushion: CushionName
    ball: Ball | None = None


class CentreLine(msgspec.Struct, frozen=True, gc=False, tag="centre_line", omit_defaults=True):
    """A ball's centre crossed the centre line (FREE 9, FREE 20 n3); `towards` which end, where it is felt."""

    t: float
    ball: Ball | None = None
    towards: Literal["front", "rear"] | None = None


class Pocket(msgspec.Struct, frozen=True, gc=False, tag="pocket", omit_defaults=True):
    """A ball fell into a pocket and stayed there; one that came back has not fallen (GEN 5.2, FREE 21.5,
    CL 5.3)."""

    t: float
    pocket: PocketName
    ball: Ball | None = None


class OffTable(msgspec.Struct, frozen=True, gc=False, tag="off_table", omit_defaults=True):
    """A ball left the table (FREE 22B.1)."""

    t: float
    ball: Ball | None = None


class Rest(msgspec.Struct, frozen=True, gc=False, tag="rest", omit_defaults=True):
    """All balls are still; closes the shot (FREE 14.1)."""

    t: float


Fact = Strike | Contact | Cushion | CentreLine | Pocket | OffTable | Rest
