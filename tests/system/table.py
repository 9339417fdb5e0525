"""`luza table` as a process of its own, for tests that kill it."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

LUZA = (sys.executable, "-c", "from luza.cli import main; main()")


def settings(folder: Path, port: str, broker: int, web: int | None = None) -> Path:
    """A settings file for a table: the ports of its board, its broker, and its pages if it has any."""
    file = folder / "luza.toml"
    file.write_text(
        "\n".join(
            [
                "[match]",
                'players = ["Анна", "Борис"]',
                "race_to = 99",
                "breaks_first = 1",
                "[board]",
                f"port = {json.dumps(port)}",
                "[mqtt]",
                f"port = {broker}",
                "[web]",
                "enabled = false" if web is None else f"port = {web}",
                "[journal]",
                'path = "table.db"',
            ]
        ),
        encoding="utf-8",
    )
    return file


class TableProcess:
    """One run of the controller."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Begins to run; a match begins if none is under way."""
        self._process = await asyncio.create_subprocess_exec(
            *LUZA,
            "table",
            "--start",
            "--settings",
            str(self._file),
            stdout=asyncio.subprocess.DEVNULL,  # the pages' codes
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1"},
        )

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process is not None
        return self._process.pid

    async def end(self, how: signal.Signals = signal.SIGKILL) -> tuple[int, str]:
        """Ends it by a signal; its exit status and what it had to say."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        _, said = await self._process.communicate()
        return self._process.returncode or 0, said.decode()
