"""The club's server put together from its settings: the one place where its parts are wired.

    async with ClubService(settings) as service:
        await service.run()

Two connections to the broker: one for the live picture, which must not wait for a locked database, and
one for the history's events, of which the broker keeps what is not yet written.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Self

from sqlalchemy import select

from luza.club import attached
from luza.club.hearing import listener
from luza.club.hearing.catch_up import CatchUp
from luza.club.hearing.hall import Hall, TableNow
from luza.club.hearing.lines import Lines, bridge_topic
from luza.club.hearing.listener import Listener
from luza.club.hearing.messenger import Messenger
from luza.club.hearing.orders import Orders
from luza.club.hearing.recorder import Recorder, Taker
from luza.club.hearing.speaker import Speaker
from luza.club.history.intake import match_key
from luza.club.history.models import Match
from luza.club.interfaces.frames import FrameTeller
from luza.club.interfaces.webhooks import Webhooks
from luza.club.settings import EVERY_CLUB, ClubSettings, database_url
from luza.club.store import Store, StoreError
from luza.club.time.service import TimeService
from luza.club.tournament.service import TournamentService
from luza.club.web.answers import ServerHealth
from luza.club.web.app import Pages, create_app
from luza.club.web.stream import HallBus
from luza.messages import Words
from luza.mqtt.connection import Connection, Incoming, Will
from luza.mqtt.topics import PREFIX
from luza.web.serve import WebServer

LEAVES = (
    "availability",
    "meta",
    "state",
    "score",
    "clock",
    "health",
    "alert/+",
    "event/+",
    "response/+",
)
TABLES_EVERY_S = 1.0
"""How often the list of tables is published at most."""

log = logging.getLogger(__name__)


class ClubService:
    """The server of one settings file; an asynchronous context manager.

    `pages`: the pages beside the API; `takers`: who else keeps the events of the history. Entering it
    raises the LuzaError of what cannot be started.
    """

    def __init__(
        self,
        settings: ClubSettings,
        *,
        pages: Callable[["ClubService"], Pages] = lambda service: Pages(),
        takers: Sequence[Taker] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        any_port: bool = False,
    ) -> None:
        self.settings = settings
        self.store = Store(database_url(settings.database))
        self.hall = Hall()
        self.bus = HallBus()
        self.now = now
        self.address: str | None = None
        """Where the pages are, for a browser."""
        self.time = TimeService(
            self.store,
            settings.club.id,
            attached.lamps(settings.time.lamps),
            settings.mqtt.access(),
            now,
            self._ahead_s,
        )
        self.webhooks: Webhooks | None = None
        self.tournaments = TournamentService(
            self.store,
            settings.club.id,
            secrets.token_hex(4),
            self.hall,
            lambda: self.live.connection,
            now,
        )
        self._takers: list[Taker] = [self.time.take, self.tournaments.take, *takers]
        self.orders = Orders(lambda: self.live.connection)
        self.messenger = Messenger(self.orders, now)
        self.catch_up = CatchUp(self.store, self.hall, self.orders, self._heard_clubs())
        self.recorder = Recorder(self.store, self.hall, self._takers, now=now, owes=self.catch_up.owes)
        self.recorder.watchers.append(self.bus.history)
        self.tournaments.watchers.append(self.bus.tournament)
        self.live: Listener
        self.kept: Listener
        self._lines = Lines(settings.club.id)
        self._speaker = Speaker(settings.club.id, secrets.token_hex(4), self.hall)
        self._pages = pages
        self._any_port = any_port
        self._stack = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._told = asyncio.Event()
        self._asking: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            stack.callback(self.store.close)
            await asyncio.to_thread(self.store.migrate)
            self._start_webhooks(stack)
            await self._start_web(stack)
            self._start(stack, self.recorder.run(), "luza-club-recorder")
            self._listen(stack)
            self._start(stack, self._tell_tables(), "luza-club-tables")
            self._start(stack, self.time.run(), "luza-club-time")
            self._start(stack, self.tournaments.run(), "luza-club-tournaments")
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.live.connection is not None:
            self._speaker.farewell(self.live.connection, self._at())
        await self._stack.aclose()

    async def run(self) -> None:
        """Goes on until it is cancelled; raises what a part of it fails with."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    def health(self) -> ServerHealth:
        """How the server is."""
        troubles = []
        for one in (self.live, self.kept):
            if one.trouble is not None and listener.words(one.trouble) not in troubles:
                troubles.append(listener.words(one.trouble))
        if self.recorder.trouble is not None:
            said = str(self.recorder.trouble)
            ru, en = f"История ждёт записи: {said}", f"The history waits to be written: {said}"
            troubles.append(Words(ru, en))
        return ServerHealth(
            state="degraded" if troubles else "ok",
            version=version("luza"),
            tables=len(self.hall.tables),
            heard=self.live.hearing.is_set() and self.kept.hearing.is_set(),
            waiting=self.recorder.depth,
            written=self.recorder.written,
            troubles=troubles,
        )

    # -- hearing --------------------------------------------------------------------------------------

    def _clubs(self) -> list[str]:
        clubs = self._heard_clubs()
        return ["+"] if EVERY_CLUB in clubs else clubs

    def _heard_clubs(self) -> list[str]:
        return list(dict.fromkeys([self.settings.club.id, *self.settings.hears.clubs]))

    def _bridges(self) -> list[str]:
        return [bridge_topic(club) for club in self._clubs() if club != self.settings.club.id]

    def _listen(self, stack: AsyncExitStack) -> None:
        roots = [f"{PREFIX}/{club}/table/+" for club in self._clubs()]
        access = self.settings.mqtt.access()
        name = f"luza-club-{self.settings.club.id}"
        self.live = Listener(
            access,
            f"{name}-live-{secrets.token_hex(3)}",
            [*(f"{root}/{leaf}" for root in roots for leaf in LEAVES), *self._bridges()],
            self._heard,
            will=self._will,
            joined=self._joined,
        )
        # One name for ever: by it the broker knows for whom it keeps what comes while we are away.
        self.kept = Listener(
            access,
            name,
            [f"{root}/event/{kind}" for root in roots for kind in ("match", "frame", "shot")],
            self.recorder.heard,
            session_expiry_s=self.settings.hears.kept_h * 3600,
            manual_ack=True,
            forgotten=self.catch_up.forgotten,
        )
        self._start(stack, self.live.run(), "luza-club-live")
        self._start(stack, self.kept.run(), "luza-club-history")
        self._start(stack, self.catch_up.run(self.kept.hearing), "luza-club-catch-up")

    def _heard(self, message: Incoming, connection: Connection) -> None:
        self.messenger.heard(message.topic, message.payload)
        self.orders.heard(message.topic, message.payload)
        for heard in self._lines.heard(message.topic, message.payload, message.retain, self.now()):
            self._take(*heard)

    def _take(self, topic: str, payload: bytes, retained: bool) -> None:
        before = self._match_of(topic)
        change = self.hall.take(topic, payload, retained, self.now())
        if change is None:
            return
        self.bus.publish(change)
        self._told.set()
        table = self.hall.table(change.place.club, change.place.slug)
        if table is not None and retained and self._match_of(topic) not in (None, before):
            self._ask_beginning(table)

    def _match_of(self, topic: str) -> str | None:
        parts = topic.split("/")
        table = self.hall.table(parts[2], parts[4]) if len(parts) > 5 else None
        return table.state.match if table and table.state else None

    def _ask_beginning(self, table: TableNow) -> None:
        """A match that was on before we were: the history may know since when."""
        assert table.state is not None and table.state.match is not None
        place, name = table.place, table.state.match

        def ask() -> datetime | None:
            with self.store.reading() as session:
                return session.scalar(select(Match.started).where(Match.key == match_key(place, name)))

        async def note() -> None:
            try:
                started = await asyncio.to_thread(ask)
            except StoreError as problem:
                log.warning("%s", problem)
                return
            if started is not None:
                self.hall.began(place.club, place.slug, name, started)

        task = asyncio.create_task(note())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    # -- speaking -------------------------------------------------------------------------------------

    def _at(self) -> str:
        return self.now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _will(self) -> Will:
        return self._speaker.will(self._at())

    def _joined(self, connection: Connection) -> None:
        self._speaker.hello(connection, self._at())
        self.tournaments.joined()

    async def _tell_tables(self) -> None:
        while True:
            await self._told.wait()
            self._told.clear()
            if self.live.connection is not None:
                self._speaker.tables(self.live.connection, self._at())
            await asyncio.sleep(TABLES_EVERY_S)

    # -- what others use ------------------------------------------------------------------------------

    def _start_webhooks(self, stack: AsyncExitStack) -> None:
        hooks = attached.hooks(self.settings.webhooks.file)
        if not hooks:
            return
        spool = Path(self.settings.webhooks.spool)
        self.webhooks = Webhooks(hooks, spool, lambda: self.now().timestamp())
        self._takers.append(FrameTeller(self.webhooks, self.hall, self.store).take)
        self.webhooks.start()
        stack.push_async_callback(self.webhooks.stop)

    def _ahead_s(self, table: str) -> float:
        heard = self.hall.table(self.settings.club.id, table)
        # Less than that is how long a message was on its way: it would cut from the length of a frame.
        return heard.ahead_s if heard is not None and heard.ahead_s and heard.clock_is_off else 0.0

    # -- pages ----------------------------------------------------------------------------------------

    async def _start_web(self, stack: AsyncExitStack) -> None:
        web = self.settings.web
        app = create_app(self.store, self.hall, self.bus, self.health, pages=self._pages(self), now=self.now)
        server = WebServer(app, web.host, web.port, any_port=self._any_port, proxies=web.proxies)
        self.address = await server.start()
        stack.push_async_callback(server.stop)

    def _start(self, stack: AsyncExitStack, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.append(task)

        async def end() -> None:
            task.cancel()
            await asyncio.wait([task])

        stack.push_async_callback(end)
