"""From what the club hears of frames to its webhooks: who played is what the hall shows of the table, or else
what the history has of the match."""

import asyncio

import msgspec

from luza.club.hearing.hall import Hall
from luza.club.history import lists
from luza.club.history.intake import HistoryEvent, Place, match_key
from luza.club.interfaces.errors import BadInterface
from luza.club.interfaces.hook import delivery_of
from luza.club.interfaces.webhooks import Webhooks
from luza.club.store import Store
from luza.messages import FrameEvent, State

TAKEN_S = 5.0


class Known(msgspec.Struct, frozen=True):
    """What is known of the match whose frame it is."""

    game: str | None = None
    players: tuple[str, ...] = ()
    frames_won: tuple[int, ...] = ()


class FrameTeller:
    """Hands frames on to the webhooks; `take` is for `Recorder`, in whose thread it is called.

    A message that the broker keeps until it is written is told then too, so no frame is missed while the
    server is away. Made in the loop that runs the webhooks.
    """

    def __init__(self, webhooks: Webhooks, hall: Hall, store: Store, patience_s: float = TAKEN_S) -> None:
        self._webhooks = webhooks
        self._hall = hall
        self._store = store
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event; returns when it is in every spool, so that it is not acknowledged before.

        Raises BadInterface where that takes too long, and StoreError; the same event may then be given again.
        """
        if not isinstance(event, FrameEvent):
            return
        # The table's state comes over another line than its events: it may be behind, or ahead by a match.
        known = self._shown(place, event) or self._written(place, event)
        made = delivery_of(
            event,
            place.club,
            place.slug,
            game=known.game,
            players=known.players,
            frames_won=known.frames_won,
        )
        if made is None:
            return
        told = asyncio.run_coroutine_threadsafe(self._tell(*made), self._loop)
        try:
            told.result(self._patience_s)
        except TimeoutError:
            raise BadInterface("hooks_busy") from None

    async def _tell(self, id_: str, body: bytes) -> None:
        self._webhooks.tell(id_, body)

    def _shown(self, place: Place, event: FrameEvent) -> Known | None:
        table = self._hall.table(place.club, place.slug)
        state = None if table is None else table.state
        if state is None or state.match != event.match:
            return None
        return Known(state.game, state.players, _frames_won(state, event))

    def _written(self, place: Place, event: FrameEvent) -> Known:
        """As the history has it; the event is in it already."""
        with self._store.reading() as session:
            match = lists.match(session, match_key(place, event.match))
        if match is None:
            return Known()
        # Later frames may be written by now, if the broker has kept several.
        winners = [frame.winner for frame in match.frames if frame.ended and frame.number <= event.number]
        won = tuple(winners.count(seat) for seat in range(len(match.players)))
        return Known(match.game or None, tuple(seat.name for seat in match.players), won)


def _frames_won(state: State, event: FrameEvent) -> tuple[int, ...]:
    """With this frame: the state that has it may come a moment later than its event."""
    result = event.result
    if event.event != "ended" or result is None or result.winner is None:
        return state.frames_won
    if any(frame.number == event.number for frame in state.frames):
        return state.frames_won
    return tuple(won + (seat == result.winner) for seat, won in enumerate(state.frames_won))
