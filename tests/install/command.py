"""`luza` as a process beside a simulated board that lives in the test's loop."""

import asyncio
import os
import sys
from typing import NamedTuple


class Said(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


async def luza(*arguments: str, lang: str = "en", typed: str = "") -> Said:
    """Run a command to its end; `typed` is its standard input."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from luza.cli import main; main()",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LUZA_LANG": lang, "LUZA_SETTINGS": "", "COLUMNS": "100", "NO_COLOR": "1"},
    )
    async with asyncio.timeout(60):
        out, err = await child.communicate(typed.encode())
    assert child.returncode is not None
    return Said(child.returncode, out.decode(), err.decode())
