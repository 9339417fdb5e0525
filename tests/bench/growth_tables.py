"""The tables of a club in one process, each with an MQTT 5 connection of its own. Started by `club_growth`.

    python -m tests.bench.growth_tables PORT TABLES SECONDS PACE_S

Says `ready` when all are connected; plays from the line `go` on, and then prints what it has sent as JSON.
"""

import asyncio
import json
import sys
import time
from datetime import UTC, datetime

import msgspec
from luza.messages import Availability, Message, Meta, Snapshot
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection

from tests.bench.growth_club import CLUB, topics
from tests.bench.growth_play import Said, strokes

ACKED_S = 20.0


class Table:
    """A table that says what it is given, stamped, and counts what the broker has acknowledged."""

    def __init__(self, port: int, number: int) -> None:
        self._topics = topics(number)
        self._connection = Connection(
            Access(port=port),
            self._topics.client_id,
            acked=self._acked,
            received=lambda _message: None,
            session_expiry_s=0,
        )
        self._waiting: set[int] = set()
        self.seq = 0
        self.strokes = 0
        self.failed = 0

    async def open(self) -> None:
        """Connects, and says that it is there."""
        await self._connection.open()
        since = _now()
        self.say(Said("availability", Availability(state="online", since=since), retain=True))
        name = self._topics.table
        meta = Meta(
            club=CLUB, table=name, club_name="Арена", table_name=name, games=(), sensors=(), versions={}
        )
        self.say(Said("meta", meta, retain=True))

    def say(self, said: Said) -> None:
        """Publishes a message; `sent` in it is the machine's clock at that moment, in seconds."""
        self.seq += 1
        message: Message = msgspec.structs.replace(said.message, session="s", seq=self.seq, at=_now())
        if isinstance(message, Snapshot):
            message = msgspec.structs.replace(message, rev=self.seq)
        payload = msgspec.json.encode(message)
        sent = f',"sent":{time.perf_counter():.6f}}}'.encode()
        topic = f"{self._topics.root}/{said.leaf}"
        self._waiting.add(self._connection.publish(topic, payload[:-1] + sent, retain=said.retain))

    async def play(self, script: list[tuple[Said, ...]], begin: float, pace_s: float, until: float) -> None:
        """Plays the script, a stroke every `pace_s`, from the loop's time `begin` until it is `until`."""
        for number, stroke in enumerate(script):
            at = begin + number * pace_s
            if at >= until:
                return
            await _at(at)
            # A stroke's messages are spread over its own time, as a ball's way is.
            for said in stroke:
                self.say(said)
                await asyncio.sleep(0.05)
            self.strokes += 1

    async def acknowledged(self) -> int:
        """Waits for the broker; how many messages it has not acknowledged after all."""
        deadline = time.perf_counter() + ACKED_S
        while self._waiting and time.perf_counter() < deadline:
            await asyncio.sleep(0.02)
        return len(self._waiting)

    async def close(self) -> None:
        """Takes leave."""
        await self._connection.close()

    def _acked(self, number: int, code: int) -> None:
        self._waiting.discard(number)
        # 16: nobody subscribes to it, which is no failure.
        self.failed += code not in (0, 16)


async def _at(time_s: float) -> None:
    """Returns at the loop's time `time_s`."""
    loop = asyncio.get_running_loop()
    reached: asyncio.Future[None] = loop.create_future()
    loop.call_at(time_s, reached.set_result, None)
    await reached


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def main(port: int, many: int, seconds: float, pace_s: float) -> None:
    """All tables, from connecting to the count."""
    script = strokes(int(seconds / pace_s) + 2)
    tables = [Table(port, number) for number in range(1, many + 1)]
    for table in tables:
        await table.open()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    # By one look at the clock: how many strokes that makes does not depend on how busy the machine is.
    now = asyncio.get_running_loop().time()
    await asyncio.gather(
        *(
            table.play(script, now + pace_s * place / many, pace_s, now + seconds)
            for place, table in enumerate(tables)
        )
    )
    unacknowledged = sum([await table.acknowledged() for table in tables])
    print(
        json.dumps(
            {
                "seq": {topics(number).table: table.seq for number, table in enumerate(tables, start=1)},
                "strokes": {
                    topics(number).table: table.strokes for number, table in enumerate(tables, start=1)
                },
                "unacknowledged": unacknowledged,
                "refused": sum(table.failed for table in tables),
            }
        ),
        flush=True,
    )
    # They stay connected until everybody else has counted.
    await asyncio.to_thread(sys.stdin.readline)
    for table in tables:
        await table.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])))
