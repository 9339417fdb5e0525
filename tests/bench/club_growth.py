"""A big club on this machine: 100 tables, 400 displays, the club's server and its pages; JSON on stdout.

    python -m tests.bench.club_growth [TABLES DISPLAYS SECONDS PACE_S]

A real Mosquitto, `luza club run` as a process of its own with SQLite on disk, and in two more processes a
real MQTT client for each table and each display. Every table plays a stroke each `PACE_S` seconds, with the
messages that the core makes of it; pages read the server's `/events`. Exit status 1 where a message was lost,
the 99th percentile from a table to a page is 250 ms or more, or memory grew.
"""

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from luza.mqtt.broker import PrivateBroker

from tests.bench.growth_club import CLUB
from tests.system.table import LUZA
from tests.web.ports import kept_port, number

TABLES, DISPLAYS, SECONDS, PACE_S = 100, 400, 90.0, 8.0
PAGES = 4
P99_MS = 250.0
GROWTH_MB = 6.0
"""What a process may grow by from the first third to the end: the database's cache, the matches' lists."""
DEADLINE_S = 60.0


class Page:
    """A dashboard's stream of events, read as a browser would."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.late_ms: list[float] = []
        self.shown: dict[str, int] = {}
        """The newest seq of each table."""
        self.open = asyncio.Event()
        """Set once it shows what stands."""
        self.again = 0
        """How often the stream broke and was opened anew."""

    async def read(self, client: httpx.AsyncClient) -> None:
        """Reads until it is cancelled."""
        while True:
            opened = time.perf_counter()
            async with client.stream("GET", f"{self._address}/events") as answer:
                async for line in answer.aiter_lines():
                    self.open.set()
                    if line.startswith("data:") and '"payload"' in line:
                        self._take(line.removeprefix("data:"), opened)
            self.again += 1

    def _take(self, data: str, opened: float) -> None:
        said = msgspec.json.decode(data.encode())
        payload = said["payload"]
        if payload is None:
            return
        table, seq = said["table"], payload["seq"]
        self.shown[table] = max(seq, self.shown.get(table, 0))
        # What stood there already when the page was opened is no news.
        if (sent := payload.get("sent", 0.0)) > opened:
            self.late_ms.append((time.perf_counter() - sent) * 1000)


class Watched:
    """What a process holds, in MB, and how long it has worked, in seconds, over time."""

    def __init__(self, pid: int) -> None:
        self._process = Path(f"/proc/{pid}")
        self.mb: list[float] = []
        self.worked_s: list[float] = []

    def look(self) -> None:
        """Notes it down."""
        pages = int((self._process / "statm").read_text().split()[1])
        self.mb.append(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
        # proc(5): utime and stime are the 14th and 15th fields; the second may have spaces in it.
        fields = (self._process / "stat").read_text().rpartition(")")[2].split()
        self.worked_s.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))

    def figures(self) -> dict[str, float]:
        """Memory at the first third, at the end, and by how much it grew between; work meanwhile."""
        third, end = self.mb[len(self.mb) // 3], self.mb[-1]
        return {
            "third_mb": round(third, 1),
            "end_mb": round(end, 1),
            "grown_mb": round(end - third, 1),
            "worked_s": round(self.worked_s[-1] - self.worked_s[0], 2),
        }


async def measure(
    tables: int = TABLES, displays: int = DISPLAYS, seconds: float = SECONDS, pace_s: float = PACE_S
) -> dict[str, Any]:
    """The figures of one club; raises RuntimeError where a part of it does not start."""
    with tempfile.TemporaryDirectory(prefix="luza-growth-") as name:
        folder = Path(name)
        async with (
            PrivateBroker(["allow_anonymous true", "max_queued_messages 10000"]) as broker,
            _server(folder, broker.port) as (server, address),
            _beside("tests.bench.growth_tables", broker.port, tables, seconds, pace_s) as playing,
            _beside("tests.bench.growth_displays", broker.port, displays, tables) as showing,
            httpx.AsyncClient(timeout=None, verify=False) as client,
        ):
            # They all start at once, and are waited for afterwards.
            await _hears(server, client, address)
            for process in (playing, showing):
                if (await _hear(process, DEADLINE_S)).strip() != "ready":
                    raise RuntimeError("the tables or the displays do not start")
            pages = [Page(address) for _ in range(PAGES)]
            reading = [asyncio.create_task(page.read(client)) for page in pages]
            for page in pages:
                await page.open.wait()
            watched = {
                "server": Watched(server.pid),
                "broker": Watched(broker.pid or 0),
                "tables": Watched(playing.pid),
                "displays": Watched(showing.pid),
                "pages": Watched(os.getpid()),
            }
            await _say(playing, "go")
            played = asyncio.create_task(_hear(playing, seconds + DEADLINE_S))
            while not played.done():
                for one in watched.values():
                    one.look()
                await asyncio.wait([played], timeout=min(1.0, seconds / 30))
            sent = json.loads(played.result())
            await _say(showing, json.dumps(sent["seq"]))
            shown = json.loads(await _hear(showing, DEADLINE_S))
            written = await _history(folder / "club.db", sum(sent["strokes"].values()))
            behind = await _pages_behind(pages, sent["seq"])
            for task in reading:
                task.cancel()
            await _say(playing, "end")
    late = sorted(ms for page in pages for ms in page.late_ms)
    return {
        "tables": tables,
        "displays": displays,
        "seconds": seconds,
        "messages": sum(sent["seq"].values()),
        "messages_a_second": round(sum(sent["seq"].values()) / seconds, 1),
        "unacknowledged": sent["unacknowledged"],
        "refused": sent["refused"],
        "displays_got": shown,
        "strokes": sum(sent["strokes"].values()),
        "strokes_in_history": written,
        "pages": {
            "many": PAGES,
            "messages": len(late),
            "behind": behind,
            "opened_again": sum(page.again for page in pages),
            "p50_ms": round(late[len(late) // 2], 2),
            "p99_ms": round(late[int(len(late) * 0.99)], 2),
            "max_ms": round(late[-1], 2),
        },
        "processes": {what: one.figures() for what, one in watched.items()},
    }


def faults(found: dict[str, Any], p99_ms: float = P99_MS) -> list[str]:
    """What of the figures is not as it has to be."""
    got, pages = found["displays_got"], found["pages"]
    wrong = [f"{key}: {found[key]}" for key in ("unacknowledged", "refused") if found[key]]
    wrong += [f"displays, {key}: {got[key]}" for key in ("missing", "disorder", "lines_lost") if got[key]]
    if found["strokes_in_history"] != found["strokes"]:
        wrong.append(f"history: {found['strokes_in_history']} of {found['strokes']} strokes")
    wrong += [f"pages, {key}: {pages[key]}" for key in ("behind", "opened_again") if pages[key]]
    if pages["p99_ms"] >= p99_ms:
        wrong.append(f"from a table to a page: {pages['p99_ms']} ms")
    wrong += [
        f"{what} grew by {grown} MB"
        for what in ("server", "broker")
        if (grown := found["processes"][what]["grown_mb"]) > GROWTH_MB
    ]
    return wrong


@asynccontextmanager
async def _server(folder: Path, broker: int) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    with kept_port() as kept:
        port = number(kept)
        settings = folder / "club.toml"
        settings.write_text(
            f'[club]\nid = "{CLUB}"\n[mqtt]\nport = {broker}\n[web]\nport = {port}\n'
            '[staff]\npath = "staff.json"\n[database]\nurl = "sqlite:///club.db"\n'
        )
        address = f"http://127.0.0.1:{port}"
        process = await asyncio.create_subprocess_exec(
            *LUZA, "club", "run", "--settings", str(settings), stderr=sys.stderr
        )
        try:
            yield process, address
        finally:
            await _end(process)


async def _hears(server: asyncio.subprocess.Process, client: httpx.AsyncClient, address: str) -> None:
    """Waits until the club's server hears its tables."""
    async with asyncio.timeout(DEADLINE_S):
        while server.returncode is None:
            try:
                answer = await client.get(f"{address}/api/v1/health")
            except httpx.TransportError:
                pass
            else:
                if answer.json()["heard"]:
                    return
            await asyncio.sleep(0.05)
    raise RuntimeError(f"luza club ended with status {server.returncode}")


@asynccontextmanager
async def _beside(module: str, *arguments: float) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *(str(argument) for argument in arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    await process.wait()


async def _say(process: asyncio.subprocess.Process, line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line.encode() + b"\n")
    await process.stdin.drain()


async def _hear(process: asyncio.subprocess.Process, within_s: float) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(within_s):
        return (await process.stdout.readline()).decode()


async def _history(database: Path, wanted: int) -> int:
    """Strokes in the history, once all are there or the time for it is over."""
    deadline = time.perf_counter() + DEADLINE_S / 2
    while True:
        file = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        try:
            (found,) = file.execute("SELECT count(*) FROM shots").fetchone()
        finally:
            file.close()
        if found >= wanted or time.perf_counter() > deadline:
            return int(found)
        await asyncio.sleep(0.05)


async def _pages_behind(pages: list[Page], last: dict[str, int]) -> int:
    """How many tables' newest message some page does not show, after it has had the time to."""
    deadline = time.perf_counter() + DEADLINE_S / 2
    while True:
        behind = sum(page.shown.get(table, 0) < seq for page in pages for table, seq in last.items())
        if not behind or time.perf_counter() > deadline:
            return behind
        await asyncio.sleep(0.02)


def main() -> int:
    """Measures, prints, judges."""
    given = [float(argument) for argument in sys.argv[1:]]
    tables, displays = (int(number) for number in (given[:2] or (TABLES, DISPLAYS)))
    found = asyncio.run(measure(tables, displays, *(given[2:4] or (SECONDS, PACE_S))))
    wrong = faults(found)
    for line in wrong:
        print(line, file=sys.stderr)
    print(json.dumps({**found, "faults": wrong}, ensure_ascii=False))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
