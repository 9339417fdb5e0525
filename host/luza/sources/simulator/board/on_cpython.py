"""Runs the firmware on CPython, where MicroPython's unix build cannot be had, with what CPython lacks.

The first argument is the firmware's main.py.
"""

import gc
import os
import runpy
import sys
import time
import traceback
import types
from pathlib import Path

_machine = __import__("machine")  # the simulated one, which lies beside this file


class _Stream:
    """A standard stream without buffering, with the `buffer` that the firmware reads and writes."""

    def __init__(self, descriptor: int, mode: str) -> None:
        self.buffer = open(descriptor, mode, buffering=0)  # noqa: SIM115  for as long as the process runs

    def fileno(self) -> int:
        """The descriptor, for poll."""
        return self.buffer.fileno()


def main() -> None:
    """Fit CPython out and run the firmware."""
    for name in ("ticks_us", "ticks_diff"):
        setattr(time, name, getattr(_machine, name))
    sys.modules["micropython"] = types.ModuleType("micropython")
    sys.modules["micropython"].__dict__["kbd_intr"] = lambda _: None
    gc.__dict__.update(mem_free=lambda: 0, threshold=lambda _: None)
    sys.__dict__["print_exception"] = lambda error, file: traceback.print_exception(error, file=file)
    program = Path(sys.argv[1])
    sys.path.insert(0, str(program.parent))
    runpy.run_path(str(program), run_name="__main__")


if __name__ == "__main__":
    os.set_blocking(0, False)
    sys.__dict__.update(stdin=_Stream(0, "rb"), stdout=_Stream(1, "wb"))
    main()
