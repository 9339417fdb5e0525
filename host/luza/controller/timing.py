"""Table time: seconds from a match's start, which never run backwards.

A Raspberry Pi has no clock at boot and its wall clock jumps when the network comes. So durations come from
CLOCK_BOOTTIME, which a restart of the process does not touch; the boot's id says whether it still is the same
clock. After another boot the time goes on from the last entry, further by what the wall clock says has
passed where that is believable. Order is by the entries' sequence; wall time is only shown.
"""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from luza.journal import Match

BELIEVABLE_GAP_S = 12 * 3600.0
"""A longer gap by the wall clock between two boots is a clock that was set, not a pause in a match."""

_DIGITS = 4  # of a second: 0.1 ms, finer than the boards' clocks agree


class Clocks(Protocol):
    """What tells the time; passed in, so that a test can turn it."""

    @property
    def boot_id(self) -> str:
        """Which start of the machine `boottime` counts from."""
        ...

    def boottime(self) -> float:
        """Seconds since the machine was started; never runs backwards."""
        ...

    def wall(self) -> float:
        """Seconds since 1970 by the wall clock; may jump."""
        ...

    def of_monotonic(self, monotonic: float) -> float:
        """The boot's clock at that time of `time.monotonic()`, which boards' facts are timed by."""
        ...


class SystemClocks:
    """The machine's own clocks."""

    def __init__(self) -> None:
        self.boot_id = Path("/proc/sys/kernel/random/boot_id").read_text().strip()

    def boottime(self) -> float:
        """CLOCK_BOOTTIME in seconds."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def wall(self) -> float:
        """CLOCK_REALTIME in seconds."""
        return time.time()

    def of_monotonic(self, monotonic: float) -> float:
        """The two clocks differ by what the machine has slept."""
        return monotonic + self.boottime() - time.monotonic()


def rfc3339(wall: float) -> str:
    """UTC with milliseconds, as payloads carry it."""
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class MatchTime:
    """The time of one match. `zero` is the boot's clock at t = 0, `wall` the wall clock then."""

    def __init__(self, clocks: Clocks, zero: float, wall: float, latest: float = 0.0) -> None:
        self.zero = zero
        self.wall = wall
        self.latest = latest
        """The latest t that was given out; nothing earlier is given out after it."""
        self._clocks = clocks

    @classmethod
    def begin(cls, clocks: Clocks) -> "MatchTime":
        """The time of a match that starts now."""
        return cls(clocks, clocks.boottime(), clocks.wall())

    @classmethod
    def resume(cls, clocks: Clocks, match: Match, latest: float) -> "MatchTime":
        """The time of a match whose last entry is at `latest`."""
        if match.boot == clocks.boot_id and match.zero is not None and match.wall is not None:
            return cls(clocks, match.zero, match.wall, latest)
        now = clocks.wall()
        gap = 0.0 if match.wall is None else now - (match.wall + latest)
        t = latest + (gap if 0 <= gap <= BELIEVABLE_GAP_S else 0.0)
        return cls(clocks, clocks.boottime() - t, now - t, latest)

    def now(self) -> float:
        """t of an entry that is made now."""
        return self.at(self._clocks.boottime())

    def at(self, boottime: float) -> float:
        """t of what happened at that time of the boot's clock; not before the latest entry."""
        return max(self.latest, self.raw(boottime))

    def raw(self, boottime: float) -> float:
        """The same without regard to the entries: negative before the match's start."""
        return round(boottime - self.zero, _DIGITS)

    def boottime_of(self, t: float) -> float:
        """When t comes, by the boot's clock."""
        return self.zero + t

    def wall_of(self, t: float) -> float:
        """t by the wall clock as it is set now; for showing."""
        return self._clocks.wall() + (self.boottime_of(t) - self._clocks.boottime())
