"""The real controller over a real Mosquitto: every judged recording of free pyramid played at one table.

Each message that is published keeps to its schema; what displays are left with is what the recording's judge
says; and commands do what a person at the panel does.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.controller import Controller
from luza.entries import Header, parse_log
from luza.errors import Refused
from luza.facts import Fact
from luza.journal import Journal
from luza.mqtt.access import Access
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.publisher import Publisher
from luza.sources.board import BoardBatch, MissingFacts

from tests.controller.world import HandClocks, profile
from tests.house.tree import ROOT
from tests.mqtt import schemas
from tests.mqtt.harness import QUICK, TOPICS, Ear, Heard, run
from tests.mqtt.test_commands import ask, command

FOLDER = ROOT / "tests" / "scenarios" / "free"
EXPECTED = {
    path: json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.tlog"))
}
FREE = {path: judged for path, judged in EXPECTED.items() if "exit" not in judged}
"""The recordings without a bad line, and what their judge says."""


class Hall:
    """A table whose controller, journal and publisher are the product's, and a listener."""

    def __init__(self, folder: Path, port: int, ear: Ear) -> None:
        self.ear = ear
        self.clocks = HandClocks()
        self.journal = Journal.open(folder / "table.db")
        # A board that never says how it is would be missed after a while, and its senses doubted.
        self.controller = Controller(
            self.journal, profile(root=TOPICS.root, club="arena", board=False), self.clocks
        )
        self.publisher = Publisher(
            self.journal,
            self.controller,
            TOPICS,
            Access(port=port),
            self.controller.session,
            backoff=QUICK,
            changed=self.controller.health_changed,
            wall=self.clocks.wall,
        )
        self.controller.on_commit(self.publisher.pump)
        self.controller.add_part("mqtt", self.publisher.part)
        self.publisher.start()
        self._board_seq = 0

    async def play(self, path: Path) -> None:
        """Plays a recording from its first line to its last, as its board and its people would have."""
        lines = parse_log(path.read_text(encoding="utf-8").splitlines())
        _, header = next(lines)
        assert isinstance(header, Header)
        await self.controller.start_match(header)
        zero = self.clocks.boottime()
        for _, entry in lines:
            assert not isinstance(entry, Header)
            self.clocks.forward(zero + entry.t - self.clocks.boottime())
            if isinstance(entry, Fact):
                self._board_seq += 1
                fact = msgspec.structs.replace(entry, t=zero + entry.t)
                await self.controller.deliver(BoardBatch("e661", 1, self._board_seq, (fact,), None))
            else:
                await self.controller.enter(entry, source="panel")
        self.controller.tick()

    async def lose_facts(self) -> None:
        """The board's ring ran over."""
        self._board_seq += 9
        missing = MissingFacts(self._board_seq - 8, self._board_seq, "the ring ran over")
        await self.controller.deliver(BoardBatch("e661", 1, self._board_seq, (), missing))

    async def settled(self) -> None:
        """Returns when the listener has heard all that was told."""
        while self.journal.outbox.depth():
            self.publisher.pump()
            await asyncio.sleep(0.005)
        await self.ear.caught_up()

    def newest(self, topic: str) -> Heard:
        """What a display has under a topic."""
        return next(one for one in reversed(self.ear.heard) if one.topic == f"{TOPICS.root}/{topic}")


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[Hall]:
    async with PrivateBroker() as broker, Ear(broker.port) as ear:
        one = Hall(folder, broker.port, ear)
        await one.publisher.listening.wait()
        try:
            yield one
        finally:
            await one.publisher.stop()
            one.controller.close()
            one.journal.close()


def test_every_message_of_every_recording_keeps_to_its_schema(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall(tmp_path) as here:
            for path, judged in FREE.items():
                await here.play(path)
                await here.settled()
                state = here.newest("state").json
                judged.pop("shots", None)  # they go by as events; the last one stands in the state
                assert (path.name, _differs(state, judged)) == (path.name, "")
                await here.controller.stop_match()
            await here.controller.start_match()
            await here.lose_facts()
            await here.settled()
            alert = next(one for one in here.ear.heard if "/alert/" in one.topic)
            await here.controller.stop_match()
            await here.settled()
            assert here.newest(_below(alert)).payload == b""
            told = [one for one in here.ear.heard if one.topic.startswith(f"{TOPICS.root}/")]
            wrong = [text for one in told for text in schemas.problems(_below(one), one.payload)]
            assert wrong == []
            topics = {_below(one).partition("/")[0] for one in told}
            assert topics >= {"availability", "meta", "state", "score", "clock", "health", "event", "alert"}
            events = {_below(one) for one in told if "/event/" in one.topic}
            assert events == {f"event/{kind}" for kind in ("pocket", "shot", "foul", "frame", "match")}
            _check_numbers(told)
            assert here.newest("score").json["phase"] == "idle"

    run(scene())


def test_commands_do_what_the_panel_does(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall(tmp_path) as here:
            ear = here.ear
            start = await ask(ear, "start", command("1", {"players": ["Вера", "Глеб"], "first_breaker": 1}))
            assert start.json["status"] == "ok"
            again = await ask(ear, "start", command("2"))
            assert (again.json["status"], again.json["code"]) == ("error", again.json["code"])
            assert again.json["detail"]
            entry = {"type": "adjust", "player": 0, "delta": 2, "reason": "судья"}
            assert (await ask(ear, "entry", command("3", entry))).json["status"] == "ok"
            await ear.first(f"{TOPICS.root}/score", players=["Вера", "Глеб"], score=[2, 0])
            assert (await ask(ear, "entry", command("3", entry))).json["status"] == "duplicate"
            refused = (await ask(ear, "entry", command("4", {"type": "choose", "option": "play"}))).json
            assert refused["status"] == "error"
            assert refused["code"] not in ("bad_args", "journal")
            await here.settled()
            assert here.newest("score").json["score"] == [2, 0]
            assert (await ask(ear, "stop", command("5"))).json["status"] == "ok"
            ended = await ear.first(f"{TOPICS.root}/event/match", event="ended")
            before = len(ear.heard)
            assert (await ask(ear, "replay", command("6", {"from": ended.json["seq"]}))).json[
                "status"
            ] == "ok"
            await here.settled()
            repeated = [one for one in ear.heard[before:] if one.topic == ended.topic]
            assert [one.payload for one in repeated] == [ended.payload]

    run(scene())


def test_a_table_says_nothing_while_the_broker_is_away_and_everything_after(tmp_path: Path) -> None:
    """The table works wholly without a broker, and a display that comes later sees where the match stands."""

    async def scene() -> None:
        async with hall(tmp_path / "a") as here:
            await here.play(next(iter(FREE)))
            await here.settled()
            wanted = [_bare(one) for one in here.ear.heard if "/event/" in one.topic]
        async with PrivateBroker() as broker, Ear(broker.port) as ear:
            here = Hall(tmp_path / "b", broker.port, ear)
            await here.publisher.listening.wait()
            before = ear.subscriptions
            await broker.stop()
            await here.play(next(iter(FREE)))
            assert here.controller.play is not None
            await here.publisher.stop()
            # A new publisher once the listener is there again: what waited comes in its order.
            await broker.start()
            await ear.until(lambda _: ear.subscriptions > before)
            ear.forget()
            here.publisher = Publisher(
                here.journal, here.controller, TOPICS, Access(port=broker.port), here.controller.session
            )
            here.publisher.start()
            await here.settled()
            assert [_bare(one) for one in ear.heard if "/event/" in one.topic] == wanted
            await here.publisher.stop()
            here.journal.close()

    run(scene())


def test_what_cannot_be_done_now_is_refused_by_the_controller_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with hall(tmp_path) as here:
            await here.controller.start_match()
            await here.controller.enter({"type": "concede", "player": 0}, source="panel")
            await here.controller.enter({"type": "concede", "player": 0}, source="panel")
            decided = here.controller.play
            assert decided is not None
            start = (await ask(here.ear, "start", command("game", {"game": "snooker"}))).json
            assert (start["status"], start["code"]) == ("error", "unknown_game")
            assert here.controller.play is decided
            await here.controller.stop_match()
            for name, args in (("stop", {}), ("entry", {"type": "undo"})):
                said = (await ask(here.ear, name, command(f"x-{name}", args))).json
                assert said["status"] == "error"
                assert said["detail"]
            with pytest.raises(Refused) as no:
                await here.controller.stop_match()
            assert no.value.reason == (await ask(here.ear, "stop", command("y"))).json["detail"]

    run(scene())


def _below(one: Heard) -> str:
    return one.topic.removeprefix(f"{TOPICS.root}/")


def _bare(one: Heard) -> dict[str, Any]:
    """A payload without what differs from run to run."""
    return {key: value for key, value in one.json.items() if key not in ("session", "seq", "at", "match")}


def _differs(shown: Any, expected: Any, where: str = "") -> str:
    """Where what is shown is not what is expected, as far as that goes; empty where it is."""
    if isinstance(expected, dict) and isinstance(shown, dict):
        parts = [_differs(shown[key], value, f"{where}.{key}") for key, value in expected.items()]
    elif isinstance(expected, list) and isinstance(shown, list) and len(expected) == len(shown):
        parts = [_differs(*pair, f"{where}[{n}]") for n, pair in enumerate(zip(shown, expected, strict=True))]
    else:
        return "" if shown == expected else f"{where}: {shown} and not {expected}"
    return "".join(parts)


def _check_numbers(told: list[Heard]) -> None:
    """Never two things under one seq; within a topic they grow."""
    by_seq: dict[int, bytes] = {}
    newest: dict[str, int] = {}
    for one in told:
        if one.payload:
            seq = one.json["seq"]
            assert by_seq.setdefault(seq, one.payload) == one.payload
            assert seq > newest.get(one.topic, 0)
            newest[one.topic] = seq
