"""Dynamic pyramid of the tournament code (CODE): as the clubs of Saint Petersburg play it."""

from luza.evidence import Requirement
from luza.evidence.marks import CROSS, CROSSED, CUSHIONS, OTHER_CUSHIONS
from luza.rules.calls import miscalled, potted_as_called
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Credit, Ending, Game, Terms
from luza.rules.ledger import Ledger
from luza.rules.parts import (
    credit_all,
    decide,
    fits_the_set,
    missed,
    offer,
    reached_target,
    spot_own_ball,
    void_all,
)
from luza.view import Decision

FOULS: dict[str, str] = {
    "no_contact": "CODE 8.3",
    "bad_break": "CODE 8.2",
    "balls_moving": "CODE 8.6",
    "no_foot": "CODE 8.8",
    "touched_ball": "CODE 8.4",
    "push_shot": "CODE 8.5",
    "bad_completion": "CODE 8.7",
    "off_table": "CODE 8.1",
    "frozen_pair": "CODE 9",
    "etiquette": "CODE 3.4",
}
"""The closed list of CODE 8; a ball off the table voids the pots too (CODE 8.9), and what hares are is for
people to see (AMB-34)."""
INCIDENTS = frozenset(
    {
        "hanging_fell",
        "hanging_fell_affected",
        "disturbed",
        "miscalled",
        "not_removed",
        "in_pocket_zone",
        "moved_three",
        "rolled_down",
    }
)


def safe(own: int, driven: int, does: int) -> str | None:
    """CODE 6: one ball crossed the centre line and made a cushion, in either order, or made two cushions."""
    if does == CROSS:
        return "CODE 6" if own & CUSHIONS else None
    return "CODE 6" if own & (OTHER_CUSHIONS[does] | CROSSED) else None


def two_cushions(own: int, driven: int, does: int) -> str | None:
    """CODE 5.1 (c): one ball made two cushions."""
    return "CODE 5.1" if does != CROSS and own & OTHER_CUSHIONS[does] else None


def two_balls(touched: int, crossed: bool) -> str | None:
    """CODE 5.1 (b): two balls touched cushions, the cue ball included."""
    return "CODE 5.1" if touched >= 2 else None


BREAK = Requirement(pot="CODE 5.1", deeds=two_cushions, tally=two_balls, unseen=True)
"""A ball stopped in a pocket's zone has made two cushions: no sensor sees it (CODE 5.2)."""
STROKE = Requirement(pot="CODE 6", deeds=safe, after_contact=False, unseen=True)
"""Likewise the zone and three balls moved (CODE 6 (c), (d))."""


def penalise(case: Case | None, offender: int, ledger: Ledger) -> None:
    """One ball is spotted, or the next one potted (CODE 1.Е, 8.0); a run past the target has won already."""
    if not ledger.frame.past_target:
        spot_own_ball(case, offender, ledger)


def in_target_pocket(case: Case) -> bool:
    """Did the cue ball follow into the target's pocket (CODE 1.Г)? Where no pocket was named it is the one
    in which every object ball of the stroke fell."""
    called = case.frame.nominated
    own = {pot.pocket for pot in case.pots.own}
    if called is not None and called.pocket is not None:
        return called.pocket in own
    named = {pot.pocket for pot in case.pots.objects if called is not None and pot.ball in called.balls}
    return bool(own) and (named or {pot.pocket for pot in case.pots.objects}) == own


def target_potted(case: Case) -> bool:
    """In hand, with calls entered: did the target fall into its pocket (CODE 1.В-1)? Then a cue ball in
    another one counts (AMB-36)."""
    called = case.frame.nominated
    if not case.terms.entered or case.frame.dare is not None:
        return bool(case.pots.objects)
    if called is None:
        return False
    return potted_as_called(case.pots.objects, called.balls, called.pocket)


def credit(case: Case) -> Credit:
    """All that fell counts (AMB-35); for an own ball the potter shows a ball for his shelf and plays on in
    hand, at an object ball (CODE 1.Б). In hand, a target that did not fall, or a cue ball that followed
    it, voids the pots, and the opponent is in hand (CODE 1.В-2, 1.Г)."""
    pots = case.pots
    if not pots.objects and not pots.own:
        return missed(case)
    if case.frame.object_only:
        clause = None
        if miscalled(case) or not target_potted(case):
            clause = "CODE 1.В-2"
        elif in_target_pocket(case):
            clause = "CODE 1.Г"
        if clause is not None:
            void_all(case, clause)
            return Credit(0, again=False, cue_ball="anywhere", object_only=True)
        case.articles.append("CODE 1.В-1")
    counted = credit_all(case, case.player)
    if not pots.own:
        return Credit(counted, again=True)
    case.articles.append("CODE 1.Б")
    return Credit(counted, again=True, cue_ball="anywhere", object_only=True)


def after_foul(case: Case, frame: Frame) -> Frame:
    """The opponent plays as it lies or gives the stroke back, after a stroke without contact also with the
    cue ball anywhere; with the cue ball off the table only that (CODE 1.Ж, AMB-37)."""
    in_hand = case.cue_in_hand
    frame = change(frame, cue_ball="anywhere" if in_hand else "as_lies", object_only=in_hand)
    if "no_contact" in case.fouls and not in_hand:
        return offer(frame, case.player, "play", "return", "anywhere")
    return rival_chooses(case.game, frame, case.player)


def rival_chooses(game: Game, frame: Frame, offender: int) -> Frame:
    """CODE 1.Ж (1) and (2), also for a foul in no stroke, which leaves the position as it is; without a cue
    ball on the table only (3)."""
    options = ("anywhere",) if frame.cue_ball == "anywhere" else ("play", "return")
    return offer(frame, offender, *options)


def after_bad_break(case: Case, frame: Frame) -> Decision | None:
    """A missed rack: the position or a break from the house, for himself or for the offender (CODE 5.3,
    AMB-27)."""
    if "no_contact" not in case.fouls:
        return None
    rival = other(case.player, len(frame.shelf))
    return decide("after_bad_break", rival, "accept", "accept_return", "rebreak", "rebreak_return")


def ending(game: Game, terms: Terms, frame: Frame, player: int) -> Ending | None:
    """Eight balls win, more may count (CODE 1.Д); a run that is continued ends with its visit (CODE 13.8).
    A loser who owes and has nothing on his shelf adds his debt to the winner's score (CODE 8.10)."""
    won = reached_target(game, terms, frame, player)
    if won is None or won.winner is None:
        return None
    winner = won.winner
    if frame.past_target and frame.at_table == winner and frame.on_table > 1 and frame.run:
        return None
    loser = other(winner, len(frame.shelf))
    if frame.shelf[loser] == 0 and frame.debt[loser]:
        score = list(frame.score)
        score[winner] += frame.debt[loser]
        score[loser] = 0
        return Ending(winner, tuple(score))
    return won


DYNAMIC_CODE = Game(
    id="dynamic-code",
    target={2: 8},
    fouls=FOULS,
    jumped_foul=True,
    break_=BREAK,
    stroke=STROKE,
    penalise=penalise,
    credit=credit,
    after_foul=after_foul,
    after_call=rival_chooses,
    after_bad_break=after_bad_break,
    ending=ending,
    opener="lag",
    incidents=INCIDENTS,
    pot_clause="CODE 1.Д",
    break_clause="CODE 5.1",
    stroke_clause="CODE 6",
    debt_clause="CODE 8.0",
    in_hand="anywhere",
    own_motion_free=True,
    calls=frozenset({"ball", "pocket"}),
    setup=fits_the_set,
    dares=True,
)
