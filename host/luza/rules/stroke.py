"""Judging one stroke: the course that all games share, in the order of their clauses.

Offences are collected, then either the penalty is taken and the pots are void, or the game credits the
pots; at the end it is known who plays next and from where. Pure: a frame and a stroke in, a verdict out.
"""

from operator import sub

from luza.evidence import Finding, Proof, assess
from luza.facts import Ball, Contact, OffTable, Pocket, Strike
from luza.rules.fouls import in_order
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Game, Pots, Stroke, Terms, Verdict
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
    hung = _hung(stroke)
    pots, excess = _pots(game, frame, stroke, hung)
    case = Case(game, terms, frame, stroke, pots, Ledger(frame))
    _jumps(case)
    finding = _finding(case, cases, hung)
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
    numbers = _numbers(pots) if pots.falls else _NONE
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


def _hung(stroke: Stroke) -> list[Pocket]:
    """The balls that fell by themselves from a pocket's edge and are put back (FREE 22A.1): as somebody saw,
    or as is plain where the first contact was felt and came after the fall."""
    found = _fell_untouched(stroke)
    for incident in stroke.incidents:
        if incident.case == "fell_while_aiming":
            return []
        if incident.case != "hanging_fell":
            continue
        falls = [fact for fact in stroke.facts if isinstance(fact, Pocket)]
        falls.sort(key=lambda fact: fact.ball == incident.ball)
        for fact in reversed(falls):
            named = incident.ball is None or fact.ball in (incident.ball, None, "object")
            there = incident.pocket is None or fact.pocket == incident.pocket
            if named and there and not any(fact is one for one in found):
                found.append(fact)
                break
    return found


def _fell_untouched(stroke: Stroke) -> list[Pocket]:
    """The balls that fell before any ball but the struck one can have moved."""
    early: list[Pocket] = []
    if "contact" in stroke.sensors or "first_contact" in stroke.sensors:
        for fact in stroke.facts:
            if fact.__class__ is Contact:
                return early
            if fact.__class__ is Pocket:
                early.append(fact)
    return []


def _pots(game: Game, frame: Frame, stroke: Stroke, hung: list[Pocket]) -> tuple[Pots, int]:
    """What fell in the stroke, and how many falls are more than the table can have held.

    A number that falls twice in a stroke, a second cue ball and a ball too many are the sensors' fault:
    flagged, never scored. Where a ball is worth its number, one that had fallen before was misread: its
    number is asked for.
    """
    objects: list[Pocket] = []
    own: list[Pocket] = []
    falls: list[Pocket] = []
    numbers: set[Ball] = set()
    room = frame.on_table - (0 if game.any_ball else 1)
    excess = 0
    for fact in stroke.facts:
        if fact.__class__ is not Pocket or (hung and any(fact is one for one in hung)):
            continue
        ball = fact.ball
        if ball == "cue" and not game.any_ball:
            if own:
                excess += 1
            else:
                own.append(fact)
                falls.append(fact)
        elif len(objects) >= room or (isinstance(ball, int) and ball in numbers):
            excess += 1
        else:
            if isinstance(ball, int):
                numbers.add(ball)
                if frame.balls is not None and ball not in frame.balls:
                    fact = Pocket(fact.t, fact.pocket, "object")
            objects.append(fact)
            falls.append(fact)
    return Pots(tuple(objects), tuple(own), tuple(falls)), excess


def _numbers(pots: Pots) -> frozenset[int]:
    """The numbers of the balls that fell in the stroke."""
    return frozenset(pot.ball for pot in pots.falls if isinstance(pot.ball, int))


def _jumps(case: Case) -> None:
    """Counts the balls that left the table (GEN 6.1, FREE 22B.1).

    One that came back from a lamp or a person only the referee can have seen: he calls it (GEN 6.2, 6.3;
    FREE 22B.2; AMB-26), in a game that punishes the cue ball alone of that ball.
    """
    left = [fact.ball for fact in case.stroke.facts if fact.__class__ is OffTable]
    for incident in case.stroke.incidents:
        if incident.case in ("on_rail", "cue_returned"):
            ball = "cue" if incident.case == "cue_returned" else incident.ball
            left = [one for one in left if ball is not None and one not in (ball, None)]
    if "off_table" in case.stroke.called and "cue" not in left:
        if not case.game.jumped_foul:
            left = ["cue", *(ball for ball in left if ball is not None)]
        elif not left:
            left = [None]
    case.cue_jumped = "cue" in left and not case.game.any_ball
    case.jumped = len(left) - case.cue_jumped
    room = case.frame.on_table - len(case.pots.objects) - (0 if case.game.any_ball else 1)
    case.jumped = min(case.jumped, max(0, room))


def _finding(case: Case, cases: set[str], hung: list[Pocket]) -> Finding:
    """What the facts prove of contact and completion, and what a person has said of it: whether two balls
    met twice (FREE 20 n2), whether one came off the jaw of a middle pocket (FREE 20 n4), whether one stopped
    in a pocket's zone (CODE 5.2), whether three moved (CODE 6 (d), which is no break's)."""
    game, frame, stroke = case.game, case.frame, case.stroke
    facts = stroke.facts
    if hung:
        facts = tuple(fact for fact in facts if not any(fact is one for one in hung))
    requirement = game.break_ if frame.phase == "break" else game.stroke
    struck = struck_ball(game, frame, stroke)
    found = assess(facts, struck, stroke.sensors, frame.on_table, requirement)
    if stroke.ruling == "legal" or "on_rail" in cases:
        return _SEEN
    if found.contact is Proof.REFUTED:
        return found
    if "moved_three" in cases and frame.phase != "break":
        return _SEEN
    if "in_pocket_zone" in cases:
        return Finding(found.contact, found.contact)
    return found


def _offences(case: Case, finding: Finding) -> None:
    """Collects the stroke's fouls: proven by the facts, ruled or called, less what was waived."""
    game, stroke, frame = case.game, case.stroke, case.frame
    on_break = frame.phase == "break"
    fouls = case.fouls
    untouched = "no_contact" in stroke.called and "no_contact" not in case.terms.waived
    if finding.contact is Proof.REFUTED or untouched:
        fouls.add("no_contact")
    elif finding.completed is Proof.REFUTED or stroke.ruling == "foul":
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
    if finding.completed is Proof.UNPROVEN:
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
    pots, _ = _pots(game, frame, stroke, [])
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


__all__ = ["judge", "struck_ball"]
