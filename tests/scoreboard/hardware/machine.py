"""The scoreboard's hardware without a board, for MicroPython's unix build: what happens at the pins is
written, a line each, to the file descriptor LUZA_WALL_PINS.

    pin 17 1        an output's level           pwm 20 32768    its duty
    spi 0c01        bytes on the bus            wave 0012...    one refresh of a HUB75 panel
    wdt 8000        the watchdog is armed       fed             it was fed for the first time
    reset           the board resets itself
"""

import binascii
import os
import sys

_pins = open(int(os.getenv("LUZA_WALL_PINS")), "wb", 0)  # noqa: SIM115  for as long as it runs


def tell(line):
    """One line of what happens."""
    _pins.write(line + "\n")


def tell_bytes(what, data):
    """A line with bytes, without a copy of them in the board's memory."""
    _pins.write(what)
    view = memoryview(data)
    for at in range(0, len(data), 128):
        _pins.write(binascii.hexlify(view[at : at + 128]))
    _pins.write("\n")


class Pin:
    """machine.Pin; inputs are high, since nothing bridges the service pin to ground."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, id, mode=IN, pull=None, value=None):
        self.number = id
        if mode == Pin.OUT and value is not None:
            self(value)

    def __call__(self, level):
        tell(f"pin {self.number} {level}")

    def value(self):
        """The level: 1, or 0 where the file `bridged` lies on the flash."""
        return 0 if "bridged" in os.listdir() else 1


class SPI:
    """machine.SPI: whatever is written is told. The pins are an RP2040's (data sheet, 1.4.3)."""

    def __init__(self, id, *, baudrate, polarity, phase, sck, mosi, miso):
        assert (polarity, phase, miso) == (0, 0, None) and baudrate <= 10_000_000
        if sck.number & 3 != 2 or sck.number >> 3 & 1 != id:
            raise ValueError("bad SCK pin")
        if mosi.number & 3 != 3 or mosi.number >> 3 & 1 != id:
            raise ValueError("bad MOSI pin")

    def write(self, data):
        """Bytes on the bus."""
        tell("spi " + bytes(data).hex())


class PWM:
    """machine.PWM: its duty is told."""

    def __init__(self, pin, *, freq, duty_u16):
        assert 0 <= duty_u16 <= 65535 and freq >= 200  # below that a wall flickers
        tell(f"pwm {pin.number} {duty_u16}")


class WDT:
    """machine.WDT, which never bites here."""

    def __init__(self, timeout):
        assert timeout <= 8388
        tell(f"wdt {timeout}")
        self._fed = False

    def feed(self):
        """The loop is alive."""
        if not self._fed:
            self._fed = True
            tell("fed")


def unique_id():
    """The chip's number."""
    return bytes(range(8))


def reset():
    """The board starts anew."""
    tell("reset")
    sys.exit(81)
