"""A private Mosquitto on loopback, for the demo and the tests: own port, own files, gone at the end."""

import asyncio
import getpass
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from luza.mqtt.errors import NoBroker

PLACES = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
START_S = 20.0
"""A busy machine may need seconds to load it; one that fails ends by itself, much sooner."""
END_S = 5.0
LOG = "mosquitto.log"
_ATTEMPTS = 5


def find_mosquitto() -> str:
    """The path of Mosquitto's program; raises NoBroker where there is none."""
    # Debian keeps it where an ordinary user's PATH does not look.
    for path in (None, *PLACES):
        found = shutil.which("mosquitto", path=path)
        if found is not None:
            return found
    raise NoBroker(
        "Mosquitto is not installed, so nothing is told over MQTT; "
        "install it with: sudo apt-get install mosquitto"
    )


class PrivateBroker:
    """A Mosquitto child that listens on 127.0.0.1 alone; an asynchronous context manager.

    `lines` go into its settings after ours (users, TLS, …). A broker that was stopped or killed can be
    started again on the same port; it keeps nothing on disk unless the lines say so. Raises NoBroker where
    Mosquitto cannot be had or does not start.
    """

    def __init__(self, lines: Sequence[str] = (), port: int | None = None) -> None:
        self._lines = tuple(lines)
        self._fixed = port is not None
        self._child: asyncio.subprocess.Process | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.port = port or 0
        """The port of the MQTT listener on 127.0.0.1; fixed once it has been started."""

    async def __aenter__(self) -> "PrivateBroker":
        self._folder = tempfile.TemporaryDirectory(prefix="luza-broker-")
        try:
            await self.start()
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        if self._folder is not None:
            self._folder.cleanup()

    @property
    def folder(self) -> Path:
        """Its folder, for files that the lines name; there from `async with` on."""
        if self._folder is None:
            raise NoBroker("the private broker has not been started")
        return Path(self._folder.name)

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Starts the child and returns when it listens."""
        program = find_mosquitto()
        for _ in range(_ATTEMPTS):
            if not self._fixed:
                self.port = _free_port()
            if await self._try(program):
                self._fixed = True
                return
            if self._fixed:
                break  # a port that was asked for does not become another by trying again
        raise NoBroker(f"Mosquitto does not start on 127.0.0.1:{self.port}: {self._complaint()}")

    async def stop(self) -> None:
        """Ends the child as an administrator would."""
        await self._end(kill=False)

    async def kill(self) -> None:
        """Ends the child as a power cut would."""
        await self._end(kill=True)

    async def _try(self, program: str) -> bool:
        (self.folder / LOG).unlink(missing_ok=True)
        settings = self.folder / "mosquitto.conf"
        settings.write_text(
            "\n".join(
                [
                    f"listener {self.port} 127.0.0.1",
                    f"log_dest file {self.folder / LOG}",
                    "log_type error",
                    "log_type warning",
                    "log_type notice",
                    "log_type information",
                    "set_tcp_nodelay true",
                    # Started as root, it would else become a user who cannot read its folder.
                    f"user {getpass.getuser()}",
                    *(self._lines or ("allow_anonymous true",)),
                    "",
                ]
            )
        )
        with (self.folder / "stderr").open("wb") as stderr:
            self._child = await asyncio.create_subprocess_exec(
                *_tied_to_us(),
                program,
                "-c",
                str(settings),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                # A Ctrl-C is ours: the broker goes last, after the table's farewell.
                start_new_session=True,
            )
        gone = asyncio.create_task(self._child.wait())
        deadline = asyncio.get_running_loop().time() + START_S
        while asyncio.get_running_loop().time() < deadline:
            # Not by connecting: who answers might be another program that took the port.
            if " running" in self._log():
                gone.cancel()
                return True
            done, _ = await asyncio.wait([gone], timeout=0.01)
            if done:
                self._child = None
                return False
        gone.cancel()
        await self.kill()
        return False

    async def _end(self, kill: bool) -> None:
        child, self._child = self._child, None
        if child is None or child.returncode is not None:
            return
        child.kill() if kill else child.terminate()
        try:
            async with asyncio.timeout(END_S):
                await child.wait()
        except TimeoutError:
            child.kill()
            await child.wait()

    def _complaint(self) -> str:
        for said in (self._log(), (self.folder / "stderr").read_text(errors="replace")):
            lines = said.strip().splitlines()
            errors = [line for line in lines if "Error" in line] or lines[-1:]
            if errors:
                return "; ".join(errors)
        return "it says nothing"

    def _log(self) -> str:
        path = self.folder / LOG
        return path.read_text(errors="replace") if path.exists() else ""


def _tied_to_us() -> tuple[str, ...]:
    """What makes the kernel end the child with us, even if we are killed; util-linux brings it."""
    setpriv = shutil.which("setpriv")
    return () if setpriv is None else (setpriv, "--pdeathsig", "TERM")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
