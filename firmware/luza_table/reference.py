"""A wire that tells a broken harness from a quiet table.

The board drives one end of a wire that runs along the harness, through every plug, and comes back to an
input. Ten times in a second it looks whether the input says what was driven, and then drives the other level.
An open plug leaves the input where its pull takes it; a wire pinched against ground or supply holds it there.
Either way it stops following, and what hangs on that harness is unknown.
"""

from luza_link import messages as m

from luza_table.health import HARNESS, Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PERIOD_US = 100_000
_REMEMBERED = (1 << 8) - 1
_FAILS = 3
_FOLLOWS = 10
"""Of the last eight looks so many that disagree make the harness broken (a stuck wire agrees with every other
one); so many in a row that agree make it whole again."""


class Reference:
    """What the wire's ends say. `harness`: the inputs that hang on it."""

    def __init__(self, health: Health, harness: "Iterable[int]") -> None:
        self.whole = True
        self._health = health
        self._harness = tuple(harness)
        self._history = 0
        self._follows = 0

    def look(self, t: int, driven: bool, read: bool) -> bool:
        """One look; whether the harness has just become broken or whole."""
        failed = driven != read
        self._history = (self._history << 1 | failed) & _REMEMBERED
        self._follows = 0 if failed else self._follows + 1
        if self.whole:
            history = self._history
            fails = 0
            while history:
                fails += history & 1
                history >>= 1
            return fails >= _FAILS and self._turn(t, False)
        return self._follows >= _FOLLOWS and self._turn(t, True)

    def _turn(self, t: int, whole: bool) -> bool:
        self.whole = whole
        self._history = 0
        for number in self._harness + (m.INPUT_REFERENCE,):
            self._health.set(t, number, HARNESS, not whole)
        return True
