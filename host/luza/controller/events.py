"""What the core told, as messages: one function a kind. Pure but for the memory of which fouls were told."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from luza import words
from luza.facts import Pocket
from luza.history import Shot
from luza.messages import Fall, FoulEvent, FrameEvent, MatchEvent, Message, PocketEvent, ShotEvent, Words
from luza.table import Table
from luza.told import (
    BallFell,
    FrameEnded,
    FrameReopened,
    FrameStarted,
    MatchEnded,
    ShotJudged,
    ShotWithdrawn,
    Told,
)
from luza.view import FrameResult, ShotView

Happened = Literal["started", "ended", "reopened"]
Event = tuple[str, Message]
"""A topic from the table's root and what is said there, not yet stamped."""


class Reporter:
    """The events of one match. It remembers the fouls of each shot, so that an amended verdict tells the new
    ones alone, and whether the match was over."""

    def __init__(self, match: str, table: Table) -> None:
        self._match = match
        self._table = table
        self._fouls: dict[int, tuple[str, ...]] = {}
        self._over = False

    def remember(self, told: list[Told]) -> None:
        """What was told before the process was started anew."""
        for one in told:
            if isinstance(one, ShotJudged):
                self._fouls[one.shot.n] = one.shot.fouls
            elif isinstance(one, ShotWithdrawn):
                self._fouls.pop(one.shot.n, None)
        self._over = self._table.winner is not None

    def started(self) -> Iterator[Event]:
        """The match and its first frame begin."""
        frame = self._table.frame
        yield "event/match", self._match_event("started")
        yield "event/frame", self._frame_event("started", frame.number, frame.breaker)

    def closed(self) -> Iterator[Event]:
        """The match is closed; one that was never decided ends by this."""
        if not self._over:
            yield "event/match", self._match_event("ended")

    def events(self, told: list[Told]) -> Iterator[Event]:
        """Each thing that the core told, in its order."""
        for one in told:
            match one:
                case BallFell():
                    yield (
                        "event/pocket",
                        PocketEvent(
                            match=self._match, pocket=one.pocket, ball=one.ball, t=one.t, player=one.player
                        ),
                    )
                case ShotJudged():
                    yield from self._judged(one.shot, one.amended)
                case ShotWithdrawn():
                    self._fouls.pop(one.shot.n, None)
                    said = words.shot(self._table.brief(), one.shot, withdrawn=True)
                    event = ShotEvent(
                        match=self._match,
                        shot=one.shot,
                        amended=True,
                        withdrawn=True,
                        words=said,
                        t=self._table.now,
                    )
                    yield "event/shot", event
                case FrameStarted():
                    yield "event/frame", self._frame_event("started", one.number, one.breaker)
                case FrameEnded():
                    result = one.result
                    yield "event/frame", self._frame_event("ended", result.number, result.breaker, result)
                case FrameReopened():
                    breaker = self._table.frame.breaker
                    yield "event/frame", self._frame_event("reopened", one.number, breaker)
                    if self._over and self._table.winner is None:
                        self._over = False
                        yield "event/match", self._match_event("reopened")
                case MatchEnded():
                    self._over = True
                    yield "event/match", self._match_event("ended")
                case _:
                    pass  # what a person has to look at goes into the state

    def _judged(self, shot: ShotView, amended: bool) -> Iterator[Event]:
        known = self._fouls.get(shot.n, ())
        self._fouls[shot.n] = shot.fouls
        brief = self._table.brief()
        said = words.shot(brief, shot, amended=amended)
        yield "event/shot", self._shot_event(shot, amended, said)
        penalty = shot.delta
        for foul in shot.fouls:
            if foul not in known:
                article = words.fouls.clause(brief.game, foul) or ""
                yield (
                    "event/foul",
                    FoulEvent(
                        match=self._match,
                        shot=shot.n,
                        id=foul,
                        article=article,
                        player=shot.player,
                        penalty=penalty,
                        words=words.foul(brief, foul, shot.player, penalty=penalty),
                    ),
                )
            # Several offences of one stroke cost one penalty (FREE 27.2): the first one's.
            penalty = (0,) * len(shot.delta)

    def _shot_event(self, view: ShotView, amended: bool, said: Words) -> ShotEvent:
        event = ShotEvent(match=self._match, shot=view, amended=amended, words=said, t=self._table.now)
        for unit in reversed(self._table.steps):
            if isinstance(unit, Shot) and unit.view is not None and unit.view.n == view.n:
                nominated = unit.opened.frame.nominated
                fell = (fact for fact in unit.stroke().facts if isinstance(fact, Pocket))
                return msgspec.structs.replace(
                    event,
                    opened_t=unit.facts[0].t,
                    run=_run(unit, view),
                    fell=tuple(Fall(fact.pocket, fact.ball) for fact in fell),
                    called=len(nominated.balls) if nominated else 0,
                )
        return event  # taken back by what was told with it; that is told next

    def _frame_event(
        self, event: Happened, number: int, breaker: int | None, result: FrameResult | None = None
    ) -> FrameEvent:
        return FrameEvent(
            match=self._match,
            event=event,
            number=number,
            breaker=breaker,
            result=result,
            t=self._table.now,
        )

    def _match_event(self, event: Happened) -> MatchEvent:
        brief = self._table.brief()
        return MatchEvent(
            match=self._match,
            event=event,
            game=brief.game,
            players=brief.players,
            frames_won=brief.frames_won,
            winner=brief.match_winner,
            t=self._table.now,
            race_to=self._table.header.race_to,
            handicap=self._table.rules.terms.handicap,
        )


def _run(shot: Shot, view: ShotView) -> int:
    """The balls of the visit after the shot, which counts for it even where it ends the visit."""
    assert shot.verdict is not None
    if shot.verdict.frame.run or not view.potted or view.verdict not in ("legal", "unproven"):
        return shot.verdict.frame.run
    return shot.opened.frame.run + view.potted
