"""A HUB75 panel on a Pico, refreshed 1,000 times a second and more by PIO and DMA alone.

What has to happen at the panel's fourteen lines is laid down in memory, one half-word a step. One DMA channel
plays it to a state machine of one instruction, a second one starts the first anew: the processor only writes
the next wave and turns the second channel's pointer (RP2040 data sheet, 2.5.6 "Additional features": chaining
and trigger registers). Eight colours; brightness is how long the lines of a row are let on.
"""

from array import array
from struct import pack_into

import machine
import rp2
from uctypes import addressof

from luza_scoreboard.matrix import ROOM, Canvas
from luza_scoreboard.show import Picture

LINES = 14
"""From the first pin on, in this order: R1 G1 B1 R2 G2 B2 A B C D E LAT OE CLK."""
STEPS_PER_S = 10_000_000
"""5 MHz of the panel's clock; the usual column drivers take 25."""
_RGB = 0x3F
_ADDRESS = 6
_LATCH = 1 << 11
_DARK = 1 << 12
_CLOCK = 1 << 13
_TAIL = 4
"""Steps of a row beside two a column: off, take over, hold, rest."""
_READ_ADDRESS_TRIGGER = 15
"""Of a DMA channel's registers the one that sets where it reads and starts it (RP2040 data sheet, 2.5.2)."""


@rp2.asm_pio(
    out_init=(rp2.PIO.OUT_LOW,) * LINES,  # type: ignore
    out_shiftdir=rp2.PIO.SHIFT_RIGHT,
    autopull=True,
    pull_thresh=32,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _play():  # what is called here are PIO instructions, which the decorator brings
    wrap_target()  # type: ignore # noqa: F821
    out(pins, 16)  # type: ignore # noqa: F821
    wrap()  # type: ignore # noqa: F821


class Wave:
    """The steps of one refresh of a panel. Pure: pixels in, half-words out, the low byte first."""

    def __init__(self, width: int, height: int, brightness: int) -> None:
        self._width = width
        self._rows = height // 2
        self._stride = 2 * (2 * width + _TAIL)
        self.steps = bytearray(self._rows * self._stride)
        lit = (2 * width - 2) * brightness // 16
        at = 0
        for row in range(self._rows):
            # While a row is shifted in the one before it is still shown.
            address = ((row or self._rows) - 1) << _ADDRESS
            for step in range(2 * width):
                dark = 0 if step < lit else _DARK
                pack_into("<H", self.steps, at, address | dark | (step & 1 and _CLOCK))
                at += 2
            address = row << _ADDRESS
            for word in (_DARK, _DARK | address | _LATCH, _DARK | address, _DARK | address):
                pack_into("<H", self.steps, at, word)
                at += 2

    def paint(self, pixels: bytearray) -> None:
        """Put a canvas's pixels in: two a step, the upper half's and the lower half's."""
        half = self._rows * self._width
        steps = self.steps
        for row in range(self._rows):
            at = row * self._stride
            for pixel in range(row * self._width, (row + 1) * self._width):
                colours = pixels[pixel] | pixels[pixel + half] << 3
                steps[at] = steps[at] & ~_RGB | colours
                steps[at + 2] = steps[at + 2] & ~_RGB | colours
                at += 4


class Hub75:
    """The panel. Two waves: one is played while the other is written."""

    room = ROOM

    def __init__(self, given: "dict") -> None:
        width, height = given["width"], given["height"]
        self._canvas = Canvas(width, height, given["colours"])
        self._waves = [Wave(width, height, given["brightness"]) for _ in range(2)]
        self._played = 0
        self._start = array("L", [addressof(self._waves[0].steps)])
        """Where the next refresh begins to read."""
        self._machine = rp2.StateMachine(0, _play, freq=STEPS_PER_S, out_base=machine.Pin(given["first_pin"]))
        self._player = rp2.DMA()
        self._starter = rp2.DMA()
        self._player.config(
            write=self._machine,
            count=len(self._waves[0].steps) // 4,
            # Request 0 is that of PIO 0, state machine 0, for more (RP2040 data sheet, 2.5.3).
            ctrl=self._player.pack_ctrl(
                inc_write=False,
                treq_sel=0,
                chain_to=self._starter.channel,  # type: ignore
            ),
        )
        trigger = self._player.registers[_READ_ADDRESS_TRIGGER : _READ_ADDRESS_TRIGGER + 1]  # type: ignore
        self._starter.config(
            read=self._start,
            write=trigger,
            count=1,
            ctrl=self._starter.pack_ctrl(inc_read=False, inc_write=False),
        )
        self._machine.active(1)
        self._starter.active(1)

    def show(self, picture: Picture) -> None:
        """Draw it, and let the next refresh play it."""
        self._canvas.draw(picture)
        self._played = 1 - self._played
        self._waves[self._played].paint(self._canvas.pixels)
        self._start[0] = addressof(self._waves[self._played].steps)

    def refresh(self) -> None:
        """Nothing: the wave is played all the time."""
