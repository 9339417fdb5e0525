"""The publisher against a real Mosquitto: what is retained, in which order, what a killed side leaves."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from luza.messages import Score
from luza.mqtt import connection
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.publisher import WILL_DELAY_S, Publisher

from tests.mqtt.door import Door
from tests.mqtt.harness import TOPICS, Ear, Table, run, shot

ROOT = TOPICS.root
SHOT = f"{ROOT}/event/shot"


def score(first: int) -> Score:
    return Score(players=("А", "Б"), score=(first, 0), frames_won=(0, 0), at_table=0, phase="play")


def shots(ear: Ear) -> list[int]:
    return [one.json["shot"]["n"] for one in ear.heard if one.topic == SHOT]


def test_online_then_what_waited_in_order(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            for n in range(1, 31):
                table.tell("event/shot", shot(n))
            publisher = table.connect(broker.port)
            await ear.until(lambda _: len(shots(ear)) == 30)
            assert shots(ear) == list(range(1, 31))
            online = ear.heard[0]
            assert online.topic == TOPICS.availability
            assert online.json["state"] == "online"
            assert publisher.online.is_set()
            assert publisher.part().state == "ok"
            await table.close()
            gone = await ear.first(TOPICS.availability, state="offline")
            assert gone.json["reason"] == "stopped"
            assert gone.json["seq"] > online.json["seq"]

    run(scene())


def test_a_snapshot_sends_only_its_newest(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            for first in range(5):
                table.show("score", score(first))
            table.tell("event/shot", shot(1))
            table.connect(broker.port)
            await ear.first(SHOT)
            assert [one.json["score"][0] for one in ear.heard if one.topic == f"{ROOT}/score"] == [4]
            await table.close()

    run(scene())


def test_what_was_acknowledged_leaves_the_outbox(tmp_path: Path) -> None:
    async def scene() -> None:
        # Nobody listens: Mosquitto then acknowledges with code 16, which is no failure.
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            table.tell("event/shot", shot(1))
            table.show("score", score(1))
            publisher = table.connect(broker.port)
            await publisher.online.wait()
            await table.close()
            again = Table(tmp_path, "s2")
            assert again.journal.outbox.depth() == 0
            again.journal.close()

    run(scene())


def test_a_wiped_broker_gets_everything_retained_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            publisher = table.connect(broker.port)
            await publisher.online.wait()
            table.show("score", score(3))
            table.show("alert/beam-1", score(0))
            async with Ear(broker.port) as ear:
                await ear.first(f"{ROOT}/score", score=[3, 0])
                await ear.first(f"{ROOT}/alert/beam-1")
            await broker.kill()  # it keeps nothing on disk
            await _until_offline(publisher)
            table.clear(f"{ROOT}/alert/beam-1")
            await broker.start()
            await publisher.online.wait()
            async with Ear(broker.port) as late:
                held = await late.first(f"{ROOT}/score", score=[3, 0])
                assert (await late.first(TOPICS.availability)).json["state"] == "online"
                table.tell("event/shot", shot(1))
                await late.first(SHOT)  # all that was sent again has come by now
                assert held.json["session"] == "s1"
                assert not [one for one in late.heard if one.topic.endswith("beam-1") and one.payload]
            await table.close()

    run(scene())


def test_a_cleared_topic_is_empty_at_the_broker_and_forgotten(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            table.connect(broker.port)
            table.show("alert/beam-1", score(0))
            await ear.first(f"{ROOT}/alert/beam-1", phase="play")
            table.clear(f"{ROOT}/alert/beam-1")
            await ear.until(lambda heard: any(not one.payload for one in heard))
            await table.close()
            again = Table(tmp_path, "s2")
            assert again.journal.outbox.retained() == []
            again.journal.close()

    run(scene())


def test_nothing_is_skipped_over_kills_of_the_broker(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Door() as door:
            table = Table(tmp_path)
            publisher = table.connect(door.port)
            n = 0
            meanwhile: list[int] = []
            async with Ear(broker.port) as ear:
                for _ in range(2):
                    await door.open(broker.port)
                    await publisher.online.wait()
                    for _ in range(40):
                        n += 1
                        table.tell("event/shot", shot(n))
                    await ear.until(lambda _, n=n: n - 30 in shots(ear))
                    before = ear.subscriptions
                    # The listener's session dies with the broker: it must be back before the table.
                    door.shut()
                    await broker.kill()
                    await _until_offline(publisher)
                    for _ in range(15):
                        n += 1
                        meanwhile.append(n)
                        table.tell("event/shot", shot(n))
                    await broker.start()
                    await ear.until(lambda _, before=before: ear.subscriptions > before)
                await door.open(broker.port)
                n += 1
                table.tell("event/shot", shot(n))
                await ear.until(lambda _: n in shots(ear))
                # What the broker had taken and not handed on died with it; the rest is there.
                assert set(meanwhile) <= set(shots(ear))
            await table.close()

    run(scene())


def test_nothing_is_skipped_when_the_controller_is_killed(tmp_path: Path) -> None:
    """A controller in a process of its own, killed in the middle; the next one goes on where it was."""

    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port, SHOT) as ear:
            for life in range(3):
                child = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tests.mqtt.victim", str(tmp_path), str(broker.port), f"life-{life}"
                )
                already = len(ear.heard)
                await ear.until(lambda heard, already=already: len(heard) >= already + 15)
                os.kill(child.pid, signal.SIGKILL)
                await child.wait()
            table = Table(tmp_path, "last")
            table.connect(broker.port)
            table.tell("event/shot", shot(0))
            await ear.until(lambda _: 0 in shots(ear))
            await table.close()
            by_seq: dict[int, bytes] = {}
            for one in ear.heard:
                # Never two things under one seq.
                assert by_seq.setdefault(one.json["seq"], one.payload) == one.payload
            told = sorted({n for n in shots(ear) if n})
            assert told == list(range(1, len(told) + 1))
            assert _falls(shots(ear)[:-1]) <= 3

    run(scene())


def test_the_will_speaks_for_a_killed_controller(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.mqtt.victim", str(tmp_path), str(broker.port), "doomed"
            )
            await ear.first(TOPICS.availability, state="online")
            os.kill(child.pid, signal.SIGKILL)
            await child.wait()
            killed = asyncio.get_running_loop().time()
            will = await ear.first(TOPICS.availability, state="offline")
            # Mosquitto counts in whole seconds.
            assert asyncio.get_running_loop().time() - killed > WILL_DELAY_S - 1.5
            assert will.json["reason"] == "lost"
            assert will.json["session"] == "doomed"
            assert will.json["since"] <= will.json["at"] <= max(one.json["at"] for one in ear.heard)
            async with Ear(broker.port, TOPICS.availability) as late:
                assert (await late.first(TOPICS.availability)).retain

    run(scene())


def test_a_controller_that_is_back_in_time_was_never_away(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port, TOPICS.availability) as ear:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.mqtt.victim", str(tmp_path), str(broker.port), "doomed"),
                "3600",  # the will's delay: in time is before it, however slow the machine
            )
            await ear.first(TOPICS.availability, state="online")
            os.kill(child.pid, signal.SIGKILL)
            await child.wait()
            table = Table(tmp_path, "next")
            table.connect(broker.port)
            await ear.first(TOPICS.availability, session="next")
            assert [one.json["state"] for one in ear.heard] == ["online", "online"]
            await table.close()

    run(scene())


def test_health_expires_at_the_broker(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            publisher = table.connect(broker.port, wall=lambda: 1_800_000_030.0)
            await publisher.online.wait()
            with table.journal.transaction() as work:
                made = b'{"at":"2027-01-15T08:00:00.000Z","seq":1}'  # 30 s ago
                work.snapshot(work.next_seq(), f"{ROOT}/health", made, qos=0, expiry=120)
            publisher.pump()
            heard = await ear.first(f"{ROOT}/health")
            assert heard.expiry_s is not None
            assert 60 <= heard.expiry_s <= 90
            await publisher.stop()
            assert table.journal.outbox.depth() == 0
            await table.close()

    run(scene())


def test_a_broker_that_is_away_is_named_and_costs_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear, Door() as door:
            table = Table(tmp_path)
            news: list[str] = []
            publisher = table.connect(door.port, changed=lambda: news.append("changed"))
            await _until(lambda: news)
            part = publisher.part()
            assert part.state == "degraded"
            assert publisher.trouble is not None
            assert f"127.0.0.1:{door.port}" in publisher.trouble.detail
            table.tell("event/shot", shot(1))
            assert publisher.part().counters["waiting"] == 1
            await door.open(broker.port)
            await ear.first(SHOT)
            await publisher.online.wait()
            assert publisher.part().state == "ok"
            await table.close()

    run(scene())


def test_the_end_does_not_wait_for_a_broker_that_never_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Longer than this test may take: an end that waited for the answer would be its failure.
    monkeypatch.setattr(connection, "CONNECT_S", 3600.0)

    async def scene() -> None:
        asked = asyncio.Event()

        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1)
            asked.set()
            await reader.read()
            writer.close()

        server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
        table = Table(tmp_path)
        table.connect(server.sockets[0].getsockname()[1])
        await asked.wait()
        await table.close()
        server.close()

    run(scene())


def test_the_end_does_not_wait_for_a_broker_that_dies_meanwhile(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            publisher = table.connect(broker.port, farewell_s=3600.0)
            await publisher.online.wait()
            assert broker.pid is not None
            os.kill(broker.pid, signal.SIGSTOP)
            table.tell("event/shot", shot(1))  # nobody acknowledges it
            end = asyncio.create_task(table.close())
            await asyncio.sleep(0)
            assert not end.done()
            await broker.kill()
            await end
        again = Table(tmp_path, "s2")
        assert again.journal.outbox.depth() == 1  # it waits on disk
        again.journal.close()

    run(scene())


def test_what_expired_on_disk_is_not_sent(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            with table.journal.transaction() as work:
                stale = b'{"at":"2020-01-01T00:00:00.000Z","seq":1}'
                work.snapshot(work.next_seq(), f"{ROOT}/health", stale, qos=0, expiry=120)
            table.tell("event/shot", shot(1))
            table.connect(broker.port)
            await ear.first(SHOT)
            assert not [one for one in ear.heard if one.topic.endswith("health")]
            await table.close()

    run(scene())


async def _until_offline(publisher: Publisher) -> None:
    await _until(lambda: not publisher.online.is_set())


async def _until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def _falls(numbers: list[int]) -> int:
    """How often a number is followed by one that is not its successor (a repetition begins)."""
    return sum(1 for one, other in pairwise(numbers) if other != one + 1)
