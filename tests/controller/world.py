"""A controller on a real journal, with clocks that a test turns by hand."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
from luza.controller import Controller, Profile
from luza.controller.bus import Subscription
from luza.entries import Header
from luza.facts import Fact
from luza.journal import Journal
from luza.sources.board import BoardBatch, MissingFacts

ROOT = "luza/v1/club/table/one"
UID = "e6614103e7"
BOOT = 77


class HandClocks:
    """The three clocks of a machine; `of_monotonic` as on a machine that never slept."""

    def __init__(self, boot_id: str = "boot-a", boottime: float = 1000.0, wall: float = 1.75e9) -> None:
        self.boot_id = boot_id
        self._boottime = boottime
        self._wall = wall

    def boottime(self) -> float:
        return self._boottime

    def wall(self) -> float:
        return self._wall

    def of_monotonic(self, monotonic: float) -> float:
        return monotonic

    def forward(self, seconds: float) -> None:
        """Time passes."""
        self._boottime += seconds
        self._wall += seconds

    def set_wall(self, wall: float) -> None:
        """Somebody, or the network, sets the wall clock."""
        self._wall = wall


def header(**changes: Any) -> Header:
    """A match of free pyramid to two frames; Anna breaks first."""
    fields: dict[str, Any] = {
        "game": "free",
        "players": ["Анна", "Борис"],
        "race_to": 2,
        "first_breaker": 0,
        "sensors": ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"],
    }
    return Header(**{**fields, **changes})


def profile(**changes: Any) -> Profile:
    fields: dict[str, Any] = {
        "root": ROOT,
        "club": "club",
        "table": "one",
        "club_name": "Клуб",
        "table_name": "Стол 1",
        "header": header(),
        "version": "0.0.0",
    }
    return Profile(**{**fields, **changes})


class World:
    """One table and what it was heard to say."""

    def __init__(self, folder: Path, clocks: HandClocks | None = None, **changes: Any) -> None:
        self.clocks = clocks or HandClocks()
        self.path = folder / "table.db"
        self.profile = profile(**changes)
        self.seq = 0
        self._runner = asyncio.Runner()  # one event loop for all of it, as in the product
        self.run = self._runner.run
        self.open()

    def open(self) -> None:
        """Starts the controller; after `crash`, a new one on the same journal."""
        self.journal = Journal.open(self.path)
        self.table = Controller(self.journal, self.profile, self.clocks, retry_s=0.001)
        self.heard: Subscription = self.table.subscribe()
        position = self.journal.position(UID)
        self.seq = position.seq if position else 0

    def crash(self) -> None:
        """The process is gone: what is on disk stays."""
        self.journal.close()

    def end(self) -> None:
        self.crash()
        self._runner.close()

    def restart(self) -> None:
        self.crash()
        self.open()

    def start(self, **changes: Any) -> str:
        return self.run(self.table.start_match(header(**changes) if changes else None))

    def say(self, type: str, **fields: Any) -> int:
        """A person says something."""
        return self.run(self.table.enter({"type": type, **fields}, source="panel:anna"))

    def feel(self, *facts: Fact, after: float = 0.0, missing: MissingFacts | None = None) -> None:
        """The board feels facts; each `t` counts from now, `after` seconds later they arrive."""
        now = self.clocks.boottime()
        late = tuple(msgspec.structs.replace(fact, t=fact.t + now) for fact in facts)
        self.clocks.forward(max([0.0, *(fact.t for fact in facts)]) + after)
        self.seq += max(1, len(facts))
        self.run(self.table.deliver(BoardBatch(UID, BOOT, self.seq, late, missing)))

    def lines(self) -> list[dict[str, Any]]:
        """The entries of the match that is being played."""
        current = self.journal.current()
        assert current is not None
        return [msgspec.json.decode(line) for line in self.journal.lines(current.id)]

    def news(self) -> list[tuple[str, Any]]:
        """What was told since the last time, as (topic, decoded payload)."""
        return self.run(_drain(self.heard))

    def topics(self) -> list[str]:
        return [topic for topic, _ in self.news()]

    def held(self, topic: str) -> Any:
        """The retained message of a topic as a new subscriber gets it; None where there is none."""
        found = dict(self.run(_drain(self.table.subscribe())))
        return found.get(topic)

    @property
    def state(self) -> Any:
        return self.held("state")


async def _drain(subscription: Subscription) -> list[tuple[str, Any]]:
    found = []
    while True:
        waiting = asyncio.ensure_future(anext(subscription))
        await asyncio.sleep(0)
        if not waiting.done():
            waiting.cancel()
            return found
        if isinstance(waiting.exception(), StopAsyncIteration):
            return found
        topic, payload = waiting.result()
        found.append((topic, msgspec.json.decode(payload) if payload else None))
