"""`luza club run` as it is started: what is played at a table is history, played time and the tournament."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
from luza.club.history.names import player_id
from luza.club.store import Store
from luza.club.time.book import TimeBook
from luza.club.tournament.book import Book
from luza.club.tournament.tournaments import Tournaments
from luza.club.web.pages.staff import KEYS
from luza.mqtt.broker import PrivateBroker
from luza.panel.keys import Keys
from luza.panel.safe import Safe
from luza.service import Service

from tests.club.databases import Sqlite
from tests.club.hall import a_match, pot, run, table
from tests.club.time.conftest import BOSS
from tests.club.time.terms import PRICES
from tests.system.table import LUZA
from tests.web.ports import kept_port, number

PIN = "570146"
PEOPLE = "Анна; 1400\nБорис; 1300\nВера; 1200\nГлеб; 1100"


def now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def server(folder: Path, url: str, broker: int) -> AsyncIterator[httpx.AsyncClient]:
    """The command, and a browser in which the organiser has signed in."""
    safe = Keys(Safe(folder / "staff.json"))
    hashed = safe.hashed(PIN)
    for key in KEYS.values():
        safe.set(key, hashed)
    with kept_port() as kept:
        port = number(kept)
        file = folder / "club.toml"
        file.write_text(
            f'[club]\nid = "arena"\n[mqtt]\nport = {broker}\n[database]\nurl = "{url}"\n'
            f'[web]\nport = {port}\n[staff]\npath = "staff.json"\n',
            encoding="utf-8",
        )
        process = await asyncio.create_subprocess_exec(*LUZA, "club", "run", "--settings", str(file))
        try:
            address = f"http://127.0.0.1:{port}"
            headers = {"origin": address}
            async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
                await until_answered(client)
                form = {"role": "organiser", "pin": PIN, "name": "Ольга", "back": "/"}
                assert (await client.post("/signin", data=form)).status_code == 303
                yield client
        finally:
            process.terminate()
            assert await process.wait() == 0


async def until_answered(client: httpx.AsyncClient) -> None:
    while True:
        try:
            if (await client.get("/api/v1/health")).json()["heard"]:
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.05)


async def until(true: Callable[[], bool]) -> None:
    """Waits until it is so; asked in a thread, for it looks into the database."""
    while not await asyncio.to_thread(true):
        await asyncio.sleep(0.05)


class Desk:
    """The organiser's forms of one tournament."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._csrf = ""
        self.path = ""

    async def post(self, path: str, **fields: str | list[str]) -> httpx.Response:
        if not self._csrf:
            page = (await self._client.get("/tournament")).text
            self._csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
        return await self._client.post(path, data={"csrf": self._csrf, **fields})

    async def announce(self, tables: list[str]) -> str:
        """A cup with a handicap; its id."""
        made = await self.post(
            "/tournament",
            name="Кубок",
            kind="single",
            start="2026-11-30T18:00",
            game="free",
            races="2",
            handicap_points="100",
            tables=tables,
        )
        assert made.status_code == 303, made.text
        self.path = made.headers["location"]
        assert "unheld" not in self.path
        await self.done("register", names=PEOPLE)
        await self.done("begin", order="listed")
        return self.path.removeprefix("/tournament/")

    async def done(self, what: str, **fields: str) -> str:
        answer = await self.post(f"{self.path}/{what}", **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]


async def lag(service: Service) -> None:
    """The first player breaks, once there is a match to be begun."""
    while service.controller.play is None:
        await asyncio.sleep(0.01)
    await service.controller.enter({"type": "lag", "winner": 0}, source="panel:marker")


def score(service: Service) -> tuple[int, ...]:
    """How the frame stands."""
    assert service.controller.play is not None
    return tuple(service.controller.play.table.frame.score)


def test_a_match_of_the_tournament_is_sent_played_and_counted_everywhere(
    sqlite: Sqlite, tmp_path: Path
) -> None:
    url = sqlite.create()
    store = Store(url)
    TimeBook(store, "arena", now).set_prices(BOSS, PRICES)
    cups = Tournaments(Book(store, "arena"), now)
    time = TimeBook(store, "arena", now)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            two = await stack.enter_async_context(table(tmp_path, "table-2", broker.port))
            for each in (one, two):
                assert each.publisher is not None
                await each.publisher.listening.wait()
            client = await stack.enter_async_context(server(tmp_path, url, broker.port))
            desk = Desk(client)
            cup = await desk.announce(["table-1", "table-2"])
            opened = await desk.post("/time/open", table="table-1")
            assert opened.status_code == 303, opened.text
            # Анна (1400) meets Глеб (1100): three half balls, one in odd frames and two in even ones.
            match = next(m.id for m in cups.view(cup).matches if m.names == ("Анна", "Глеб"))
            assert "untold" not in await desk.done("assign", match=match, table="table-1")
            await lag(one)
            assert score(one) == (0, 1)
            for _ in range(8):
                await pot(one)
            while score(one) != (0, 2):
                await asyncio.sleep(0.01)
            for _ in range(6):
                await pot(one)
            await lag(one)
            for _ in range(8):
                await pot(one)
            await until(lambda: next(m for m in cups.view(cup).matches if m.id == match).winner is not None)
            shown = next(m for m in cups.view(cup).matches if m.id == match)
            assert (shown.score, shown.winner) == ((2, 1), player_id("Анна"))
            (session,) = [t.session for t in time.tables() if t.session is not None]
            assert session.played_us > 0
            found = (await client.get("/api/v1/matches")).json()["items"]
            assert [[p["name"] for p in m["players"]] for m in found] == [["Анна", "Глеб"]]
            # A table on which others play begins nothing, and the desk hears why.
            await two.controller.start_match(a_match())
            other = next(m.id for m in cups.view(cup).matches if m.status == "ready")
            refused = await desk.post(f"{desk.path}/assign", match=other, table="table-2")
            assert refused.status_code == 409
            assert "Стол table-2" in refused.text

    run(evening())
    store.close()
