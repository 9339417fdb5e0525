"""The history of a match: shots and statements in order, and the fold over them.

A unit is a shot or a statement. Each remembers the match before it, so taking one back is a step, and a
change to an earlier shot (a call, an identification, a late fall) is a fold from that shot on.
"""

from luza.clock import rested, struck
from luza.errors import Refused
from luza.evidence import Proof
from luza.facts import Fact, Pocket
from luza.match import Match, breaks, playable, settle
from luza.rules.decisions import answer
from luza.rules.falls import fell_between
from luza.rules.frame import NOTHING, Frame, change
from luza.rules.game import Stroke, Verdict
from luza.rules.parts import decide
from luza.rules.stroke import judge
from luza.said import Rules, say
from luza.statements import (
    Adjust,
    AffairResult,
    Call,
    ContinueRun,
    Identify,
    Incident,
    Rule,
    Statement,
    UnfeltFall,
)
from luza.view import ShotView


class Shot:
    """A shot: its facts, what was said of it, and its verdict once it is closed."""

    def __init__(self, before: Match, sensors: frozenset[str]) -> None:
        self.before = before
        self.number = 0
        self.sensors = sensors
        self.facts: list[Fact] = []
        self.said: list[Statement] = []
        self.opened: Match = before
        self.player = 0
        self.closed_at: float | None = None
        self.quiet = False
        self.rested_at: float | None = None
        self.struck_at: float | None = None
        self.moving: int | None = None
        self.double = False
        self.overtime = False
        self.untimed = False
        """Nobody knows how long the player had for it: another stroke was taken back before."""
        self.assumed = False
        self.verdict: Verdict | None = None
        self.view: ShotView | None = None

    def open(self, rules: Rules) -> None:
        """Answers what is pending with its default and clears the table for the stroke."""
        match = opened(rules, self.before)
        frame = match.frame
        self.player = frame.dare.player if frame.dare else frame.at_table or 0
        self.opened = match

    def stroke(self) -> Stroke:
        """The shot as the rules see it, with what people said of it worked in."""
        called: list[str] = []
        incidents: list[Incident] = []
        ruling = "legal" if self.assumed else None
        dared: bool | None = None
        won_on = forgotten = False
        facts = self.facts
        for said in self.said:
            if isinstance(said, Call):
                called.append(said.foul)
            elif isinstance(said, Incident):
                if said.case == "not_removed":
                    forgotten = True
                else:
                    incidents.append(said)
            elif isinstance(said, Rule):
                ruling = said.verdict
            elif isinstance(said, AffairResult):
                dared = said.success
            elif isinstance(said, ContinueRun):
                won_on = True
            elif isinstance(said, Identify):
                facts = self.identified(facts, said)
            elif isinstance(said, UnfeltFall):
                facts = [*facts, Pocket(said.t, said.pocket, said.ball)]
        return Stroke(
            self.player,
            tuple(facts),
            self.sensors,
            self.moving,
            self.double,
            self.overtime,
            tuple(called),
            tuple(incidents),
            ruling,
            dared,
            won_on,
            forgotten,
        )

    def nameless(self, fact: Fact, said: Identify) -> bool:
        """Is this a fall that the statement may name: one without a ball, with its kind alone, or with a
        number that had left the table before the shot (misread)?"""
        if not isinstance(fact, Pocket) or said.pocket not in (None, fact.pocket):
            return False
        if fact.ball is None:
            return True
        left = self.opened.frame.balls
        misread = left is not None and isinstance(fact.ball, int) and fact.ball not in left
        return misread or (fact.ball == "object" and isinstance(said.ball, int))

    def identified(self, facts: list[Fact], said: Identify) -> list[Fact]:
        """The facts with the last fall that is not yet known named."""
        for i in range(len(facts) - 1, -1, -1):
            fact = facts[i]
            if isinstance(fact, Pocket) and self.nameless(fact, said):
                return [*facts[:i], Pocket(fact.t, fact.pocket, said.ball), *facts[i + 1 :]]
        return facts


class Said:
    """A statement; `about` is the shot that it is about, None where it stands by itself; `frame` the number
    of the frame in which it was said."""

    def __init__(self, before: Match, statement: Statement, about: Shot | None) -> None:
        self.before = before
        self.frame = before.frame.number
        self.statement = statement
        self.about = about


class Fell:
    """A ball that fell by itself outside any shot: put back, nothing else changes (FREE 22A.1)."""

    def __init__(self, before: Match, fact: Pocket) -> None:
        self.before = before
        self.fact = fact


Unit = Shot | Said | Fell


def opened(rules: Rules, match: Match) -> Match:
    """The match at the moment of a strike, when the cue ball is in play (GEN 4.2, FREE 11.4).

    Choices are answered by their defaults; what had to be spotted and removed is done, and any ball may be
    played at (FREE 23.1, 23.4; MOSC 6.1).
    """
    decision = match.frame.decision
    if decision is not None and decision.kind == "first_break":
        match = breaks(match, decision.by or 0)
    frame = match.frame
    while (decision := frame.decision) is not None:
        frame = answer(rules.game, frame, decision.default)
    if frame.phase == "break" and frame.breaker != frame.at_table:
        frame = change(frame, breaker=frame.at_table)
    if frame.to_spot or frame.to_remove.n or frame.hanging or frame.lifted or frame.dropped:
        frame = change(frame, to_spot=0, hanging=0, to_remove=NOTHING, lifted=0, dropped=0)
    return match if frame is match.frame else change(match, frame=frame)


def breaks_off(said: Statement) -> bool:
    """Does the statement, said during a shot, end it and the course of the frame (FREE 25.2)?"""
    return isinstance(said, Incident) and said.case == "disturbed_rerack"


def apply(rules: Rules, unit: Unit, match: Match) -> Match:
    """The match after a unit; a statement that no longer applies changes nothing."""
    unit.before = match
    if isinstance(unit, Shot):
        return _shot(rules, unit, match)
    if isinstance(unit, Fell):
        return change(match, frame=fell_between(match.frame, unit.fact.ball))
    if unit.about is not None and not breaks_off(unit.statement):
        return match
    if isinstance(unit.statement, Call | Adjust) and unit.frame < match.frame.number:
        return match  # said while the balls rolled that ended the frame
    try:
        return say(rules, match, unit.statement)
    except Refused:
        return match


def _shot(rules: Rules, shot: Shot, match: Match) -> Match:
    if not playable(match.frame):
        # What was learnt of an earlier shot has ended the frame: its facts are no shot any more.
        shot.opened, shot.view, shot.verdict = match, None, None
        return match
    shot.open(rules)
    shot.number = match.shots + 1
    match = shot.opened
    struck_at = None if shot.untimed else shot.struck_at
    shot.overtime, clock = struck(match.clock, struck_at, rules.game.clock_foul)
    if clock is not match.clock:
        match = change(match, clock=clock)
    if shot.closed_at is None:
        shot.view = shot.verdict = None
        return match
    verdict = judge(rules.game, rules.terms, match.frame, shot.stroke())
    shot.verdict = verdict
    frame = _pending(rules, shot, verdict)
    shot.view = ShotView(
        n=shot.number,
        frame=frame.number,
        player=shot.player,
        verdict=verdict.verdict,
        fouls=verdict.fouls,
        potted=verdict.potted,
        delta=verdict.delta,
        spotted=verdict.spotted,
        articles=verdict.articles,
    )
    clock = rested(match.clock, shot.closed_at) if shot.quiet else match.clock
    match = Match(match.frames_won, match.frames, frame, clock, match.winner, match.opener, shot.number)
    return settle(rules.game, rules.terms, rules.race_to, match, shot.player)


def _pending(rules: Rules, shot: Shot, verdict: Verdict) -> Frame:
    """The frame after the shot, with the ruling that it waits for or the table's own next need."""
    frame = verdict.frame
    if rules.ask and verdict.verdict == "unproven" and not shot.assumed:
        return change(frame, decision=decide("ruling", None, "legal", "foul"))
    if rules.game.between is not None and frame.decision is None:
        return rules.game.between(frame)
    return frame


def doubts(rules: Rules, shot: Shot) -> list[tuple[str, dict[str, str | int]]]:
    """(code, data) of what a person should look at in a shot: where facts and state cannot both be right,
    or time was overrun in a game that does not punish it (CODE 7, AMB-13)."""
    verdict = shot.verdict
    if verdict is None:
        return []
    found: list[tuple[str, dict[str, str | int]]] = []
    if verdict.excess:
        found.append(("too_many_balls", {"shot": shot.number, "balls": verdict.excess}))
    found.extend(("ball_twice", {"shot": shot.number, "ball": ball}) for ball in verdict.twice)
    punished = rules.game.clock_foul
    if shot.overtime and "slow_play" not in verdict.fouls and (rules.terms.overtime_called or not punished):
        code = "overtime_call" if punished else "overtime"
        found.append((code, {"shot": shot.number, "player": shot.player}))
    if not verdict.finding.fits and verdict.finding.completed is Proof.UNPROVEN:
        found.append(("facts_disagree", {"shot": shot.number}))
    return found
