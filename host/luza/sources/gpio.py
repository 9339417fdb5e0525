"""Sensors on the Raspberry Pi's own pins, for a table without a board: the board's detectors, run here.

    async with GpioSource(pins, sink) as source:
        await source.run()

Edges come from gpiozero with the kernel's time; what they mean is decided by the same files that run on the
board (firmware/luza_table). `pins` is a pin map like hardware/pins.toml with the Pi's GPIO numbers.
"""

import asyncio
import heapq
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

import msgspec
from luza_link import messages as m
from luza_link.values import Event, Inputs

from luza.sources.board import (
    BoardBatch,
    BoardFitted,
    BoardFound,
    BoardReport,
    BoardRestarted,
    BoardSays,
    BoardSink,
    BoardVitals,
    InputsSeen,
)
from luza.sources.gpio_detectors import GpioError, detectors, wires
from luza.sources.link_facts import Translator, inputs
from luza.sources.pins import PinMap

UID = "gpio"
"""The Pi's pins among the boards of a table."""
PORT = "GPIO"
TURN_S = 0.01
HOLD_S = 0.005
"""Two pins' edges may be handed over in another order than they came in; so long they are held and sorted."""
BELIEVABLE_AGE_S = 2.0
VITALS_EVERY_S = 1.0
INPUTS_EVERY_S = 30.0
FLOOD_WINDOW_S = 0.1


class _Clock:
    """The detectors' microseconds in the host's seconds: one clock, exactly."""

    error_s: float | None = 0.0
    drift = 0.0

    def __init__(self, zero: float) -> None:
        self.zero = zero

    def host_s(self, time_us: int) -> float:
        """A time of the detectors, in seconds of the host's monotonic clock."""
        return self.zero + time_us / 1e6


class _Pin:
    """One input's pin. `changed` runs in gpiozero's thread."""

    def __init__(
        self,
        number: int,
        active_high: bool,
        limit: int,
        device: Any,
        edge: Callable[[int, bool, float], None],
    ) -> None:
        self.number = number
        self.count = 0
        """Edges in this window; above the limit they are left out, as on the board."""
        self.muted = False
        self._active_high = active_high
        self._limit = limit
        self._device = device
        self._edge = edge
        device.pin.edges = "both"
        device.pin.when_changed = self.changed

    def changed(self, ticks: Any, state: Any) -> None:
        """The pin's level has changed; `ticks` is the factory's time of it."""
        self.count += 1
        if self.count <= self._limit + 1:
            factory = self._device.pin_factory
            age_s = factory.ticks_diff(factory.ticks(), ticks)
            # Some kernels time edges by another clock than the factory's: then this call's time is taken.
            believable = 0.0 <= age_s <= BELIEVABLE_AGE_S
            self._edge(self.number, bool(state) == self._active_high, age_s if believable else 0.0)

    def flooded(self) -> bool:
        """More edges came in this window than are listened to."""
        return self.count > self._limit

    def active(self) -> bool:
        """The level as it is now."""
        return bool(self._device.pin.state) == self._active_high


class GpioSource:
    """The sensors at the Pi's pins as one board; an asynchronous context manager.

    sink: whom the facts go to. factory: gpiozero's pin factory, for tests; None: that of the machine.
    clock: the host's monotonic seconds. Making it and entering it raise GpioError. `run` goes on until it is
    cancelled; what the sink raises ends it too.
    """

    def __init__(
        self,
        pins: PinMap,
        sink: BoardSink,
        *,
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sink = sink
        self._factory = factory
        self._clock = clock
        self._map = pins
        self._found = detectors(pins)
        self._table: Any = None
        self._boot_id = secrets.randbits(32) or 1
        self._seq = 0
        # Filled by gpiozero's threads: an edge that had to wait for the loop would come after its turn.
        self._coming: deque[tuple[int, int, bool]] = deque()
        self._felt: list[tuple[int, int, int, bool]] = []
        self._edges = 0
        self._now_us = 0
        self._pins: dict[int, _Pin] = {}
        self._events: list[Event] = []
        self._waiting: deque[BoardBatch | BoardReport] = deque()
        self._wake = asyncio.Event()
        self._stack = ExitStack()
        self._window = self._vitals = self._told_inputs = 0.0

    async def __aenter__(self) -> Self:
        self._time = _Clock(self._clock())
        self._translate = Translator(self._time, self._clock)
        self._translate.begin(UID, self._boot_id)
        self._table = self._found.table(self._take)
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        levels = sum(1 << number for number, pin in self._pins.items() if pin.active())
        self._table.start(0, levels)
        self._greet(levels)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stack.close()

    async def run(self) -> None:
        """Listen and hand on what was felt, until cancelled."""
        handing_on = asyncio.create_task(self._hand_on(), name="luza-gpio-facts")
        try:
            while not handing_on.done():
                self.turn()
                await asyncio.sleep(TURN_S)
            handing_on.result()
        finally:
            handing_on.cancel()
            await asyncio.wait([handing_on])

    def turn(self) -> None:
        """One turn: the edges that are old enough go into the detectors, and what they say is kept."""
        now = self._clock()
        until = round((now - HOLD_S - self._time.zero) * 1e6)
        while self._coming:
            self._edges += 1
            t, number, active = self._coming.popleft()
            heapq.heappush(self._felt, (t, self._edges, number, active))
        while self._felt and self._felt[0][0] <= until:
            t, _, number, active = heapq.heappop(self._felt)
            self._now_us = max(self._now_us, t)
            pin = self._pins[number]
            if not pin.muted:
                self._table.edge(self._now_us, number, active)
        self._now_us = max(self._now_us, until)
        self._table.tick(self._now_us)
        if now >= self._window:
            self._window = now + FLOOD_WINDOW_S
            self._mind_floods()
        self._tell(self._translate(self._events))
        self._events.clear()
        if now >= self._vitals:
            self._vitals = now + VITALS_EVERY_S
            self._tell([self._heartbeat()])
        health = self._table.health
        if health.changed or now >= self._told_inputs:
            health.changed = False
            self._told_inputs = now + INPUTS_EVERY_S
            self._tell(self._translate([Inputs.unpack(health.body(self._now_us, self._table.fitted))]))

    # Inside

    def _open(self, stack: ExitStack) -> None:
        try:
            from gpiozero import InputDevice  # type: ignore[import-untyped]
            from gpiozero.exc import GPIOZeroError  # type: ignore[import-untyped]
        except ImportError:
            raise GpioError("gpiozero is not installed; install luza with the extra pi") from None

        def felt(number: int, active: bool, age_s: float) -> None:
            t = round((self._clock() - age_s - self._time.zero) * 1e6)
            self._coming.append((t, number, active))

        pulls = {"up": True, "down": False, "none": None}
        limit = self._found.mute_edges
        try:
            for number, (gpio, active_high, pull) in wires(self._map).items():
                floating = True if pull == "none" else None
                device = InputDevice(
                    gpio, pull_up=pulls[pull], active_state=floating, pin_factory=self._factory
                )
                stack.enter_context(device)
                self._pins[number] = _Pin(number, active_high, limit, device, felt)
        except GPIOZeroError as problem:
            raise GpioError(f"{problem}; are the pins of the pin map free, and is this a Pi?") from None

    def _mind_floods(self) -> None:
        """A window of counting edges is over: who chatters is not listened to until it is calm."""
        for number, pin in self._pins.items():
            flooded, pin.count = pin.flooded(), 0
            if flooded and not pin.muted:
                pin.muted = True
                self._table.mute(self._now_us, number)
                text = f"{m.INPUT_NAMES[number]}: too many edges, not listened to until it is calm"
                self._tell([BoardSays(UID, "warning", text, 0)])
            elif pin.muted and not flooded:
                pin.muted = False
                self._table.resume(self._now_us, number, pin.active())

    def _take(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        self._seq += 1
        self._events.append(Event(self._seq, t, kind, channel, value, flags))

    def _greet(self, levels: int) -> None:
        known = self._sink.position(UID)
        if known is not None:
            # What happened while nobody listened is gone, as with a board that lost its power.
            self._tell([BoardRestarted(UID, self._boot_id, "the program was started")])
        dictionary = msgspec.json.decode(self._found.dictionary, type=dict[str, object])
        self._tell(
            [
                BoardFound(UID, self._boot_id, PORT, self._found.version, "power", 0, 0),
                BoardFitted(UID, dictionary),
                InputsSeen(UID, inputs(levels), ()),
            ]
        )

    def _heartbeat(self) -> BoardVitals:
        active, faulty = inputs(self._table.levels), inputs(self._table.health.faults)
        return BoardVitals(UID, 0, 0, 0, 0, 0, active, faulty, 0.0, 0.0)

    def _tell(self, said: list[BoardBatch | BoardReport]) -> None:
        if said:
            self._waiting += said
            self._wake.set()

    async def _hand_on(self) -> None:
        while True:
            self._wake.clear()
            while self._waiting:
                item = self._waiting.popleft()
                if isinstance(item, BoardBatch):
                    await self._sink.deliver(item)
                else:
                    await self._sink.board_report(item)
            await self._wake.wait()
