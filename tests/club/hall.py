"""A whole club on this machine: a real Mosquitto, the club's server, tables with their real controllers."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from luza.club.history.models import Match, Shot
from luza.club.service import ClubService
from luza.club.settings import ClubSettings
from luza.club.store import Store
from luza.entries import Header, Options
from luza.service import Service
from luza.settings import Settings
from sqlalchemy import ColumnElement, func, select

DEADLINE_S = 100.0
PROXIES = ("127.0.0.1",)
T = TypeVar("T")
change = msgspec.structs.replace


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a test's coroutine; whatever hangs ends as a failure."""

    async def bounded() -> T:
        async with asyncio.timeout(DEADLINE_S):
            return await work

    return asyncio.run(bounded())


def club_settings(url: str, port: int, **changes: Any) -> ClubSettings:
    """The server's settings for a broker on that port, its pages on any free one."""
    base = ClubSettings()
    return change(
        base,
        club=change(base.club, id="arena", name="Арена"),
        mqtt=change(base.mqtt, port=port),
        database=change(base.database, url=url),
        web=change(base.web, port=0),
        **changes,
    )


def server(settings: ClubSettings, **more: Any) -> ClubService:
    """The server, not started yet."""
    return ClubService(settings, **more)


def table_settings(folder: Path, slug: str, port: int) -> Settings:
    """A table that is kept by hand, so that a test says what is played."""
    base = Settings()
    return change(
        base,
        club=change(base.club, id="arena", name="Арена"),
        table=change(base.table, id=slug, name=f"Стол {slug}"),
        board=change(base.board, kind="none"),
        mqtt=change(base.mqtt, port=port),
        web=change(base.web, port=0, proxies=PROXIES),
        journal=change(base.journal, path=str(folder / slug / "table.db")),
    )


def table(folder: Path, slug: str, port: int) -> Service:
    """A table's controller, publisher and pages, not started yet."""
    return Service(table_settings(folder, slug, port))


def a_match(players: tuple[str, str] = ("Анна", "Борис"), to: int = 2) -> Header:
    """Free pyramid to so many balls, one frame, without sensors."""
    return Header(
        game="free",
        players=list(players),
        first_breaker=0,
        sensors=["strike", "pocket", "rest"],
        options=Options(target=to),
    )


FACTS = ({"type": "strike"}, {"type": "pocket", "pocket": "middle-right"}, {"type": "rest"})


async def pot(service: Service) -> None:
    """A ball in the middle pocket."""
    for fact in FACTS:
        await service.controller.enter(fact, source="board:test")


async def play(service: Service, players: tuple[str, str] = ("Анна", "Борис"), to: int = 2) -> str:
    """A whole match that the first player wins; its name."""
    name = await service.controller.start_match(a_match(players, to))
    for _ in range(to):
        await pot(service)
    return name


async def sent(service: Service) -> None:
    """Waits until the broker has all that the table has told so far."""
    await until(lambda: service.journal.outbox.depth() == 0)


async def until(true: Callable[[], bool]) -> None:
    """Waits until it is so."""
    while not true():
        await asyncio.sleep(0.01)


def count(store: Store, what: type[Match] | type[Shot] = Shot, *where: ColumnElement[bool]) -> int:
    """How many rows there are."""
    with store.reading() as session:
        return session.execute(select(func.count()).select_from(what).where(*where)).scalar_one()


async def counted(
    store: Store, number: int, what: type[Match] | type[Shot] = Shot, *where: ColumnElement[bool]
) -> None:
    """Waits until there are so many rows."""
    while await asyncio.to_thread(count, store, what, *where) < number:
        await asyncio.sleep(0.02)
