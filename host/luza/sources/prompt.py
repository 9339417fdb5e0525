"""A board at MicroPython's prompt: its files, by way of mpremote's serial transport.

What is here waits for the port: call it from a thread.
"""

import contextlib
import hashlib
import io
import os
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

import serial  # type: ignore[import-untyped]

from luza.sources.trouble import BoardTrouble

OLDEST = (1, 28)
"""MicroPython from here on: hard timers, and a USB port that keeps its bytes."""
_WAIT_S = 5.0
_QUIET_S = 0.15
_CHUNK = 512
Told = Callable[[int], None]
"""Called with the bytes of a file that have arrived so far."""


class Prompt:
    """`with Prompt(path) as prompt:`; BoardTrouble where no prompt answers, or where it stops answering."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._transport: Any = None

    def __enter__(self) -> Self:
        try:
            from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
        except ImportError:
            raise BoardTrouble("no_mpremote") from None
        with self._contained(), contextlib.redirect_stdout(io.StringIO()):
            # mpremote prints what puzzles it; and it knows a pseudo-terminal only by its true name.
            self._transport = SerialTransport(os.path.realpath(self._path), timeout=_WAIT_S)
            self._hush()
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_WAIT_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._transport is not None:
            with contextlib.suppress(OSError, serial.SerialException):
                self._transport.close()

    def micropython(self) -> tuple[int, ...]:
        """Its version. BoardTrouble where it is older than `OLDEST`."""
        with self._contained():
            found: tuple[int, ...] = self._eval("__import__('sys').implementation.version")
        if found[:2] < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            raise BoardTrouble("old_micropython", version=".".join(map(str, found[:3])), wanted=wanted)
        return found

    def free(self) -> int:
        """Bytes that are free on the flash."""
        with self._contained():
            room: tuple[int, ...] = self._eval("__import__('os').statvfs('.')")
        return room[0] * room[3]

    def holds(self, path: str, content: bytes) -> bool:
        """A file is there and has this content, by its SHA-256 as the board counts it."""
        with self._contained():
            try:
                found: bytes = self._transport.fs_hashfile(path, "sha256", chunk_size=_CHUNK)
            except OSError:
                return False
        return found == hashlib.sha256(content).digest()

    def write(self, path: str, content: bytes, told: Told = lambda _: None) -> None:
        """Write a file beside the one that is there, verify it by its hash, then put it in its place."""
        with self._contained():
            folder = ""
            for part in path.split("/")[:-1]:
                folder = f"{folder}/{part}" if folder else part
                if not self._transport.fs_exists(folder):
                    self._transport.fs_mkdir(folder)
            self._transport.fs_writefile(
                f"{path}.new", content, chunk_size=_CHUNK, progress_callback=lambda done, _: told(done)
            )
        if not self.holds(f"{path}.new", content):
            raise BoardTrouble("not_verified", file=path)
        with self._contained():
            self._transport.exec(f"import os\nos.rename({path + '.new'!r}, {path!r})")

    def read(self, path: str) -> bytes | None:
        """A file's content; None where there is no such file."""
        with self._contained():
            try:
                return bytes(self._transport.fs_readfile(path, chunk_size=_CHUNK))
            except OSError:
                return None

    def remove_others(self, folder: str, keep: set[str]) -> None:
        """Take away the files below a folder that are not among `keep` (paths within it)."""
        with self._contained():
            for name in self._files(folder):
                if name.removeprefix(f"{folder}/") not in keep:
                    self._transport.fs_rmfile(name)

    def reset(self) -> None:
        """Start the board anew. The port goes away."""
        with self._contained():
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")

    def _hush(self) -> None:
        """Whatever was typed there (the link's frames are typing to a prompt) is cancelled and over."""
        port = self._transport.serial
        port.write(b"\r\x03\x02")
        port.timeout = _QUIET_S
        while port.read(_CHUNK):
            pass
        port.timeout = _WAIT_S

    def _files(self, folder: str) -> Iterator[str]:
        try:
            found = self._transport.fs_listdir(folder)
        except OSError:
            return
        for one in found:
            path = f"{folder}/{one.name}"
            if one.st_mode & 0x4000:
                yield from self._files(path)
            else:
                yield path

    def _eval(self, expression: str) -> Any:
        return self._transport.eval(f"tuple({expression})")

    @contextlib.contextmanager
    def _contained(self) -> Iterator[None]:
        """mpremote raises in its own way."""
        from mpremote.transport import TransportError  # type: ignore[import-untyped]

        try:
            yield
        except TransportError as problem:
            lines = str(problem).strip().splitlines() or ["?"]
            if "ENOSPC" in lines[-1]:
                raise BoardTrouble("flash_full") from None
            raise BoardTrouble("prompt_failed", port=self._path, reason=lines[-1]) from None
        except (OSError, serial.SerialException) as problem:
            raise BoardTrouble("port_gone", port=self._path, reason=str(problem)) from None
