"""Combined pyramid (COMB): Moscow with three differences."""

import msgspec

from luza.rules.game import Case, Credit
from luza.rules.moscow import MOSCOW, from_house
from luza.rules.parts import ball_to_opponent, credit_all


def credit(case: Case) -> Credit:
    """For an own ball the potter himself takes a ball to his shelf (COMB 1); no call (COMB 2)."""
    counted = credit_all(case, case.player)
    return from_house(case, counted)


COMBINED = msgspec.structs.replace(
    MOSCOW, id="combined", credit=credit, penalise=ball_to_opponent, own_ball_clause="COMB 1"
)
"""COMB 3: the penalty is a ball from the table to the opponent's shelf, which may end the frame (COMB 4)."""
