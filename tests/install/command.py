"""`luza` beside a simulated board that lives in the test's loop: as a process, or in a thread of this one."""

import asyncio
import contextlib
import io
import os
import sys
from typing import NamedTuple
from unittest import mock

from luza.cli import main

QUIET = {"LUZA_SETTINGS": "", "COLUMNS": "100", "NO_COLOR": "1"}


class Said(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


async def process(*arguments: str, lang: str = "en") -> Said:
    """Run a command to its end as a person does."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from luza.cli import main; main()",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **QUIET, "LUZA_LANG": lang},
    )
    async with asyncio.timeout(90):
        out, err = await child.communicate()
    assert child.returncode is not None
    return Said(child.returncode, out.decode(), err.decode())


async def luza(*arguments: str, lang: str = "en", typed: str = "") -> Said:
    """The same without the second that a process takes to start; `typed` is its standard input."""
    async with asyncio.timeout(90):
        return await asyncio.to_thread(_here, arguments, lang, typed)


def _here(arguments: tuple[str, ...], lang: str, typed: str) -> Said:
    reading, writing = os.pipe()
    os.write(writing, typed.encode())
    os.close(writing)
    status = 0
    with (
        open(reading, encoding="utf-8") as stdin,
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
        mock.patch.object(sys, "stdin", stdin),
        mock.patch.object(sys, "argv", ["luza", *arguments]),
        mock.patch.dict(os.environ, QUIET, LUZA_LANG=lang),
    ):
        try:
            main()
        except SystemExit as left:
            status = int(left.code or 0)
    return Said(status, out.getvalue(), err.getvalue())
