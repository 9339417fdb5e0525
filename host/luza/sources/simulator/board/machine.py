"""The board's hardware without a board: pins, a colour sensor bus, a UART, a watchdog, and the counter.

Signals come as records through a pipe, file descriptor LUZA_BOARD_SIGNALS, each with the microsecond at which
it happens. The firmware's own interrupt handlers are called for them, at just that reading of the counter,
when the firmware next looks at the counter; so a pass of the loop that is late changes no time, as on the
RP2040. Where a busy machine tells of something after its time, it happens then, and what follows it as much
later: nothing becomes shorter.

The counter is the machine's monotonic clock times LUZA_BOARD_SPEED/1000 since LUZA_BOARD_EPOCH_US, and wraps
at 2^30 as the RP2040's does; it starts at LUZA_BOARD_TICKS. While a colour is shown to a sensor the counter
goes on by a millisecond a look at the most, so that a fast one does not rush past what a loop on the board
would see.
"""

import os
import select
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    _Handler = Callable[["Pin"], object]

_MICROPYTHON = sys.implementation.name == "micropython"
if _MICROPYTHON:
    _monotonic_us = __import__("utime").ticks_us  # the built-in one; `time` is ours
    _heap_lock = __import__("micropython").heap_lock
    _heap_unlock = __import__("micropython").heap_unlock
else:
    _monotonic_ns = __import__("time").monotonic_ns

    def _monotonic_us() -> int:
        return int(_monotonic_ns() // 1000)

    def _heap_lock() -> None:
        pass

    _heap_unlock = _heap_lock

RECORD = "<QBB4H"
"""Time in us, what, which, four values. What: EDGE of a pin to a level (first value); COLOUR before the
sensor at a port (clear, red, green, blue; all 0 takes it away); BUS: ports whose sensor does not answer, as
bits; FAIL raises in the loop (first value 1: memory); STALL lets the loop hang; VOLTS: a channel of the
converter jumps to a voltage and falls back to another, both in mV, by half in so many us (0: it stays); CHIP:
whether the converter answers (first value); WIRE: whether the reference wire is whole."""
RECORD_SIZE = 18
EDGE = 1
COLOUR = 2
BUS = 3
FAIL = 4
STALL = 5
VOLTS = 6
CHIP = 7
WIRE = 8

PWRON_RESET = 1
WDT_RESET = 3
EXIT_SOFT_RESET = 81
"""The process ends with this where a board would start its program anew;"""
EXIT_WATCHDOG = 82
"""with this where the watchdog would reset it,"""
EXIT_RESET = 83
"""and with this where it resets itself."""


def _setting(name: str, default: int) -> int:
    return int(os.getenv("LUZA_BOARD_" + name) or default)


_EPOCH_US = _setting("EPOCH_US", _monotonic_us())
_SPEED = _setting("SPEED", 1000)
_TICKS = _setting("TICKS", 0)
_WIRE_OUT = _setting("WIRE_OUT", -1)
_WIRE_BACK = _setting("WIRE_BACK", -1)
_WRAP = (1 << 30) - 1
_STEP_US = 1000
_KEPT = 200
_CALM_US = 500 * _SPEED
"""The host tells of things so long before they happen."""


class _World:
    """What lies outside the chip: levels, colours, the signals to come, and how late it is."""

    def __init__(self) -> None:
        self.now = 0
        self.interrupt = False
        self.levels = [(_setting("LEVELS", 0) >> pin) & 1 for pin in range(30)]
        self.pins: dict[int, Pin] = {}
        self.colours: dict[int, tuple[int, int, int, int]] = {}
        self.dead_ports = 0
        self.volts: dict[int, tuple[int, int, int, int]] = {}
        """Channel of the converter to when it jumped, where to, where it falls back to, how fast."""
        self.chip_answers = True
        self.wire_whole = True
        self.timers: list[Timer] = []
        self.watchdog_us = 0
        self.unfed_us = 0
        self._waited_at = 0
        self._late = 0
        """So much after its time happens what is to come."""
        self._last_at = 0
        self._next: list[tuple[int, int, int, int, int, int, int]] = []
        """Signals to come, the next one last."""
        self._pipe = open(_setting("SIGNALS", 0), "rb", 0)  # noqa: SIM115  for as long as the board runs
        self._record = bytearray(RECORD_SIZE)
        self._has_signals = select.poll()
        self._has_signals.register(self._pipe, select.POLLIN)
        self._wakes = select.poll()
        self._wakes.register(self._pipe, select.POLLIN)
        self._wakes.register(sys.stdin, select.POLLIN)

    def target(self) -> int:
        """Where the counter would be if it could always keep up."""
        us: int = _monotonic_us()
        return (us - _EPOCH_US) * _SPEED // 1000

    def turn(self) -> None:
        """Let time go on, and happen what happens meanwhile."""
        target = self.target()
        if self.colours:
            target = min(target, self.now + _STEP_US)
        self._take_all()
        if not self._next and target - self._last_at > _CALM_US:
            self._late = 0  # what was told too late is over
        while self._next and self._next[-1][0] + self._late <= target:
            signal = self._next.pop()
            self._late = max(self._late, self.now - signal[0])
            self._let_timers(signal[0] + self._late)
            self.now = self._last_at = signal[0] + self._late
            self._happen(signal)
            if signal[1] == COLOUR:
                target = min(target, self.now + _STEP_US)
            if not self._next:
                self._take_all()
        self._let_timers(target)
        self.now = max(self.now, target)

    def _let_timers(self, until: int) -> None:
        """Call what is due of the timers, each at its time."""
        for timer in self.timers:
            while timer.due <= until:
                self.now = max(self.now, timer.due)
                timer.due += timer.period_us
                self._interrupt(timer.callback, timer)

    def wait(self) -> None:
        """Until there is something to do, a millisecond at most."""
        target = self.target()
        # A machine that was busy elsewhere is not a loop that hangs: of one wait no more than this counts.
        self.unfed_us += min(target - self._waited_at, _SPEED * 20)
        self._waited_at = target
        if self.watchdog_us and self.unfed_us > self.watchdog_us:
            sys.exit(EXIT_WATCHDOG)
        behind = target - self.now > _STEP_US * 2
        if not behind and not (self._next and self._next[-1][0] + self._late - self.now < _SPEED):
            self._wakes.poll(1)

    def _take_all(self) -> None:
        """Read what is said to happen, up to what may lie in the board's memory."""
        while len(self._next) < _KEPT and self._has_signals.poll(0):
            if not self._pipe.readinto(self._record):
                sys.exit(0)  # nobody is left to say what happens
            record = struct.unpack(RECORD, self._record)
            at = len(self._next)
            while at and self._next[at - 1][0] <= record[0]:
                at -= 1
            self._next.insert(at, record)

    def _happen(self, signal: tuple[int, int, int, int, int, int, int]) -> None:
        _, what, which, *values = signal
        if what == EDGE:
            self._edge(which, values[0])
        elif what == COLOUR:
            if any(values):
                self.colours[which] = (values[0], values[1], values[2], values[3])
            else:
                self.colours.pop(which, None)
        elif what == BUS:
            self.dead_ports = values[0]
        elif what == VOLTS:
            self.volts[which] = (self.now, values[0], values[1], values[2])
        elif what == CHIP:
            self.chip_answers = bool(values[0])
        elif what == FAIL:
            kind = MemoryError if values[0] else RuntimeError
            raise kind("the simulated board was told to fail")
        elif what == WIRE:
            self.wire_whole = bool(values[0])
        elif what == STALL:
            while True:
                self.wait()

    def _edge(self, number: int, level: int) -> None:
        if self.levels[number] == level:
            return
        self.levels[number] = level
        pin = self.pins.get(number)
        if pin is None or pin.handler is None:
            return
        if not pin.trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING):
            return
        self._interrupt(pin.handler, pin)

    def _interrupt(self, handler: "Callable[..., object]", source: object) -> None:
        self.interrupt = True
        _heap_lock()  # as in a hard interrupt on the board: allocating there is an error
        try:
            handler(source)
        finally:
            _heap_unlock()
            self.interrupt = False


def ticks_us() -> int:
    """MicroPython's time.ticks_us, on the board's counter."""
    if not _world.interrupt:
        _world.turn()
    return _world.now + _TICKS & _WRAP


def ticks_diff(later: int, earlier: int) -> int:
    """MicroPython's time.ticks_diff for a counter of 30 bits."""
    return ((later - earlier + (1 << 29)) & _WRAP) - (1 << 29)


class Pin:
    """machine.Pin, as far as an input goes."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(
        self, id: int, mode: int = IN, pull: "int | None" = None, *, value: "int | None" = None
    ) -> None:
        self.number = id
        self.handler: _Handler | None = None
        self.trigger = 0
        _world.pins[id] = self
        if value is not None:
            _world.levels[id] = value

    def value(self, level: "int | None" = None) -> "int | None":
        """The level, 0 or 1; or set it."""
        if level is None:
            return _world.levels[self.number]
        _world.levels[self.number] = level
        if self.number == _WIRE_OUT:
            _world.levels[_WIRE_BACK] = level if _world.wire_whole else 1  # pulled up
        return None

    def irq(self, handler: "_Handler", trigger: int = IRQ_FALLING | IRQ_RISING, hard: bool = False) -> None:
        """Call `handler(pin)` at these edges."""
        self.handler = handler
        self.trigger = trigger


class I2C:
    """machine.I2C with TCS34725 sensors behind a TCA9548A switch, as far as reading colours goes."""

    SWITCH = range(0x70, 0x78)
    SENSOR = 0x29
    DARK = (20, 7, 7, 6)

    def __init__(self, id: int, *, scl: Pin, sda: Pin, freq: int = 400000) -> None:
        self._port = 0
        self._enabled = 0

    def writeto(self, addr: int, buf: bytes) -> int:
        """To the switch: which port is open, as a bit."""
        if addr not in self.SWITCH:
            raise OSError(5)
        self._port = buf[0]
        return len(buf)

    def writeto_mem(self, addr: int, memaddr: int, buf: bytes) -> None:
        """To the open sensor's registers."""
        self._answers(addr)
        if memaddr & 0x1F == 0:
            self._enabled |= self._port

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: bytearray) -> None:
        """Clear, red, green, blue of the open sensor."""
        self._answers(addr)
        colour = self.DARK
        for port, shown in _world.colours.items():
            if self._port >> port & 1 and self._enabled >> port & 1:
                colour = shown
        struct.pack_into("<4H", buf, 0, *colour)

    def _answers(self, addr: int) -> None:
        if addr != self.SENSOR or not self._port or self._port & _world.dead_ports:
            raise OSError(5)


class SPI:
    """machine.SPI with an MCP3208 at its end, as far as reading its channels goes."""

    VREF_MV = 3300

    def __init__(
        self, id: int, *, baudrate: int, polarity: int, phase: int, sck: Pin, mosi: Pin, miso: Pin
    ) -> None:
        pass

    def write_readinto(self, write_buf: bytes, read_buf: bytearray) -> None:
        """One command and its answer."""
        if not _world.chip_answers or not write_buf[0] & 0x04:
            read_buf[0] = read_buf[1] = read_buf[2] = 0xFF
            return
        code = self._code((write_buf[0] & 1) << 2 | write_buf[1] >> 6)
        read_buf[0] = 0xFF
        read_buf[1] = 0xE0 | code >> 8
        read_buf[2] = code & 0xFF

    def _code(self, channel: int) -> int:
        """In whole numbers alone, for this runs in interrupts: between halvings it falls in a line."""
        if channel not in _world.volts:
            return 0
        since, mv, base, half_us = _world.volts[channel]
        if half_us:
            past = _world.now - since
            left = (mv - base) >> min(past // half_us, 20)
            mv = base + left - left * (past % half_us) // (2 * half_us)
        return min(mv * 4095 // self.VREF_MV, 4095)


class Timer:
    """machine.Timer, periodic, by the board's counter; its callback is an interrupt."""

    PERIODIC = 1

    def __init__(self, id: int) -> None:
        self.due = 0
        self.period_us = 0
        self.callback: Callable[[Timer], object]

    def init(
        self, *, mode: int, freq: int, callback: "Callable[[Timer], object]", hard: bool = False
    ) -> None:
        """Call `callback` so many times a second."""
        self.period_us = 1_000_000 // freq
        self.due = _world.now + self.period_us
        self.callback = callback
        _world.timers.append(self)


def UART(id: int, baudrate: int, *, tx: Pin, rx: Pin) -> object:
    """machine.UART: the same cable as USB's here; a stream, as MicroPython's poll wants it."""
    return __import__("duplex").Duplex() if not _MICROPYTHON else open(0, "r+b", 0)


class WDT:
    """machine.WDT, by the board's counter."""

    def __init__(self, timeout: int) -> None:
        _world.watchdog_us = timeout * 1000
        self.feed()

    def feed(self) -> None:
        """The loop is alive."""
        _world.unfed_us = 0


def idle() -> None:
    """machine.idle: sleeps until something happens, a millisecond at most."""
    _world.wait()


def unique_id() -> bytes:
    """The chip's number: 8 bytes."""
    return bytes.fromhex(os.getenv("LUZA_BOARD_UID") or "0000000000000000")


def reset_cause() -> int:
    """Why the chip started."""
    return WDT_RESET if _setting("RESET", PWRON_RESET) == WDT_RESET else PWRON_RESET


def soft_reset() -> None:
    """Start the program anew."""
    sys.exit(EXIT_SOFT_RESET)


def reset() -> None:
    """Start the chip anew."""
    sys.exit(EXIT_RESET)


_world: _World
if __name__ == "machine":  # on the host this file is read for its numbers alone
    _world = _World()
    mem32 = __import__("memory").Memory(_setting("RESET", PWRON_RESET))
