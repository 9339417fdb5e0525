"""Milliseconds since the start that never wrap, from MicroPython's counter that does."""

import time


class Clock:
    """Read it more often than the counter wraps, which is every 12 days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since this clock was made."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now
