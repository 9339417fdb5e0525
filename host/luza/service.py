"""One table as a whole: journal, controller, board, MQTT and pages, started together and ended together.

    async with Service(settings) as service:
        await service.run()

What is started later is ended earlier, and if a part cannot be started, those before it are ended too. The
rooms that need much memory or time to be imported are imported when they are wanted, and MQTT first: the
hall should see the table before its pages are up.
"""

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version as installed
from pathlib import Path
from typing import TYPE_CHECKING, Self

from luza.controller import Controller, Profile, SystemClocks
from luza.journal import Journal
from luza.mqtt.topics import Topics
from luza.settings import Settings, header

if TYPE_CHECKING:
    from luza.messages import Words
    from luza.mqtt.publisher import Publisher
    from luza.sources.board import BoardSink
    from luza.sources.link import LinkSource
    from luza.sources.simulator.simulated import SimulatedBoard
    from luza.web.doctor import Doctor
    from luza.web.panel import Panel
    from luza.web.serve import WebServer

HEAD_START_S = 0.5
"""How long the board and the pages wait for the broker at the start, for importing them holds up the loop."""

log = logging.getLogger(__name__)


class Service:
    """The table of one settings file; an asynchronous context manager.

    `any_port`: the pages may be served on another port than the settings', if that is taken. `tempo`: how
    fast a simulated board is played. Entering it raises the LuzaError of the part that cannot be started.
    """

    def __init__(self, settings: Settings, *, any_port: bool = False, tempo: float = 1.0) -> None:
        self.settings = settings
        self.version = installed("luza")
        self.clocks = SystemClocks()
        self.address: str | None = None
        """Where the pages are, for a browser; None without pages."""
        self.first_start: Words | None = None
        """What the console is to show, at the first start alone: the panel's PINs."""
        self.publisher: Publisher | None = None
        self.sources: list[LinkSource] = []
        """Each board's link, in the order of the settings."""
        self.board: SimulatedBoard | None = None
        """The simulated board, if the settings ask for one."""
        self._any_port = any_port
        self._tempo = tempo
        self._stack = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            self.journal = Journal.open(Path(self.settings.journal.path))
            stack.callback(self.journal.close)
            self.controller = Controller(self.journal, profile(self.settings, self.version), self.clocks)
            if self.settings.mqtt.enabled:
                await self._start_mqtt(stack)
            if self.settings.board.kind != "none":
                await self._start_board(stack)
            await self._start_buttons(stack)
            if self.settings.web.enabled:
                await self._start_web(stack)
            self._start(stack, self.controller.run(), "luza-controller")
            stack.callback(self.controller.close)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def run(self, *works: Coroutine[None, None, None]) -> None:
        """Goes on until it is cancelled, with `works` beside it; raises what a part of it fails with."""
        others = [asyncio.ensure_future(work) for work in works]
        try:
            done, _ = await asyncio.wait([*self._tasks, *others], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in others:
                task.cancel()
            if others:
                await asyncio.wait(others)

    async def _start_mqtt(self, stack: AsyncExitStack) -> None:
        from luza.mqtt import discovery
        from luza.mqtt.access import Access
        from luza.mqtt.publisher import Publisher

        mqtt, table = self.settings.mqtt, self.settings.table
        access = Access(
            host=mqtt.host,
            port=mqtt.port,
            username=mqtt.username,
            password_file=mqtt.password_file,
            tls=mqtt.tls,
            ca_file=mqtt.ca_file,
            keepalive_s=mqtt.keepalive_s,
        )
        topics = topics_of(self.settings)
        beside = {}
        if mqtt.home_assistant:
            said = discovery.description(topics, table.name, self.version, table.language)
            beside[discovery.topic(topics)] = said
        publisher = Publisher(
            self.journal,
            self.controller,
            topics,
            access,
            self.controller.session,
            beside=beside,
            changed=self.controller.health_changed,
        )
        self.controller.on_commit(publisher.pump)
        self.controller.add_part("mqtt", publisher.part)
        publisher.start()
        stack.push_async_callback(publisher.stop)
        self.publisher = publisher
        with suppress(TimeoutError):
            async with asyncio.timeout(HEAD_START_S):
                await publisher.online.wait()

    async def _start_board(self, stack: AsyncExitStack) -> None:
        board = self.settings.board
        ports: list[str] = []
        if board.kind == "simulated":
            from luza.sources.simulator.simulated import SimulatedBoard

            self.board = await stack.enter_async_context(SimulatedBoard(tempo=self._tempo))
            ports = [self.board.stable_port]
        elif board.kind == "serial":
            ports = [board.port, *board.more]
        sinks = self._sinks(stack, len(ports) + (self.settings.gpio.pins is not None))
        for number, port in enumerate(ports):
            from luza.sources.link import LinkSource

            uid = "" if number else board.uid
            source = LinkSource(port, next(sinks), version=self.version, uid=uid)
            self.sources.append(source)
            self._start(stack, source.run(), f"luza-board-{number}")
        if self.settings.gpio.pins is not None:
            from luza.sources.gpio import GpioSource
            from luza.sources.pins import read_pins

            pins = read_pins(Path(self.settings.gpio.pins), linked=False)
            gpio = await stack.enter_async_context(GpioSource(pins, next(sinks)))
            self._start(stack, gpio.run(), "luza-gpio")

    def _sinks(self, stack: AsyncExitStack, count: int) -> "Iterator[BoardSink]":
        """Whom each source gives its facts: the controller, or with several sources what merges them."""
        if count < 2:
            return itertools.repeat(self.controller)
        from luza.sources.merge import Merger

        merger = Merger(self.controller, wait_s=self.settings.board.wait_s)
        self._start(stack, merger.run(), "luza-merger")
        return iter([merger.sink() for _ in range(count)])

    async def _start_buttons(self, stack: AsyncExitStack) -> None:
        from luza.sources.buttons import NAMES, RailButtons

        wanted = self.settings.buttons
        pins = {name: pin for name in NAMES if (pin := getattr(wanted, name)) is not None}
        if pins:
            from luza.panel.rail import Rail

            pressed = Rail(self.controller).press
            buttons = RailButtons(
                pins, pressed, led=wanted.led, bounce_s=wanted.bounce_s, hold_s=wanted.hold_s
            )
            await stack.enter_async_context(buttons)

    async def _start_web(self, stack: AsyncExitStack) -> None:
        from luza.web.app import create_app
        from luza.web.serve import WebServer

        web = self.settings.web
        panel = self._panel() if self.settings.panel.enabled else None
        doctor = self._doctor(stack, panel)
        app = create_app(self.controller, panel=panel, doctor=doctor)
        server = WebServer(app, web.host, web.port, any_port=self._any_port, proxies=web.proxies)
        self.address = await server.start()
        stack.push_async_callback(server.stop)
        if panel is not None:
            self._make_pins(panel, server)

    def _panel(self) -> "Panel":
        from luza.panel.desk import Desk
        from luza.panel.safe import Safe
        from luza.web.panel import Panel

        path = self.settings.panel.path or Path(self.settings.journal.path).with_name("panel.json")
        referee_only = frozenset[str](self.settings.panel.referee_only)
        desk = Desk(self.controller, Safe(Path(path)), self.clocks, referee_only)
        players = self.settings.panel.players
        return Panel(desk, self.journal, self.clocks, Path(players) if players else None)

    def _doctor(self, stack: AsyncExitStack, panel: "Panel | None") -> "Doctor | None":
        """The check of the table in the browser: needs a board, and a manager to ask for it."""
        if panel is None or not self.sources:
            return None
        from luza.web.doctor import Doctor

        doctor = Doctor(panel, self.sources, self._match_is_on)
        stack.callback(doctor.close)
        return doctor

    def _match_is_on(self) -> bool:
        play = self.controller.play
        return play is not None and play.over_since is None

    def _make_pins(self, panel: "Panel", server: "WebServer") -> None:
        """New PINs where there are none: they are shown once, with the code that pairs a tablet."""
        pins = panel.desk.keys.first_pins()
        if pins:
            from luza.panel.console import first_start

            base = self.settings.panel.address.rstrip("/") or server.reachable()
            token, _ = panel.desk.keys.ticket("marker", self.clocks.wall())
            self.first_start = first_start(pins, f"{base}/panel#pair={token}", f"{base}/panel")

    def _start(self, stack: AsyncExitStack, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.append(task)

        async def end() -> None:
            task.cancel()
            await asyncio.wait([task])

        stack.push_async_callback(end)


def topics_of(settings: Settings) -> Topics:
    """The names of the table's MQTT topics."""
    return Topics(settings.club.id, settings.table.id)


def ports_of(settings: Settings) -> tuple[str, ...]:
    """Where the table's boards are looked for, the Pi's own pins among them."""
    board = settings.board
    pins = ("GPIO",) if settings.gpio.pins is not None else ()
    if board.kind == "serial":
        return (board.port, *board.more, *pins)
    return pins or ("",)


def _firmware() -> str:
    """The board's firmware as this host would install it; empty where its files are not here."""
    from luza.sources import board_files

    with suppress(board_files.NoFirmware):
        return board_files.version()
    return ""


def profile(settings: Settings, version: str) -> Profile:
    """What the controller needs of the settings."""
    return Profile(
        root=topics_of(settings).root,
        club=settings.club.id,
        table=settings.table.id,
        club_name=settings.club.name,
        table_name=settings.table.name,
        header=header(settings),
        version=version,
        board=settings.board.kind != "none",
        ports=ports_of(settings),
        firmware=_firmware() if settings.board.kind == "serial" else "",
        idle_after_s=settings.table.idle_after_s,
        outbox=settings.mqtt.enabled,
        outbox_max=settings.mqtt.outbox_max,
    )
