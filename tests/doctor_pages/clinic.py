"""A table's controller with its panel and its check, on a simulated board, in a thread of the tests."""

import asyncio
import time
from pathlib import Path
from typing import Self

from luza.controller import Controller, Profile, SystemClocks
from luza.doctor import Walk
from luza.entries import Header
from luza.journal import Journal
from luza.panel.desk import Desk
from luza.panel.safe import Safe
from luza.sources.link import LinkSource
from luza.sources.simulator.simulated import SimulatedBoard
from luza.web import WebServer, create_app
from luza.web.doctor import Doctor
from luza.web.panel import Panel

from tests.panel_pages.loop import Loop

SPEED = 5.0
"""The board works all the time that pages are drawn: no faster than a browser keeps up with."""
ROOT = "luza/v1/club/table/one"
LIMITS = {"rest": {"quiet_ms": 500}, "pocket": {"ball_min_ms": 29}}
"""A ball at a brisk pace breaks a beam for less than that."""


class Clinic(Loop):
    """One table. `board` is the simulated one, `url` where the pages are."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __enter__(self) -> Self:
        super().__enter__()
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._stop())
        super().__exit__()

    def pairing(self, role: str) -> str:
        """A link that signs a browser in."""
        token, _ = self.call(lambda: self.desk.keys.ticket(role, time.time()))  # type: ignore[arg-type]
        return f"{self.url}/panel#pair={token}"

    @property
    def walk(self) -> Walk:
        """The walk that is on."""
        walk = self.call(lambda: self.doctor._walk)
        assert walk is not None
        return walk

    async def _start(self) -> None:
        self.journal = Journal.open(self._folder / "table.db")
        clocks = SystemClocks()
        profile = Profile(
            root=ROOT,
            club="club",
            table="one",
            club_name="Люза",
            table_name="Стол 1",
            header=Header(game="free", players=["А", "Б"], sensors=["pocket", "rest"]),
            version="0.0.0",
            board=True,
        )
        self.controller = Controller(self.journal, profile, clocks)
        self.desk = Desk(self.controller, Safe(self._folder / "panel.json"), clocks)
        self.desk.keys.first_pins()
        self.board = SimulatedBoard(speed=SPEED, limits=LIMITS)
        await self.board.__aenter__()
        self.source = LinkSource(
            self.board.stable_port,
            self.controller,
            version="test",
            clock=lambda: time.monotonic() * SPEED,
            silence_s=60 * SPEED,  # no test here is about it, and a busy machine must not come to it
        )
        panel = Panel(self.desk, self.journal, clocks)
        self.sources = [self.source]
        self.doctor = Doctor(panel, self.sources, lambda: self.controller.play is not None)
        self._server = WebServer(create_app(self.controller, panel=panel, doctor=self.doctor), port=0)
        self.url = await self._server.start()
        self._tasks = [asyncio.create_task(self.controller.run()), asyncio.create_task(self.source.run())]

    async def _stop(self) -> None:
        self.doctor.close()
        await self._server.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        await self.board.__aexit__(None, None, None)
        self.controller.close()
        self.journal.close()
