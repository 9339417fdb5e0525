"""From the last byte of a pocket's frame on the port to a subscriber of `event/pocket`; JSON on stdout.

    python -m tests.bench.latency [STROKES]

`luza table` runs as a process of its own, with its journal, its pages and its MQTT. Beside it the bare path:
another process that reads the same bytes from a port of its own, commits them to SQLite (WAL, FULL) and
publishes them with paho, QoS 1, to the same broker and the same subscriber. The two take turns, stroke by
stroke. `ratio` is ours to theirs, of the medians and of the 99th percentiles; milliseconds otherwise.
"""

import asyncio
import json
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import tty
from contextlib import ExitStack
from pathlib import Path

from luza.mqtt.broker import PrivateBroker
from luza_link import messages as m
from luza_link.board import BoardLink
from luza_link.codec import encode
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.system.table import LUZA, settings
from tests.web.ports import kept_port
from tests.web.ports import number as number_of

STROKES = 300
WARM_UP = 20
BARE = "bare/pocket"
POCKET = "luza/v1/club/table/table-1/event/pocket"
SHOT = "luza/v1/club/table/table-1/event/shot"
QUIET_S = 0.03
"""After each exchange: acknowledgements and displays come to rest, and do not disturb the next."""
DEADLINE_S = 20.0


class Ear:
    """A subscriber that notes when a topic's message came."""

    def __init__(self, port: int) -> None:
        self._came = {topic: threading.Event() for topic in (BARE, POCKET, SHOT)}
        self._at: dict[str, float] = {}
        ready = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_message = self._on_message
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.connect("127.0.0.1", port)
        self._client.subscribe([(topic, 1) for topic in self._came])
        self._client.loop_start()
        ready.wait(DEADLINE_S)

    def wait(self, topic: str) -> float:
        """When the next message of the topic came, by the clock of `perf_counter`."""
        if not self._came[topic].wait(DEADLINE_S):
            raise RuntimeError(f"nothing came on {topic}")
        self._came[topic].clear()
        return self._at[topic]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._at[message.topic] = time.perf_counter()
        self._came[message.topic].set()


class Port:
    """A pseudo-terminal; `path` is what the other side opens."""

    def __init__(self) -> None:
        self.fd, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.fd, False)
        self.path = os.ttyname(self._slave)

    def wait(self, seconds: float) -> None:
        """Until something comes, at most so long."""
        select.select([self.fd], [], [], seconds)

    def write(self, data: bytes) -> None:
        os.write(self.fd, data)

    def read(self) -> bytes:
        try:
            return os.read(self.fd, 4096)
        except BlockingIOError:
            return b""


class Board:
    """The board's end of the link at the port, in this process, so that its last byte can be timed."""

    def __init__(self, port: Port) -> None:
        self.written_at = 0.0
        self._port = port
        self._link = BoardLink(bytes.fromhex("e6614103e7"), 77, m.RESET_POWER, "bench", b"{}", 0)

    def turn(self, seconds: float) -> None:
        """Answers the host for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._once()
            self._port.wait(0.001)

    def link_up(self) -> None:
        """Until the host knows the board, and its clock."""
        until = time.monotonic() + DEADLINE_S
        while not self._link.linked and time.monotonic() < until:
            self.turn(0.05)
        self.turn(0.5)

    def come_to_rest(self) -> None:
        """Until all that was felt is on the host's disk, and a little longer."""
        until = time.monotonic() + DEADLINE_S
        while self._link.acked < self._link.newest and time.monotonic() < until:
            self._once()
            self._port.wait(0.001)
        self.turn(QUIET_S)

    def feel(self, kind: int, channel: int = 0) -> None:
        """An event happens and goes out at once."""
        now = time.monotonic_ns() // 1000
        self._link.push_event(now, kind, channel, 0, 0)
        self._once()

    def _once(self) -> None:
        now = time.monotonic_ns() // 1000
        self._link.receive(self._port.read(), now)
        self._link.poll(now, self._write)

    def _write(self, buffer: bytearray, length: int) -> bool:
        self._port.write(bytes(buffer[:length]))
        self.written_at = time.perf_counter()
        return True


def one_of_ours(board: Board, ear: Ear, number: int) -> float:
    """A stroke with a ball in a pocket; seconds from the pocket's frame to the subscriber."""
    board.feel(m.STRIKE)
    board.feel(m.CONTACT)
    board.come_to_rest()
    board.feel(m.POCKET, number % 6)
    written_at = board.written_at
    took = ear.wait(POCKET) - written_at
    board.come_to_rest()
    board.feel(m.REST)
    ear.wait(SHOT)
    board.come_to_rest()
    return took


def one_of_theirs(board: Board, port: Port, ear: Ear, number: int) -> float:
    """The same bytes by the bare path."""
    frame = encode(m.EVENT, struct.pack(m.EVENT_BODY, number, 10**9, m.POCKET, number % 6, 0, 0))
    port.write(frame)
    written_at = time.perf_counter()
    took = ear.wait(BARE) - written_at
    board.turn(QUIET_S)
    return took


def measure(folder: Path, broker: int, strokes: int) -> dict[str, object]:
    """Both paths in turn."""
    with ExitStack() as stack:
        ear = Ear(broker)
        stack.callback(ear.close)
        ports = Port(), Port()
        bare = [sys.executable, "-m", "tests.bench.bare", ports[1].path]
        bare += [str(folder / "bare.db"), str(broker), BARE]
        web = stack.enter_context(kept_port())
        file = settings(folder, ports[0].path, broker, number_of(web))
        file.write_text(file.read_text(encoding="utf-8") + "\n[log]\nlevel = 'error'\n", encoding="utf-8")
        table = [*LUZA, "table", "--start", "--settings", str(file)]
        for program in (table, bare):
            child = stack.enter_context(subprocess.Popen(program, stdout=subprocess.DEVNULL))
            stack.callback(child.terminate)
        board = Board(ports[0])
        board.link_up()
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(1, strokes + WARM_UP + 1):
            a, b = one_of_ours(board, ear, number), one_of_theirs(board, ports[1], ear, number)
            if number > WARM_UP:
                ours.append(a)
                theirs.append(b)
    return {
        "strokes": strokes,
        "ours_ms": summary(ours),
        "bare_ms": summary(theirs),
        "ratio": {name: round(summary(ours)[name] / summary(theirs)[name], 2) for name in ("median", "p99")},
    }


def summary(seconds: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return {"median": round(statistics.median(seconds) * 1e3, 3), "p99": round(cuts[98] * 1e3, 3)}


async def run(strokes: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="luza-bench-") as folder:
        async with PrivateBroker() as broker:
            return await asyncio.to_thread(measure, Path(folder), broker.port, strokes)


def main() -> int:
    """Measure and report."""
    strokes = int(sys.argv[1]) if len(sys.argv) > 1 else STROKES
    json.dump(asyncio.run(run(strokes)), sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
