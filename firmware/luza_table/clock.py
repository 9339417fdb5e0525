"""The board's time in microseconds since it started, on a counter that wraps.

`ticks_us` wraps at 2^30 us (17.9 minutes) on the RP2040 and at 2^62 on the unix build. The two functions are
passed in, so that the same file counts on either and a test can stand at the wrap.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Ticks = Callable[[], Any]
    """`time.ticks_us`: a reading of the counter, an int that the board's types give a name of its own."""
    TicksDiff = Callable[[Any, Any], int]


class Clock:
    """Counts on across the wrap; `now` must be asked at least once in half a turn of the counter."""

    def __init__(self, ticks: "Ticks", diff: "TicksDiff") -> None:
        self._ticks = ticks
        self._diff = diff
        self._last = ticks()
        self._now = 0

    def now(self) -> int:
        """Microseconds since the clock was made; never goes back."""
        ticks = self._ticks()
        passed = self._diff(ticks, self._last)
        if passed > 0:
            self._now += passed
            self._last = ticks
        return self._now

    def at(self, ticks: int) -> int:
        """The time of a reading of the counter, taken shortly before or after the last `now`."""
        return self._now + self._diff(ticks, self._last)
