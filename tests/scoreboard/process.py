"""The scoreboard's program under the real MicroPython, with what its pins do as a picture of the wall."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from tests.house.tree import ROOT

FIRMWARE = ROOT / "firmware" / "scoreboard"
HERE = Path(__file__).parent
MICROPYTHON = Path(sys.executable).parent / "micropython"
HEAP = "160k"
"""Below the heap of a Pico W, and objects are twice as large on this machine as on a chip of 32 bits."""
SPEED = 20
MAX7219 = {"driver": "max7219", "layout": "aaaABbbb", "spi": 0, "sck": 18, "mosi": 19, "cs": 17}


class Chip(Protocol):
    """What hangs at the pins."""

    def take(self, line: str) -> bool:
        """A line of what happens; True where it may have changed what is seen."""

    @property
    def text(self) -> str:
        """What is seen."""


def settings(port: int, display: Mapping[str, Any] = MAX7219, **mqtt: Any) -> dict[str, Any]:
    """The settings of a wall that listens to the tests' table."""
    return {
        "format": 1,
        "wifi": {"ssid": "club", "password": "secret", "country": "RU"},
        "mqtt": {"host": "127.0.0.1", "port": port, **mqtt},
        "table": {"club": "arena", "table": "table-1"},
        "display": dict(display),
    }


class Wall:
    """`async with Wall(flash, settings, chip) as wall:` runs it. `flash` is its file system."""

    def __init__(self, flash: Path, given: object, chip: Chip, pico: bool = False) -> None:
        self.flash = flash
        self.lines: list[str] = []
        """What happened at the pins, without the bus."""
        self.console: list[str] = []
        self.seen: list[str] = []
        """Everything the wall has shown, one after another."""
        self._chip = chip
        self._pico = pico
        self._looked = 0
        self._news = asyncio.Event()
        flash.mkdir(exist_ok=True)
        if given is not None:
            text = given if isinstance(given, str) else json.dumps(given)
            (flash / "scoreboard.json").write_text(text)

    @property
    def text(self) -> str:
        """What is on the wall now."""
        return self.seen[-1] if self.seen else ""

    async def __aenter__(self) -> Self:
        folders = [HERE / "hardware", *([HERE / "pico"] if self._pico else []), FIRMWARE]
        reader, writer = os.pipe()
        self._child = await asyncio.create_subprocess_exec(
            *(str(MICROPYTHON), "-X", f"heapsize={HEAP}", str(FIRMWARE / "main.py")),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self.flash,
            env={
                "MICROPYPATH": ":".join([*map(str, folders), ".frozen"]),
                "LUZA_WALL_PINS": str(writer),
                "LUZA_WALL_SPEED": str(SPEED),
            },
            pass_fds=(writer,),
        )
        os.close(writer)
        stream = asyncio.StreamReader(limit=1 << 20)
        self._pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(reader, "rb", buffering=0)
        )
        assert self._child.stdout is not None
        self._readers = [
            asyncio.create_task(self._each(stream, self._pins)),
            asyncio.create_task(self._each(self._child.stdout, self.console.append)),
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            print("\n".join([*self.console[-20:], *self.seen[-10:]]))
        with contextlib.suppress(ProcessLookupError):
            self._child.kill()
        await self.ended()
        self._pipe.close()

    async def ended(self) -> int:
        """Wait for its end; its exit status."""
        await asyncio.gather(*self._readers)
        return await self._child.wait()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is true of what was seen or said."""
        while not true():
            assert self._child.returncode is None, self.console[-10:]
            self._news.clear()
            await self._news.wait()

    async def shows(self, text: str) -> None:
        """Wait until the wall shows this, or has shown it since what was waited for last."""

        def shown() -> bool:
            if text not in self.seen[self._looked :]:
                return False
            self._looked = self.seen.index(text, self._looked)
            return True

        await self.until(shown)

    async def says(self, word: str) -> None:
        """Wait until the console has a line with this."""
        await self.until(lambda: any(word in line for line in self.console))

    def _pins(self, line: str) -> None:
        if line.split()[0] not in ("spi", "wave"):
            self.lines.append(line)
        if self._chip.take(line) and self._chip.text != self.text:
            self.seen.append(self._chip.text)

    async def _each(self, stream: asyncio.StreamReader, take: Callable[[str], None]) -> None:
        while line := await stream.readline():
            take(line.decode().rstrip("\n"))
            self._news.set()
        self._news.set()
