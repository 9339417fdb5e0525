"""Moscow pyramid (MOSC): one cue ball, played from the house after an own ball."""

from luza.rules.game import Case, Credit, Game
from luza.rules.parts import (
    credit_all,
    fits_the_set,
    missed,
    pass_to_next,
    pass_turn,
    reached_target,
    spot_own_ball,
)

FOULS: dict[str, str] = {
    "touched_ball": "MOSC 7a",
    "bad_cue_stroke": "MOSC 7b",
    "balls_moving": "MOSC 7c",
    "no_contact": "MOSC 7d",
    "off_table": "MOSC 7e",
    "no_foot": "MOSC 7f",
}
VOIDS: dict[str, str] = {"house_direct_hit": "GEN 4.5", "lean": "GEN 4.1"}
"""Incorrect strokes without a ball of penalty: the list of MOSC 7 is closed (AMB-32, AMB-33)."""

LISTED_VOIDS = frozenset({"touched_ball", "off_table", "no_foot"})
"""The fouls on which MOSC 7.7 says that the pots are void; on every foul by default (AMB-08)."""

INCIDENTS = frozenset(
    {
        "hanging_fell",
        "hanging_fell_affected",
        "disturbed",
        "cue_returned",
        "on_rail",
        "fell_while_aiming",
        "rolled_down",
    }
)
"""MOSC 8.1 to 8.4, GEN 5.3; a hanging ball that fell without causing a miss: FREE 22A (AMB-46)."""


def credit(case: Case) -> Credit:
    """Any number of balls counts (MOSC 5.2); for an own ball the opponent shows which ball is taken from
    the table, and the player goes on from the house (MOSC 5.3)."""
    rival = (case.player + 1) % case.ledger.players
    counted = credit_all(case, rival)
    return from_house(case, counted)


def from_house(case: Case, counted: int) -> Credit:
    """The player goes on; after an own ball the cue ball is in hand, from the house, and every pocket counts
    (GEN 4.3, 4.4; AMB-47)."""
    if not counted:
        return missed(case)
    return Credit(counted, again=True, cue_ball="house" if case.pots.own else "as_lies")


MOSCOW = Game(
    id="moscow",
    target={2: 8},
    fouls=FOULS,
    voids=VOIDS,
    penalise=spot_own_ball,
    credit=credit,
    after_foul=pass_turn,
    after_call=pass_to_next,
    ending=reached_target,
    incidents=INCIDENTS,
    pot_clause="MOSC 5.2",
    debt_clause="MOSC 7.8",
    own_ball_clause="MOSC 5.3",
    replay_clause="MOSC 8.3",
    in_hand="house",
    listed_voids=LISTED_VOIDS,
    setup=fits_the_set,
)
