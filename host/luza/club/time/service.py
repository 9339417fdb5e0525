"""Table time as a part of the club's server: what has to be done every second, and what tables tell."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from luza.club.history.intake import HistoryEvent, Place
from luza.club.store import Store
from luza.club.time.book import TimeBook
from luza.club.time.desk import TimeDesk
from luza.club.time.errors import TimeRefused
from luza.club.time.hearing import heard
from luza.club.time.lamp import Lamp, Lamps
from luza.club.time.lampkeeper import LampKeeper
from luza.club.time.lampline import LampLine
from luza.messages import ShotEvent
from luza.mqtt.access import Access

TICK_S = 1.0

log = logging.getLogger(__name__)


class TimeService:
    """One club's table time. `desk` and `book` may be used from any thread; all else belongs to the loop.

    `ahead(table)`: by how many seconds a table's clock is ahead of the server's, as far as is known.
    """

    def __init__(
        self,
        store: Store,
        club: str,
        lamps: Mapping[str, Lamp],
        access: Access,
        now: Callable[[], datetime],
        ahead: Callable[[str], float] = lambda table: 0.0,
    ) -> None:
        self._store = store
        self._club = club
        self._ahead = ahead
        self.lamps = Lamps(lamps)
        self.desk = TimeDesk(store, club, now)
        self.book = TimeBook(store, club, now, self.lamps)
        self.keeper = LampKeeper(store, club, now, self.lamps)
        self._line = LampLine(self.lamps, access, f"luza-{club}-lamps", now) if lamps else None
        self._news = asyncio.Event()
        self._trouble = ""

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event for played time (as `Recorder` gives it); raises TimeRefused if it is not kept."""
        if place.club == self._club and not isinstance(event, ShotEvent):
            heard(self._store, self._club, place.slug, event, timedelta(seconds=self._ahead(place.slug)))

    def changed(self) -> None:
        """The desk did something: lamps follow at once, not only at the next tick."""
        self._news.set()

    async def run(self) -> None:
        """Ends sessions that were planned to end, and keeps the lamps, until it is cancelled."""
        if self._line is not None:
            self._line.start()
        try:
            while True:
                await self._tick()
                try:
                    async with asyncio.timeout(TICK_S):
                        await self._news.wait()
                except TimeoutError:
                    pass
                self._news.clear()
        finally:
            if self._line is not None:
                await self._line.stop()

    async def _tick(self) -> None:
        try:
            await asyncio.to_thread(self.desk.settle)
            if self._line is not None:
                self.keeper.apply(await asyncio.to_thread(self.keeper.read))
            self._trouble = ""
        except TimeRefused as problem:
            # Sessions are intervals and lamps stay as they were: nothing is lost by a second that is missed.
            if str(problem) != self._trouble:
                self._trouble = str(problem)
                log.warning("table time: %s", problem)
        if self._line is not None:
            self._line.pump()
