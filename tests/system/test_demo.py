"""`luza demo`: everything starts by one command, the score moves by itself, and nothing is left behind."""

import asyncio
import json
import os
import re
import signal
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from luza.cli import demo
from luza.sources import board_files
from luza.sources.board_files import NoFirmware

from tests.mqtt.harness import Ear, Heard, run
from tests.system.table import LUZA


@asynccontextmanager
async def running(*program: str) -> AsyncIterator[asyncio.subprocess.Process]:
    demo = await asyncio.create_subprocess_exec(
        *program,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LUZA_LANG": "en", "PYTHONUTF8": "1"},
        start_new_session=True,
    )
    try:
        yield demo
    finally:
        if demo.returncode is None:
            demo.kill()
            await demo.wait()


async def introduction(demo: asyncio.subprocess.Process) -> str:
    """What it prints until it has said how it is stopped."""
    assert demo.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        line = await demo.stdout.readline()
        assert line, said
        said += line.decode()
    return said


async def events(address: str) -> AsyncIterator[tuple[str, Any]]:
    """The pages' event stream."""
    host, port = re.findall(r"//([\d.]+):(\d+)", address)[0]
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    name = ""
    while line := (await reader.readline()).decode():
        if line.startswith("event: "):
            name = line.removeprefix("event: ").strip()
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))
    writer.close()


async def tables_of_the_club(said: str) -> list[dict[str, Any]]:
    """What the club's server knows of the table."""
    address = re.search(r"API: (\S+)", said)
    assert address is not None

    def ask() -> list[dict[str, Any]]:
        with urllib.request.urlopen(address[1]) as answer:
            items: list[dict[str, Any]] = json.load(answer)["items"]
            return items

    return await asyncio.to_thread(ask)


def children(pid: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended
            found.update(map(int, (task / "children").read_text().split()))
    return found


def shots_of(one: Heard) -> int:
    """The number of the shot that a message tells of; 0: of none."""
    return int(one.json["shot"]["n"]) if one.topic.endswith("/event/shot") else 0


def lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_the_score_moves_and_the_end_is_clean() -> None:
    async def test() -> None:
        async with running(*LUZA, "demo", "--port", "0", "--speed", "10") as demo:
            said = await introduction(demo)
            assert "MicroPython" in said
            mqtt = re.search(r"127\.0\.0\.1:(\d+) +mosquitto_sub", said)
            assert mqtt is not None
            async with Ear(int(mqtt[1])) as ear:
                shots = 0
                async for name, payload in events(said):
                    shots += name == "event/shot"
                    if name == "state" and shots >= 2:
                        assert payload["last_shot"]["n"] >= 2
                        break
                started = children(demo.pid)
                assert len(started) == 2  # the broker and the board
                while [one["name"] for one in await tables_of_the_club(said)] != ["Стол 1"]:
                    await asyncio.sleep(0.02)
                await ear.until(lambda heard: any(shots_of(one) >= 2 for one in heard))
                demo.send_signal(signal.SIGINT)
                demo.send_signal(signal.SIGTERM)  # impatience leaves nothing behind
                _, complaints = await demo.communicate()
                assert (demo.returncode, complaints.decode()) == (0, "")
                assert not [child for child in started if lives(child)]
                heard = {one.topic.rpartition("/table-1/")[2]: one.json for one in ear.heard}
                assert heard["state"]["match"] is not None
                folder = re.search(r"journal +(/.*)/table\.db", said)
                assert folder is not None
                assert not Path(folder[1]).exists()

    run(test())


def test_without_a_broker_it_says_so_and_runs() -> None:
    program = (
        "import luza.mqtt.broker as broker; broker.PLACES = (); broker.shutil.which = lambda *a, **k: None;"
        "from luza.cli import main; main()"
    )

    async def test() -> None:
        async with running(sys.executable, "-c", program, "demo", "--port", "0", "--speed", "10") as demo:
            said = await introduction(demo)
            assert "MQTT: none. Mosquitto is not installed" in said
            async for name, payload in events(said):
                if name == "state" and payload["shot_open"]:
                    break
            demo.send_signal(signal.SIGTERM)
            _, complaints = await demo.communicate()
            assert (demo.returncode, complaints.decode()) == (0, "")

    run(test())


def test_what_fails_half_way_ends_what_was_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(board_files, "FIRMWARE", tmp_path)
    before = children(os.getpid())
    with pytest.raises(NoFirmware, match="is not there"):
        run(demo._run(10.0, 0, club=True))
    assert children(os.getpid()) <= before
