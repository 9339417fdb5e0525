"""A host for one simulated board: the link's host end on its port, everything it says kept at once."""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self, TypeVar

from luza.sources.pins import PinMap
from luza.sources.simulator.process import Runtime
from luza.sources.simulator.simulated import SimulatedBoard
from luza_link import messages as m
from luza_link.host import HostLink
from luza_link.outputs import Output
from luza_link.values import Event

T = TypeVar("T", bound=Output)
FAST = 20.0


class Desk:
    """`async with Desk(board) as desk:` listens. The host's clock goes as fast as the board's."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self.said: list[Output] = []
        """All that the link told, in its order."""
        self.link = HostLink("test", lambda _: self._last)
        self._last: tuple[int, int] | None = None
        self.fd = -1
        self._changed = asyncio.Event()
        self._ticker: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """The port is there."""
        return self._ticker is not None

    @property
    def events(self) -> list[Event]:
        """The board's events so far."""
        return self.of(Event)

    def of(self, kind: type[T]) -> list[T]:
        """What was said of one kind."""
        return [one for one in self.said if isinstance(one, kind)]

    def facts(self) -> list[tuple[str, str, int]]:
        """Events of play: kind, channel's name, flags. Rests at the start are left out."""
        return [named(event) for event in self.events if event.kind != m.HEALTH]

    async def __aenter__(self) -> Self:
        self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Open the board's port, whatever its name is now."""
        self.fd = os.open(self.board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.link.opened(self._now())
        asyncio.get_running_loop().add_reader(self.fd, self.readable)
        self._ticker = asyncio.create_task(self._tick())

    def close(self) -> None:
        """Leave the port."""
        if self._ticker is not None:
            self._ticker.cancel()
            asyncio.get_running_loop().remove_reader(self.fd)
            os.close(self.fd)
            self._ticker = None

    async def until(self, true: Callable[[], object], seconds: float = 30.0) -> None:
        """Wait until something is true of what was said, with a deadline in real time."""
        deadline = time.monotonic() + seconds
        while not true():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"in {seconds} s came {self.said[-5:]}")
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, 1.0))
            await self.board.until(self.board.now_us)  # it has not failed?

    async def ready(self) -> None:
        """Wait until the board has listened and been quiet long enough to take a stroke."""
        await self.until(lambda: any(event.kind == m.REST for event in self.events))

    def _now(self) -> float:
        return time.monotonic() * self.board.speed

    def readable(self) -> None:
        """Take what has come at `fd`."""
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            data = b""
        if not data:  # unplugged
            self.close()
            self._changed.set()
            return
        self._take(self.link.receive(data, self._now()))

    async def _tick(self) -> None:
        while True:
            self._take(self.link.poll(self._now()))
            await asyncio.sleep(0.005)

    def _take(self, outputs: list[Output]) -> None:
        for one in outputs:
            self.said.append(one)
            if isinstance(one, Event) and self.link.hello is not None:
                self._last = (self.link.hello.boot_id, one.seq)
                self.link.committed(*self._last)
        data = self.link.bytes_to_send()
        if data and self._ticker is not None:
            os.write(self.fd, data)
        if outputs:
            self._changed.set()


def named(event: Event) -> tuple[str, str, int]:
    """An event's kind, its channel's name where it has one, and its flags."""
    names = {m.POCKET: m.POCKET_NAMES, m.CUSHION: m.CUSHION_NAMES}.get(event.kind, ("",))
    return (m.KIND_NAMES[event.kind], names[event.channel], event.flags)


def balls(desk: Desk) -> list[tuple[str, str, int]]:
    """The balls so far."""
    return [fact for fact in desk.facts() if fact[0] == "pocket"]


def with_board(
    test: Callable[[SimulatedBoard, Desk], Awaitable[None]],
    *,
    speed: float = FAST,
    quiet_ms: int = 500,
    broken: tuple[int, ...] = (),
    pins: PinMap | None = None,
    runtime: Runtime = "micropython",
) -> None:
    """Run a board and a host, and the test between them."""

    async def run() -> None:
        limits = {"rest": {"quiet_ms": quiet_ms}}
        async with (
            SimulatedBoard(speed=speed, limits=limits, broken=broken, pins=pins, runtime=runtime) as board,
            Desk(board) as desk,
        ):
            await test(board, desk)

    asyncio.run(run())
