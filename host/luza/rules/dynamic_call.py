"""Dynamic pyramid with double call (DYN-A): own and object ball may be called at once."""

from luza.rules.calls import miscalled, potted_as_called
from luza.rules.game import Case, Credit, Game
from luza.rules.parts import (
    credit_all,
    credit_objects,
    fits_the_set,
    missed,
    pass_to_next,
    pass_turn,
    reached_target,
    spot_own_ball,
    void_all,
)

FOULS: dict[str, str] = {
    "no_contact": "DA 6.1",
    "balls_moving": "DA 6.1",
    "bad_cue_stroke": "GEN 1",
    "no_foot": "GEN 1",
    "touched_ball": "DA 6.1",
    "double_hit": "DA 6.1",
    "push_shot": "DA 6.1",
    "off_table": "DA 6.1",
}
"""The text has no list: AMB-10."""

INCIDENTS = frozenset({"hanging_fell", "hanging_fell_affected", "disturbed", "miscalled", "rolled_down"})


def as_called(case: Case) -> bool:
    """The call is fulfilled if even one of its halves falls (DA 4.1); the break needs none (DA 3.2)."""
    if miscalled(case):
        return False
    if not case.terms.entered or case.frame.phase == "break":
        return True
    called = case.frame.nominated
    if called is None:
        return False
    if called.own and any(called.own_pocket in (None, pot.pocket) for pot in case.pots.own):
        return True
    return called.objects and potted_as_called(case.pots.objects, called.balls, called.pocket)


def credit(case: Case) -> Credit:
    """With a ball potted as called all that fell counts (DA 4.2); after an own ball the player goes on in
    hand, at an object ball (DA 4.3). In hand, an own ball needs an object ball with it (DA 4.4, 4.5)."""
    pots = case.pots
    if not pots.objects and not pots.own:
        return missed(case)
    in_hand = case.frame.object_only
    if in_hand and pots.own and not pots.objects:
        case.articles.append("DA 4.5")
        return _handed_over()
    if not as_called(case):
        void_all(case, "DA 4.2")
        return _handed_over() if pots.own else missed(case)
    if in_hand and pots.own and case.terms.own_in_hand == "passes":
        case.articles.append("AMB-02")
        return _handed_over(credit_objects(case))
    counted = credit_all(case, case.player)
    if not pots.own:
        return Credit(counted, again=True)
    case.articles.append("DA 4.4" if in_hand else "DA 4.3")
    return Credit(counted, again=True, cue_ball="anywhere", object_only=True)


def _handed_over(counted: int = 0) -> Credit:
    """The stroke in hand is the opponent's, no penalty (DA 4.5, AMB-06)."""
    return Credit(counted, again=False, cue_ball="anywhere", object_only=True)


DYNAMIC_CALL = Game(
    id="dynamic-call",
    target={2: 8},
    fouls=FOULS,
    penalise=spot_own_ball,
    credit=credit,
    after_foul=pass_turn,
    after_call=pass_to_next,
    ending=reached_target,
    incidents=INCIDENTS,
    pot_clause="DA 4.2",
    debt_clause="DA 6.2",
    in_hand="anywhere",
    calls=frozenset({"own", "ball", "pocket"}),
    setup=fits_the_set,
)
