"""The stroke and the first contact, from the piezo under the slate.

When all is quiet, the first knock is the stroke. The next one that is not a cushion's is the first contact of
two balls; later ones are not told: nobody could say which balls they were. Two knocks that lie closer
together than the first one rings (about 3 ms) are felt as one, so a ball that stood frozen to the struck one
gives its contact at the next knock.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.health import BLOCKED, Health
from luza_table.pulse import Pulse
from luza_table.rest import Rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_REMEMBERED = 8


class Slate:
    """Knocks on the slate, told apart by what came before them."""

    def __init__(
        self,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
        rest: Rest,
    ) -> None:
        self.due = FAR
        self._strike_min = limits["strike_min_us"]
        self._contact_min = limits["contact_min_us"]
        self._knock_max = limits["knock_max_ms"] * 1000
        self._after_cushion = limits["after_cushion_ms"] * 1000
        self._together = limits["together_us"]
        self._together_rails = limits["together_rails"]
        self._add = add
        self._health = health
        self._rest = rest
        self._pulse = Pulse(limits["chatter_us"])
        self._deaf = False
        self._wants_contact = False
        self._cushions: list[tuple[int, int]] = []

    def start(self, t: int, active: bool) -> None:
        """Take the level as it is found: a comparator that is active counts nothing until it lets go."""
        self._pulse.clear()
        self._pulse.active = active
        self._deaf = active
        self._health.set(t, m.INPUT_SLATE, BLOCKED, active)
        self.due = FAR

    def edge(self, t: int, active: bool) -> None:
        """The comparator became active, or let go."""
        if self._deaf:
            if not active:
                self.start(t, False)
            return
        self._pulse.edge(t, active)
        self._plan()

    def cushion(self, t: int, rail: int) -> None:
        """A cushion's comparator became active; the slate will feel that knock too."""
        if len(self._cushions) >= _REMEMBERED:
            self._cushions.pop(0)
        self._cushions.append((t, rail))

    def tick(self, t: int) -> None:
        """Time passes."""
        if t < self.due:
            return
        pulse = self._pulse
        if pulse.active:
            self.start(self.due, True)
            return
        self._knock(pulse.start, pulse.end - pulse.start)
        pulse.clear()
        self.due = FAR

    def pending(self) -> int:
        """The earliest time for which a fact may still come."""
        return self._pulse.start if self._pulse.start >= 0 else FAR

    def _knock(self, start: int, length: int) -> None:
        if self._from_elsewhere(start):
            return
        if not self._rest.moving:
            if length >= self._strike_min:
                self._rest.begin(start)
                self._wants_contact = True
                self._add(start, m.STRIKE, 0, min(length, 32767), 0)
        elif self._wants_contact and length >= self._contact_min:
            self._wants_contact = False
            self._add(start, m.CONTACT, 0, min(length, 32767), 0)

    def _from_elsewhere(self, start: int) -> bool:
        """A cushion's knock that reached the slate, or one on floor or frame that reached everything."""
        rails = 0
        for t, rail in self._cushions:
            if 0 <= start - t <= self._after_cushion:
                return True
            if abs(start - t) <= self._together:
                rails |= 1 << rail
        together = 0
        while rails:
            together += rails & 1
            rails >>= 1
        return together >= self._together_rails

    def _plan(self) -> None:
        pulse = self._pulse
        if pulse.start < 0:
            self.due = FAR
        elif pulse.active:
            self.due = pulse.start + self._knock_max
        else:
            # The rails' own edges about this knock must be in before it is judged.
            self.due = max(pulse.due(), pulse.start + self._together + 1)
