"""Which cushion a ball touched: the first and strongest of the knocks that arrive together.

Each rail has a piezo disc with a peak holder that decays and a comparator: the stronger the knock, the longer
the comparator stays active, by the same time for every doubling. So the length in microseconds is the
strength on a logarithmic scale, and an echo that is weaker by a factor is shorter by a constant.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.health import BLOCKED, Health
from luza_table.pulse import Pulse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Cushions:
    """All six rails; knocks are told from echoes by comparing them."""

    def __init__(
        self,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
    ) -> None:
        self.due = FAR
        self.echoes = 0
        self.slate_knocks = 0
        self._knock_min = limits["knock_min_us"]
        self._knock_max = limits["knock_max_ms"] * 1000
        self._echo = limits["echo_ms"] * 1000
        self._echo_drop = limits["echo_drop_us"]
        self._together = limits["together_us"]
        self._together_rails = limits["together_rails"]
        self._add = add
        self._health = health
        self._rails = [Pulse(limits["chatter_us"]) for _ in m.CUSHION_NAMES]
        self._deaf = [False] * len(self._rails)
        self._knocks: list[tuple[int, int, int]] = []  # start, length, rail: over, and not judged yet
        self._taken: list[tuple[int, int]] = []  # start, length: told as facts, may have echoes

    def start(self, t: int, rail: int, active: bool) -> None:
        """Take the level as it is found: a comparator that is active counts nothing until it lets go."""
        pulse = self._rails[rail]
        pulse.clear()
        pulse.active = active
        self._deaf[rail] = active
        self._health.set(t, m.INPUT_CUSHIONS + rail, BLOCKED, active)

    def edge(self, t: int, rail: int, active: bool) -> None:
        """A comparator became active, or let go."""
        if self._deaf[rail]:
            if not active:
                self.start(t, rail, False)
            return
        self._rails[rail].edge(t, active)
        self._plan(t)

    def tick(self, t: int) -> None:
        """Time passes."""
        for rail, pulse in enumerate(self._rails):
            if pulse.over(t):
                length = pulse.end - pulse.start
                if length >= self._knock_min:
                    self._knocks.append((pulse.start, length, rail))
                pulse.clear()
            elif pulse.start >= 0 and pulse.active and t - pulse.start >= self._knock_max:
                self.start(t, rail, True)
        self._judge(t)
        self._plan(t)

    def pending(self) -> int:
        """The earliest time for which a fact may still come."""
        first = FAR
        for pulse in self._rails:
            if 0 <= pulse.start < first:
                first = pulse.start
        for knock in self._knocks:
            if knock[0] < first:
                first = knock[0]
        return first

    def _judge(self, t: int) -> None:
        """Judge, in order, the knocks that can be compared with all that began about when they did."""
        known = t
        for pulse in self._rails:
            if 0 <= pulse.start < known:
                known = pulse.start
        self._knocks.sort()
        while self._knocks and self._knocks[0][0] + self._together < known:
            start = self._knocks[0][0]
            group = 0
            while group < len(self._knocks) and self._knocks[group][0] - start <= self._together:
                group += 1
            if group >= self._together_rails:
                self.slate_knocks += 1
                del self._knocks[:group]
            else:
                self._one(*self._knocks.pop(0))

    def _one(self, start: int, length: int, rail: int) -> None:
        self._taken = [knock for knock in self._taken if start - knock[0] <= self._echo]
        for _, stronger in self._taken:
            if length <= stronger - self._echo_drop:
                self.echoes += 1
                return
        self._taken.append((start, length))
        self._add(start, m.CUSHION, rail, min(length, 32767), 0)

    def _plan(self, t: int) -> None:
        due = FAR
        for pulse in self._rails:
            if pulse.start >= 0:
                due = min(due, pulse.start + self._knock_max if pulse.active else pulse.due())
        if self._knocks:
            # With another pulse still open this comes round again when that one is over.
            due = min(due, max(t, self._knocks[0][0] + self._together) + 1)
        self.due = due
