"""The whole scoreboard under MicroPython, at a real broker, read off its pins."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from luza.messages import Score
from luza.mqtt import clubbroker
from luza.mqtt.broker import PrivateBroker

from tests.mqtt.harness import TOPICS, Ear, Table, run
from tests.scoreboard.chips import Max7219Chain
from tests.scoreboard.process import MAX7219, MICROPYTHON, Wall, settings

pytestmark = pytest.mark.skipif(not MICROPYTHON.exists(), reason="MicroPython's unix build is not installed")

AWAY, NO_WIFI, NO_BROKER, REFUSED = "--------", "-.-------", "-.-.------", "-.-.-.-----"


def score(
    *numbers: int, turn: int | None = 0, frames: tuple[int, ...] = (0, 0), phase: str = "play"
) -> Score:
    """A score of two players, or more."""
    names = ("Анна", "Борис", "Вера", "Глеб")[: len(numbers)]
    return Score(players=names, score=numbers, frames_won=frames, at_table=turn, phase=phase)


def scene(test: Callable[[PrivateBroker, Table, Wall], Awaitable[None]], tmp_path: Path) -> None:
    """A broker with a table that is online, and a wall."""

    async def play() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            await table.connect(broker.port, will_delay_s=0).online.wait()
            async with Wall(tmp_path / "flash", settings(broker.port), Max7219Chain(1)) as wall:
                await test(broker, table, wall)
            await table.close()

    run(play())


def test_it_shows_what_the_table_says_from_the_start_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            table.show("score", score(7, -1, turn=1, frames=(2, 1)))  # retained, long before the wall starts
            await table.connect(broker.port).online.wait()
            async with Wall(tmp_path / "flash", settings(broker.port), Max7219Chain(1)) as wall:
                await wall.shows("  721 -1.")
                assert set(wall.seen[:-1]) <= {"????????", "        ", NO_WIFI, NO_BROKER, AWAY}
                table.show("score", score(8, -1, turn=0, frames=(2, 1)))
                await wall.shows("  8.21 -1")
                table.show("score", score(103, 58, turn=None, frames=(3, 1), phase="over"))
                await wall.shows("10331 58")
                table.show("score", Score(players=(), score=(), frames_won=(), at_table=None, phase="idle"))
                await wall.shows("        .")  # nobody plays; one point says that it is awake
                assert [line for line in wall.lines if line in ("wdt 8000", "fed")] == ["wdt 8000", "fed"]
            await table.close()

    run(play())


def test_a_table_that_stops_or_is_lost_leaves_dashes(tmp_path: Path) -> None:
    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(3, 4))
        await wall.shows("  3.00  4")
        await table.close()
        await wall.shows(AWAY)
        # Another run, whose line is cut: the broker says the will.
        table = Table(tmp_path, "s2")
        publisher = table.connect(broker.port, will_delay_s=0)
        await wall.shows("  3.00  4")
        await publisher.online.wait()
        async with Ear(broker.port, client_id=TOPICS.client_id):  # takes the name, which ends the line
            await wall.shows(AWAY)
        await wall.shows("  3.00  4")
        await table.close()

    scene(test, tmp_path)


def test_the_wall_outlives_its_broker(tmp_path: Path) -> None:
    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(3, 4))
        await wall.shows("  3.00  4")
        before = len(wall.seen)
        await broker.kill()
        await broker.start()  # empty
        table.show("score", score(5, 4))
        await wall.shows("  5.00  4")
        # On a slow machine there may be dashes in between; the older score never follows the newer one.
        assert set(wall.seen[before:-1]) <= {NO_BROKER, AWAY, "  3.00  4"}
        await broker.kill()
        await wall.shows(NO_BROKER)
        await broker.start()
        await wall.shows("  5.00  4")

    scene(test, tmp_path)


def test_an_old_score_is_not_believed_after_a_restart_that_wiped_it(tmp_path: Path) -> None:
    """Broker and table go down together and only the broker comes back: nobody has said that the score still
    holds."""

    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(3, 4))
        await wall.shows("  3.00  4")
        assert table.publisher is not None
        await asyncio.gather(broker.kill(), table.publisher.stop())
        table.publisher = None
        await broker.start()
        await wall.shows(AWAY)

    scene(test, tmp_path)


def test_without_the_network_it_says_so_and_comes_back(tmp_path: Path) -> None:
    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(3, 4))
        await wall.shows("  3.00  4")
        (wall.flash / "no-wifi").touch()
        await wall.shows(NO_WIFI)
        (wall.flash / "no-wifi").unlink()
        await wall.shows("  3.00  4")

    scene(test, tmp_path)


def test_a_broker_that_hangs_is_noticed(tmp_path: Path) -> None:
    """The line stays open and nothing comes: no answer to a ping is the only sign."""

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(1)
        writer.write(b"\x20\x02\x00\x00\x90\x04\x00\x01\x01\x01")
        for name, payload in (
            ("availability", {"v": 1, "session": "s", "seq": 1, "rev": 1, "state": "online"}),
            (
                "score",
                {"v": 1, "session": "s", "seq": 2, "rev": 2, "score": [9, 9], "frames_won": [1, 2]}
                | {"at_table": 1, "phase": "play"},
            ),
        ):
            topic = f"luza/v1/arena/table/table-1/{name}".encode()
            body = len(topic).to_bytes(2, "big") + topic + json.dumps(payload).encode()
            assert len(body) < 16384
            writer.write(b"\x30" + bytes([len(body) & 0x7F | 0x80, len(body) >> 7]) + body)
        await reader.read()
        writer.close()

    async def play() -> None:
        server = await asyncio.start_server(hang, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Wall(tmp_path / "flash", settings(port), Max7219Chain(1)) as wall:
            await wall.shows("  912  9.")
            before = len(wall.seen)
            await wall.says("has said nothing for 12 s")
            # Not for long: the next connection hears the same score.
            await wall.until(lambda: any(text.startswith("-") for text in wall.seen[before:]))
        server.close()

    run(play())


def test_garbage_changes_nothing(tmp_path: Path) -> None:
    good = {"v": 1, "session": "s1", "seq": 1000, "rev": 1000, "score": [1, 2], "frames_won": [0, 0]}
    good |= {"at_table": 0, "phase": "play"}
    garbage = [
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"7",
        b'"score"',
        b"[" * 1500,
        b'{"a":' * 300,
        b"1" * 1500,
        b"x" * 200_000,
        *(
            json.dumps({**good, key: value}).encode()
            for key, value in (
                ("v", 2),
                ("v", None),
                ("session", 5),
                ("session", "s" * 100),
                ("seq", "1"),
                ("seq", True),
                ("seq", -1),
                ("seq", 1.5),
                ("rev", None),
                ("score", [1, "2"]),
                ("score", [1, None]),
                ("score", [1, 1e300]),
                ("score", [1, 10**30]),
                ("score", {"0": 1}),
                ("score", [1, 2, 3]),
                ("score", [0] * 9),
                ("frames_won", [0]),
                ("frames_won", None),
                ("at_table", 2),
                ("at_table", -1),
                ("at_table", "0"),
                ("phase", "break-dance"),
                ("phase", None),
            )
        ),
    ]

    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(3, 4))
        await wall.shows("  3.00  4")
        before = len(wall.seen)
        async with Ear(broker.port) as stranger:
            for payload in garbage:
                await stranger.publish(f"{TOPICS.root}/score", payload)
            for payload in (*garbage[:6], b'{"v":1,"session":"s1","seq":1000,"rev":1,"state":"gone"}'):
                await stranger.publish(f"{TOPICS.root}/availability", payload)
            await stranger.publish(f"{TOPICS.root}/score", b"")
        table.show("score", score(5, 4))
        await wall.shows("  5.00  4")
        assert set(wall.seen[before:]) == {"  5.00  4"}

    scene(test, tmp_path)


def test_three_and_four_players_take_turns_on_a_small_wall(tmp_path: Path) -> None:
    async def test(broker: PrivateBroker, table: Table, wall: Wall) -> None:
        table.show("score", score(40, 17, 33, 8, turn=2, frames=(0, 0, 0, 0)))
        await wall.shows(" 401.2. 17")  # players 1 and 2
        await wall.shows(" 33.3.4.  8")  # players 3 and 4; 3 is at the table
        await wall.shows(" 401.2. 17")
        table.show("score", score(40, 17, 33, turn=0, frames=(0, 0, 0)))
        await wall.shows(" 40.1.2. 17")
        await wall.shows(" 333.    ")

    scene(test, tmp_path)


def test_with_an_account_and_over_tls(tmp_path: Path) -> None:
    clubbroker.write(tmp_path, "arena", ["table-1"], ["127.0.0.1", "localhost"])
    lines = [
        "allow_anonymous false",
        *(f"{key} {tmp_path / name}" for key, name in (("password_file", "users"), ("acl_file", "acl"))),
        *(
            f"{key} {tmp_path / name}"
            for key, name in (("certfile", "server.crt"), ("keyfile", "server.key"))
        ),
    ]
    password = (tmp_path / "passwords" / "display").read_text().strip()

    async def play() -> None:
        async with PrivateBroker(lines) as broker:
            flash = tmp_path / "flash"
            flash.mkdir()
            (flash / "ca.crt").write_bytes((tmp_path / "ca.crt").read_bytes())
            secure = {"host": "localhost", "ca": "ca.crt", "user": "display"}
            wrong = settings(broker.port, **secure, password="wrong")
            async with Wall(flash, wrong, Max7219Chain(1)) as wall:
                await wall.shows(REFUSED)
                await wall.says("user")
            right = settings(broker.port, **secure, password=password)
            async with Wall(flash, right, Max7219Chain(1)) as wall:
                await wall.says("listening to")
            (flash / "ca.crt").unlink()
            clubbroker.certificates(
                flash, ["localhost"]
            )  # another authority, which did not sign the broker's
            async with Wall(flash, right, Max7219Chain(1)) as wall:
                await wall.shows(NO_BROKER)
                await wall.says("ertificate")

    run(play())


def test_a_program_that_fails_says_where_and_starts_anew(tmp_path: Path) -> None:
    async def play() -> None:
        flash = tmp_path / "flash"
        given = settings(1883)
        given["wifi"]["password"] = "not the one"  # at which the tests' radio breaks
        async with Wall(flash, given, Max7219Chain(1)) as wall:
            assert await wall.ended() == 81
        assert wall.lines[-1] == "reset"
        assert "wifi.py" in (flash / "failure.txt").read_text()

    run(play())


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (None, "there is no scoreboard.json"),
        ("{", "not JSON"),
        ({"format": 1}, "wifi: an object"),
        (settings(1, {**MAX7219, "sck": 17, "cs": 18}), "no such bus at these pins (bad SCK pin)"),
    ],
)
def test_bad_settings_are_named_and_the_prompt_stays(tmp_path: Path, given: object, word: str) -> None:
    async def play() -> None:
        async with Wall(tmp_path / "flash", given, Max7219Chain(1)) as wall:
            assert await wall.ended() == 0
        assert word in wall.console[-1]
        assert "wdt 8000" not in wall.lines

    run(play())


def test_the_service_bridge_keeps_the_program_away(tmp_path: Path) -> None:
    async def play() -> None:
        flash = tmp_path / "flash"
        flash.mkdir()
        (flash / "bridged").touch()
        async with Wall(flash, settings(1883), Max7219Chain(1)) as wall:
            assert await wall.ended() == 0
        assert not wall.lines
        assert not wall.console

    run(play())
