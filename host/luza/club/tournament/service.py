"""Tournaments as a part of the club's server: what tables tell goes in, what has changed goes out."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from luza.club.hearing.hall import Hall
from luza.club.hearing.orders import Orders
from luza.club.history.intake import HistoryEvent, Place
from luza.club.store import Store, StoreError
from luza.club.tournament.announcer import Announcer
from luza.club.tournament.book import Book
from luza.club.tournament.ear import Ear
from luza.club.tournament.heard import TopUp
from luza.club.tournament.tournaments import Tournaments
from luza.errors import LuzaError
from luza.mqtt.connection import Connection

LOOK_AGAIN_S = 20.0
"""How often it is looked what another server of the club has entered."""

log = logging.getLogger(__name__)


class Teller(Protocol):
    """Tells open pages that a tournament has changed."""

    def tournament(self, id: str) -> None:
        """Whoever shows it looks again."""
        ...


class TournamentService:
    """One club's tournaments. `all` may be used from any thread; all else belongs to the loop."""

    def __init__(
        self,
        store: Store,
        hall: Hall,
        club: str,
        session: str,
        orders: Orders,
        pages: Teller,
        connection: Callable[[], Connection | None],
        now: Callable[[], datetime],
    ) -> None:
        self.all = Tournaments(Book(store, club), now)
        self.ear = Ear(self.all, club, store, hall, self._top_up)
        self._announcer = Announcer(self.all, club, session)
        self._orders = orders
        self._pages = pages
        self._connection = connection
        self._now = now
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event (as `Recorder` hands it on, in its thread); raises StoreError."""
        self.ear(place, event)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    def changed(self) -> None:
        """Something was entered."""
        self._news.set()

    def joined(self) -> None:
        """There is a new connection: everything is told anew."""
        self._announcer.forget()
        self._news.set()

    async def run(self) -> None:
        """Tells displays and pages what has changed, until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            try:
                await asyncio.wait_for(self._news.wait(), LOOK_AGAIN_S)
            except TimeoutError:
                pass
            self._news.clear()
            try:
                for topic, payload in await asyncio.to_thread(self._messages):
                    self._tell(topic, payload)
            except StoreError as problem:
                log.warning("tournaments: %s", problem)

    def _messages(self) -> list[tuple[str, bytes]]:
        return list(self._announcer.messages(self._now()))

    def _tell(self, topic: str, payload: bytes) -> None:
        connection = self._connection()
        if connection is not None:
            connection.publish(topic, payload, retain=True)
        *_, id, leaf = topic.split("/")
        if leaf == "standings":
            self._pages.tournament(id)

    def _top_up(self, place: Place, top_up: TopUp) -> None:
        """The second half of a half ball, said to the table; in the recorder's thread."""
        if self._loop is None:
            return
        args = {"type": "adjust", "player": top_up.player, "delta": top_up.delta, "reason": top_up.reason}

        async def say() -> None:
            try:
                await self._orders.tell(place.club, place.slug, "entry", args)
            except LuzaError as problem:
                log.warning("table %s: the handicap is to be entered by hand: %s", place.slug, problem)

        asyncio.run_coroutine_threadsafe(say(), self._loop)
