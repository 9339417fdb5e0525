"""The detectors wired to the pins: interrupts in, facts to the link out, one step of the loop at a time."""

import gc

from luza_link import messages as m
from luza_link.board import BoardLink
from machine import I2C, Pin

from luza_table.clock import Clock
from luza_table.colour import ColourSensors
from luza_table.health import DEAD
from luza_table.reference import PERIOD_US, Reference
from luza_table.ring import EdgeRing
from luza_table.settings import MUTE_WINDOW_US, Settings, Wire
from luza_table.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.adc import SampledInput, Sampler
    from luza_table.clock import Ticks, TicksDiff
    from luza_table.watch import Watch

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


class Loop:
    """The two ends of the reference wire at their pins."""

    def __init__(self, reference: Reference, out: int, back: int) -> None:
        self._reference = reference
        self._out = Pin(out, Pin.OUT, value=0)
        self._back = Pin(back, Pin.IN, Pin.PULL_UP)
        self._driven = 0
        self._due = PERIOD_US

    @property
    def whole(self) -> bool:
        """The wire follows."""
        return self._reference.whole

    def step(self, now: int) -> bool:
        """Look and drive the other level, when its time has come; whether the harness changed."""
        if now < self._due:
            return False
        self._due = now + PERIOD_US
        changed = self._reference.look(now, bool(self._driven), bool(self._back.value()))
        self._driven = 1 - self._driven
        self._out.value(self._driven)
        return changed


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
        self._inputs: "list[Input | SampledInput]" = [
            Input(number, settings.pins[number], self._ring, self._mute_edges)
            for number in sorted(settings.pins)
        ]
        self._sampler: "Sampler | None" = None
        if settings.sampled:
            from luza_table.adc import Sampler  # memory that few tables need

            self._sampler = Sampler(settings.adc, settings.sampled, self._ring, self._mute_edges)
            self._inputs += self._sampler.inputs
            self._sampler.start()
        self._watch: "Watch | None" = None
        self._colours: "ColourSensors | None" = None
        if settings.colour_bus:
            bus = settings.colour_bus
            i2c = I2C(bus["i2c"], sda=Pin(bus["sda"]), scl=Pin(bus["scl"]), freq=bus["khz"] * 1000)
            ports = settings.colour_ports
            self._colours = ColourSensors(i2c, bus["switch"], ports, self.table.kinds, self.table.health)
        self._reference: "Loop | None" = None
        if self.table.reference is not None:
            self._reference = Loop(self.table.reference, settings.reference["out"], settings.reference["in"])
        link.inputs = self._told
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
        if self._reference is not None and self._reference.step(now):
            self._harness(self._reference.whole)
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
        if self.table.health.changed:
            self.table.health.changed = False
            link.inputs_changed = True
        if link.service.live_due(now):
            self._show(now)
        return now

    def _show(self, now: int) -> None:
        """What every input did, for the host that watches."""
        if self._watch is None:
            from luza_table.watch import Watch  # memory that nobody needs in play

            self._watch = Watch(self._sampler.inputs if self._sampler is not None else [])
            self.table.kinds.watch = self._watch
        self._link.show(self._watch.body(now, self._link.levels, self._link.faults))

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
                if self._watch is not None:
                    self._watch.edge(t, code >> 1, bool(code & 1))
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
        sampler = self._sampler
        if sampler is not None:
            dead = sampler.silent > 0
            sampler.silent = 0
            for one in sampler.inputs:
                self.table.health.set(now, one.number, DEAD, dead)
        limit = self._mute_edges
        for one in self._inputs:
            muted = self._muted >> one.number & 1
            if muted and one.count <= 2 * limit + 1:
                self._muted &= ~(1 << one.number)
                one.count = muted = 0
                self.table.resume(now, one.number, one.active())
            # A muted one begins above the limit: its edges are counted, and none gets into the ring.
            one.count = limit + 1 if muted else 0

    def _told(self, now: int) -> bytes:
        return self.table.health.body(now, self.table.fitted)

    def _harness(self, whole: bool) -> None:
        text = (
            "the harness is whole again" if whole else "the harness is broken or unplugged: look at its plugs"
        )
        self._link.log(m.LOG_INFO if whole else m.LOG_ERROR, text)
        for one in self._inputs:
            # What the loose end did meanwhile counts for nothing.
            self.table.resume(self._last, one.number, one.active())

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
