"""The host is killed again and again while balls fall: each one is in the journal once, and is told."""

import asyncio
import itertools
import json
import random
import signal
from pathlib import Path
from typing import Any

from luza.controller import SystemClocks
from luza.controller.play import Play
from luza.facts import POCKETS
from luza.journal import Journal
from luza.mqtt.broker import PrivateBroker
from luza.sources.simulator.simulated import SimulatedBoard

from tests.mqtt.harness import Ear, Heard, run
from tests.system.table import TableProcess, settings

KILLS = 4
AHEAD = 20
"""Balls that have fallen and have not been told, at most."""
ROOT = "luza/v1/club/table/table-1"
POCKET = f"{ROOT}/event/pocket"


async def drop_balls(board: SimulatedBoard, ear: Ear, dropped: list[str], done: asyncio.Event) -> None:
    """A ball every tenth of a second into one pocket after another, as long as some of them are told."""
    for pocket in itertools.cycle(POCKETS):
        # A board that gets little of a busy machine would fall behind for ever.
        while len(dropped) - sum(one.topic == POCKET for one in ear.heard) >= AHEAD and not done.is_set():
            await asyncio.sleep(0.02)
        if done.is_set():
            return
        board.beam_break(pocket, 40)
        dropped.append(pocket)
        await asyncio.sleep(0.09)


def test_exactly_once_whoever_is_killed_when(tmp_path: Path) -> None:
    async def test() -> list[Heard]:
        dropped: list[str] = []
        chance = random.Random(7)
        async with PrivateBroker() as broker, SimulatedBoard() as board, Ear(broker.port) as ear:
            table = TableProcess(settings(tmp_path, board.port, broker.port))
            done = asyncio.Event()
            balls: asyncio.Task[None] | None = None
            for _ in range(KILLS):
                lived = sessions(tmp_path)
                await table.start()
                if balls is None:
                    await ear.until(playing)
                    balls = asyncio.create_task(drop_balls(board, ear, dropped, done))
                await ear.until(lambda heard, lived=lived: fell(of_others(heard, lived)))
                for _ in range(chance.randrange(30)):
                    await asyncio.sleep(0.003)
                await table.end(signal.SIGKILL)
            done.set()
            assert balls is not None
            await balls
            lived = sessions(tmp_path)
            await table.start()
            # All may have been told before the kill; a table that is still loading knows no SIGTERM.
            await ear.until(lambda heard: online(of_others(heard, lived)))
            await ear.until(lambda heard: len(numbers(heard, "event/pocket")) == len(dropped))
            status, said = await table.end(signal.SIGTERM)
            assert (status, "Traceback" in said) == (0, False), said
            await ear.first(f"{ROOT}/availability", reason="stopped")
            check_journal(tmp_path / "table.db", dropped, ear.heard)
            return ear.heard

    heard = run(test())
    last = [one for one in heard if one.topic == f"{ROOT}/availability"][-1]
    assert (last.json["state"], last.json["reason"]) == ("offline", "stopped")


def check_journal(path: Path, dropped: list[str], heard: list[Heard]) -> None:
    journal = Journal.open(path)
    match = journal.current()
    assert match is not None
    lines = [json.loads(line) for line in journal.lines(match.id)]
    assert [line["pocket"] for line in lines if line["type"] == "pocket"] == dropped
    times = [line["t"] for line in lines]
    assert times == sorted(times)
    # Nothing was skipped, and no number stands for two things.
    kept = journal._database.execute("SELECT seq FROM events UNION SELECT seq FROM told").fetchall()
    said: dict[int, Any] = {}
    for one in heard:
        if one.payload:
            assert said.setdefault(one.json["seq"], (one.topic, one.payload)) == (one.topic, one.payload)
    assert {seq for (seq,) in kept} <= set(said)
    # The table stands where its journal stands.
    state = [one.json for one in heard if one.topic == f"{ROOT}/state"][-1]
    play = Play.resume(match, journal.lines(match.id), journal.told_t, SystemClocks())
    assert state["match"] == match.name
    assert state["frame"]["to_spot"] == play.table.frame.to_spot
    assert state["frame"]["score"] == list(play.table.frame.score)
    journal.close()


def numbers(heard: list[Heard], topic: str) -> set[int]:
    return {one.json["seq"] for one in heard if one.topic == f"{ROOT}/{topic}"}


def sessions(folder: Path) -> set[str]:
    """Those of the tables that have lived so far; what they said may still be on its way."""
    if not (folder / "table.db").exists():
        return set()
    journal = Journal.open(folder / "table.db", sole=False)
    lived = {name for (name,) in journal._database.execute("SELECT name FROM sessions")}
    journal.close()
    return lived


def of_others(heard: list[Heard], lived: set[str]) -> list[Heard]:
    """What was said by a table that is none of these."""
    return [one for one in heard if one.payload and one.json.get("session") not in lived]


def fell(heard: list[Heard]) -> bool:
    return bool(numbers(heard, "event/pocket"))


def online(heard: list[Heard]) -> bool:
    return any(one.topic == f"{ROOT}/availability" and one.json["state"] == "online" for one in heard)


def playing(heard: list[Heard]) -> bool:
    return any(one.topic == f"{ROOT}/state" and one.json["match"] for one in heard)
