"""Which shot a statement is about, and whether it may be said of it. Pure."""

from luza.errors import Refused
from luza.facts import Pocket
from luza.fold import History
from luza.history import Said, Shot
from luza.rules.fouls import ANY_TIME
from luza.rules.parts import target_of
from luza.said import known_foul
from luza.statements import (
    AffairResult,
    Call,
    ContinueRun,
    Identify,
    Incident,
    Removed,
    Rule,
    Statement,
    UnfeltFall,
)

ABOUT_SHOTS = (Call, Incident, Rule, Identify, AffairResult, ContinueRun, UnfeltFall)
"""The statements that are said about a shot, or may be."""


def about(history: History, said: Statement) -> Shot | None:
    """The shot that a statement is about; None where it stands by itself. Raises Refused."""
    last = history.last
    name = said.__struct_config__.tag
    if isinstance(said, Call):
        known_foul(history.rules, said.foul)
        if said.foul in ANY_TIME:
            return _too_slow(history, said.player) if said.foul == "slow_play" else None
        if said.foul == "premature_end":
            return None
        if last is not None and said.player is not None and said.player != last.player:
            return None
    if isinstance(said, Identify):
        return _unidentified(history, said)
    if isinstance(said, Incident):
        if said.case not in history.rules.game.incidents:
            raise Refused(f"incident: {history.rules.game.id} has no rule for {said.case}", "not_in_game")
        if said.case == "disturbed_rerack" and history.open is None:
            return None
        if said.case == "not_removed":
            return _not_removed(history)
    if last is None:
        raise Refused(f"{name}: no shot has been played that it could be about", "no_shot")
    if isinstance(said, Rule):
        verdict = last.verdict
        unproven = verdict is not None and (verdict.verdict == "unproven" or verdict.leaning is not None)
        if history.open is not None or not (unproven or last.assumed):
            raise Refused("rule: the last shot is not unproven", "proven")
    if isinstance(said, AffairResult) and last.opened.frame.dare is None:
        raise Refused("affair_result: the last shot was not played on a dare", "no_dare")
    if isinstance(said, ContinueRun):
        _may_continue(history, last)
    return last


def _too_slow(history: History, player: int | None) -> Shot | None:
    """The stroke that was too slow: the one in progress, or the last where it came past the limit and that
    waits for a call; None: the player has not played yet."""
    shot = history.open
    if shot is None and history.rules.terms.overtime_called and history.last and history.last.overtime:
        shot = history.last
    return shot if shot is not None and shot.player == player else None


def _unidentified(history: History, said: Identify) -> Shot:
    for unit in reversed(history.units):
        if isinstance(unit, Shot) and any(unit.nameless(fact, said) for fact in unit.stroke().facts):
            _may_be(unit, said)
            return unit
    raise Refused("identify: no fallen ball is waiting to be named", "no_unknown_ball")


def _may_be(shot: Shot, said: Identify) -> None:
    """No ball falls twice in a shot, and none that had left the table before."""
    left = shot.opened.frame.balls
    fell = [fact.ball for fact in shot.stroke().facts if isinstance(fact, Pocket)]
    if isinstance(said.ball, int) and left is not None and said.ball not in left:
        raise Refused(f"identify: ball {said.ball} had fallen before", "ball_gone")
    if said.ball != "object" and said.ball in fell:
        raise Refused(f"identify: ball {said.ball} fell in that shot already", "ball_gone")


def _not_removed(history: History) -> Shot:
    """The earlier shot whose own ball nobody was given for (CODE 8.11)."""
    last, taken = history.last, False
    for unit in reversed(history.units):
        if isinstance(unit, Said) and isinstance(unit.statement, Removed):
            taken = True
        elif isinstance(unit, Shot):
            if last is None or unit.player != last.player:
                break
            if unit is not last and unit.verdict is not None and unit.verdict.own_credited and not taken:
                return unit
            taken = False
    raise Refused("incident: no own ball of this visit is waiting for its ball", "none_owed")


def _may_continue(history: History, last: Shot) -> None:
    """CODE 13.8: after the stroke that reached the target, if that was not the run's first ball."""
    verdict = last.verdict
    if not history.rules.game.dares or verdict is None:
        raise Refused("continue_run: there is no run to be continued", "run_not_open")
    frames = history.match.frames
    ended = len(frames) > len(last.opened.frames) and frames[-1].winner == last.player
    if not ended or verdict.verdict not in ("legal", "unproven"):
        raise Refused("continue_run: the last shot has not won the frame", "run_not_open")
    before = last.opened.frame
    run = 0 if before.dare else before.run
    if run + target_of(history.rules.game, history.rules.terms) - before.score[last.player] < 2:
        raise Refused("continue_run: the winning ball was the first of its run", "first_of_run")
