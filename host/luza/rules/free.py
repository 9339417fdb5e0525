"""Free pyramid (FREE): any ball is the cue ball, every ball that falls in a correct stroke is a point."""

from luza.evidence import Requirement
from luza.evidence.marks import CROSS, CROSSED, CUSHIONS, OTHER_CUSHIONS
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Credit, Game
from luza.rules.parts import decide, fits_the_set, missed, offer, reached_target, spot_own_ball
from luza.view import Decision

FOULS: dict[str, str] = {
    "no_contact": "FREE 4.3",
    "bad_break": "FREE 12.1",
    "balls_moving": "FREE 14.2",
    "bad_cue_stroke": "FREE 15",
    "no_foot": "FREE 16",
    "touched_ball": "FREE 17",
    "double_hit": "FREE 18",
    "push_shot": "FREE 19.1",
    "bad_completion": "FREE 20",
    "off_table": "FREE 22B.3",
    "slow_play": "FREE 24.1",
    "interference": "FREE 26",
    "etiquette": "FREE 27.1",
}
"""The twelve of FREE 27.1, each with the article that it punishes, and what a referee calls by it: a cue ball
left outside the house against a warning is a break that is not correct (FREE 11.3), one touched once it is
in play a touched ball (FREE 11.5), a ball played away from that moves nothing is no contact (FREE 19 note),
and what FREE 19.2 allows no push. Etiquette is noted and costs nothing."""


def completed(own: int, driven: int, does: int) -> str | None:
    """FREE 20(2) to (4): off a cushion to another, or over the centre line and a cushion, in either
    order, by the ball itself (a) or by one that it has driven (b); strictly in that order (FREE 20 n1)."""
    if does == CROSS:
        if own & CUSHIONS:
            return "FREE 20(4)a"
        return "FREE 20(4)b" if driven & CUSHIONS else None
    others = OTHER_CUSHIONS[does]
    if own & others:
        return "FREE 20(2)a"
    if driven & others:
        return "FREE 20(2)b"
    if own & CROSSED:
        return "FREE 20(3)a"
    return "FREE 20(3)b" if driven & CROSSED else None


def may_be_flush(own: int) -> bool:
    """FREE 20(2)c: a ball that came off a cushion touches one that may stand flush on another."""
    return bool(own & CUSHIONS)


def broken(own: int, driven: int, does: int) -> str | None:
    """FREE 12.1 (2) and (3): one ball touched two cushions, or a cushion and then crossed the centre line."""
    return "FREE 12.1" if own & OTHER_CUSHIONS[does] else None


BREAK = Requirement(pot="FREE 12.1", deeds=broken)
STROKE = Requirement(pot="FREE 20(1)", deeds=completed, flush=may_be_flush)
"""FREE 20: first the contact, direct or off cushions (FREE 4.1, 4.2), then one of its ways; FREE 20 else."""


def credit(case: Case) -> Credit:
    """Every ball that fell is a point for who potted it, debts first; he plays on (FREE 5.2 to 5.5, 21.1,
    21.2; debts: FREE 2.2)."""
    ledger, player = case.ledger, case.player
    potted = len(case.pots.objects)
    if not potted:
        return missed(case)
    for _ in range(potted):
        ledger.leave(1)
        if ledger.credit(player):
            ledger.spot(1)
    return Credit(counted=potted, again=True)


def after_foul(case: Case, frame: Frame) -> Frame:
    """The opponent plays, or has the offender play on (FREE 6); all balls lie on the table (FREE 22B.4)."""
    return innocent_chooses(case.game, change(frame, phase="play"), case.player)


def innocent_chooses(game: Game, frame: Frame, offender: int) -> Frame:
    """FREE 6, also for a foul in no stroke, which leaves the position as it is (FREE 26, AMB-41)."""
    frame = change(frame, cue_ball="house" if frame.phase == "break" else "as_lies")
    return offer(frame, offender, "play", "return")


def after_bad_break(case: Case, frame: Frame) -> Decision:
    """The four choices after a break that was not correct, whatever broke it (FREE 12.1, 12.2)."""
    rival = other(case.player, len(frame.shelf))
    return decide("after_bad_break", rival, "accept", "accept_return", "rebreak", "rebreak_return")


INCIDENTS = frozenset(
    {"hanging_fell", "hanging_fell_affected", "disturbed", "disturbed_rerack", "rolled_down"}
)
"""FREE 22A.1, 22A.2, 25.1, 25.2 and GEN 5.3."""

FREE = Game(
    id="free",
    target={2: 8},
    fouls=FOULS,
    any_ball=True,
    jumped_foul=True,
    break_=BREAK,
    stroke=STROKE,
    penalise=spot_own_ball,
    credit=credit,
    after_foul=after_foul,
    after_call=innocent_chooses,
    after_bad_break=after_bad_break,
    ending=reached_target,
    extensions=True,
    clock_foul=True,
    incidents=INCIDENTS,
    one_penalty=True,
    pot_clause="FREE 21.1",
    break_clause="FREE 12.1",
    stroke_clause="FREE 20",
    setup=fits_the_set,
)
