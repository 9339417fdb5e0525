"""A threshold that learns what is only noise, within bounds.

Screws work loose, lamps hum, a fan is switched on: an input then makes short pulses while nobody plays. The
threshold of such an input rises above what comes again and again, never above its upper bound, and sinks to
the lower bound when it has been quiet.
"""

_WINDOW_US = 10_000_000
_SINK_US = 60_000_000


class Floor:
    """`value` lies between `low` and `high`, in the units of the pulses' lengths. `often`: so many pulses
    within ten seconds are noise; fewer are somebody who touched the table."""

    def __init__(self, low: int, high: int, often: int) -> None:
        self.value = low
        self.low = low
        self.high = max(low, high)
        self._often = often
        self._count = 0
        self._longest = 0
        self._window = 0
        self._sinks = 0

    def noise(self, t: int, length: int) -> None:
        """A pulse of its own at `t`, that short things make: learn from it, if it is within the bounds."""
        if length > self.high:
            return
        if t - self._window > _WINDOW_US:
            self._window = t
            self._count = self._longest = 0
        self._count += 1
        self._longest = max(self._longest, length)
        if self._count >= self._often:
            self.value = max(self.value, min(self.high, self._longest * 3 // 2))
            self._sinks = t + _SINK_US

    def settle(self, t: int) -> None:
        """Time passes: after a minute without noise the threshold sinks by half, and so on."""
        if self.value > self.low and t >= self._sinks:
            self.value = self.low + (self.value - self.low) // 2
            self._sinks = t + _SINK_US
