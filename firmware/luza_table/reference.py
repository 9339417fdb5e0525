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
_FAILS = 3
_FOLLOWS = 10
"""So many looks in a row that disagree make the harness broken; so many that agree make it whole again."""


class Reference:
    """What the wire's ends say. `harness`: the inputs that hang on it."""

    def __init__(self, health: Health, harness: "Iterable[int]") -> None:
        self.whole = True
        self._health = health
        self._harness = tuple(harness)
        self._fails = 0
        self._follows = 0

    def look(self, t: int, driven: bool, read: bool) -> bool:
        """One look; whether the harness has just become broken or whole."""
        if driven == read:
            self._follows += 1
            self._fails = 0
        else:
            self._fails += 1
            self._follows = 0
        if self.whole and self._fails >= _FAILS:
            return self._turn(t, False)
        if not self.whole and self._follows >= _FOLLOWS:
            return self._turn(t, True)
        return False

    def _turn(self, t: int, whole: bool) -> bool:
        self.whole = whole
        for number in self._harness + (m.INPUT_REFERENCE,):
            self._health.set(t, number, HARNESS, not whole)
        return True
