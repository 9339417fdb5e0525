"""Inputs that are wired the wrong way round: active while nothing happens, free when a ball passes.

An input that has been active for long and lets go for no longer than a ball takes, again and again, is
inverted. The name tells the technician what to mend; that it is stuck is known before.
"""

from luza_link import messages as m

from luza_table.health import INVERTED, Health

_AGAIN = 3
"""So many such gaps, with no calm between them."""
_LONG_US = 1_000_000
"""An input that is well is not active for so long before and after a gap,"""
_GAP_US = 320_000
"""nor is it free for no longer than this,"""
_SHORTEST_US = 200
"""nor for less than any pulse."""
_CALM_US = 2_000_000
"""Free for so long, it is not inverted."""


class Polarity:
    """All inputs' edges, looked at for their gaps."""

    def __init__(self, health: Health) -> None:
        self._health = health
        self._changed = [0] * m.INPUT_COLOUR
        self._long = bytearray(m.INPUT_COLOUR)
        self._gaps = bytearray(m.INPUT_COLOUR)

    def start(self, t: int, number: int) -> None:
        """The level is taken as it is found."""
        self._changed[number] = t
        self._long[number] = self._gaps[number] = 0

    def edge(self, t: int, number: int, active: bool) -> None:
        """An input became active, or let go."""
        spent = t - self._changed[number]
        if not active:
            self._changed[number] = t
            self._long[number] = spent >= _LONG_US
            return
        if spent >= _CALM_US:
            self._gaps[number] = 0
            self._health.set(t, number, INVERTED, False)
        elif self._long[number] and _SHORTEST_US <= spent <= _GAP_US:
            self._gaps[number] = min(self._gaps[number] + 1, 255)
            if self._gaps[number] == _AGAIN:
                self._health.set(t, number, INVERTED, True)
        self._changed[number] = t
        self._long[number] = 0

    def tick(self, t: int, levels: int) -> None:
        """Time passes; an input that has been free for long is wired as it should be."""
        for number in range(m.INPUT_COLOUR):
            if (
                self._gaps[number] >= _AGAIN
                and not levels >> number & 1
                and t - self._changed[number] >= _CALM_US
            ):
                self._gaps[number] = 0
                self._health.set(t, number, INVERTED, False)
