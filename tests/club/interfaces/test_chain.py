"""A chain on loopback: two clubs' Mosquittos bridged to a third, with accounts, access lists and TLS."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from luza.club.history.models import ClubTable, Frame, Match
from luza.club.interfaces.chain import bridge_account, write_bridge, write_chain
from luza.club.interfaces.errors import BadInterface
from luza.club.service import ClubService
from luza.club.settings import ClubSettings
from luza.club.store import Store
from luza.messages import Availability, FrameEvent, MatchEvent, Message, Score
from luza.mqtt import clubbroker
from luza.mqtt.access import Access
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.topics import Topics
from luza.view import FrameResult
from sqlalchemy import func, select

from tests.club.databases import Postgres
from tests.club.hall import change, club_settings, server, until
from tests.mqtt.harness import AT, Ear, Heard, Table, run
from tests.mqtt.test_commands import command

DENIED = 0x87


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a chain of two clubs."""
    made = tmp_path_factory.mktemp("chain")
    write_chain(made / "chain", ["arena", "north"], ["localhost", "127.0.0.1"])
    for club in ("arena", "north"):
        clubbroker.write(made / club, club, ["table-1"], ["127.0.0.1"])
    return made


class Chain:
    """Three brokers, and the chain's server and a display as clients of the third."""

    def __init__(self, files: Path, state: Path) -> None:
        self.files = files
        self.chain = PrivateBroker(
            [
                *_guarded(files / "chain"),
                f"certfile {files / 'chain' / 'server.crt'}",
                f"keyfile {files / 'chain' / 'server.key'}",
                "max_queued_messages 10000",
                # The server's session outlives a restart of the broker, as in the files that are shipped.
                "persistence true",
                f"persistence_location {state}/",
            ]
        )
        self.clubs: dict[str, PrivateBroker] = {}
        self._stack = AsyncExitStack()

    async def enter(self, club: ClubService) -> ClubService:
        """Starts a club's server, which ends before the brokers do."""
        return await self._stack.enter_async_context(club)

    async def close(self) -> None:
        """Ends the servers."""
        await self._stack.aclose()

    def account(self, folder: str, name: str) -> dict[str, str]:
        """A client's user and password, and whom to trust where the broker speaks TLS."""
        found = {
            "username": name,
            "password": (self.files / folder / "passwords" / name).read_text().strip(),
        }
        return found | ({"ca_file": str(self.files / "chain" / "ca.crt")} if folder == "chain" else {})

    def ear(self, folder: str, name: str, filter_: str = "luza/#") -> Ear:
        """A client of the chain's broker, or of a club's."""
        broker = self.chain if folder == "chain" else self.clubs[folder]
        return Ear(broker.port, filter_, **self.account(folder, name))


@asynccontextmanager
async def running(files: Path, tmp_path: Path) -> AsyncIterator[Chain]:
    """The chain's broker and both clubs' with their bridges."""
    chain = Chain(files, tmp_path)
    async with chain.chain as broker:
        for club in ("arena", "north"):
            bridge = write_bridge(
                tmp_path / f"{club}.conf",
                club,
                "localhost",
                broker.port,
                files / "chain" / "passwords" / bridge_account(club),
                files / "chain" / "ca.crt",
            )
            # A pause of a second, where chance would make it up to thirty.
            lines = bridge.read_text().replace("restart_timeout 1 30", "restart_timeout 1").splitlines()
            chain.clubs[club] = PrivateBroker([*_guarded(files / club), *lines])
        async with chain.clubs["arena"], chain.clubs["north"]:
            try:
                yield chain
            finally:
                await chain.close()


def _guarded(folder: Path) -> list[str]:
    return ["allow_anonymous false", f"password_file {folder / 'users'}", f"acl_file {folder / 'acl'}"]


def frame(number: int) -> FrameEvent:
    """A frame's end."""
    result = FrameResult(number=number, winner=0, draw=False, score=(8, 5), breaker=0)
    return FrameEvent(
        match="m1", event="ended", number=number, breaker=0, result=result, seq=number, at=AT, t=float(number)
    )


def connected(club: str, state: bytes = b"1") -> Callable[[list[Heard]], bool]:
    """Whether the bridge's last word is this."""

    def found(heard: list[Heard]) -> bool:
        said = [one.payload for one in heard if one.topic == f"luza/v1/{club}/club/bridge"]
        return bool(said) and said[-1] == state

    return found


def numbers(heard: list[Heard], club: str) -> list[int]:
    """The frames that were heard of, in order."""
    topic = f"{Topics(club, 'table-1').root}/event/frame"
    return [msgspec.json.decode(one.payload)["number"] for one in heard if one.topic == topic]


def match(event: Literal["started", "ended"]) -> MatchEvent:
    """A match's beginning or end."""
    return MatchEvent(
        match="m1", event=event, game="free", players=("A", "B"), frames_won=(0, 0), at=AT, t=0.0
    )


async def _publish(table: Ear, club: str, name: str, event: Message) -> None:
    topic = f"{Topics(club, 'table-1').root}/event/{name}"
    assert await table.publish(topic, msgspec.json.encode(event)) < 0x80


async def say(table: Ear, club: str, *events: int) -> None:
    """A table tells of frames."""
    for number in events:
        await _publish(table, club, "frame", frame(number))


def _frames(store: Store) -> dict[str, int]:
    """Finished frames in the history by club."""
    with store.reading() as session:
        rows = session.execute(
            select(ClubTable.club, func.count())
            .join(Match, Match.table_id == ClubTable.id)
            .join(Frame, Frame.match_id == Match.id)
            .where(Frame.ended)
            .group_by(ClubTable.club)
        )
        return {row[0]: row[1] for row in rows}


async def _written(store: Store, wanted: dict[str, int]) -> None:
    while await asyncio.to_thread(_frames, store) != wanted:
        await asyncio.sleep(0.02)


def test_events_go_out_commands_come_in_and_the_chain_knows_who_is_there(files: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(files, tmp_path) as chain, chain.ear("chain", "chain") as server:
            await server.until(connected("arena"))
            await server.until(connected("north"))
            async with chain.ear("arena", "table-1") as table, chain.ear("north", "table-1") as other:
                await say(table, "arena", 1, 2)
                await say(other, "north", 7)
                score = Score(players=("A", "B"), score=(1, 0), frames_won=(0, 0), at_table=0, phase="play")
                await table.publish(
                    f"{Topics('arena', 'table-1').root}/score", msgspec.json.encode(score), retain=True
                )
                await server.until(
                    lambda heard: len(numbers(heard, "arena")) == 2 and numbers(heard, "north")
                )
                # A display that comes later gets what is retained.
                async with chain.ear("chain", "display") as display:
                    await display.first(f"{Topics('arena', 'table-1').root}/score")
                order = f"{Topics('arena', 'table-1').root}/command/stop"
                assert await server.publish(order, command("from the chain")) != DENIED
                heard = await table.first(order, id="from the chain")
                assert not heard.retain
                # Nobody speaks for another club, and what came in does not go round.
                foreign = Ear(chain.chain.port, **chain.account("chain", bridge_account("north")))
                async with foreign:
                    assert await foreign.publish("luza/v1/arena/table/table-1/state", b"{}") == DENIED
                    assert await foreign.publish(order, b"{}") == DENIED
                await say(table, "arena", 3)
                await server.until(lambda heard: numbers(heard, "arena")[-1:] == [3])
                assert len([one for one in server.heard if one.topic == order]) == 1
            await chain.clubs["north"].kill()
            await server.until(connected("north", b"0"))
            assert connected("arena")(server.heard)

    run(scene())


def test_one_server_on_postgresql_hears_all_clubs_and_a_line_that_was_down_loses_nothing(
    files: Path, tmp_path: Path, postgres: Postgres
) -> None:
    """The chain's broker goes while both clubs play on, and their bridges bring all of it when it is back."""
    url = postgres.create()

    async def scene() -> None:
        async with running(files, tmp_path) as chain:
            club = await chain.enter(server(_chain_settings(files, url, chain.chain.port)))
            await club.kept.hearing.wait()
            async with chain.ear("arena", "table-1") as table, chain.ear("north", "table-1") as other:
                for name, ear in (("arena", table), ("north", other)):
                    there = Availability(at=AT, state="online", since=AT)
                    await ear.publish(
                        Topics(name, "table-1").availability, msgspec.json.encode(there), retain=True
                    )
                    await _publish(ear, name, "match", match("started"))
                    await say(ear, name, 1)
                await _written(club.store, {"arena": 1, "north": 1})
                await until(lambda: [one.online for one in club.hall.tables] == [True, True])
                await chain.chain.stop()
                await say(table, "arena", *range(2, 102))
                await say(other, "north", *range(2, 52))
                assert _frames(club.store) == {"arena": 1, "north": 1}
                await chain.chain.start()
                await _written(club.store, {"arena": 101, "north": 51})
            with club.store.reading() as session:
                assert set(session.scalars(select(Match.key))) == {"arena.table-1.m1", "north.table-1.m1"}
            # A club that is gone takes its tables with it, though they are retained at the chain's broker.
            await chain.clubs["arena"].kill()
            await until(lambda: [one.online for one in club.hall.tables] == [False, True])

    run(scene())


def _chain_settings(files: Path, url: str, port: int) -> ClubSettings:
    base = club_settings(url, port)
    return change(
        base,
        club=change(base.club, id="chain"),
        hears=change(base.hears, clubs=("*",)),
        mqtt=change(
            base.mqtt,
            host="localhost",
            username="chain",
            password_file=str(files / "chain" / "passwords" / "chain"),
            tls=True,
            ca_file=str(files / "chain" / "ca.crt"),
        ),
    )


def test_a_whole_table_is_commanded_over_the_bridge(files: Path, tmp_path: Path) -> None:
    """The controller's own publisher: its state reaches the chain, and the answer to a command comes back."""

    async def scene() -> None:
        async with running(files, tmp_path) as chain, chain.ear("chain", "chain") as server:
            await server.until(connected("arena"))
            table = Table(tmp_path)
            access = Access(
                port=chain.clubs["arena"].port,
                username="table-1",
                password_file=str(files / "arena" / "passwords" / "table-1"),
            )
            publisher = table.connect(access.port, access=access)
            await publisher.listening.wait()
            root = Topics("arena", "table-1").root
            await server.first(f"{root}/availability", state="online")
            await server.publish(f"{root}/command/stop", command("c-1"))
            answer = await server.first(f"{root}/response/stop", id="c-1")
            assert answer.json["status"] == "ok"
            await server.publish(f"{root}/command/stop", command("c-1"))
            await server.first(f"{root}/response/stop", id="c-1", status="duplicate")
            await table.close()

    run(scene())


@pytest.mark.parametrize(
    ("club", "host", "port", "code"),
    [
        ("Arena", "localhost", 8883, "bridge_name"),
        ("arena", "local host", 8883, "bridge_host"),
        ("arena", "localhost\nlistener 1", 8883, "bridge_host"),
        ("arena", "localhost", 0, "bridge_host"),
        ("south", "localhost", 8883, "bridge_password"),
    ],
)
def test_a_bridge_that_cannot_be_is_refused_in_words(
    files: Path, tmp_path: Path, club: str, host: str, port: int, code: str
) -> None:
    secret = files / "chain" / "passwords" / bridge_account(club)
    with pytest.raises(BadInterface) as refused:
        write_bridge(tmp_path / "bridge.conf", club, host, port, secret, None)
    assert refused.value.code == code
    assert not (tmp_path / "bridge.conf").exists()


def test_another_club_is_added_and_passwords_stay(tmp_path: Path) -> None:
    def passwords() -> dict[str, Any]:
        return {file.name: file.read_text() for file in (tmp_path / "passwords").iterdir()}

    write_chain(tmp_path, ["arena"], ["localhost"])
    before = passwords()
    write_chain(tmp_path, ["arena", "north"], ["localhost"])
    assert before.items() <= passwords().items()
    assert "user bridge-north" in (tmp_path / "acl").read_text()
    with pytest.raises(BadInterface, match="is no club's name"):
        write_chain(tmp_path, ["#"], ["localhost"])
