"""Inputs behind an MCP3208: samples in, edges out; a detector need not know where its edges come from.

The chip has eight channels of 12 bits on SPI (Microchip, datasheet DS21298E: the command in section 5, at
most 1 MHz at 2.7 V and 2 MHz at 5 V). A timer takes one sample of each channel in its interrupt, with a
threshold and a hysteresis for each: a comparator in software. An edge's time is exact to the timer's period.
"""

from machine import SPI, Pin, Timer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.ring import EdgeRing
    from luza_table.settings import Sampled

TOP = 4095
_NULL_BIT = 0x10
"""Always 0 in an answer; a chip that is not there leaves the line pulled up."""


class SampledInput:
    """One channel. `count`, `number` and `active` are as of an input at a pin."""

    def __init__(self, number: int, wire: "Sampled", vref_mv: int) -> None:
        self.number = number
        self.count = 0
        self.peak = 0
        """The sample furthest towards active since the last `peak_mv`, as the chip counts."""
        self.on = False
        self.command = bytes((0x06 | wire.channel >> 2, (wire.channel & 3) << 6, 0))
        self.flip = 0 if wire.active else TOP
        """Turns the samples of an input that is active below its threshold upside down."""
        self.rise = (wire.on_mv * TOP // vref_mv) ^ self.flip
        self.fall = (wire.off_mv * TOP // vref_mv) ^ self.flip
        self._vref_mv = vref_mv

    def active(self) -> bool:
        """The level at the last sample."""
        return self.on

    def peak_mv(self) -> int:
        """The sample furthest towards active since the last call."""
        code = self.peak ^ self.flip
        self.peak = 0
        return code * self._vref_mv // TOP


class Sampler:
    """Takes samples from `start` on; `adc` and `wires` are the settings'."""

    def __init__(
        self, adc: "dict[str, int]", wires: "dict[int, Sampled]", ring: "EdgeRing", limit: int
    ) -> None:
        self.inputs = [SampledInput(number, wires[number], adc["vref_mv"]) for number in sorted(wires)]
        self.silent = 0
        """Samples that the chip did not give."""
        self._ring = ring
        self._limit = limit
        self._period_us = adc["every_us"]
        self._answer = bytearray(3)
        self._cs = Pin(adc["cs"], Pin.OUT, value=1)
        miso = Pin(adc["miso"], Pin.IN, Pin.PULL_UP)
        self._spi = SPI(
            adc["spi"],
            baudrate=adc["khz"] * 1000,
            polarity=0,
            phase=0,
            sck=Pin(adc["sck"]),
            mosi=Pin(adc["mosi"]),
            miso=miso,
        )
        self._timer = Timer(-1)

    def start(self) -> None:
        """A first look at every channel, so that the levels are known; then again and again."""
        self.sample(self._timer)
        self._timer.init(
            mode=Timer.PERIODIC, freq=1_000_000 // self._period_us, callback=self.sample, hard=True
        )

    def sample(self, timer: Timer) -> None:
        """For the interrupt: one sample of each channel. Allocates nothing."""
        inputs = self.inputs
        answer = self._answer
        at = len(inputs)
        while at:
            at -= 1
            one = inputs[at]
            self._cs.value(0)
            self._spi.write_readinto(one.command, answer)
            self._cs.value(1)
            if answer[1] & _NULL_BIT:
                self.silent += 1
                continue
            level = ((answer[1] & 0x0F) << 8 | answer[2]) ^ one.flip
            if level > one.peak:
                one.peak = level
            if one.on:
                if level < one.fall:
                    self._edge(one, False)
            elif level >= one.rise:
                self._edge(one, True)

    def _edge(self, one: SampledInput, on: bool) -> None:
        one.on = on
        one.count += 1
        if one.count <= self._limit:
            self._ring.put(one.number << 1 | on)
        elif one.count == self._limit + 1:
            self._ring.put(0x80 | one.number)
