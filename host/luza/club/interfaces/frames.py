"""From what the club hears of frames to its webhooks: who played is what the hall shows of the table."""

import asyncio

from luza.club.hearing.hall import Hall
from luza.club.history.intake import HistoryEvent, Place
from luza.club.interfaces.errors import BadInterface
from luza.club.interfaces.hook import delivery_of
from luza.club.interfaces.webhooks import Webhooks
from luza.messages import FrameEvent, State

TAKEN_S = 5.0


class FrameTeller:
    """Hands frames on to the webhooks; `take` is for `Recorder`, in whose thread it is called.

    A message that the broker keeps until it is written is told then too, so no frame is missed while the
    server is away. Made in the loop that runs the webhooks.
    """

    def __init__(self, webhooks: Webhooks, hall: Hall, patience_s: float = TAKEN_S) -> None:
        self._webhooks = webhooks
        self._hall = hall
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event; returns when it is in every spool, so that it is not acknowledged before.

        Raises BadInterface where that takes too long; the same event may then be given again.
        """
        if isinstance(event, FrameEvent):
            told = asyncio.run_coroutine_threadsafe(self._tell(place, event), self._loop)
            try:
                told.result(self._patience_s)
            except TimeoutError:
                raise BadInterface("hooks_busy") from None

    async def _tell(self, place: Place, event: FrameEvent) -> None:
        made = self._delivery(place, event)
        if made is not None:
            self._webhooks.tell(*made)

    def _delivery(self, place: Place, event: FrameEvent) -> tuple[str, bytes] | None:
        table = self._hall.table(place.club, place.slug)
        state = None if table is None else table.state
        if state is None or state.match != event.match:
            return delivery_of(event, place.club, place.slug)
        return delivery_of(
            event,
            place.club,
            place.slug,
            game=state.game,
            players=state.players,
            frames_won=_frames_won(state, event),
        )


def _frames_won(state: State, event: FrameEvent) -> tuple[int, ...]:
    """With this frame: the state that has it may come a moment later than its event."""
    result = event.result
    if event.event != "ended" or result is None or result.winner is None:
        return state.frames_won
    if any(frame.number == event.number for frame in state.frames):
        return state.frames_won
    return tuple(won + (seat == result.winner) for seat, won in enumerate(state.frames_won))
