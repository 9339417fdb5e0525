"""What a stroke must do, and what the facts say of it.

A shot's completion is always of one shape: a ball does something (comes off a cushion, crosses the centre
line) and then it, or a ball that it has driven, does something more. So what a ball has done is a set of five
deeds: touching the front, rear, left or right cushion, crossing the centre line. A ball that has touched
another one carries the deeds of both from then on, for each may have driven the other; its own and those of
the balls that have driven it are kept apart.
"""

from collections.abc import Callable
from enum import IntEnum

import msgspec

FRONT, REAR, LEFT, RIGHT, CROSS = range(5)
"""The deeds: touching one of the four sides of the table (AMB-30: a long cushion is one), and crossing."""

CROSSED: int = 1 << CROSS
CUSHIONS: int = CROSSED - 1
OTHER_CUSHIONS: tuple[int, ...] = tuple(CUSHIONS & ~(1 << deed) for deed in range(5))
"""Sets of deeds: bit n is the deed n. The last one is by a deed: the cushions other than that one."""

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


class Proof(IntEnum):
    """What the facts say of a requirement. One meaning: PROVEN if it holds in every world that fits the
    facts, REFUTED if in none; a world is a choice of balls where the facts name none."""

    REFUTED = 0
    UNPROVEN = 1
    PROVEN = 2


Deeds = Callable[[int, int, int], str | None]
"""(the ball's own deeds, the deeds of those that have driven it, what it does now) to the clause that this
completes, or None."""

Flush = Callable[[int], bool]
"""(the ball's own deeds): would touching a ball that stands flush on a cushion complete the stroke?"""

Tally = Callable[[int, bool], str | None]
"""(how many balls have touched a cushion, a ball has crossed) to the clause that is met, or None."""


class Requirement(msgspec.Struct, frozen=True):
    """What a correct stroke must do besides touching a ball; each part is a clause's own function.

    `pot` is the clause by which a pot after the contact is enough. `after_contact`: only what happens
    after the cue ball's contact counts. `unseen`: a clause that no sensor can decide may hold as well (a
    ball stopped in a pocket's zone), so that the requirement is never refuted.

    What a part answers never turns back: with more deeds or more balls it is met all the more.
    """

    pot: str
    deeds: Deeds | None = None
    flush: Flush | None = None
    tally: Tally | None = None
    after_contact: bool = True
    unseen: bool = False


class Finding(msgspec.Struct, frozen=True):
    """What the facts of a shot say: of the contact, and of contact and completion together.

    `clause` is the clause that completes the stroke where the facts name it. `fits` is False where no
    world fits the facts: the sensors contradict each other.
    """

    contact: Proof
    completed: Proof
    clause: str | None = None
    fits: bool = True
