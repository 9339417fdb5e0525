"""Which inputs can be believed. What an unhealthy one felt, or would have felt, is unknown from then on."""

import struct

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DOUBTS = 0
"""Reasons, each set and taken back by whoever sees it: most of what came lately could not be told,"""
SILENT = 1
"""nothing felt for so long that others had much to feel,"""
FLICKERS = 2
"""many pulses that no ball makes,"""
MUTED = 3
"""more edges than the board listens to,"""
BLOCKED = 4
"""active for too long,"""
INVERTED = 5
"""active while nothing happens,"""
DEAD = 6
"""no answer,"""
HARNESS = 7
"""the cable that it hangs on is off."""

_VALUES = (
    m.HEALTH_DOUBTFUL,
    m.HEALTH_SILENT,
    m.HEALTH_NOISY,
    m.HEALTH_NOISY,
    m.HEALTH_BLOCKED,
    m.HEALTH_INVERTED,
    m.HEALTH_DEAD,
    m.HEALTH_DEAD,
)
"""What each reason is called; where several hold, the last one counts."""
INPUTS = len(m.INPUT_NAMES)
_REMEMBERED = 8
_MOSTLY = 5
_SELDOM = 2
"""Of the last eight judgements so many in doubt make an input doubtful, and so few make it well again."""
_ALL = (1 << _REMEMBERED) - 1


class Health:
    """The state of every input; a change is told as a fact."""

    def __init__(self, add: "Callable[[int, int, int, int, int], None]") -> None:
        self.faults = 0
        """Bit n: input n is unhealthy."""
        self.changed = True
        """Since whoever tells it took it back."""
        self._add = add
        self._reasons = bytearray(INPUTS)
        self._spells = [0] * INPUTS
        self._since = [0] * INPUTS
        self._doubts = bytearray(INPUTS)

    def set(self, t: int, number: int, reason: int, on: bool) -> None:
        """A reason holds from `t` on, or no longer."""
        before = self.state(number)
        if on:
            self._reasons[number] |= 1 << reason
        else:
            self._reasons[number] &= ~(1 << reason) & 0xFF
        after = self.state(number)
        if after != before:
            self.faults = self.faults & ~(1 << number) | (after != m.HEALTH_OK) << number
            self._spells[number] += before == m.HEALTH_OK
            self._since[number] = t
            self.changed = True
            self._add(t, m.HEALTH, number, after, 0)

    def has(self, number: int, reason: int) -> bool:
        """The reason holds."""
        return bool(self._reasons[number] >> reason & 1)

    def ok(self, number: int) -> bool:
        """The input can be believed."""
        return not self.faults >> number & 1

    def state(self, number: int) -> int:
        """HEALTH_..."""
        reasons = self._reasons[number]
        value = m.HEALTH_OK
        for reason, reads in enumerate(_VALUES):
            if reasons >> reason & 1:
                value = reads
        return value

    def judged(self, t: int, number: int, in_doubt: bool) -> None:
        """What the input felt was told apart, or was not: where it mostly is not, the input is doubtful."""
        history = (self._doubts[number] << 1 | in_doubt) & _ALL
        self._doubts[number] = history
        doubts = 0
        while history:
            doubts += history & 1
            history >>= 1
        if doubts >= _MOSTLY:
            self.set(t, number, DOUBTS, True)
        elif doubts <= _SELDOM:
            self.set(t, number, DOUBTS, False)

    def body(self, now: int, numbers: "Iterable[int]") -> bytes:
        """The body of the link's INPUTS for these inputs."""
        body = struct.pack(m.INPUTS_BODY, now)
        for number in numbers:
            spells = min(self._spells[number], 0xFFFF)
            for_s = max(0, now - self._since[number]) // 1_000_000
            body += struct.pack(m.INPUT_STATE, number, self.state(number), spells, min(for_s, 0xFFFFFFFF))
        return body


class Oddities:
    """Pulses that nothing on the table makes, counted with a leak: a loose wire makes many of them."""

    def __init__(self, limit: int, leak_us: int) -> None:
        self._limit = limit
        self._leak = leak_us
        self._full_until = 0
        """When all will have leaked away: each one puts it off by the leak's time."""

    def add(self, t: int) -> bool:
        """One more; whether they are too many now. A few more than too many are not counted."""
        self._full_until = min(max(self._full_until, t) + self._leak, t + self._limit * self._leak)
        return self._full_until - t > (self._limit - 1) * self._leak

    def half_at(self) -> int:
        """When half of too many will be left, if no more come."""
        return self._full_until - self._limit * self._leak // 2
