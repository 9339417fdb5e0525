"""Marks: what a ball has done in a shot, and what has been done to it, in one integer.

A shot's completion is always of one shape: a ball does something (comes off a cushion, crosses the centre
line) and then it, or a ball that it has driven, does something more. So each ball carries five fields of
16 bits, one for each thing that can be done: touching the front, rear, left or right cushion, crossing the
centre line. A bit in a field names the ball that did it. A ball's own deeds stand under its own bit; when
two balls touch, both carry the deeds of both from then on, for each may have driven the other.

A ball's index is 0 for the cue ball (in the free games the coloured one) and its number else.
"""

from collections.abc import Callable
from enum import IntEnum

import msgspec

FRONT, REAR, LEFT, RIGHT, CROSS = range(5)
"""The fields: the four sides of the table (AMB-30: a long cushion is one) and the centre line."""

FIELD: tuple[int, ...] = tuple(0xFFFF << (16 * k) for k in range(5))
CUSHIONS: int = FIELD[FRONT] | FIELD[REAR] | FIELD[LEFT] | FIELD[RIGHT]
OTHER_CUSHIONS: tuple[int, ...] = tuple(CUSHIONS & ~FIELD[k] for k in range(5))
SIDES: dict[str, int] = {
    "front": FRONT,
    "rear": REAR,
    "left": LEFT,
    "left-front": LEFT,
    "left-rear": LEFT,
    "right": RIGHT,
    "right-front": RIGHT,
    "right-rear": RIGHT,
}
_REPEAT = sum(1 << (16 * k) for k in range(5))
OWN: tuple[int, ...] = tuple(_REPEAT << ball for ball in range(16))
"""The bits of a ball's own deeds, by its index."""


def deed(field: int, ball: int) -> int:
    """The mark of `ball` having touched the cushion `field`, or crossed (CROSS)."""
    return 1 << (16 * field + ball)


class Proof(IntEnum):
    """What the facts say of a requirement. One meaning: PROVEN if it holds in every world that fits the
    facts, REFUTED if in none; a world is a choice of balls where the facts name none."""

    REFUTED = 0
    UNPROVEN = 1
    PROVEN = 2


Deeds = Callable[[int, int, int], str | None]
"""(marks of the ball, the ball, what it does now) to the clause that this completes, or None."""

Flush = Callable[[int, int], bool]
"""(marks of the ball, the ball): would touching a ball flush on a cushion complete the stroke?"""

Tally = Callable[[int, bool], str | None]
"""(bits of the balls that have touched a cushion, a ball has crossed) to the clause that is met, or None."""


class Requirement(msgspec.Struct, frozen=True):
    """What a correct stroke must do besides touching a ball; each part is a clause's own function.

    `pot` is the clause by which a pot after the contact is enough. `after_contact`: only what happens
    after the cue ball's contact counts. `unseen`: a clause that no sensor can decide may hold as well (a
    ball stopped in a pocket's zone), so that the requirement is never refuted.
    """

    pot: str
    deeds: Deeds | None = None
    flush: Flush | None = None
    tally: Tally | None = None
    after_contact: bool = True
    unseen: bool = False


class Finding(msgspec.Struct, frozen=True):
    """What the facts of a shot say: of the contact, and of contact and completion together.

    `clause` is the clause that completes the stroke where that is proven in the same way in every world
    that was looked at. `fits` is False where no world fits the facts: the sensors contradict each other.
    """

    contact: Proof
    completed: Proof
    clause: str | None = None
    fits: bool = True
