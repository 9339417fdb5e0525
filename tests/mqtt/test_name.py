"""Two controllers under one name: who came first stays, the other says so and waits; nobody fights."""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from luza.messages import Alert, Availability
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.publisher import Backoff, Publisher
from luza.mqtt.topics import NAME_TAKEN
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.mqtt.harness import AT, TOPICS, Ear, Table, run

ALERT = TOPICS.alert(NAME_TAKEN)


def folders(path: Path) -> tuple[Path, Path]:
    for name in ("a", "b"):
        (path / name).mkdir()
    return path / "a", path / "b"


def code(publisher: Publisher) -> str | None:
    return None if publisher.trouble is None else publisher.trouble.code


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_the_second_is_named_and_takes_over_when_the_first_leaves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        one, other = folders(tmp_path)
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            first, second = Table(one, "first"), Table(other, "second")
            holder = first.connect(broker.port, host="pi-1")
            await holder.online.wait()
            late = second.connect(broker.port, host="pi-2")
            alert = msgspec.json.decode((await ear.first(ALERT)).payload, type=Alert)
            assert "pi-1" in alert.words.ru
            assert "arena/table-1" in alert.words.en
            assert code(late) == "name_taken"
            assert late.part().state == "fault"
            assert not late.online.is_set()
            # In the log once, with who it is and what to do.
            told = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
            assert len(told) == 1
            assert "session first" in told[0]
            assert "table.id" in told[0]
            # The first has not noticed anything.
            assert holder.part().counters["connections"] == 1
            assert holder.online.is_set()
            await first.close()
            await late.online.wait()
            assert late.part().state == "ok"
            await ear.until(lambda heard: any(one.topic == ALERT and not one.payload for one in heard))
            await ear.first(TOPICS.availability, session="second", state="online")
            states = [
                (one.json["session"], one.json["state"]) for one in ear.heard if _is_availability(one.topic)
            ]
            assert states == [("first", "online"), ("first", "offline"), ("second", "online")]
            await second.close()

    run(scene())


def test_two_that_start_together_settle(tmp_path: Path) -> None:
    async def scene() -> None:
        one, other = folders(tmp_path)
        async with PrivateBroker() as broker, Ear(broker.port, TOPICS.availability):
            first, second = Table(one, "first"), Table(other, "second")
            pair = [first.connect(broker.port), second.connect(broker.port)]
            await until(lambda: sorted(map(str, map(code, pair))) == ["None", "name_taken"])
            connections = sum(one.part().counters["connections"] for one in pair)
            assert connections <= 4
            await first.close()
            await second.close()

    run(scene())


def test_the_alert_of_one_that_is_cut_off_is_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        one, other = folders(tmp_path)
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            first = Table(one, "first")
            await first.connect(broker.port).online.wait()
            second = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.mqtt.victim", str(other), str(broker.port), "doomed")
            )
            await ear.first(ALERT, id=NAME_TAKEN)
            second.kill()
            await second.wait()
            await ear.until(lambda heard: any(one.topic == ALERT and not one.payload for one in heard))
            await first.close()

    run(scene())


def test_a_restart_after_a_crash_does_not_wait_for_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path, "before")
            await _leave_online(ear, "before")
            table.journal.close()
            table = Table(tmp_path, "after")
            table.connect(broker.port)
            await ear.first(TOPICS.availability, session="after")
            assert not [one for one in ear.heard if one.topic == ALERT]
            await table.close()

    run(scene())


def test_an_online_that_nobody_took_back_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            await _leave_online(ear, "a stranger")
            table = Table(tmp_path)
            publisher = table.connect(broker.port, patience_s=0.3)
            await ear.first(ALERT, id=NAME_TAKEN)
            await publisher.online.wait()
            await table.close()

    run(scene())


def test_a_sign_of_life_renews_the_patience(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            await _leave_online(ear, "a stranger")
            table = Table(tmp_path)
            clock = asyncio.get_running_loop().time
            news: list[float] = []
            publisher = table.connect(broker.port, patience_s=0.5, changed=lambda: news.append(clock()))
            await ear.first(ALERT, id=NAME_TAKEN)
            last, silence = news[0], 0.0
            while clock() < news[0] + 1.0:
                sent = clock()
                await ear.publish(f"{TOPICS.root}/health", b"{}")
                silence, last = max(silence, clock() - last), sent
                await asyncio.sleep(0.02)
            # A machine that held this process up for so long has given no sign of life either.
            assert not publisher.online.is_set() or silence > 0.4
            await publisher.online.wait()
            await table.close()

    run(scene())


def test_a_client_that_takes_the_id_without_asking_is_named(tmp_path: Path) -> None:
    """Not a controller of ours: it does not look, it only throws us off. We name it and do not race it."""

    async def scene() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            publisher = table.connect(broker.port, backoff=Backoff(first_s=0.02, most_s=0.1, steady_s=3600.0))
            for been in range(3):
                # Online anew, not still from before: then each of them ends a connection of ours.
                await until(lambda been=been: publisher.part().counters["connections"] > been)
                await asyncio.to_thread(_rude, broker.port)
            await until(lambda: code(publisher) == "client_id_shared")
            assert publisher.part().state == "fault"
            assert publisher.part().counters["connections"] >= 3
            await table.close()

    run(scene())


def _is_availability(topic: str) -> bool:
    return topic == TOPICS.availability


def _rude(port: int) -> None:
    client = Client(
        CallbackAPIVersion.VERSION2, client_id=TOPICS.client_id, protocol=MQTTProtocolVersion.MQTTv5
    )
    client.connect("127.0.0.1", port)
    for _ in range(3):
        client.loop(0.05)
    client.disconnect()


async def _leave_online(ear: Ear, session: str) -> None:
    online = Availability(session=session, seq=1, at=AT, rev=1, state="online", since=AT)
    await ear.publish(TOPICS.availability, msgspec.json.encode(online), retain=True)
