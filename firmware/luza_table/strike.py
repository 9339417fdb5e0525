"""The stroke and the first contact, from the piezo under the slate.

When all is quiet, the first knock is the stroke. The next one that is not a cushion's is the first contact of
two balls; later ones are not told: nobody could say which balls they were.

Two knocks that lie closer together than the first one rings (about 3 ms) are felt as one: the contact of a
ball that stood frozen to the struck one is lost in the stroke, and a very soft one is not felt either.
So a contact is a fact only where it is the next thing after the stroke. Where a ball met a cushion, crossed
the centre line or fell before it, or nothing comes for `contact_doubt_ms`, one contact is told as doubtful,
there and then, and none after it in that shot.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.floor import Floor
from luza_table.health import BLOCKED, Health
from luza_table.pulse import Pulse
from luza_table.rest import Rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_REMEMBERED = 8
_NOISE = 8
"""So many short knocks in ten seconds, each with no cushion's, are noise."""
_OF_BALLS = (m.POCKET, m.CUSHION, m.CENTRE_LINE)


class FirstContact:
    """Facts on their way out: of a shot's contacts the first one passes, or a doubtful one in its place.

    A fact that comes too late takes the time of its turn. `crossing(since, t)`: whether a ball that moved
    after `since` is in the centre line's beams, and may have been on the line before `t`.
    """

    def __init__(
        self,
        limits: "dict[str, int]",
        out: "Callable[[int, int, int, int, int], object]",
        crossing: "Callable[[int, int], bool]",
    ) -> None:
        self.due = FAR
        """When a contact is doubtful, if nothing comes before."""
        self._doubt_after = limits["contact_doubt_ms"] * 1000
        self._out = out
        self._crossing = crossing
        self._struck = 0
        self._last = 0

    def take(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        """The next fact."""
        self.tick(t)
        if kind == m.STRIKE:
            self._struck = t
            self.due = t + self._doubt_after
        elif kind == m.CONTACT:
            if self.due == FAR:
                return
            self.due = FAR
            if self._crossing(self._struck, t):
                flags |= m.FLAG_DOUBTFUL
        elif kind in _OF_BALLS and self.due != FAR:
            self._doubt(t)
        self._tell(t, kind, channel, value, flags)

    def tick(self, t: int) -> None:
        """All facts before `t` have been taken."""
        if t >= self.due:
            self._doubt(self.due)

    def _doubt(self, t: int) -> None:
        self.due = FAR
        self._tell(t, m.CONTACT, 0, 0, m.FLAG_DOUBTFUL)

    def _tell(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        self._last = max(self._last, t)
        self._out(self._last, kind, channel, value, flags)


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
        self.floor = Floor(limits["strike_min_us"], limits["floor_max_us"], _NOISE)
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
        self.floor.noise(start, length)
        if length >= self.floor.value and self._health.ok(m.INPUT_SLATE):
            self._rest.touch(start + length)
        if not self._rest.moving:
            if length >= self.floor.value:
                self._rest.begin(start)
                self._add(start, m.STRIKE, 0, min(length, 32767), 0)
        elif length >= (self._contact_min if self.floor.value == self.floor.low else self.floor.value):
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
