"""Digits of seven segments on an SPI bus: chains of MAX7219, or of 74HC595 and the stronger TPIC6B595."""

import machine

from luza_scoreboard.errors import SettingsError
from luza_scoreboard.glyphs import SEGMENTS
from luza_scoreboard.show import Layout, Picture

BAUD = 1_000_000
"""Both take 10 MHz and more (data sheets); a metre of ribbon cable on a wall does not."""

# MAX7219 data sheet, table 2: registers.
_DIGIT_0 = 0x01
_DECODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_TEST = 0x0F
_DIGITS = 8
# Its segments in a register are from bit 6 down a to g (table 6).
_MAX_BITS = tuple(1 << (6 - at) for at in range(7)) + (0x80,)


class _Chain:
    """What both have in common: a bus, a line that takes over what was shifted in, and the cells."""

    def __init__(self, given: "dict", take: str) -> None:
        self._layout = Layout(given["layout"])
        self.room = self._layout.room
        self._cells = bytearray(self._layout.digits)
        self._bits = _MAX_BITS
        self._spi = _bus(given)
        self._take = machine.Pin(given[take], machine.Pin.OUT, value=1)

    def show(self, picture: Picture) -> None:
        """Render and send."""
        self._layout.render(picture, self._cells)
        self.refresh()

    def refresh(self) -> None:
        """Send again what is shown."""
        raise NotImplementedError

    def _shift(self, data: "bytes | bytearray") -> None:
        self._take(0)
        self._spi.write(data)
        self._take(1)

    def _coded(self, cell: int) -> int:
        code = 0
        for at, bit in enumerate(self._bits):
            if cell >> at & 1:
                code |= bit
        return code


def _bus(given: "dict") -> machine.SPI:
    """The SPI bus, mode 0, without its input; a board leads it out at some of its pins only."""
    try:
        return machine.SPI(
            given["spi"],
            baudrate=BAUD,
            polarity=0,
            phase=0,
            sck=machine.Pin(given["sck"]),
            mosi=machine.Pin(given["mosi"]),
            miso=None,
        )
    except ValueError as error:
        raise SettingsError(
            "display.spi, display.sck, display.mosi: this board has no such bus at these pins ("
            + str(error)
            + ")"
        ) from None


class Max7219(_Chain):
    """Modules of eight digits in a row. `near`: the end of the row at which the cable from the board comes
    in; `mirrored`: a module's digit 0 is its left one (on most it is the right one)."""

    def __init__(self, given: "dict") -> None:
        super().__init__(given, "cs")
        self._modules = (self._layout.digits + _DIGITS - 1) // _DIGITS
        self._near_left = given["near"] == "left"
        self._mirrored = given["mirrored"]
        self._intensity = given["brightness"] - 1
        self._row = bytearray(2 * self._modules)
        self.refresh()

    def refresh(self) -> None:
        """All registers: a module that lost power for a blink, or a bit by a spark, is back in a second."""
        for register, value in (
            (_TEST, 0),
            (_DECODE, 0),
            (_SCAN_LIMIT, _DIGITS - 1),
            (_INTENSITY, self._intensity),
            (_SHUTDOWN, 1),
        ):
            self._send(register, bytes([value] * self._modules))
        for digit in range(_DIGITS):
            column = bytearray(self._modules)
            for module in range(self._modules):
                at = module * _DIGITS + (digit if self._mirrored else _DIGITS - 1 - digit)
                column[module] = self._coded(self._cells[at]) if at < len(self._cells) else 0
            self._send(_DIGIT_0 + digit, column)

    def _send(self, register: int, values: "bytes | bytearray") -> None:
        """One register of all modules, `values` from the left. What is shifted in first goes furthest."""
        for module in range(self._modules):
            at = self._modules - 1 - module if self._near_left else module
            self._row[2 * at] = register
            self._row[2 * at + 1] = values[module]
        self._shift(self._row)


class Register595(_Chain):
    """One register a digit. `order`: the segments at Q0 to Q7; `active`: the level at which a segment is lit
    (low for a 74HC595 that sinks the current of a common anode; a TPIC6B595 is lit by high); `oe`: the pin at
    the outputs' enable (active low) for the brightness, or null where it is tied to ground."""

    def __init__(self, given: "dict") -> None:
        super().__init__(given, "latch")
        self._near_left = given["near"] == "left"
        self._invert = 0xFF if given["active"] == "low" else 0
        self._bits = tuple(1 << given["order"].index(one) for one in SEGMENTS)
        self._row = bytearray(self._layout.digits)
        self.refresh()  # before the outputs are let on: what is in the registers is chance
        if given["oe"] is not None:
            dark = 16 - given["brightness"]
            self._dimmer = machine.PWM(machine.Pin(given["oe"]), freq=1000, duty_u16=dark * 65535 // 16)

    def refresh(self) -> None:
        """All digits anew."""
        for at, cell in enumerate(self._cells):
            shifted = len(self._cells) - 1 - at if self._near_left else at
            self._row[shifted] = self._coded(cell) ^ self._invert
        self._shift(self._row)
