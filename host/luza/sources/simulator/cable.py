"""The cable between the simulated board and the host: two pseudo-terminals and what carries bytes between
them.

The board has one end for as long as its process runs. The host opens the other, which can be pulled out and
come back under another name, as a USB port does. Nothing is kept for a host that is not plugged in.
"""

import asyncio
import os
import random
import termios
import tty
from pathlib import Path

_CHUNK = 4096


class Cable:
    """Carries bytes both ways while it is plugged in. Needs a running event loop.

    stable: a symbolic link that always leads to the port that is there now, as udev makes one.
    """

    def __init__(self, stable: Path) -> None:
        self.stable = stable
        self.error_rate = 0.0
        """Part of the bytes, either way, in which a bit is turned over."""
        self.board_end = -1
        """The board's file descriptor."""
        self._random = random.Random(1)
        self._board = -1
        self._host: tuple[int, int] | None = None
        self._last_port = ""
        self._late = b""
        self._cut: int | None = None

    @property
    def port(self) -> str | None:
        """The path that the host opens; None while it is pulled out."""
        return None if self._host is None else os.ttyname(self._host[1])

    def open(self) -> None:
        """Make both ends."""
        self._board, self.board_end = _terminal()
        # Without this a read on the board's end waits until it has all that was asked for.
        os.set_blocking(self.board_end, False)
        asyncio.get_running_loop().add_reader(self._board, self._from_board)
        self.plug()

    def plug(self) -> None:
        """The port appears, under another name than the last one had."""
        if self._host is not None:
            return
        ends = _terminal()
        if os.ttyname(ends[1]) == self._last_port:
            again = _terminal()
            _close(*ends)
            ends = again
        self._host = ends
        self._last_port = os.ttyname(ends[1])
        self.stable.unlink(missing_ok=True)
        self.stable.symlink_to(self._last_port)
        asyncio.get_running_loop().add_reader(ends[0], self._from_host)

    def unplug(self) -> None:
        """The port disappears; what was on its way is gone."""
        if self._host is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._host[0])
        loop.remove_writer(self._host[0])
        _close(*self._host)
        self._host = self._cut = None
        self.stable.unlink(missing_ok=True)
        if self._late:
            self._late = b""
            loop.add_reader(self._board, self._from_board)

    def cut_after(self, count: int) -> None:
        """Pull it out once the host has so many more bytes, wherever in a frame that is."""
        self._cut = count

    def close(self) -> None:
        """Take both ends away."""
        if self._board >= 0:
            self.unplug()
            asyncio.get_running_loop().remove_reader(self._board)
            _close(self._board, self.board_end)
            self._board = self.board_end = -1

    def _from_board(self) -> None:
        data = _read(self._board)
        if self._host is not None and data:
            self._late = self._spoilt(data[: self._cut])
            self._to_host()
            if self._cut is not None:
                self._cut = max(0, self._cut - len(data))
                if not self._cut:
                    # The host gets its turn to read what came before the end.
                    loop = asyncio.get_running_loop()
                    loop.call_soon(loop.call_soon, self.unplug)

    def _to_host(self) -> None:
        """Pass on what came; where the host does not read, the board has to wait."""
        if self._host is None:
            return
        loop = asyncio.get_running_loop()
        written = _write(self._host[0], self._late)
        self._late = self._late[written:]
        if self._late:
            loop.remove_reader(self._board)
            loop.add_writer(self._host[0], self._to_host)
        else:
            loop.remove_writer(self._host[0])
            loop.add_reader(self._board, self._from_board)

    def _from_host(self) -> None:
        if self._host is not None:
            _write(self._board, self._spoilt(_read(self._host[0])))

    def _spoilt(self, data: bytes) -> bytes:
        if not self.error_rate:
            return data
        spoilt = bytearray(data)
        for at in range(len(spoilt)):
            if self._random.random() < self.error_rate:
                spoilt[at] ^= 1 << self._random.randrange(8)
        return bytes(spoilt)


def _terminal() -> tuple[int, int]:
    """A pseudo-terminal's two ends: bytes pass as they are, and reading does not wait."""
    master, slave = os.openpty()
    tty.setraw(slave)
    mode = termios.tcgetattr(slave)
    mode[6][termios.VMIN] = 0
    mode[6][termios.VTIME] = 0
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    os.set_blocking(master, False)
    return master, slave


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except (BlockingIOError, OSError):
        return b""


def _write(descriptor: int, data: bytes) -> int:
    try:
        return os.write(descriptor, data) if data else 0
    except BlockingIOError:
        return 0


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
