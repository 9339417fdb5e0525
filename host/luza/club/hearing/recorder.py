"""Events on their way into the database: acknowledged only when they are written, so that none can be lost.

What waits here the broker still has. If the server ends, or the database is full, locked or gone, it is told
again later; the history takes each event once, however often it comes.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from luza.club.hearing.hall import Hall, split
from luza.club.history import heard
from luza.club.history.intake import HistoryEvent, Intake, Place
from luza.club.store import Store
from luza.errors import UNREADABLE, LuzaError
from luza.messages import FrameEvent, MatchEvent, ShotEvent
from luza.mqtt.connection import Connection, Incoming
from luza.web.sse import utc_now

MOST = 500
"""Events in one transaction."""
RETRY_S = (0.2, 1.0, 5.0)
"""Pauses before the database is tried again; the last one for ever."""
KINDS: dict[str, type[HistoryEvent]] = {
    "event/match": MatchEvent,
    "event/frame": FrameEvent,
    "event/shot": ShotEvent,
}

log = logging.getLogger(__name__)


class Waiting(msgspec.Struct, frozen=True):
    """An event that is not yet written, and how to tell the broker that it is."""

    place: Place
    event: HistoryEvent
    done: Callable[[], None]


Taker = Callable[[Place, HistoryEvent], None]
"""Somebody else in the house who keeps events; called in the writing thread, again where it failed."""


class Recorder:
    """Takes events in the loop and writes them in a thread, in their order."""

    def __init__(
        self,
        store: Store,
        hall: Hall,
        takers: Sequence[Taker] = (),
        retry_s: Sequence[float] = RETRY_S,
        now: Callable[[], datetime] = utc_now,
        owes: Callable[[Place], bool] = lambda place: False,
    ) -> None:
        self._store = store
        self._hall = hall
        self._takers = takers
        self._now = now
        self._retry_s = retry_s
        self._owes = owes
        self._waiting: list[Waiting] = []
        self._news = asyncio.Event()
        self.trouble: LuzaError | None = None
        """Why nothing is written; None while all is."""
        self.since: datetime | None = None
        """Since when that is so."""
        self.written = 0
        self.unreadable = 0
        self.watchers: list[Callable[[Place], None]] = []
        """Called in the loop after each commit, for every table of which something was written."""

    @property
    def depth(self) -> int:
        """How many events wait."""
        return len(self._waiting)

    def heard(self, message: Incoming, connection: Connection) -> None:
        """Takes a message; what is no event of the history is acknowledged at once."""
        where = split(message.topic)
        kind = None if where is None else KINDS.get(where[2])
        if where is None or kind is None or not message.payload:
            connection.ack(message)
            return
        try:
            event: HistoryEvent = msgspec.json.decode(message.payload, type=kind)
            datetime.fromisoformat(event.at)
        except (*UNREADABLE, ValueError) as problem:
            self.unreadable += 1
            log.error("%s: unreadable (%s): %r", message.topic, problem, message.payload[:2000])
            connection.ack(message)
            return
        place = self._hall.place(where[0], where[1])
        self._waiting.append(Waiting(place, event, lambda: connection.ack(message)))
        self._news.set()

    async def run(self) -> None:
        """Writes what comes, until it is cancelled."""
        failures = 0
        while True:
            await self._news.wait()
            if await self._written(self._waiting[:MOST]):
                failures = 0
                self._note(None)
            else:
                await asyncio.sleep(self._retry_s[min(failures, len(self._retry_s) - 1)])
                failures += 1

    async def _written(self, batch: list[Waiting]) -> bool:
        """Whether the events are done with; else they wait on."""
        try:
            await asyncio.to_thread(self._write, batch)
        except LuzaError as problem:
            self._note(problem)
            return False
        except (SQLAlchemyError, ArithmeticError, LookupError, ValueError) as problem:
            if len(batch) > 1:
                # One of them cannot be so: a player who does not exist, a number that no column holds. The
                # others must not suffer for it.
                for one in batch:
                    if not await self._written([one]):
                        return False
                return True
            self.unreadable += 1
            log.error("%s: cannot be written (%r): %r", batch[0].place, problem, batch[0].event)
        del self._waiting[: len(batch)]
        if not self._waiting:
            self._news.clear()
        self.written += len(batch)
        for one in batch:
            one.done()
        for place in dict.fromkeys(one.place for one in batch):
            for call in self.watchers:
                call(place)
        return True

    def _write(self, batch: list[Waiting]) -> None:
        with self._store.writing() as session:
            intake = Intake(session, self._hall.started)
            for one in batch:
                intake.take(one.place, one.event)
            # Of a table that has still to tell what was missed, what it tells now is not all.
            latest = {one.place: one.event.seq for one in batch if not self._owes(one.place)}
            heard.note(session, latest)
        for taker in self._takers:
            for one in batch:
                taker(one.place, one.event)

    def _note(self, problem: LuzaError | None) -> None:
        before = None if self.trouble is None else str(self.trouble)
        self.trouble = problem
        now = None if problem is None else str(problem)
        if now == before:
            return
        self.since = None if problem is None else self._now()
        if problem is None:
            log.warning("the history is written again; nothing was lost")
        else:
            log.error("%s; %d events wait and are written later", problem, len(self._waiting))
