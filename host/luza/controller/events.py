"""What the core told, as messages: one function a kind. Pure but for the memory of which fouls were told."""

from collections.abc import Iterator

from luza import words
from luza.messages import FoulEvent, FrameEvent, MatchEvent, Message, PocketEvent, ShotEvent
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
from luza.view import ShotView

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
        yield (
            "event/frame",
            FrameEvent(match=self._match, event="started", number=frame.number, breaker=frame.breaker),
        )

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
                    yield (
                        "event/shot",
                        ShotEvent(match=self._match, shot=one.shot, amended=True, withdrawn=True, words=said),
                    )
                case FrameStarted():
                    yield (
                        "event/frame",
                        FrameEvent(
                            match=self._match, event="started", number=one.number, breaker=one.breaker
                        ),
                    )
                case FrameEnded():
                    result = one.result
                    yield (
                        "event/frame",
                        FrameEvent(
                            match=self._match,
                            event="ended",
                            number=result.number,
                            breaker=result.breaker,
                            result=result,
                        ),
                    )
                case FrameReopened():
                    yield (
                        "event/frame",
                        FrameEvent(
                            match=self._match,
                            event="reopened",
                            number=one.number,
                            breaker=self._table.frame.breaker,
                        ),
                    )
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
        yield "event/shot", ShotEvent(match=self._match, shot=shot, amended=amended, words=said)
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

    def _match_event(self, event: str) -> MatchEvent:
        brief = self._table.brief()
        return MatchEvent(
            match=self._match,
            event=event,  # type: ignore[arg-type]
            game=brief.game,
            players=brief.players,
            frames_won=brief.frames_won,
            winner=brief.match_winner,
        )
