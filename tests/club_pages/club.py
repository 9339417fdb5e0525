"""A club for tests of pages: its server with all pages, a real Mosquitto, tables with real controllers."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec
from luza.club.service import ClubService
from luza.club.web.pages.routes import ClubPages
from luza.club.web.pages.staff import KEYS, Role
from luza.messages import Message, Snapshot
from luza.mqtt.broker import PrivateBroker
from luza.panel.keys import Keys, Tries
from luza.panel.safe import Safe
from luza.service import Service

from tests.club.databases import Sqlite
from tests.club.hall import PROXIES, change, club_settings, table_settings
from tests.panel_pages.loop import Loop

PINS: dict[Role, str] = {"staff": "482913", "organiser": "570146", "manager": "90817263"}
T = TypeVar("T")


class Club(Loop):
    """One club, `arena`. `ahead`: how far its clock is moved on, for what takes hours."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.ahead = timedelta()
        self.url = ""
        self._stands: datetime | None = None
        self._folder = folder
        self._stack = AsyncExitStack()

    def __enter__(self) -> Self:
        super().__enter__()
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._stack.aclose())
        super().__exit__()

    def now(self) -> datetime:
        """The server's clock."""
        return (self._stands or datetime.now(UTC)) + self.ahead

    @contextmanager
    def clock_stands(self) -> Iterator[None]:
        """Meanwhile its clock moves by `ahead` alone: what is counted by time is counted to the kopeck."""
        self._stands = datetime.now(UTC)
        yield
        self._stands = None

    async def _start(self) -> None:
        keys = self._folder / "staff.json"
        safe = Keys(Safe(keys))
        for role, pin in PINS.items():
            safe.set(KEYS[role], safe.hashed(pin))
        self.broker = await self._stack.enter_async_context(PrivateBroker())
        self._folder.mkdir(parents=True, exist_ok=True)
        settings = club_settings(Sqlite(self._folder).create(), self.broker.port)
        lamps = self._folder / "lamps.toml"
        lamps.write_text('[table-1]\ntasmota = "lamp-1"\n', encoding="utf-8")
        time, web = change(settings.time, lamps=str(lamps)), change(settings.web, port=0, proxies=PROXIES)
        settings = change(settings, time=time, web=web)
        self.pages = ClubPages(keys)
        service = ClubService(settings, pages=self.pages, now=self.now, any_port=True)
        self.service = await self._stack.enter_async_context(service)
        await service.live.hearing.wait()
        await service.kept.hearing.wait()
        assert service.address is not None
        self.url = service.address

    def table(self, slug: str) -> Service:
        """A table with its real controller, journal and publisher."""

        async def start() -> Service:
            settings = table_settings(self._folder, slug, self.broker.port)
            settings = change(settings, web=change(settings.web, port=0))
            return await self._stack.enter_async_context(Service(settings, any_port=True))

        return self.run(start())

    def until(self, true: Any) -> None:
        """Waits until it is so, asked in the server's loop."""

        async def wait() -> None:
            while not true():
                await asyncio.sleep(0.01)

        self.run(wait())

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Does it in the server's loop."""
        return self.run(work)

    def say(self, slug: str, leaf: str, message: Message) -> None:
        """A table says something, without a broker between: for halls of a hundred tables."""

        def take() -> None:
            payload = msgspec.json.encode(message)
            retained = isinstance(message, Snapshot)
            found = self.service.hall.take(
                f"luza/v1/arena/table/{slug}/{leaf}", payload, retained, self.now()
            )
            if found is not None:
                self.service.bus.publish(found)

        self.call(take)

    def forget_tries(self) -> None:
        """No wrong PIN has been tried."""
        self.call(lambda: setattr(self.pages._staff, "_tries", Tries()))
