"""The club's server, a real Mosquitto, tables with their real controllers: nothing is lost or doubled."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
from luza.club.history.models import Match, Shot
from luza.club.history.rebuild import rebuild
from luza.club.service import ClubService
from luza.club.store import Store
from luza.mqtt.broker import PrivateBroker
from sqlalchemy import Connection, event, text

from tests.club.databases import Postgres, Sqlite
from tests.club.evening import rows
from tests.club.hall import (
    a_match,
    club_settings,
    count,
    counted,
    play,
    pot,
    run,
    sent,
    server,
    table,
    until,
)
from tests.mqtt.harness import AT, Ear


def test_what_is_played_is_seen_and_kept(url: str, databases: Sqlite | Postgres, tmp_path: Path) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = await stack.enter_async_context(server(club_settings(url, broker.port)))
            await club.kept.hearing.wait()
            ear = await stack.enter_async_context(Ear(broker.port, "luza/v1/arena/club/#"))
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            two = await stack.enter_async_context(table(tmp_path, "table-2", broker.port))
            # The live picture comes over a line of its own, and the history has the tables' names from it.
            names = ["Стол table-1", "Стол table-2"]
            await until(lambda: [now.place.name for now in club.hall.tables] == names)
            await play(one)
            await play(two, ("Вера", "Глеб"), to=3)
            # The end of a match is its table's last word.
            await counted(club.store, 2, Match, Match.ended.is_(True))
            assert count(club.store) == 5
            await until(lambda: _winner(club, "table-1") == _winner(club, "table-2") == 0)
            state = club.hall.tables[1].state
            assert state is not None and state.players == ("Вера", "Глеб")
            heard = await ear.first("luza/v1/arena/club/availability", state="online")
            assert heard.json["v"] == 1
            await ear.until(
                lambda all_: [
                    one for one in all_
                    if one.topic.endswith("/tables") and len(one.json["tables"]) == 2
                ]
            )  # fmt: skip
            await until(lambda: club.health().state == "ok" and club.health().heard)
            club.kept.hearing.clear()
            assert not club.health().heard, "it hears what is shown, and not what is kept"

    run(evening())
    store = Store(url)
    live = rows(store)
    store.close()
    again = club_settings(databases.create(), 1)
    outcome = rebuild(again, [str(tmp_path / slug / "table.db") for slug in ("table-1", "table-2")])
    assert (outcome.written, outcome.problems) == (2, [])
    store = Store(again.database.url)
    assert rows(store) == live
    store.close()


def test_nothing_is_lost_while_the_server_or_the_broker_restarts(sqlite: Sqlite, tmp_path: Path) -> None:
    url = sqlite.create()

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            async with server(club_settings(url, broker.port)) as club:
                await club.kept.hearing.wait()
                await play(one)
                await counted(club.store, 2)
            await play(one, to=4)
            async with server(club_settings(url, broker.port)) as club:
                await counted(club.store, 6)
                await until(lambda: club.hall.table("arena", "table-1") is not None)
                await broker.kill()
                await play(one, to=3)
                await broker.start()
                await counted(club.store, 9)
                assert count(club.store, Match) == 3

    run(evening())


def test_what_a_wiped_broker_forgot_is_asked_for_from_the_tables(url: str, tmp_path: Path) -> None:
    """A match is played while the server is away, and then the broker's disk is lost: no hand is needed."""

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            two = await stack.enter_async_context(table(tmp_path, "table-2", broker.port))
            async with server(club_settings(url, broker.port)) as club:
                await club.kept.hearing.wait()
                await play(one)
                await play(two)
                await counted(club.store, 4)
            await play(one, to=4)
            await play(two, ("Вера", "Глеб"), to=3)
            await sent(one)
            await sent(two)
            await broker.kill()
            await broker.start()
            club = server(club_settings(url, broker.port))
            club.catch_up._again_s = 0.05
            await stack.enter_async_context(club)
            await counted(club.store, 11)
            await until(lambda: not club.catch_up.owed)
            await counted(club.store, 4, Match, Match.ended.is_(True))
            assert count(club.store, Match) == 4
            live = rows(club.store)
            settings = club_settings(url, broker.port)
            journals = [str(tmp_path / slug / "table.db") for slug in ("table-1", "table-2")]
            await asyncio.to_thread(rebuild, settings, journals)
            assert rows(club.store) == live

    run(evening())


def test_a_locked_database_holds_up_nothing_but_itself(url: str, tmp_path: Path) -> None:
    """What is heard meanwhile is seen at once, and written once the lock is gone."""

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = server(club_settings(url, broker.port))
            club.store.close()
            club.recorder._store = club.store = Store(url, busy_s=0.05)
            await stack.enter_async_context(club)
            await club.kept.hearing.wait()
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            other = Store(url)
            with other.writing() as session:
                if other.engine.dialect.name == "postgresql":
                    session.execute(text("LOCK TABLE matches IN EXCLUSIVE MODE"))
                for _ in range(3):
                    await play(one, to=8)
                await until(lambda: club.health().state == "degraded" and club.health().waiting >= 15)
                assert "another program holds it" in club.health().troubles[0].en
                await until(lambda: _winner(club) == 0)
            await counted(club.store, 24)
            await until(lambda: club.health().state == "ok" and club.health().waiting == 0)
            other.close()

    run(evening())


def test_a_full_disk_is_told_and_loses_nothing(sqlite: Sqlite, tmp_path: Path) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = await stack.enter_async_context(server(club_settings(sqlite.create(), broker.port)))
            await club.kept.hearing.wait()
            room = [1]  # no page more than there are

            @event.listens_for(club.store.engine, "begin")
            def limit(connection: Connection) -> None:
                connection.exec_driver_sql(f"PRAGMA max_page_count = {room[0]}")

            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            played = 0

            def over() -> bool:
                return club.health().state != "ok" or _ended(club) == played

            while club.health().state == "ok":
                # Long names of new players fill a page soon.
                await play(one, (f"{played} {'А' * 90}", f"{played} {'Б' * 90}"))
                played += 1
                await until(over)
            # The history is what runs out of room, or the played time beside it.
            assert "he disk is full" in club.health().troubles[0].en
            await play(one)
            room[0] = 1_000_000
            await counted(club.store, 2 * played + 2)
            await until(lambda: club.health().state == "ok")

    run(evening())


BAD_SHOT = {"n": 1, "frame": 1, "player": 0, "verdict": "legal", "fouls": [], "potted": 0, "delta": [0, 0],
            "spotted": 0, "articles": []}  # fmt: skip
BAD = (
    b"{",
    b'{"x":' * 5000,
    b'{"match":"m","event":"started"}',
    msgspec.json.encode({"match": "m", "at": AT, "amended": False, "shot": {**BAD_SHOT, "player": 7}}),
    msgspec.json.encode({"match": "m", "at": AT, "amended": False, "shot": {**BAD_SHOT, "potted": 10**30}}),
    msgspec.json.encode({"match": "m\x00", "at": AT, "amended": False, "shot": BAD_SHOT}),
    msgspec.json.encode({"match": "m" * 500, "at": AT, "amended": False, "shot": BAD_SHOT}),
    msgspec.json.encode({"match": "m", "at": "yesterday", "amended": False, "shot": BAD_SHOT}),
)


def test_an_event_that_cannot_be_so_stops_nothing(url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = await stack.enter_async_context(server(club_settings(url, broker.port)))
            await club.kept.hearing.wait()
            ear = await stack.enter_async_context(Ear(broker.port, "none"))
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            for payload in BAD:
                await ear.publish("luza/v1/arena/table/table-1/event/shot", payload)
            name = await play(one)
            await counted(club.store, 1, Match, Match.name == name, Match.ended.is_(True))
            found = rows(club.store)
            assert [shot["n"] for shot in found["shots"] if shot["match_id"].endswith(name)] == [1, 2]
            assert club.recorder.unreadable >= 6
            assert club.health().state == "ok"

    run(evening())


def test_two_servers_that_hear_the_same_count_it_once(url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            settings = club_settings(url, broker.port)
            one = await stack.enter_async_context(server(settings))
            base = settings.club
            chain = msgspec.structs.replace(
                settings,
                club=msgspec.structs.replace(base, id="chain"),
                hears=msgspec.structs.replace(settings.hears, clubs=("*",)),
            )
            two = await stack.enter_async_context(server(chain))
            await asyncio.gather(one.kept.hearing.wait(), two.kept.hearing.wait())
            desk = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            for _ in range(3):
                await play(desk, to=3)
            await until(lambda: min(one.recorder.written, two.recorder.written) >= 21)
            assert (count(one.store, Match), count(one.store)) == (3, 9)
            assert (one.recorder.trouble, two.recorder.trouble) == (None, None)

    run(evening())


def test_a_new_server_in_the_middle_of_a_match(sqlite: Sqlite, tmp_path: Path) -> None:
    """Who plays is known from the table's state; what came before, from its pages."""
    url = sqlite.create()

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            await play(one, to=1)
            await one.controller.start_match(a_match(to=5))
            await pot(one)
            # What the broker hears from here on is told to the server, also of what was played before.
            await sent(one)
            club = await stack.enter_async_context(server(club_settings(url, broker.port)))
            await until(lambda: club.kept.hearing.is_set() and _playing(club))
            await pot(one)
            await counted(club.store, 1)
            assert count(club.store, Match) == 1
            address = one.address
            assert address is not None
            settings = club_settings(url, broker.port)
            outcome = await asyncio.to_thread(rebuild, settings, [address])
            assert (outcome.written, outcome.problems) == (2, [])
            assert (count(club.store, Match), count(club.store, Shot)) == (2, 3)

    run(evening())


def _winner(club: ClubService, slug: str = "table-1") -> int | None:
    now = club.hall.table("arena", slug)
    return now.state.match_winner if now and now.state else None


def _ended(club: ClubService) -> int:
    return count(club.store, Match, Match.ended.is_(True))


def _playing(club: ClubService) -> bool:
    now = club.hall.table("arena", "table-1")
    return now is not None and not now.idle
