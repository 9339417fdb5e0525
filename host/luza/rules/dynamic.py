"""Dynamic pyramid, the later text (DYN-B): no calls, a penalty is the opponent's ball."""

from luza.evidence import Requirement
from luza.evidence.marks import CROSS, CROSSED, CUSHIONS, OTHER_CUSHIONS
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Credit, Game
from luza.rules.parts import (
    ball_to_opponent,
    credit_all,
    credit_objects,
    decide,
    fits_the_set,
    missed,
    offer,
    reached_target,
)
from luza.view import Decision

FOULS: dict[str, str] = {
    "no_contact": "DB 6.2",
    "bad_break": "DB 3.1",
    "balls_moving": "DB 6.2",
    "bad_cue_stroke": "DB 6.2",
    "no_foot": "DB 6.2",
    "touched_ball": "DB 6.2",
    "double_hit": "DB 6.2",
    "push_shot": "DB 6.2",
    "bad_completion": "DB 4.5",
    "off_table": "DB 6.2",
    "slow_play": "DB 6.2",
    "interference": "DB 6.2",
}
INCIDENTS = frozenset({"hanging_fell", "hanging_fell_affected", "disturbed", "rolled_down"})


def completed(own: int, driven: int, does: int) -> str | None:
    """DB 4.5: (i) off a cushion to another, or driving another ball to any; (ii) a crossing instead of the
    second cushion; (iii) over the centre line, then a cushion, or another ball driven to one."""
    if does == CROSS:
        return "DB 4.5" if (own | driven) & CUSHIONS else None
    return "DB 4.5" if driven or own & (OTHER_CUSHIONS[does] | CROSSED) else None


def may_be_flush(own: int) -> bool:
    """DB 4.5: off a cushion (i) or over the centre line (iii) to a ball that may stand flush on a cushion."""
    return own != 0


def broken(touched: int, crossed: bool) -> str | None:
    """DB 3.1: three balls touched cushions, or two and one ball crossed the centre line (AMB-11)."""
    return "DB 3.1" if touched >= 3 or (touched == 2 and crossed) else None


BREAK = Requirement(pot="DB 3.1", tally=broken)
STROKE = Requirement(pot="DB 4.4", deeds=completed, flush=may_be_flush, after_contact=False)


def credit(case: Case) -> Credit:
    """All that fell counts (DB 4.3, 5); for an own ball the potter takes one and plays the bonus stroke,
    in hand anywhere, at object balls alone (DB 1.2, 4.1). In that stroke the cue ball never counts: if it
    falls the opponent goes on in hand (DB 4.2, AMB-03)."""
    pots = case.pots
    if case.frame.object_only and pots.own:
        case.articles.append("DB 4.2")
        return Credit(credit_objects(case), again=False, cue_ball="anywhere", object_only=True)
    counted = credit_all(case, case.player)
    if not counted:
        return missed(case)
    if pots.own:
        case.articles.append("DB 4.1")
        return Credit(counted, again=True, cue_ball="anywhere", object_only=True)
    return Credit(counted, again=True)


def after_foul(case: Case, frame: Frame) -> Frame:
    """The opponent, who takes a ball, goes on as it lies or with the cue ball anywhere, at object balls
    alone (DB 6.3); without a cue ball on the table only the latter."""
    in_hand = case.cue_in_hand
    frame = change(frame, cue_ball="anywhere" if in_hand else "as_lies", object_only=in_hand)
    return rival_chooses(case.game, frame, case.player)


def rival_chooses(game: Game, frame: Frame, offender: int) -> Frame:
    """DB 6.3, also for a foul in no stroke, which leaves the position as it is."""
    options = ("anywhere",) if frame.cue_ball == "anywhere" else ("play", "anywhere")
    return offer(frame, offender, *options)


def after_bad_break(case: Case, frame: Frame) -> Decision | None:
    """The position accepted, or a new rack, short of the penalty ball (DB 3.3), for himself or for the
    offender (DB 3.2, AMB-42)."""
    if not case.fouls & {"bad_break", "no_contact"}:
        return None
    rival = other(case.player, len(frame.shelf))
    return decide("after_bad_break", rival, "accept", "rebreak", "rebreak_return")


DYNAMIC = Game(
    id="dynamic",
    target={2: 8},
    fouls=FOULS,
    jumped_foul=True,
    break_=BREAK,
    stroke=STROKE,
    penalise=ball_to_opponent,
    credit=credit,
    after_foul=after_foul,
    after_call=rival_chooses,
    after_bad_break=after_bad_break,
    ending=reached_target,
    incidents=INCIDENTS,
    pot_clause="DB 5",
    break_clause="DB 3.1",
    stroke_clause="DB 4.5",
    in_hand="anywhere",
    setup=fits_the_set,
)
