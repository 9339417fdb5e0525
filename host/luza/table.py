"""The core: one entry in, what to tell out. No clock, no thread, no I/O; time comes in with the entries.

    table = Table(header)
    told = table.enter(entry)      # raises Refused, and then nothing has changed

The same entries always give the same state. Facts are never refused but for time running backwards: what
cannot belong to a shot is kept and judged as nothing.
"""

from luza.clock import ClockState
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket, Rest, Strike
from luza.history import Fell, Said, Shot, Unit, apply, breaks_off, doubts, unknown
from luza.match import Match, begin
from luza.rules import GAMES
from luza.rules.fouls import ANY_TIME
from luza.rules.game import Terms
from luza.said import Rules, check_player, known_foul, say
from luza.statements import (
    AffairResult,
    Call,
    Choose,
    Concede,
    ContinueRun,
    Identify,
    Incident,
    Redo,
    Rule,
    Sensors,
    Setup,
    Statement,
    Undo,
)
from luza.told import (
    BallFell,
    Doubt,
    FrameEnded,
    FrameReopened,
    FrameStarted,
    MatchEnded,
    ShotJudged,
    ShotOpened,
    ShotWithdrawn,
    Told,
)
from luza.view import FrameView, MatchView, ShotView

DOUBLE_HIT_S = 0.5
"""A second strike within this time is a double hit, a later one a stroke on moving balls."""
LATE_FALL_S = 2.0
"""A fall within this time after the rest belongs to the shot (FREE 22A.3)."""
_FACTS = (Strike, Contact, Cushion, CentreLine, Pocket, OffTable, Rest)
_BETWEEN_SHOTS = frozenset({"setup", "nominate", "affair", "lag", "lot"})
_ABOUT_SHOTS = (Call, Incident, Rule, Identify, AffairResult, ContinueRun)


class Table:
    """One match at one table."""

    def __init__(self, header: Header) -> None:
        options = header.options
        self.header = header
        self.players = tuple(header.players)
        self.sensors: frozenset[str] = frozenset(header.sensors)
        terms = Terms(
            players=len(header.players),
            target=options.target,
            handicap=tuple(options.handicap or ()),
            entered=options.calls == "entered",
            waived=frozenset(options.waive),
            own_in_hand=options.own_in_hand,
            penalty_per=options.penalty_per,
            void_on=options.void_on,
        )
        self.rules = Rules(
            GAMES[header.game], terms, header.race_to, options.unproven == "ask", options.unproven == "lean"
        )
        clock = ClockState(on=options.clock_s is not None, limit_s=options.clock_s or 45.0)
        self._match: Match = begin(self.rules.game, terms, header.race_to, header.first_breaker, clock)
        self._units: list[Unit] = []
        self._undone: list[list[Unit]] = []
        self._open: Shot | None = None
        self._last: Shot | None = None
        self._shots = 0
        self._told: list[Told] = []
        self.now = 0.0

    # -- what is asked of the table -------------------------------------------------------------------

    @property
    def frame(self) -> FrameView:
        """The frame that is being played."""
        return self._match.frame.view()

    @property
    def clock(self) -> ClockState:
        """The shot clock."""
        return self._match.clock

    @property
    def shot_open(self) -> bool:
        """Is a shot in progress?"""
        return self._open is not None

    @property
    def falling(self) -> tuple[Pocket, ...]:
        """The balls that fell in the shot in progress."""
        return tuple(f for f in self._open.facts if isinstance(f, Pocket)) if self._open else ()

    @property
    def last_shot(self) -> ShotView | None:
        """The last judged shot of the match."""
        for unit in reversed(self._units):
            if isinstance(unit, Shot) and unit.view is not None:
                return unit.view
        return None

    @property
    def settle_at(self) -> float | None:
        """When the shot in progress ends by quiet; None with a rest sensor, or where no shot is open."""
        if self._open is None or "rest" in self.sensors or not self._open.facts:
            return None
        return self._open.facts[-1].t + self.header.options.settle_s

    @property
    def shots(self) -> tuple[Shot, ...]:
        """The judged shots with their facts, for whoever explains or counts them."""
        return tuple(unit for unit in self._units if isinstance(unit, Shot) and unit.view is not None)

    @property
    def winner(self) -> int | None:
        """Who has won the match."""
        return self._match.winner

    def view(self) -> MatchView:
        """The whole state, in the contract's words."""
        return self._view(tuple(u.view for u in self._units if isinstance(u, Shot) and u.view is not None))

    def brief(self) -> MatchView:
        """The same with the last shot alone: what a display needs, at a cost that does not grow."""
        last = self.last_shot
        return self._view(() if last is None else (last,))

    def _view(self, shots: tuple[ShotView, ...]) -> MatchView:
        match = self._match
        return MatchView(
            game=self.rules.game.id,
            players=self.players,
            frames_won=match.frames_won,
            match_winner=match.winner,
            frames=match.frames,
            frame=match.frame.view(),
            shots=shots,
        )

    # -- entries --------------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> list[Told]:
        """Takes one entry and says what there is to tell; raises Refused, and then nothing has changed."""
        t = entry.t
        if t < self.now:
            raise Refused(f"time runs backwards: {t:g} s comes after {self.now:g} s", "time")
        self._told = []
        if self.settle_at is not None and t >= self.settle_at:
            self._close(self.settle_at, rested=True)
        if isinstance(entry, _FACTS):
            self._undone.clear()
            self._fact(entry)
        else:
            self._statement(entry)
        self.now = t
        return self._told

    def tick(self, t: float) -> list[Told]:
        """Lets the time come to `t`: without a rest sensor a shot ends by quiet."""
        self._told = []
        if self.settle_at is not None and t >= self.settle_at:
            self.now = max(self.now, self.settle_at)
            self._close(self.settle_at, rested=True)
        return self._told

    def finish(self) -> list[Told]:
        """The recording is at its end: a shot in progress is judged as closed."""
        self._told = []
        if self._open is not None:
            self._close(self.now, rested=False)
        return self._told

    # -- facts ----------------------------------------------------------------------------------------

    def _fact(self, fact: Fact) -> None:
        kind = fact.__class__
        shot = self._open
        if kind is Strike:
            self._strike(fact)  # type: ignore[arg-type]
        elif shot is not None:
            if kind is Rest:
                self._close(fact.t, rested=True)
            else:
                shot.facts.append(fact)
                if kind is Pocket:
                    self._fell(fact, shot.player)  # type: ignore[arg-type]
        elif kind is Pocket and self._late(fact.t):
            self._fell_late(fact)  # type: ignore[arg-type]
        elif kind is Pocket and not self._playable():
            self._fell(fact, None)  # type: ignore[arg-type]
            self._told.append(Doubt(fact.t, "late_fact", {"pocket": fact.pocket}))  # type: ignore[union-attr]
        elif kind is not Rest and "strike" not in self.sensors and self._playable():
            self._begin(None).facts.append(fact)
            if kind is Pocket:
                self._fell(fact, self._open.player if self._open else None)  # type: ignore[arg-type]
        elif kind is Pocket:
            self._fell(fact, None)  # type: ignore[arg-type]
            self._add(Fell(self._match, fact))  # type: ignore[arg-type]

    def _playable(self) -> bool:
        """May a stroke be played now?"""
        frame = self._match.frame
        return frame.phase in ("break", "play") or frame.decision is not None

    def _fell(self, fact: Pocket, player: int | None) -> None:
        self._told.append(BallFell(fact.t, fact.pocket, fact.ball, player))

    def _strike(self, fact: Strike) -> None:
        shot = self._open
        if shot is not None and shot.struck_at is not None:
            if fact.t - shot.struck_at < DOUBLE_HIT_S:
                shot.double = "double_hit" in self.rules.game.fouls
                return
        moving: int | None = None
        if shot is not None:
            self._close(fact.t, rested=False)
            if "rest" in self.sensors and "balls_moving" in self.rules.game.fouls:
                moving = shot.player
        if self._playable():
            opened = self._begin(fact.t)
            opened.facts.append(fact)
            opened.moving = moving

    def _begin(self, struck_at: float | None) -> Shot:
        """Opens a shot: what was pending is answered by its default."""
        last = self._last
        decision = self._match.frame.decision
        if last is not None and decision is not None and decision.kind == "ruling":
            last.assumed = True
            self._refold(last)
        self._shots += 1
        shot = Shot(self._match, self._shots, self.sensors)
        shot.struck_at = struck_at
        self._open = self._last = shot
        self._units.append(shot)
        self._match = apply(self.rules, shot, self._match)
        self._told.append(ShotOpened(struck_at or 0.0, shot.player))
        return shot

    def _close(self, t: float, rested: bool) -> None:
        shot = self._open
        if shot is None:
            return
        shot.closed_at, shot.rested = t, rested
        self._open = None
        self._refold(shot)

    def _late(self, t: float) -> bool:
        """Does a fall now belong to the last shot (FREE 22A.3)? Not once the shot has ended the frame."""
        last = self._last
        if last is None or not last.rested or last.closed_at is None or t > last.closed_at + LATE_FALL_S:
            return False
        return last.view is not None and last.view.frame == self._match.frame.number and self._playable()

    def _fell_late(self, fact: Pocket) -> None:
        last = self._last
        assert last is not None
        last.facts.append(fact)
        self._fell(fact, last.player)
        self._refold(last)

    # -- statements -----------------------------------------------------------------------------------

    def _statement(self, said: Statement) -> None:
        if isinstance(said, Undo):
            self._undo()
        elif isinstance(said, Redo):
            self._redo()
        elif isinstance(said, Sensors):
            self._sense(frozenset(said.fitted))
        else:
            self._say(said)
            self._undone.clear()

    def _say(self, said: Statement) -> None:
        """Takes a statement: about a shot, or by itself."""
        decision = self._match.frame.decision
        if isinstance(said, Choose) and decision is not None and decision.kind == "ruling":
            if said.option not in decision.options:
                raise Refused(f"choose: {said.option!r} is not among {', '.join(decision.options)}")
            said = Rule(said.t, said.option)  # type: ignore[arg-type]
        about = self._about(said) if isinstance(said, _ABOUT_SHOTS) else None
        if about is not None:
            self._attach(said, about)
            return
        name = said.__struct_config__.tag
        if self._open is not None and name in _BETWEEN_SHOTS:
            raise Refused(f"{name}: a shot is in progress")
        if self._open is not None and isinstance(said, Concede):
            number = self._match.frame.number
            say(self.rules, self._match, said)
            self._close(said.t, rested=False)
            if self._match.frame.number != number or self._match.frame.phase == "over":
                return
        after = say(self.rules, self._match, said)
        self._add(Said(self._match, said, None), after)

    def _about(self, said: Statement) -> Shot | None:
        """The shot that a statement is about; None where it stands by itself. Raises Refused."""
        last = self._last
        name = said.__struct_config__.tag
        if isinstance(said, Call):
            known_foul(self.rules, said.foul)
            if said.player is not None:
                check_player(self.rules, said.player)
            if said.foul in ANY_TIME:
                if said.player is None:
                    raise Refused(f"call: {said.foul} needs the player who did it")
                late = said.foul == "slow_play" and self._open is not None
                return self._open if late and self._open and self._open.player == said.player else None
            if said.foul == "premature_end":
                return None
            if last is not None and said.player is not None and said.player != last.player:
                return None
        if isinstance(said, Identify):
            return self._unidentified(said)
        if isinstance(said, Incident):
            if said.case not in self.rules.game.incidents:
                raise Refused(f"incident: {self.rules.game.id} has no rule for {said.case}")
            if said.case == "disturbed_rerack" and self._open is None:
                return None
            if said.case == "not_removed":
                return self._not_removed()
        if last is None:
            raise Refused(f"{name}: no shot has been played that it could be about")
        if isinstance(said, Rule):
            unproven = last.verdict is not None and last.verdict.verdict == "unproven"
            if self._open is not None or not (unproven or last.assumed):
                raise Refused("rule: the last shot is not unproven")
        if isinstance(said, AffairResult) and last.opened.frame.dare is None:
            raise Refused("affair_result: the last shot was not played on a dare")
        if isinstance(said, ContinueRun):
            self._may_continue(last)
        return last

    def _unidentified(self, said: Identify) -> Shot:
        for unit in reversed(self._units):
            if isinstance(unit, Shot):
                facts = unit.stroke().facts
                if any(unknown(f, said.ball) and said.pocket in (None, f.pocket) for f in facts):  # type: ignore[union-attr]
                    return unit
        raise Refused("identify: no fallen ball is waiting to be named")

    def _not_removed(self) -> Shot:
        """The earlier shot whose own ball nobody was given for (CODE 8.11)."""
        shots = [unit for unit in self._units if isinstance(unit, Shot) and unit is not self._last]
        for shot in reversed(shots):
            if self._last is not None and shot.player != self._last.player:
                break
            if shot.verdict is not None and shot.verdict.own_credited:
                return shot
        raise Refused("incident: no own ball of this visit is waiting for its ball")

    def _may_continue(self, last: Shot) -> None:
        """CODE 13.8: after the stroke that reached the target, if that was not the run's first ball."""
        verdict = last.verdict
        if not self.rules.game.dares or verdict is None:
            raise Refused("continue_run: there is no run to be continued")
        frames = self._match.frames
        ended = len(frames) > len(last.opened.frames) and frames[-1].winner == last.player
        if not ended or verdict.verdict not in ("legal", "unproven"):
            raise Refused("continue_run: the last shot has not won the frame")
        if verdict.frame.run < 2:
            raise Refused("continue_run: the winning ball was the first of its run")

    def _attach(self, said: Statement, about: Shot) -> None:
        about.said.append(said)
        self._units.append(Said(self._match, said, about))
        if breaks_off(said):
            self._close(said.t, rested=False)
        elif about is not self._open:
            self._refold(about)

    def _sense(self, fitted: frozenset[str]) -> None:
        """The table feels this from now on; a shot in progress what it felt all through."""
        self.sensors = fitted
        if self._open is not None:
            self._open.sensors &= fitted

    # -- the fold -------------------------------------------------------------------------------------

    def _add(self, unit: Unit, after: Match | None = None) -> None:
        """Appends a unit; `after` is the match after it, where that is known already."""
        before = self._match
        self._units.append(unit)
        self._match = apply(self.rules, unit, before) if after is None else after
        if isinstance(unit, Said) and isinstance(unit.statement, Setup):
            self._last = None
        self._tell_frames(before)

    def _refold(self, first: Unit, was: Match | None = None) -> None:
        """Folds anew from a unit on, and tells what has become of the shots and frames."""
        old = self._match if was is None else was
        start = len(self._units) - 1
        while self._units[start] is not first:
            start -= 1
        shots = [unit for unit in self._units[start:] if isinstance(unit, Shot)]
        views = [shot.view for shot in shots]
        match = first.before
        for unit in self._units[start:]:
            match = apply(self.rules, unit, match)
        self._match = match
        for shot, view in zip(shots, views, strict=True):
            if shot.view is not None and shot.view != view:
                self._told.append(ShotJudged(shot.view, amended=view is not None))
                if view is None:
                    self._told.extend(Doubt(shot.closed_at or 0.0, code, data) for code, data in doubts(shot))
        self._tell_frames(old)

    def _tell_frames(self, old: Match) -> None:
        """Tells what has changed about the frames and the match since `old`."""
        new = self._match
        if old.frames is new.frames and old.frame.number == new.frame.number:
            return
        same = 0
        while same < min(len(old.frames), len(new.frames)) and old.frames[same] == new.frames[same]:
            same += 1
        self._told.extend(FrameReopened(result.number) for result in old.frames[same:])
        self._told.extend(FrameEnded(result) for result in new.frames[same:])
        if new.winner is not None and old.winner != new.winner:
            self._told.append(MatchEnded(new.winner, new.frames_won))
        elif new.frame.number != old.frame.number and len(new.frames) >= len(old.frames):
            self._told.append(FrameStarted(new.frame.number, new.frame.breaker))

    # -- taking back ----------------------------------------------------------------------------------

    def _undo(self) -> None:
        """Takes back the latest shot or statement with all that followed from it."""
        units = self._units
        cut = len(units) - 1
        while cut >= 0 and isinstance(units[cut], Fell):
            cut -= 1
        if cut < 0:
            raise Refused("undo: there is nothing to take back")
        tail = units[cut:]
        unit = tail[0]
        old = self._match
        del units[cut:]
        self._undone.append(tail)
        if isinstance(unit, Said) and unit.about is not None:
            unit.about.said.remove(unit.statement)
            if breaks_off(unit.statement):
                unit.about.closed_at = None
                self._open = unit.about
            self._refold(unit.about, old)
            return
        self._match = unit.before
        if isinstance(unit, Shot):
            self._shots -= 1
            if self._open is unit:
                self._open = None
            self._last = self._previous()
            if unit.view is not None:
                self._told.append(ShotWithdrawn(unit.view))
            if self._last is not None and self._last.assumed:
                self._last.assumed = False
                self._refold(self._last, old)
                return
        elif isinstance(unit, Said) and isinstance(unit.statement, Setup):
            self._last = self._previous()
        self._tell_frames(old)

    def _redo(self) -> None:
        """Puts back what the latest undo took."""
        if not self._undone:
            raise Refused("redo: nothing was taken back since the last entry")
        tail = self._undone.pop()
        old = self._match
        for unit in tail:
            if isinstance(unit, Said) and unit.about is not None:
                unit.about.said.append(unit.statement)
                if breaks_off(unit.statement):
                    unit.about.closed_at = unit.statement.t
                    self._open = None
            elif isinstance(unit, Shot):
                self._shots += 1
                self._last = unit
                if unit.closed_at is None:
                    self._open = unit
            self._units.append(unit)
        first = tail[0]
        anchor = first.about if isinstance(first, Said) and first.about is not None else first
        decision = old.frame.decision
        if (
            isinstance(anchor, Shot)
            and anchor is first
            and decision is not None
            and decision.kind == "ruling"
        ):
            previous = self._previous(before=anchor)
            if previous is not None:
                previous.assumed = True
                anchor = previous
        if anchor is first:
            first.before = old
        for unit in tail:
            if isinstance(unit, Shot):
                unit.view = None
        self._refold(anchor, old)
        if isinstance(first, Said) and isinstance(first.statement, Setup):
            self._last = None

    def _previous(self, before: Shot | None = None) -> Shot | None:
        """The last shot (before another) that a statement may still be about."""
        units = self._units if before is None else self._units[: self._units.index(before)]
        for unit in reversed(units):
            if isinstance(unit, Shot):
                return unit
            if isinstance(unit, Said) and isinstance(unit.statement, Setup):
                return None
        return None
