"""Every way a command can go, over a real Mosquitto; a command that is no good changes nothing."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.errors import Refused
from luza.journal import JournalFull
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.gate import BURST, PER_S
from luza.orders import Replay, Say, Start, Stop
from luza.statements import Call

from tests.mqtt.harness import TOPICS, Ear, Heard, Table, run

FUTURE = "2999-01-01T00:00:00Z"


def command(id_: object = "c1", args: object = None, **more: object) -> bytes:
    """A command's payload; fields set to None are left out."""
    fields: dict[str, Any] = {"v": 1, "id": id_, "expires_at": FUTURE, "args": args or {}, **more}
    return msgspec.json.encode({name: value for name, value in fields.items() if value is not None})


async def ask(ear: Ear, name: str, payload: bytes, retain: bool = False) -> Heard:
    """Sends a command and waits for its answer."""
    already = len(ear.heard)
    await ear.publish(f"{TOPICS.root}/command/{name}", payload, retain=retain)

    def answered(heard: list[Heard]) -> Heard | None:
        found = [one for one in heard[already:] if one.topic == TOPICS.response(name)]
        return found[0] if found else None

    answer = await ear.until(answered)
    assert answer is not None
    return answer


class Scene:
    """A broker, a listener, a table that is online."""

    def __init__(self, folder: Path, tick: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._tick = tick
        self._broker = PrivateBroker()

    async def __aenter__(self) -> tuple[Table, Ear]:
        await self._broker.__aenter__()
        self._ear = await Ear(self._broker.port).__aenter__()
        self._table = Table(self._folder)
        publisher = self._table.connect(self._broker.port, tick=self._tick)
        await publisher.online.wait()
        await publisher.listening.wait()
        return self._table, self._ear

    async def __aexit__(self, *_: object) -> None:
        await self._table.close()
        await self._ear.__aexit__()
        await self._broker.__aexit__(None, None, None)


def test_commands_that_are_done(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (table, ear):
            entry = command("a", {"type": "call", "foul": "no_foot", "player": 1, "later": "kept out"})
            assert (await ask(ear, "entry", entry)).json["status"] == "ok"
            start = command("b", {"race_to": 5, "options": {"unproven": "ask"}})
            assert (await ask(ear, "start", start)).json["status"] == "ok"
            assert (await ask(ear, "stop", command("c"))).json["status"] == "ok"
            assert (await ask(ear, "replay", command("d", {"from": 7}))).json["status"] == "ok"
            say, begin, stop, replay = table.done
            assert say == Say(Call(t=0.0, foul="no_foot", player=1))
            assert isinstance(begin, Start)
            # What the command leaves out is as the table has it.
            assert begin.header.players == ["Анна", "Борис"]
            assert begin.header.race_to == 5
            assert begin.header.options.unproven == "ask"
            assert (stop, replay) == (Stop(), Replay(7))

    run(scene())


def test_an_answer_names_its_command_and_goes_to_the_response_topic_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (_, ear):
            reply = f"{TOPICS.root}/response/to/panel-7"
            await ear.publish(f"{TOPICS.root}/command/stop", command("c9"), reply=reply, mark=b"\x01\x02")
            direct = await ear.first(reply)
            public = await ear.first(TOPICS.response("stop"))
            assert direct.correlation == b"\x01\x02"
            assert direct.payload == public.payload
            assert direct.json["id"] == "c9"
            assert direct.json["seq"] > 0
            # A refusal goes there as well.
            await ear.publish(f"{TOPICS.root}/command/stop", b"{", reply=reply, mark=b"\x03")
            assert (await ear.first(reply, status="error")).correlation == b"\x03"

    run(scene())


@pytest.mark.parametrize(
    "reply", ["luza/v1/arena/table/table-2/command/stop", f"{TOPICS.root}/state", "$SYS/broker/clients"]
)
def test_nobody_speaks_as_a_table_through_a_response_topic(tmp_path: Path, reply: str) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (_, ear):
            await ear.publish(f"{TOPICS.root}/command/stop", command(), reply=reply)
            await ear.first(TOPICS.response("stop"), status="ok")
            await ask(ear, "stop", command("c2"))
            assert not [one for one in ear.heard if one.topic == reply]

    run(scene())


BAD = [
    ("stop", b"{", "malformed", "not whole JSON"),
    ("stop", b"\xff\xfe", "malformed", ""),
    ("stop", b"", "malformed", ""),
    ("stop", b"[]", "malformed", "object"),
    ("stop", b'{"v": 1, "id": "deep", "args": ' + b'{"a":' * 1500 + b"1" + b"}" * 1501, "malformed", "deep"),
    ("stop", command(None), "malformed", "id"),
    ("stop", command(""), "malformed", "id"),
    ("stop", command(7), "malformed", "id"),
    ("stop", command("x" * 129), "malformed", "id"),
    ("stop", command(expires_at="tomorrow"), "malformed", "expires_at"),
    ("stop", command(expires_at="2999-01-01T00:00:00"), "malformed", "timezone"),
    ("stop", command(v=2), "version", "version 1"),
    ("strat", command(), "unknown_command", "'start'"),
    ("dance", command(), "unknown_command", "start, entry, stop, replay, message"),
    ("stop", command(expires_at="2020-01-01T00:00:00Z"), "expired", "2020"),
    ("stop", command(args={"reason": "r" * 20_000}), "too_large", "16384"),
    ("entry", command(args={"type": "cal", "foul": "no_foot"}), "bad_args", "cal"),
    ("entry", command(args={"foul": "no_foot"}), "bad_args", "type"),
    ("entry", command(args={"type": "strike"}), "bad_args", "strike"),
    (
        "entry",
        command(args={"type": "adjust", "player": "0", "delta": 1, "reason": ""}),
        "bad_args",
        "args.player",
    ),
    ("start", command(args={"game": 8}), "bad_args", "args.game"),
    ("start", command(args={"players": ["one"]}), "bad_args", "2 players"),
    ("start", command(args={"race_to": 0}), "bad_args", "args.race_to"),
    ("start", command(args={"options": 3}), "bad_args", "args.options"),
    ("start", command(args={"sensors": ["pocket"]}), "bad_args", "sensors"),
    ("replay", command(), "bad_args", "from"),
    ("replay", command(args={"from": -1}), "bad_args", "args.from"),
    ("replay", command(args={"from": 2**63}), "bad_args", "args.from"),
]


def test_commands_that_are_no_good_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (table, ear):
            for name, payload, code, part in BAD:
                answer = (await ask(ear, name, payload)).json
                assert (answer["code"], answer["status"]) == (
                    code,
                    "expired" if code == "expired" else "error",
                ), answer
                assert part in answer["detail"], answer
                assert answer["detail"].count("\n") == 0
            assert table.done == []
            # An id is only used up by a command that reached the table.
            assert (await ask(ear, "stop", command())).json["status"] == "ok"

    run(scene())


def test_an_id_is_done_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (table, ear):
            assert (await ask(ear, "stop", command("once"))).json["status"] == "ok"
            again = (await ask(ear, "stop", command("once"))).json
            assert again["status"] == "duplicate"
            assert "ok" in again["detail"]
            # Under another name too: the key is the id.
            assert (await ask(ear, "replay", command("once", {"from": 1}))).json["status"] == "duplicate"
            assert len(table.done) == 1

    run(scene())


def test_what_the_table_refuses_is_said_and_stays_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (table, ear):
            table.refusal = Refused("no decision is open", "no_decision")
            refused = (await ask(ear, "entry", command("r", {"type": "choose", "option": "play"}))).json
            assert (refused["status"], refused["code"]) == ("error", "no_decision")
            assert refused["detail"] == "no decision is open"
            table.refusal = None
            # The sender was told no; its repetition must not be done behind its back.
            again = (await ask(ear, "entry", command("r", {"type": "choose", "option": "play"}))).json
            assert again["status"] == "duplicate"
            assert "no decision is open" in again["detail"]
            assert table.done == []

    run(scene())


def test_a_full_disk_is_said_to_whoever_commands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Scene(tmp_path) as (table, ear):
            table.failure = JournalFull(tmp_path / "table.db")
            answer = (await ask(ear, "stop", command("full"))).json
            assert (answer["id"], answer["status"], answer["code"]) == ("full", "error", "journal")
            assert "disk is full" in answer["detail"]
            table.failure = None
            # It was not done, so the same id may be tried again.
            again = await ear.publish(f"{TOPICS.root}/command/stop", command("full"))
            assert again < 0x80
            await ear.first(TOPICS.response("stop"), id="full", status="ok")

    run(scene())


def test_retained_commands_are_refused_live_and_left_over(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            await ear.publish(f"{TOPICS.root}/command/stop", command("old"), retain=True)
            table = Table(tmp_path)
            publisher = table.connect(broker.port)
            left_over = await ear.first(TOPICS.response("stop"))
            assert left_over.json["code"] == "retained"
            assert left_over.json["id"] == "old"
            await publisher.listening.wait()
            live = await ask(ear, "start", command("new"), retain=True)
            assert live.json["code"] == "retained"
            assert table.done == []
            await table.close()

    run(scene())


def test_a_command_sent_while_the_line_was_down_is_done_unless_it_expired(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            table = Table(tmp_path)
            publisher = table.connect(broker.port)
            await publisher.listening.wait()
            await table.close()  # the broker keeps the session
            await ear.publish(f"{TOPICS.root}/command/stop", command("kept"))
            await ear.publish(
                f"{TOPICS.root}/command/stop", command("late", expires_at="2020-01-01T00:00:00Z")
            )
            table = Table(tmp_path, "s2")
            table.connect(broker.port)
            await ear.first(TOPICS.response("stop"), id="kept", status="ok")
            await ear.first(TOPICS.response("stop"), id="late", status="expired")
            assert table.done == [Stop()]
            await table.close()

    run(scene())


def test_a_flood_is_not_answered_for_ever(tmp_path: Path) -> None:
    now = 100.0

    async def scene() -> None:
        nonlocal now
        async with Scene(tmp_path, lambda: now) as (table, ear):
            assert table.publisher is not None
            gate, sent = table.publisher._gate, 0
            for flood, answered in ((BURST + 10, BURST), (int(PER_S) + 5, BURST + int(PER_S))):
                for n in range(flood):
                    await ear.publish(f"{TOPICS.root}/command/stop", command(f"{sent + n}"))
                sent += flood
                while gate.taken + gate.ignored < sent:
                    await asyncio.sleep(0.005)
                assert len(table.done) == answered
                now += 1.0

    run(scene())
