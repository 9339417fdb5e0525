"""A board in a real MicroPython process on a real pseudo-terminal, and a disk that remembers.

The board speaks on pipes; the rig carries its bytes to whichever pseudo-terminal is plugged in now, as a
cable does: what is sent while none is plugged in is gone.
"""

import asyncio
import os
import pty
import random
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from luza.facts import Fact
from luza.sources.board import BoardBatch, BoardPosition, BoardReport, MissingFacts
from luza.sources.link import LinkSource

from tests.protocol.runtimes import micropython, micropython_environment

Report = TypeVar("Report")
UID = "e6614103e7692b2a"
DEADLINE_S = 60.0


class Cable:
    """Between a board's pipes and a pseudo-terminal that comes and goes."""

    def __init__(self, folder: Path, byte_error: float = 0.0) -> None:
        self._folder = folder
        self._byte_error = byte_error
        self._rng = random.Random(1)
        self._loop = asyncio.get_running_loop()
        self._to_board = self._from_board = -1
        self._master = self._slave = -1
        self._link: Path | None = None
        self.answer = b""
        """What is at the other end says this to whatever it hears, where no board is."""
        self.process: asyncio.subprocess.Process | None = None

    async def boot(self, boot_id: int, events: int, interval_us: int, uid: str = UID) -> None:
        """Start the board's program."""
        board_in, self._to_board = os.pipe()
        self._from_board, board_out = os.pipe()
        os.set_blocking(board_in, False)
        script = str(Path(__file__).with_name("pipe_board.py"))
        arguments = [uid, str(boot_id), str(events), str(interval_us)]
        self.process = await asyncio.create_subprocess_exec(
            *(micropython(), "-X", "heapsize=192k", script, *arguments),
            stdin=board_in,
            stdout=board_out,
            env=micropython_environment(),
        )
        os.close(board_in)
        os.close(board_out)
        self._loop.add_reader(self._from_board, self._carry, self._from_board)

    async def power_off(self) -> None:
        """End the board's program at once."""
        if self.process is None:
            return
        self._loop.remove_reader(self._from_board)
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        self.process = None
        os.close(self._to_board)
        os.close(self._from_board)

    def plug(self, name: str) -> str:
        """Plug the cable in; the port's path, a name of its own as udev would give it."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._link = self._folder / name
        self._link.symlink_to(os.ttyname(self._slave))
        self._loop.add_reader(self._master, self._carry, self._master)
        return str(self._link)

    def unplug(self) -> None:
        """Pull the cable: the host's descriptor is dead, the name is gone."""
        if self._link is None:
            return
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._link.unlink()
        self._link = None

    def _carry(self, source: int) -> None:
        data = bytearray(os.read(source, 4096))
        if not data and source == self._from_board:
            self._loop.remove_reader(source)
        for at in range(len(data) if self._byte_error else 0):
            if self._rng.random() < self._byte_error:
                data[at] ^= 1 << self._rng.randrange(8)
        if source == self._master and self.process is not None:
            os.write(self._to_board, data)
        elif source == self._master:
            os.write(self._master, self.answer)
        elif source == self._from_board and self._link is not None:
            os.write(self._master, data)


class Disk:
    """The owner of the facts: what is in here is on disk and outlives the source."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.batches: list[BoardBatch] = []
        self.missing: list[MissingFacts] = []
        self.reports: list[BoardReport] = []
        self.positions: dict[str, BoardPosition] = {}
        self.before_commit: Callable[[BoardBatch], None] = lambda batch: None
        self._changed = asyncio.Event()

    def position(self, uid: str) -> BoardPosition | None:
        """How far this board's boot is on disk."""
        return self.positions.get(uid)

    async def deliver(self, batch: BoardBatch) -> None:
        """Keep a batch with its position."""
        self.before_commit(batch)
        if batch.missing is not None:
            self.missing.append(batch.missing)
        self.facts += batch.facts
        self.batches.append(batch)
        self.positions[batch.uid] = BoardPosition(batch.boot_id, batch.last_seq)
        self._changed.set()

    async def board_report(self, report: BoardReport) -> None:
        """Keep a report."""
        self.reports.append(report)
        self._changed.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds; TimeoutError after the deadline."""
        async with asyncio.timeout(DEADLINE_S):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def reported(self, kind: type[Report]) -> Report:
        """Wait for the first report of a kind."""
        await self.until(lambda: any(isinstance(report, kind) for report in self.reports))
        return next(report for report in self.reports if isinstance(report, kind))


@asynccontextmanager
async def running(source: LinkSource) -> AsyncIterator[LinkSource]:
    """Runs a source and ends it at once, as a kill would: nothing is handed over."""
    task = asyncio.create_task(source.run())
    try:
        yield source
    finally:
        task.cancel()
        await asyncio.wait([task])
