"""A table's whole controller with its panel, served on a free port in a thread of the tests.

Everything is real: journal on disk, controller, desk, uvicorn. The PINs are known, and the clocks are the
machine's, so that a browser's can be held against them.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import msgspec
from luza.controller import Controller, Profile, SystemClocks
from luza.entries import Entry, Header
from luza.journal import Journal
from luza.messages import State
from luza.panel.asked import Role
from luza.panel.desk import Desk
from luza.panel.keys import Tries
from luza.panel.safe import Safe
from luza.table import Table
from luza.view import FrameView
from luza.web import WebServer, create_app
from luza.web.panel import Panel

from tests.panel_pages.loop import Loop
from tests.web.ports import kept_port, number

ROOT = "luza/v1/club/table/one"
PINS: dict[Role, str] = {"marker": "482913", "referee": "570146", "manager": "90817263"}
NAMES = ("Анна Соколова", "Борис Щербаков")


class Hall(Loop):
    """One table. `sensors`: what it feels; `rest` alone is a table that the marker keeps by hand."""

    def __init__(self, folder: Path, sensors: tuple[str, ...] = ("rest",)) -> None:
        super().__init__()
        self.url = ""
        self._folder = folder
        self._sensors = sensors
        self._keeper = kept_port()

    def __enter__(self) -> Self:
        super().__enter__()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        super().__exit__()
        self._keeper.close()

    # -- the host ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts it, always on the same port."""
        self.run(self._start())

    def stop(self) -> None:
        """The host goes away; its journal and its safe stay on disk."""
        self.run(self._stop())

    async def _start(self) -> None:
        self.journal = Journal.open(self._folder / "table.db")
        clocks = SystemClocks()
        header = Header(game="free", players=list(NAMES), sensors=list(self._sensors))  # type: ignore[arg-type]
        profile = Profile(
            root=ROOT,
            club="club",
            table="one",
            club_name="Люза",
            table_name="Стол 1",
            header=header,
            version="0.0.0",
            board=False,
        )
        self.controller = Controller(self.journal, profile, clocks)
        self.desk = Desk(self.controller, Safe(self._folder / "panel.json"), clocks)
        if not (self._folder / "panel.json").exists():
            for role, pin in PINS.items():
                self.desk.keys.set(role, self.desk.keys.hashed(pin))
        self.panel = Panel(self.desk, self.journal, clocks)
        self._server = WebServer(create_app(self.controller, panel=self.panel), port=number(self._keeper))
        self.url = await self._server.start()
        self._running = asyncio.create_task(self.controller.run())

    async def _stop(self) -> None:
        await self._server.stop()
        self._running.cancel()
        await asyncio.wait([self._running])
        self.controller.close()
        self.journal.close()

    # -- the match -----------------------------------------------------------------------------------------

    def match(self, game: str = "free", **fields: Any) -> None:
        """A new match, whatever was on; player 0 breaks first unless something else is said."""
        usual = {"race_to": 1, "first_breaker": 0, "players": list(NAMES), "sensors": self._sensors}
        header = msgspec.convert({"type": "match", "game": game, **usual, **fields}, Header)

        async def begin() -> None:
            if self.controller.play is not None:
                await self.controller.stop_match()
            await self.controller.start_match(header)

        self.run(begin())

    def free(self) -> None:
        """The table is free."""
        if self.call(lambda: self.controller.play) is not None:
            self.run(self.controller.stop_match())

    def say(self, said: Entry | Mapping[str, object], source: str = "button") -> int:
        """Somebody else enters something: a rail button, a sensor; the version after it."""
        return self.run(self.controller.enter(said, source=source))

    @property
    def table(self) -> Table:
        """The match's core, for reading."""
        play = self.call(lambda: self.controller.play)
        assert play is not None
        return play.table

    @property
    def frame(self) -> FrameView:
        """The frame as it stands."""
        return self.call(lambda: self.table_now().frame)

    def table_now(self) -> Table:
        """The same, in the host's thread."""
        play = self.controller.play
        assert play is not None
        return play.table

    @property
    def state(self) -> State:
        """What displays were told last."""
        told = self.call(lambda: self.controller.snapshots["state"])
        assert isinstance(told, State)
        return told

    def entries(self) -> list[str]:
        """The lines of the match in the journal."""

        def lines() -> list[str]:
            current = self.journal.current()
            assert current is not None
            return list(self.journal.lines(current.id))

        return self.call(lines)

    def shots(self) -> int:
        """How many strokes have been judged."""
        return self.call(lambda: len(self.table_now().shots))

    def pairing(self, role: Role = "marker") -> str:
        """A link that signs one device in, as a QR code has it."""
        token, _ = self.call(lambda: self.desk.keys.ticket(role, self.desk.clocks.wall()))
        return f"{self.url}/panel#pair={token}"

    def nobody_sits(self) -> None:
        """The marker's seat is empty."""

        def leave() -> None:
            sitting = self.desk.seat.sitting
            if sitting is not None:
                self.desk.seat.leave(sitting.device)
                self.desk.changed()

        self.call(leave)

    def forget_tries(self) -> None:
        """No wrong PIN has been tried."""
        self.call(lambda: setattr(self.panel, "_tries", Tries()))
