"""Memory of a running controller, and the time from its start to `online`; JSON on standard output.

    python -m tests.bench.footprint

`luza table` with board, journal, MQTT and pages, a scoreboard's event stream open and a match under way, for
which a simulated board plays a few strokes. `start_s`: from the start of the process to its `online` at the
broker, of seven starts. `rss_mb`: resident memory after that (VmRSS, and its peak VmHWM). The bounds are
60 MB and 1.5 s.
"""

import asyncio
import json
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from luza.mqtt.broker import PrivateBroker
from luza.sources.simulator.frames import lively
from luza.sources.simulator.simulated import SimulatedBoard

from tests.mqtt.harness import Ear, Heard
from tests.system.table import TableProcess, settings
from tests.web.ports import kept_port
from tests.web.ports import number as number_of

STARTS = 7
STROKES = 6
AVAILABILITY = "luza/v1/club/table/table-1/availability"


def online(heard: list[Heard]) -> bool:
    """Whether the last word on the table is that it is there."""
    said = [one for one in heard if one.topic == AVAILABILITY and one.payload]
    return bool(said) and said[-1].json["state"] == "online"


def memory(pid: int) -> dict[str, float]:
    """VmRSS and VmHWM of a process, in MB."""
    found = {}
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in ("VmRSS", "VmHWM"):
            found[name] = round(int(rest.split()[0]) / 1024, 1)
    return {"now": found["VmRSS"], "peak": found["VmHWM"]}


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the pages, which come up after `online`."""
    async with asyncio.timeout(20):
        while True:
            try:
                return await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)


async def measure(folder: Path, web: int) -> dict[str, object]:
    """Start it again and again, its pages on port `web`, and let the last run play."""
    async with PrivateBroker() as broker, SimulatedBoard(tempo=10.0) as board:
        file = settings(folder, board.port, broker.port, web)
        table = TableProcess(file)
        took: list[float] = []
        for number in range(STARTS):
            async with Ear(broker.port) as ear:
                started = time.perf_counter()
                await table.start()
                await ear.until(online)
                took.append(time.perf_counter() - started)
                if number == STARTS - 1:
                    break
            await table.end(signal.SIGTERM)  # with a farewell: the broker's `online` is the next one's
        reader, writer = await connect(web)
        writer.write(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        strokes = lively()
        for _ in range(STROKES):
            await board.play(next(strokes))
        shown = await reader.read(1 << 20)
        rss = memory(table.pid)
        writer.close()
        await table.end()
    if b"event: event/shot" not in shown:
        raise RuntimeError("the board's strokes did not reach the page")
    return {
        "starts": STARTS,
        "start_s": {
            "best": round(min(took), 3),
            "median": round(statistics.median(took), 3),
            "worst": round(max(took), 3),
        },
        "rss_mb": rss,
        "bounds": {"start_s": 1.5, "rss_mb": 60},
    }


def main() -> int:
    """Measure and report."""
    with tempfile.TemporaryDirectory(prefix="luza-bench-") as folder, kept_port() as web:
        json.dump(asyncio.run(measure(Path(folder), number_of(web))), sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
