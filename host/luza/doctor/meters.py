"""Bars: how much each input has felt lately, on a scale on which a weak thing can still be seen."""

import math

from luza_link import messages as m
from luza_link.service_values import Live

from luza.sources.pins import PinMap

FALL = 0.75
"""A bar keeps this part of its height from one tenth of a second to the next."""
PEAK_FALL = 0.985
STUCK_US = 5_000_000
_SCALES = {True: (500.0, 300_000.0), False: (50.0, 30_000.0)}
"""Ends of the bars in us, on a logarithmic scale: of beams, and of piezos."""


class Meters:
    """The bars of these inputs."""

    def __init__(self, inputs: list[int], pins: PinMap) -> None:
        self.inputs = inputs
        self._sampled = pins.channels()
        self._vref_mv = pins.adc.vref_mv if pins.adc is not None else 3300
        self._level = dict.fromkeys(inputs, 0.0)
        self._peak = dict.fromkeys(inputs, 0.0)
        self._longest = dict.fromkeys(inputs, 0)
        self._levels = 0

    def take(self, live: Live) -> None:
        """One message, ten times a second."""
        self._levels = live.levels
        for number, one in enumerate(live.inputs):
            if number not in self._level:
                continue
            self._longest[number] = one.longest_us
            now = self._height(number, one.longest_us, one.peak_mv)
            self._level[number] = max(now, self._level[number] * FALL)
            self._peak[number] = max(now, self._peak[number] * PEAK_FALL)

    def level(self, number: int) -> int:
        """0 to 100."""
        return round(self._level[number])

    def peak(self, number: int) -> int:
        """0 to 100."""
        return round(self._peak[number])

    def active(self, number: int) -> bool:
        """Its level now."""
        return bool(self._levels >> number & 1)

    def stuck(self, number: int) -> bool:
        """It has been active for so long that nothing passes there."""
        return self.active(number) and self._longest[number] >= STUCK_US

    def _height(self, number: int, longest_us: int, peak_mv: int) -> float:
        if number in self._sampled:
            return min(100.0, 100.0 * peak_mv / self._vref_mv)
        beam = number < m.INPUT_CUSHIONS or m.INPUT_CENTRE_LINE <= number < m.INPUT_SLATE
        low, high = _SCALES[beam]
        if longest_us <= low:
            return 0.0 if not longest_us else 3.0
        return min(100.0, 3.0 + 97.0 * math.log(longest_us / low) / math.log(high / low))
