"""The displays of a club in one process, each with an MQTT connection of its own. Started by `club_growth`.

    python -m tests.bench.growth_displays PORT DISPLAYS TABLES

Says `ready` when all have subscribed. On a line with the last seq of each table as JSON it waits until every
display has that, and prints what came too late, twice or never.
"""

import asyncio
import json
import sys
import time

import msgspec
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection, Incoming

from tests.bench.growth_club import topics

ALL_S = 30.0


class Stamp(msgspec.Struct, frozen=True):
    """What a display needs of any message to see whether it has missed one."""

    seq: int
    sent: float = 0.0


class Display:
    """A scoreboard that shows one table and hears all of it."""

    def __init__(self, port: int, number: int, table: int) -> None:
        self.table = topics(table).table
        self._filter = f"{topics(table).root}/#"
        self._connection = Connection(
            Access(port=port),
            f"display-{number}",
            acked=lambda _number, _code: None,
            received=self._received,
            session_expiry_s=0,
        )
        self.seqs: set[int] = set()
        self.twice = 0
        self.disorder = 0
        self._last = 0
        self._opened = time.perf_counter()
        self.late_ms: list[float] = []

    async def open(self) -> None:
        """Connects and subscribes."""
        await self._connection.open()
        await self._connection.subscribe(self._filter)

    @property
    def lost(self) -> bool:
        """Whether its line broke."""
        return self._connection.lost.done()

    async def close(self) -> None:
        """Takes leave."""
        await self._connection.close()

    def _received(self, message: Incoming) -> None:
        stamp = msgspec.json.decode(message.payload, type=Stamp)
        self.twice += stamp.seq in self.seqs
        self.disorder += stamp.seq < self._last
        self._last = max(self._last, stamp.seq)
        self.seqs.add(stamp.seq)
        if stamp.sent > self._opened:  # what was retained is no news
            self.late_ms.append((time.perf_counter() - stamp.sent) * 1000)


async def main(port: int, many: int, tables: int) -> None:
    """All displays, from connecting to the count."""
    displays = [Display(port, number, number % tables + 1) for number in range(many)]
    for display in displays:
        await display.open()
    print("ready", flush=True)
    last: dict[str, int] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    deadline = time.perf_counter() + ALL_S

    def missing() -> int:
        # The two messages that a table began with may have been retained, or may have come before.
        return sum(len(set(range(3, last[display.table] + 1)) - display.seqs) for display in displays)

    while missing() and time.perf_counter() < deadline:
        await asyncio.sleep(0.02)
    late = sorted(ms for display in displays for ms in display.late_ms)
    print(
        json.dumps(
            {
                "received": sum(len(display.seqs) for display in displays),
                "missing": missing(),
                "twice": sum(display.twice for display in displays),
                "disorder": sum(display.disorder for display in displays),
                "lines_lost": sum(display.lost for display in displays),
                "p50_ms": round(late[len(late) // 2], 2),
                "p99_ms": round(late[int(len(late) * 0.99)], 2),
            }
        ),
        flush=True,
    )
    for display in displays:
        await display.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
