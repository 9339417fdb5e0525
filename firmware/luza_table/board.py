"""The detectors wired to the pins: interrupts in, facts to the link out, one step of the loop at a time."""

import gc

from luza_link import messages as m
from luza_link.board import BoardLink
from machine import I2C, Pin

from luza_table.clock import Clock
from luza_table.colour import ColourSensors
from luza_table.ring import EdgeRing
from luza_table.settings import MUTE_WINDOW_US, Settings, Wire
from luza_table.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.clock import Ticks, TicksDiff

EDGES = 512
"""Edges between two turns of the loop, at most: a quarter of a second at 2,000 a second."""
TIDY_US = 1_000_000
"""Memory is tidied so often, and counted for the heartbeat; with a beam broken, half as often."""
FLOOD = 0x80
"""In place of an input's edge: from here on its edges are left out."""
_PULLS = {"none": None, "up": Pin.PULL_UP, "down": Pin.PULL_DOWN}


class Input:
    """One wired input. Its interrupt handler does the least that can be done, and allocates nothing."""

    def __init__(self, number: int, wire: Wire, ring: EdgeRing, limit: int) -> None:
        self.number = number
        self.count = 0
        """Edges in this window; above the limit they are left out, so that one bad input cannot drown all."""
        self._active = wire.active
        self._ring = ring
        self._limit = limit
        self._code = number << 1
        self._pin = Pin(wire.pin, Pin.IN, _PULLS[wire.pull])
        self._pin.irq(self.on_edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def on_edge(self, pin: Pin) -> None:
        """For the interrupt: keep the edge; of those above the limit, keep that there were some."""
        self.count += 1
        if self.count <= self._limit:
            self._ring.put(self._code | (pin.value() == self._active))
        elif self.count == self._limit + 1:
            self._ring.put(FLOOD | self.number)

    def active(self) -> bool:
        """The level as it is now."""
        return self._pin.value() == self._active


class Board:
    """One table's board. Call `step` again and again."""

    def __init__(
        self,
        settings: Settings,
        link: BoardLink,
        ticks: "Ticks",
        diff: "TicksDiff",
    ) -> None:
        self._link = link
        self._clock = Clock(ticks, diff)
        self._ring = EdgeRing(EDGES, ticks)
        self._lost = 0
        self._mute_edges = settings.limits["input"]["mute_edges"]
        self._window = 0
        self._tidy = 0
        self._last = 0
        self._turn = 0
        self._muted = 0
        self.table = Table(settings, link.push_event)
        self._inputs = [
            Input(number, settings.pins[number], self._ring, self._mute_edges)
            for number in sorted(settings.pins)
        ]
        self._colours: "ColourSensors | None" = None
        if settings.colour_bus:
            bus = settings.colour_bus
            i2c = I2C(bus["i2c"], sda=Pin(bus["sda"]), scl=Pin(bus["scl"]), freq=bus["khz"] * 1000)
            ports = settings.colour_ports
            self._colours = ColourSensors(i2c, bus["switch"], ports, self.table.kinds, self.table.health)
        levels = 0
        for one in self._inputs:
            levels |= one.active() << one.number
        self.table.start(self._clock.now(), levels)

    def step(self) -> int:
        """One turn of the loop; the time it began, in microseconds since the start."""
        now = self._clock.now()
        link = self._link
        link.worst_loop_us = max(link.worst_loop_us, now - self._last)
        self._last = now
        self._edges()
        if self._colours is not None:
            self._look(self._colours, now)
        self.table.tick(now)
        if now >= self._window:
            self._window = now + MUTE_WINDOW_US
            self._count(now)
        if now >= (self._tidy + TIDY_US if self.table.levels else self._tidy):
            self._tidy = now + TIDY_US
            gc.collect()
            link.free_heap = gc.mem_free()
        link.levels = self.table.levels
        link.faults = self.table.health.faults
        return now

    def _edges(self) -> None:
        ring = self._ring
        t = 0
        while ring.take():
            code = ring.code
            t = self._clock.at(ring.time)
            if code & FLOOD:
                number = code & ~FLOOD
                text = m.INPUT_NAMES[number] + ": too many edges, not listened to until it is calm"
                self._link.log(m.LOG_WARNING, text)
                self._mute(t, number)
            elif not self._muted >> (code >> 1) & 1:
                self.table.edge(t, code >> 1, bool(code & 1))
        if ring.lost != self._lost:
            self._overrun(t)

    def _overrun(self, t: int) -> None:
        """Edges were lost, nobody knows whose: what any input felt is unknown from the last one that is
        here."""
        self._link.log(m.LOG_ERROR, str(self._ring.lost - self._lost) + " edges lost, too many came at once")
        self._lost = self._ring.lost
        for one in self._inputs:
            self._mute(t, one.number)

    def _mute(self, t: int, number: int) -> None:
        self._muted |= 1 << number
        self.table.mute(t, number)

    def _count(self, now: int) -> None:
        """A window of counting edges is over: who was calm is listened to again."""
        for one in self._inputs:
            calm = one.count <= self._mute_edges
            one.count = 0
            if calm and self._muted >> one.number & 1:
                self._muted &= ~(1 << one.number)
                self.table.resume(now, one.number, one.active())

    def _look(self, colours: ColourSensors, now: int) -> None:
        """Read the sensor of one pocket whose beam is broken, each in its turn; else mend what is mute."""
        broken = self.table.levels & 0x3F
        if not broken:
            colours.tick(now)
            return
        for _ in range(len(m.POCKET_NAMES)):
            self._turn = (self._turn + 1) % len(m.POCKET_NAMES)
            if broken >> self._turn & 1:
                colours.read(now, self._turn)
                return
