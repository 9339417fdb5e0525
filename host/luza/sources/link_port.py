"""One serial port, opened for this process alone, read and written without ever waiting."""

import asyncio
import contextlib
import errno
import fcntl
import glob
import os
import termios

import serial  # type: ignore[import-untyped]

from luza.errors import LuzaError

QUIET_S = 0.03
"""A port is quiet after so long without a byte; what was on its way when it was opened is then read off."""
DRAIN_MAX_S = 0.5
BACKLOG_MAX = 65536
"""Bytes that may wait for a port that takes none."""


class PortError(LuzaError):
    """A port that cannot be opened, or is gone."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def matching(pattern: str) -> list[str]:
    """The ports that fit a path with `*` and `?`, in order of their names."""
    return sorted(glob.glob(pattern))


class SerialPort:
    """A port that is open. PortError where it cannot be opened, or from any call once it is gone.

    `path` is a serial device or a pseudo-terminal. Nobody else can open it meanwhile (a lock on the file for
    those who ask, TIOCEXCL for those who do not).
    """

    def __init__(self, path: str, baud: int) -> None:
        self.path = path
        try:
            self._serial = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as problem:
            raise PortError(path, _why(problem)) from None
        self.fd: int = self._serial.fileno()
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.fd, termios.TIOCEXCL)
        self._backlog = b""
        self._loop = asyncio.get_running_loop()

    async def drain(self) -> None:
        """Read off what was sent to nobody, until the port is quiet."""
        readable = asyncio.Event()
        until = self._loop.time() + DRAIN_MAX_S
        self._loop.add_reader(self.fd, readable.set)
        try:
            while self._loop.time() < until:
                readable.clear()
                try:
                    # Not wait_for, which can swallow a cancellation up to Python 3.11.
                    async with asyncio.timeout(QUIET_S):
                        await readable.wait()
                except TimeoutError:
                    return
                # It may have been read off since it was said to be readable; a port that is gone says so.
                self._read()
        finally:
            self._loop.remove_reader(self.fd)

    def read(self) -> bytes:
        """What has come; to be called when the descriptor is readable."""
        data = self._read()
        if data == b"":
            raise PortError(self.path, "the port is gone (end of file)")
        return data or b""

    def _read(self) -> bytes | None:
        """What has come; None where nothing has, empty where nothing ever will (or it was read just now)."""
        try:
            return os.read(self.fd, 4096)
        except BlockingIOError:
            return None
        except OSError as problem:
            raise PortError(self.path, f"the port is gone ({problem.strerror})") from None

    def write(self, data: bytes) -> None:
        """Send bytes; what the port does not take now goes out as soon as it does."""
        waiting = bool(self._backlog)
        self._backlog += data
        if len(self._backlog) > BACKLOG_MAX:
            raise PortError(self.path, "the port has taken no byte for long")
        if not waiting:
            self._send()
            if self._backlog:
                self._loop.add_writer(self.fd, self._writable)

    def close(self) -> None:
        """Give the port back. What was not sent is dropped."""
        self._loop.remove_writer(self.fd)
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.fd, termios.TIOCNXCL)
        with contextlib.suppress(OSError, termios.error):
            self._serial.close()

    def _writable(self) -> None:
        # A port that is gone says so to the reader as well; there it is told.
        with contextlib.suppress(PortError):
            self._send()
        if not self._backlog:
            self._loop.remove_writer(self.fd)

    def _send(self) -> None:
        try:
            self._backlog = self._backlog[os.write(self.fd, self._backlog) :]
        except BlockingIOError:
            return
        except OSError as problem:
            self._backlog = b""
            raise PortError(self.path, f"the port is gone ({problem.strerror})") from None


def _why(problem: Exception) -> str:
    """Why a port could not be opened, and what to do."""
    number = getattr(problem, "errno", None)
    if number == errno.ENOENT:
        return "there is no such port: is the board plugged in?"
    if number == errno.EACCES:
        return "permission denied: add the user to the group dialout"
    if number in (errno.EAGAIN, errno.EBUSY):
        return "another program has it open: stop that one, or choose another port"
    return f"cannot be opened: {problem}"
