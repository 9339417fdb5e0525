"""What a panel asks for: the requests of `/panel/…`, as typed values.

An action says which state it was made against (`expected_rev`, the `rev` of the panel's state) and carries
an `id` of its sender's making: the same id is never done twice, whatever drops or is started anew between.
"""

from typing import Annotated, Literal

import msgspec

from luza.facts import Ball, Sensor
from luza.statements import Case
from luza.taps import Tap

Role = Literal["marker", "referee", "manager"]

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made by the sender, at random: a UUID without its dashes will do."""


class Enter(msgspec.Struct, frozen=True, tag_field="do", tag="enter", forbid_unknown_fields=True):
    """One entry of the contract as it stands there, without `t`: `{"type": "call", "foul": "no_foot"}`."""

    entry: dict[str, object]


class Stroke(msgspec.Struct, frozen=True, tag_field="do", tag="stroke", forbid_unknown_fields=True):
    """A whole stroke of the player at the table, as the marker saw it: one action, taken back by one undo.

    Without `pots` and `fouls` it is a stroke without a pot: the turn passes. `off_table`: the balls that left
    the table. `struck`: the ball that was struck, where that matters. `incidents` as in the contract. What
    is not called was right: the marker has seen the stroke, so it is never left unproven.
    """

    pots: Annotated[list[Tap], msgspec.Meta(max_length=16)] = []
    off_table: Annotated[list[Ball | None], msgspec.Meta(max_length=16)] = []
    fouls: Annotated[list[str], msgspec.Meta(max_length=19)] = []
    incidents: Annotated[list[Case], msgspec.Meta(max_length=4)] = []
    struck: Ball | None = None


class FellToo(msgspec.Struct, frozen=True, tag_field="do", tag="fell", forbid_unknown_fields=True):
    """Balls fell in the stroke in progress or the last one, and no sensor felt them."""

    pots: Annotated[list[Tap], msgspec.Meta(min_length=1, max_length=16)]


Steps = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class TakeBack(msgspec.Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Takes back that many steps, the latest first (`undo.steps` of the state lists them); None: as many as
    `undo.offered`, a whole action."""

    steps: Steps | None = None


class PutBack(msgspec.Struct, frozen=True, tag_field="do", tag="redo", forbid_unknown_fields=True):
    """Puts back that many steps; None: as many as `redo.offered`."""

    steps: Steps | None = None


class SetScore(msgspec.Struct, frozen=True, tag_field="do", tag="score", forbid_unknown_fields=True):
    """The frame's score is this; it becomes one `adjust` for each player whose number changes."""

    score: Annotated[list[Annotated[int, msgspec.Meta(ge=-999, le=999)]], msgspec.Meta(max_length=4)]
    reason: str


class Swap(msgspec.Struct, frozen=True, tag_field="do", tag="sides", forbid_unknown_fields=True):
    """The displays show the players the other way round, or not; whose score it is stays."""

    swapped: bool


class SwitchOff(msgspec.Struct, frozen=True, tag_field="do", tag="sense", forbid_unknown_fields=True):
    """These senses of the table are not to be believed from now on (all others are, as far as they work)."""

    off: Annotated[list[Sensor], msgspec.Meta(max_length=16)]


class Begin(msgspec.Struct, frozen=True, tag_field="do", tag="start", forbid_unknown_fields=True):
    """Begins a match: the header's fields without `sensors`; what is left out is as the settings say."""

    header: dict[str, object]


class End(msgspec.Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Closes the match, decided or not."""


class LookedAt(msgspec.Struct, frozen=True, tag_field="do", tag="confirm", forbid_unknown_fields=True):
    """A person has looked at an item of `needs_confirmation`."""

    item: str


Action = Enter | Stroke | FellToo | TakeBack | PutBack | SetScore | Swap | SwitchOff | Begin | End | LookedAt


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/act`."""

    id: Id
    expected_rev: int
    action: Action


Device = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""The panel's own id, made at random once and kept by the browser: one marker's seat is one device's."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/signin`: the role's PIN or password; `name` is who it is, for the journal."""

    role: Role
    pin: Annotated[str, msgspec.Meta(max_length=200)]
    device: Device
    name: str = ""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/pair`: the token out of a QR code, good for one device."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    device: Device
    name: str = ""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/seat`: takes the marker's seat, from whoever has it, or leaves it."""

    take: bool


class NewKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/keys` (manager): a role's new PIN or password; whoever signed in by the old one is out."""

    role: Role
    pin: Annotated[str, msgspec.Meta(max_length=200)]


class NewPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /panel/pairing` (manager): a code that pairs one more tablet."""

    role: Role = "marker"
