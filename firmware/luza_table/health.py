"""Which inputs can be believed. What an unhealthy one would have felt is unknown from then on."""

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BLOCKED = 0
"""Reasons, each set and taken back by whoever sees it: active for too long,"""
FLICKERS = 1
"""many breaks that no ball makes,"""
MUTED = 2
"""more edges than the board listens to,"""
DEAD = 3
"""no answer."""

_VALUES = (m.HEALTH_BLOCKED, m.HEALTH_NOISY, m.HEALTH_NOISY, m.HEALTH_DEAD)
INPUTS = len(m.INPUT_NAMES)


class Health:
    """The state of every input; a change is told as a fact."""

    def __init__(self, add: "Callable[[int, int, int, int, int], None]") -> None:
        self.faults = 0
        """Bit n: input n is unhealthy."""
        self._add = add
        self._reasons = bytearray(INPUTS)

    def set(self, t: int, number: int, reason: int, on: bool) -> None:
        """A reason holds from `t` on, or no longer."""
        before = self._value(number)
        if on:
            self._reasons[number] |= 1 << reason
        else:
            self._reasons[number] &= ~(1 << reason) & 0xFF
        after = self._value(number)
        if after != before:
            self.faults = self.faults & ~(1 << number) | (after != m.HEALTH_OK) << number
            self._add(t, m.HEALTH, number, after, 0)

    def ok(self, number: int) -> bool:
        """The input can be believed."""
        return not self.faults >> number & 1

    def _value(self, number: int) -> int:
        reasons = self._reasons[number]
        value = m.HEALTH_OK
        for reason, reads in enumerate(_VALUES):
            if reasons >> reason & 1:
                value = reads
        return value
