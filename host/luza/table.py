"""The core: one entry in, what to tell out. No clock, no thread, no I/O; time comes in with the entries.

    table = Table(header)
    told = table.enter(entry)      # raises Refused, and then nothing has changed

The same entries always give the same state. Facts are never refused but for time running backwards: what
cannot belong to a shot is kept and judged as nothing.
"""

import copy
import difflib

import msgspec

from luza.about import ABOUT_SHOTS, about
from luza.clock import ClockState
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket, Rest, Strike
from luza.fold import History
from luza.history import Fell, Said, Shot, Unit
from luza.match import Match, begin, playable
from luza.rules import GAMES
from luza.rules.fouls import FOULS
from luza.rules.game import Terms
from luza.said import Rules, say
from luza.statements import (
    Call,
    Choose,
    Concede,
    Redo,
    Rule,
    Sensors,
    Sides,
    Statement,
    Undo,
    UnfeltFall,
)
from luza.told import (
    BallFell,
    Doubt,
    ShotOpened,
    Told,
)
from luza.view import FrameView, MatchView, ShotView

DOUBLE_HIT_S = 0.5
"""A second strike within this time is a double hit, a later one a stroke on moving balls."""
LATE_FALL_S = 2.0
"""A fall within this time after the rest belongs to the shot (FREE 22A.3)."""
_FACTS = frozenset({Strike, Contact, Cushion, CentreLine, Pocket, OffTable, Rest})
_BETWEEN_SHOTS = frozenset({"setup", "nominate", "affair", "lag", "lot"})


class Table:
    """One match at one table."""

    def __init__(self, header: Header) -> None:
        game = GAMES.get(header.game)
        if game is None:
            near = difflib.get_close_matches(header.game, GAMES, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise Refused(f"unknown game {header.game!r}{hint}", "unknown_game")
        options = header.options
        unknown = [foul for foul in options.waive if foul not in FOULS]
        if unknown:
            raise Refused(f"options.waive: no game knows a foul {unknown[0]!r}", "unknown_foul")
        self.header = header
        self.players = tuple(header.players)
        terms = Terms(
            players=len(header.players),
            target=options.target,
            handicap=tuple(options.handicap or ()),
            entered=options.calls == "entered",
            waived=frozenset(options.waive),
            own_in_hand=options.own_in_hand,
            penalty_per=options.penalty_per,
            void_on=options.void_on,
            overtime_called=options.overtime == "call",
            lean=options.unproven == "lean",
        )
        self.rules = Rules(game, terms, header.race_to, options.unproven == "ask")
        clock = ClockState(on=options.clock_s is not None, limit_s=options.clock_s or 45.0)
        match = begin(self.rules.game, terms, header.race_to, header.first_breaker, clock)
        self._history = History(self.rules, match)
        self._sense(frozenset(header.sensors))
        self.switched_off: frozenset[str] = frozenset()
        """The senses that people do not want to be believed."""
        self.swapped = False
        """Whether displays show the players the other way round."""
        self.now = 0.0

    # -- what is asked of the table -------------------------------------------------------------------

    @property
    def frame(self) -> FrameView:
        """The frame that is being played."""
        return self._history.match.frame.view()

    @property
    def clock(self) -> ClockState:
        """The shot clock."""
        return self._history.match.clock

    @property
    def shot_open(self) -> bool:
        """Is a shot in progress?"""
        return self._history.open is not None

    @property
    def falling(self) -> tuple[Pocket, ...]:
        """The balls that fell in the shot in progress."""
        shot = self._history.open
        return tuple(f for f in shot.stroke().facts if isinstance(f, Pocket)) if shot else ()

    @property
    def last_shot(self) -> ShotView | None:
        """The last judged shot of the match."""
        for unit in reversed(self._history.units):
            if isinstance(unit, Shot) and unit.view is not None:
                return unit.view
        return None

    @property
    def settle_at(self) -> float | None:
        """When the shot in progress ends by quiet; None with a rest sensor, or where no shot is open."""
        if self._felt_rest or self._history.open is None or not self._history.open.facts:
            return None
        return self._history.open.facts[-1].t + self.header.options.settle_s

    @property
    def shots(self) -> tuple[Shot, ...]:
        """The judged shots with their facts, for whoever explains or counts them."""
        return tuple(unit for unit in self._history.units if isinstance(unit, Shot) and unit.view is not None)

    @property
    def match(self) -> Match:
        """The match between two entries, for whoever wants to know more of it than displays show."""
        return self._history.match

    @property
    def subject(self) -> Shot | None:
        """The shot that a call would be about: the one in progress, else the last."""
        return self._history.last

    @property
    def steps(self) -> tuple[Unit, ...]:
        """The shots and statements that stand, in order; the last is what an undo would take."""
        return tuple(self._history.units)

    @property
    def taken_back(self) -> tuple[Unit, ...]:
        """What a redo would put back; empty where it would be refused."""
        return tuple(self._history.undone[-1]) if self._history.undone else ()

    @property
    def winner(self) -> int | None:
        """Who has won the match."""
        return self._history.match.winner

    def view(self) -> MatchView:
        """The whole state, in the contract's words."""
        return self._view(
            tuple(u.view for u in self._history.units if isinstance(u, Shot) and u.view is not None)
        )

    def brief(self) -> MatchView:
        """The same with the last shot alone: what a display needs, at a cost that does not grow."""
        last = self.last_shot
        return self._view(() if last is None else (last,))

    def _view(self, shots: tuple[ShotView, ...]) -> MatchView:
        match = self._history.match
        return MatchView(
            game=self.rules.game.id,
            players=self.players,
            frames_won=match.frames_won,
            match_winner=match.winner,
            frames=match.frames,
            frame=match.frame.view(),
            shots=shots,
        )

    # -- trying out -----------------------------------------------------------------------------------

    def copy(self) -> "Table":
        """A table of its own with the same past, to try entries on; this one does not change by it."""
        twin = copy.copy(self)
        twin._history = self._history.copy()
        return twin

    def check(self, said: Statement) -> None:
        """Raises Refused where `enter` would refuse the statement; changes nothing either way."""
        if isinstance(said, Undo):
            self._history.cut()
        elif isinstance(said, Redo):
            self._history.taken()
        elif not isinstance(said, Sensors | Sides):
            self._considered(said)

    # -- entries --------------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> list[Told]:
        """Takes one entry and says what there is to tell; raises Refused, and then nothing has changed."""
        t = entry.t
        if t < self.now:
            raise Refused(f"time runs backwards: {t:g} s comes after {self.now:g} s", "time")
        if not self._felt_rest:
            self._settle(t)
        if entry.__class__ in _FACTS:
            self._history.undone.clear()
            self._fact(entry)
        else:
            self._statement(entry)  # type: ignore[arg-type]
        self.now = t
        return self._drain()

    def tick(self, t: float) -> list[Told]:
        """Lets the time come to `t`: without a rest sensor a shot ends by quiet."""
        self._settle(t)
        return self._drain()

    def finish(self) -> list[Told]:
        """The recording is at its end: a shot in progress is judged as closed."""
        self._history.close(self.now)
        return self._drain()

    def _settle(self, t: float) -> None:
        """Without a rest sensor a shot ends by quiet."""
        quiet = self.settle_at
        if quiet is not None and t >= quiet:
            self.now = max(self.now, quiet)
            self._history.close(quiet)

    def _drain(self) -> list[Told]:
        told, self._history.told = self._history.told, []
        return told

    # -- facts ----------------------------------------------------------------------------------------

    def _fact(self, fact: Fact) -> None:
        kind = fact.__class__
        shot = self._history.open
        if kind is Strike:
            self._strike(fact)  # type: ignore[arg-type]
        elif shot is not None:
            if kind is Rest:
                self._history.close(fact.t, rested_at=fact.t)
            else:
                shot.facts.append(fact)
                if kind is Pocket:
                    self._fell(fact, shot.player)  # type: ignore[arg-type]
        elif kind is Pocket and self._late(fact.t):
            self._fell_late(fact)  # type: ignore[arg-type]
        elif kind is Pocket and not self._playable():
            self._fell(fact, None)  # type: ignore[arg-type]
            self._history.told.append(Doubt(fact.t, "late_fact", {"pocket": fact.pocket}))  # type: ignore[union-attr]
        elif kind is not Rest and "strike" not in self.sensors and self._playable():
            opened = self._begin(fact, None)
            if kind is Pocket:
                self._fell(fact, opened.player if opened else None)  # type: ignore[arg-type]
        elif kind is Pocket:
            self._fell(fact, None)  # type: ignore[arg-type]
            self._history.add(Fell(self._history.match, fact))  # type: ignore[arg-type]

    def _playable(self) -> bool:
        return playable(self._history.match.frame)

    def _fell(self, fact: Pocket, player: int | None) -> None:
        self._history.told.append(BallFell(fact.t, fact.pocket, fact.ball, player))

    def _strike(self, fact: Strike) -> None:
        shot = self._history.open
        if shot is not None and shot.struck_at is not None and fact.t <= shot.struck_at + DOUBLE_HIT_S:
            shot.double = "double_hit" in self.rules.game.fouls
            return
        moving: int | None = None
        if shot is not None:
            self._history.close(fact.t, quiet=False)
            if "rest" in self.sensors and "balls_moving" in self.rules.game.fouls:
                moving = shot.player
        opened = self._begin(fact, fact.t)
        if opened is not None:
            opened.moving = moving

    def _begin(self, fact: Fact, struck_at: float | None) -> Shot | None:
        """Opens a shot with its first fact; None where there is no stroke to be played."""
        self._history.assume()
        if not self._playable():
            return None
        shot = self._history.begin(self.sensors, struck_at)
        shot.facts.append(fact)
        self._history.told.append(ShotOpened(fact.t, shot.player))
        return shot

    def _late(self, t: float) -> bool:
        """Does a fall now belong to the last shot (FREE 22A.3)? Not once the shot has ended the frame."""
        last = self._history.last
        if last is None or last.rested_at is None or t > last.rested_at + LATE_FALL_S:
            return False
        return (
            last.view is not None and last.view.frame == self._history.match.frame.number and self._playable()
        )

    def _fell_late(self, fact: Pocket) -> None:
        last = self._history.last
        assert last is not None
        last.facts.append(fact)
        self._fell(fact, last.player)
        self._history.refold(last)

    # -- statements -----------------------------------------------------------------------------------

    def _statement(self, said: Statement) -> None:
        if isinstance(said, Undo):
            self._history.undo()
        elif isinstance(said, Redo):
            self._history.redo()
        elif isinstance(said, Sensors):
            self._sense(frozenset(said.fitted))
            self.switched_off = frozenset(said.off)
        elif isinstance(said, Sides):
            self.swapped = said.swapped
        else:
            self._say(said)
            self._history.undone.clear()

    def _considered(self, said: Statement) -> tuple[Statement, Shot | None, Match]:
        """What was said, as it is meant; the shot that it is about, or None; and the match after it by
        itself. Raises Refused."""
        decision = self._history.match.frame.decision
        if isinstance(said, Choose) and decision is not None and decision.kind == "ruling":
            if said.option not in decision.options:
                raise Refused(
                    f"choose: {said.option!r} is not among {', '.join(decision.options)}", "unknown_option"
                )
            said = Rule(said.t, said.option)  # type: ignore[arg-type]
        last = self._history.last
        if isinstance(said, Call) and said.foul == "premature_end" and said.player is None and last:
            said = msgspec.structs.replace(said, player=last.player)
        shot = about(self._history, said) if isinstance(said, ABOUT_SHOTS) else None
        if shot is not None:
            return said, shot, self._history.match
        name = said.__struct_config__.tag
        if self._history.open is not None and name in _BETWEEN_SHOTS:
            raise Refused(f"{name}: a shot is in progress", "shot_open")
        return said, None, say(self.rules, self._history.match, said)

    def _say(self, said: Statement) -> None:
        """Takes a statement: about a shot, or by itself."""
        said, shot, after = self._considered(said)
        if shot is not None:
            if isinstance(said, UnfeltFall):
                self._fell(Pocket(said.t, said.pocket, said.ball), shot.player)
            self._history.attach(Said(self._history.match, said, shot))
            return
        if self._history.open is not None and isinstance(said, Concede):
            number = self._history.match.frame.number
            self._history.close(said.t, quiet=False)
            if self._history.match.frame.number != number or self._history.match.frame.phase == "over":
                return
            after = say(self.rules, self._history.match, said)
        self._history.add(Said(self._history.match, said, None), after)

    def _sense(self, fitted: frozenset[str]) -> None:
        """The table feels this from now on; a shot in progress what it felt all through."""
        self.sensors: frozenset[str] = fitted
        self._felt_rest = "rest" in fitted
        if self._history.open is not None:
            self._history.open.sensors &= fitted
