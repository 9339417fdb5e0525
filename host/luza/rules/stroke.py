"""Judging one stroke: the course that all games share, in the order of their clauses.

Offences are collected, then either the penalty is taken and the pots are void, or the game credits the
pots; at the end it is known who plays next and from where. Pure: a frame and a stroke in, a verdict out.
"""

from operator import sub

from luza.evidence import Finding, Proof, Requirement, assess
from luza.evidence.lean import Lean, lean
from luza.facts import Ball, Fact, Pocket, Strike
from luza.rules.falls import count_jumps, hung_balls, numbers_of, pots_of
from luza.rules.fouls import in_order
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Game, Stroke, Terms, Verdict
from luza.rules.ledger import Ledger
from luza.rules.parts import pass_turn

REPLAYS = frozenset({"disturbed", "hanging_fell_affected", "disturbed_rerack"})
"""The stroke is taken as not played: restored and played again (FREE 22A.2, 25.1, MOSC 8.3), or broken off
for a new rack (FREE 25.2)."""

EXCUSED = frozenset({"cue_returned", "fell_while_aiming"})
"""What happened makes the stroke void, whatever it was else (MOSC 8.1, 8.4)."""

_NONE: frozenset[int] = frozenset()
_SEEN = Finding(Proof.PROVEN, Proof.PROVEN)


def judge(game: Game, terms: Terms, frame: Frame, stroke: Stroke) -> Verdict:
    """The verdict on a stroke played in `frame`, whose pending decision has been answered."""
    cases: set[str] = {incident.case for incident in stroke.incidents}
    if cases & REPLAYS:
        return _replayed(game, frame, stroke)
    hung = hung_balls(stroke)
    pots, excess = pots_of(game, frame, stroke, hung)
    case = Case(game, terms, frame, stroke, pots, Ledger(frame))
    count_jumps(case)
    finding = _finding(case, cases, hung)
    if terms.lean and stroke.ruling is None and finding.completed is Proof.UNPROVEN:
        case.leaning = lean(*_asked(game, frame, stroke, hung))
    if not cases & EXCUSED:
        _offences(case, finding)
    if frame.dare is not None:
        settled, verdict = _dared(case, finding)
    elif "cue_returned" in cases:
        settled, verdict = _void(case, "MOSC 8.1"), "void"
    elif "fell_while_aiming" in cases:
        settled, verdict = _fell_while_aiming(case), "void"
    elif case.fouls:
        settled, verdict = _penalised(case), "foul"
    elif case.voids:
        settled, verdict = _void(case, *(game.voids[foul] for foul in in_order(case.voids))), "void"
    elif "rolled_down" in cases:
        settled, verdict = _void(case, "GEN 5.3"), "void"
    else:
        settled, verdict = _credited(case, finding, "on_rail" in cases)
    numbers = numbers_of(pots) if pots.falls else _NONE
    return Verdict(
        verdict=verdict,  # type: ignore[arg-type]
        fouls=in_order(case.fouls | case.voids),
        potted=len(pots.falls),
        delta=tuple(map(sub, settled.score, frame.score)),
        spotted=case.ledger.spotted + len(hung),
        articles=tuple(dict.fromkeys(case.articles)),
        frame=_tidied(settled, len(hung), case.ledger.spotted, numbers),
        finding=finding,
        excess=excess,
        twice=tuple(sorted(numbers & frame.out)),
        own_credited=verdict in ("legal", "unproven") and bool(pots.own) and case.ledger.remove > 0,
        leaning=case.leaning,
    )


def struck_ball(game: Game, frame: Frame, stroke: Stroke) -> Ball | None:
    """Which ball the cue struck: as named, else the cue ball (MOSC 5.1, CL 2.2, DB 1.1, CODE 1.А), which in
    the free games is any ball but on the break (FREE 3.2, 5.1, 11.2)."""
    if stroke.struck is not None:
        return stroke.struck
    first = stroke.facts[0] if stroke.facts else None
    if first.__class__ is Strike and first.ball is not None:
        return first.ball
    return None if game.any_ball and frame.phase != "break" else "cue"


def _finding(case: Case, cases: set[str], hung: list[Pocket]) -> Finding:
    """What the facts prove of contact and completion, and what a person has said of it: whether two balls
    met twice (FREE 20 n2), whether one came off the jaw of a middle pocket (FREE 20 n4), whether one stopped
    in a pocket's zone (CODE 5.2), whether three moved (CODE 6 (d), which is no break's)."""
    frame, stroke = case.frame, case.stroke
    found = assess(*_asked(case.game, frame, stroke, hung))
    if stroke.ruling == "legal" or "on_rail" in cases:
        return _SEEN
    if found.contact is Proof.REFUTED:
        return found
    if "moved_three" in cases and frame.phase != "break":
        return _SEEN
    if "in_pocket_zone" in cases:
        return Finding(found.contact, found.contact)
    return found


def leaning(game: Game, frame: Frame, stroke: Stroke) -> Lean:
    """Which way a stroke leans that the facts leave unproven; it decides nothing by itself."""
    return lean(*_asked(game, frame, stroke, hung_balls(stroke)))


def _asked(
    game: Game, frame: Frame, stroke: Stroke, hung: list[Pocket]
) -> tuple[tuple[Fact, ...], Ball | None, frozenset[str], int, Requirement | None]:
    """What the evidence is asked of the stroke: the arguments of `assess` and of `lean`."""
    facts = stroke.facts
    if hung:
        facts = tuple(fact for fact in facts if not any(fact is one for one in hung))
    requirement = game.break_ if frame.phase == "break" else game.stroke
    return facts, struck_ball(game, frame, stroke), stroke.sensors, frame.on_table, requirement


def _offences(case: Case, finding: Finding) -> None:
    """Collects the stroke's fouls: proven by the facts, ruled or called, less what was waived."""
    game, stroke, frame = case.game, case.stroke, case.frame
    on_break = frame.phase == "break"
    fouls = case.fouls
    untouched = "no_contact" in stroke.called and "no_contact" not in case.terms.waived
    if finding.contact is Proof.REFUTED or untouched:
        fouls.add("no_contact")
    elif finding.completed is Proof.REFUTED or stroke.ruling == "foul" or _leans(case, legal=False):
        fouls.add(_incomplete(game, on_break))
    if stroke.facts:
        first = stroke.facts[0]
        named = first.ball if first.__class__ is Strike else None
        if named is not None and named != "cue":
            if game.any_ball and on_break:
                fouls.add("bad_break")
            elif not game.any_ball:
                fouls.add("wrong_cue_ball")
    if stroke.moving is not None and (stroke.moving != stroke.player or not game.own_motion_free):
        fouls.add("balls_moving")
    if stroke.double:
        fouls.add("double_hit")
    if case.cue_jumped or (case.jumped and game.jumped_foul):
        fouls.add("off_table")
    if case.pots.own and game.cue_potted_foul:
        fouls.add("cue_ball_potted")
    if stroke.overtime and game.clock_foul and not case.terms.overtime_called:
        fouls.add("slow_play")
    fouls.update(stroke.called)
    waived = case.terms.waived
    case.voids = {foul for foul in fouls if foul in game.voids and foul not in waived}
    case.fouls = {foul for foul in fouls if foul in game.fouls and foul not in waived and foul != "etiquette"}
    case.articles.extend(game.fouls[foul] for foul in in_order(case.fouls))


def _leans(case: Case, *, legal: bool) -> bool:
    """Does an unproven stroke lean strongly this way, in a match that goes by it?"""
    found = case.leaning
    return found is not None and found.strong and found.legal is legal


def _incomplete(game: Game, on_break: bool) -> str:
    """The foul of a stroke that touched a ball and did not do what it must."""
    if on_break and game.break_ is not None:
        return "bad_break"
    return "no_contact" if game.stroke is None else "bad_completion"


def _out(case: Case) -> int:
    """Takes what fell and jumped from the surface; how many object balls that is."""
    balls = len(case.pots.objects) + case.jumped
    case.ledger.leave(balls)
    return balls


def _void(case: Case, *clauses: str) -> Frame:
    """Nothing counts, no penalty, the turn passes (GEN 5.3, MOSC 8.1, AMB-17, CL 8, AMB-32, AMB-33)."""
    case.articles.extend(clauses)
    case.ledger.spot(_out(case))
    return pass_turn(case, case.ledger.close())


def _fell_while_aiming(case: Case) -> Frame:
    """A hanging ball fell before the cue ball came, in the stroke or before it: it is spotted, the same
    player plays from the house (MOSC 8.4)."""
    case.articles.append("MOSC 8.4")
    case.ledger.spot(_out(case))
    case.ledger.spotted = max(case.ledger.spotted, 1)
    return change(case.ledger.close(), at_table=case.player, cue_ball="house", object_only=False)


def _penalised(case: Case) -> Frame:
    """One penalty (FREE 27.2, AMB-09), the pots void (FREE 21.3), then what the game lets follow."""
    game, ledger, terms = case.game, case.ledger, case.terms
    if terms.void_on == "listed" and game.listed_voids and not case.fouls & game.listed_voids:
        game.credit(case)
        ledger.leave(case.jumped)
        ledger.spot(case.jumped)
    else:
        ledger.spot(_out(case))
    times = len(case.fouls) if terms.penalty_per == "offence" and not game.one_penalty else 1
    for _ in range(times):
        game.penalise(case, case.player, ledger)
    frame = game.after_foul(case, ledger.close(run=0))
    if case.frame.phase == "break" and game.after_bad_break is not None:
        decision = game.after_bad_break(case, frame)
        if decision is not None:
            frame = change(frame, decision=decision)
    return frame


def _credited(case: Case, finding: Finding, on_rail: bool) -> tuple[Frame, str]:
    """The game credits the pots; jumped object balls that are no foul are put back (GEN 6.4)."""
    game, ledger = case.game, case.ledger
    if finding.clause is not None:
        case.articles.append(finding.clause)
    if case.jumped:
        case.articles.append("GEN 6.4")
    ledger.leave(case.jumped)
    ledger.spot(case.jumped)
    credit = game.credit(case)
    fell = bool(case.pots.objects or case.pots.own)
    if sum(ledger.debt) < sum(case.frame.debt):
        case.articles.append(game.debt_clause)
    if credit.counted:
        if case.pots.own and game.own_ball_clause is not None:
            case.articles.append(game.own_ball_clause)
        case.articles.append(game.pot_clause)
    elif not case.articles:
        case.articles.append(game.break_clause if case.frame.phase == "break" else game.stroke_clause)
    again = credit.again and not on_rail
    if on_rail:
        case.articles.append("MOSC 8.2")
    frame = ledger.close(
        at_table=case.player if again else other(case.player, ledger.players),
        run=credit.counted + (0 if case.frame.dare else case.frame.run) if again else 0,
        cue_ball=credit.cue_ball,
        object_only=credit.object_only,
        past_target=case.stroke.won_on or case.frame.past_target,
    )
    if finding.completed is Proof.UNPROVEN and not _leans(case, legal=True):
        return frame, "unproven"
    return frame, "legal" if credit.counted or not fell else "void"


def _dared(case: Case, finding: Finding) -> tuple[Frame, str]:
    """A stroke on a dare: met, all that fell counts (CODE 16.2); else what fell is void and one ball goes to
    the opponent's shelf, or is owed to him (CODE 16.3, AMB-28)."""
    dare = case.frame.dare
    assert dare is not None
    fallen = [pot.ball for pot in case.pots.falls if pot.ball != "cue" or dare.ball == "cue"]
    met = dare.ball is not None and dare.ball in fallen
    unsure = dare.ball in (None, "object") or None in fallen or "object" in fallen
    if fallen and unsure and not met:
        met = case.stroke.dared is not False
    if met and not case.fouls:
        case.articles.append("CODE 16.2")
        return _credited(case, finding, on_rail=False)
    case.articles = ["CODE 16.3"]
    case.fouls.clear()
    ledger = case.ledger
    ledger.spot(_out(case))
    rival = other(case.player, ledger.players)
    if ledger.shelf[case.player] > 0:
        ledger.shelf[case.player] -= 1
        ledger.shelf[rival] += 1
    else:
        ledger.debt[case.player] += 1
        ledger.owed[case.player] += 1
    return pass_turn(case, ledger.close()), "void"


def _replayed(game: Game, frame: Frame, stroke: Stroke) -> Verdict:
    """All balls go back to where they lay, the same player plays again (FREE 22A.2, 25.1, MOSC 8.3)."""
    pots, _ = pots_of(game, frame, stroke, [])
    clause = {
        "disturbed": game.replay_clause,
        "hanging_fell_affected": "FREE 22A.2",
        "disturbed_rerack": "FREE 25.2",
    }
    articles = tuple(dict.fromkeys(clause[i.case] for i in stroke.incidents if i.case in clause))
    return Verdict(
        verdict="void",
        fouls=(),
        potted=len(pots.falls),
        delta=(0,) * len(frame.shelf),
        spotted=0,
        articles=articles,
        frame=change(frame, at_table=stroke.player),
        finding=_SEEN,
    )


def _tidied(frame: Frame, hung: int, spotted: int, numbers: frozenset[int]) -> Frame:
    """What the stroke used up is cleared."""
    return change(
        frame,
        phase="play",
        nominated=None,
        dare=None,
        to_spot=frame.to_spot + hung,
        hanging=frame.hanging + hung,
        out=frozenset() if spotted or hung else frame.out | numbers,
    )


__all__ = ["judge", "leaning", "struck_ball"]
