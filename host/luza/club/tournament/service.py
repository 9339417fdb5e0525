"""Tournaments as a part of the club's server: what tables tell goes in, what has changed goes out."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

import msgspec

from luza.club.hearing.hall import Hall
from luza.club.history.intake import HistoryEvent, Place
from luza.club.store import Store, StoreError
from luza.club.tournament.announcer import Announcer
from luza.club.tournament.book import Book
from luza.club.tournament.ear import Ear
from luza.club.tournament.heard import TopUp
from luza.club.tournament.tournaments import Tournaments
from luza.mqtt.connection import Connection
from luza.mqtt.topics import PREFIX

LOOK_AGAIN_S = 5.0
"""How often it is looked what another server of the club has entered."""
TOP_UP_S = 60
"""A half ball that comes later than that is no longer this frame's."""

log = logging.getLogger(__name__)


class TournamentService:
    """One club's tournaments. `tournaments` may be used from any thread; all else belongs to the loop.

    `watchers`: called in the loop with the id of each tournament in which something was entered.
    """

    def __init__(
        self,
        store: Store,
        club: str,
        session: str,
        hall: Hall,
        connection: Callable[[], Connection | None],
        now: Callable[[], datetime],
    ) -> None:
        self.tournaments = Tournaments(Book(store, club), now)
        self.ear = Ear(self.tournaments, club, store, hall, self._top_up)
        self.watchers: list[Callable[[str], None]] = []
        self._announcer = Announcer(self.tournaments, club, session)
        self._connection = connection
        self._now = now
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event (as `Recorder` hands it on, in its thread); raises StoreError."""
        self.ear(place, event)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    def changed(self, id: str) -> None:
        """Something was entered: pages look again at once, displays are told as soon as it is made out."""
        for watcher in self.watchers:
            watcher(id)
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
                async with asyncio.timeout(LOOK_AGAIN_S):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            connection = self._connection()
            try:
                for topic, payload in await asyncio.to_thread(self._messages):
                    self._tell(connection, topic, payload)
            except StoreError as problem:
                log.warning("tournaments: %s", problem)

    def _messages(self) -> list[tuple[str, bytes]]:
        return list(self._announcer.messages(self._now()))

    def _tell(self, connection: Connection | None, topic: str, payload: bytes) -> None:
        if connection is not None:
            connection.publish(topic, payload, retain=True)
        *_, id, leaf = topic.split("/")
        if leaf == "standings":
            for watcher in self.watchers:
                watcher(id)

    def _top_up(self, place: Place, top_up: TopUp, id: str) -> None:
        """The second half of a half ball, said to the table; in the recorder's thread."""
        loop = self._loop
        if loop is None:
            return
        args = {"type": "adjust", "player": top_up.player, "delta": top_up.delta, "reason": top_up.reason}
        payload = msgspec.json.encode({"v": 1, "id": id, "args": args})
        topic = f"{PREFIX}/{place.club}/table/{place.slug}/command/entry"

        def say() -> None:
            connection = self._connection()
            if connection is None:
                log.warning("table %s: the handicap is to be entered by hand", place.slug)
            else:
                connection.publish(topic, payload, expiry_s=TOP_UP_S)

        loop.call_soon_threadsafe(say)
