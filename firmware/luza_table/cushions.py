"""Which cushion a ball touched: the first and strongest of the knocks that arrive together.

Each rail has a piezo disc with a peak holder that decays and a comparator: the stronger the knock, the longer
the comparator stays active, by the same time for every doubling. So the length in microseconds is the
strength on a logarithmic scale, and an echo that is weaker by a factor is shorter by a constant. It also ends
about when its source does or before: what it comes later it more than loses in length.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.floor import Floor
from luza_table.health import BLOCKED, FLICKERS, Health, Oddities
from luza_table.pulse import Pulse
from luza_table.rest import Rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


_NOISE = 4
_ALONE_US = 20_000
"""With nothing on another rail for so long, a short knock may be noise; so many in ten seconds are."""
_LOOSE = 20
_LOOSE_LEAK_US = 4_000_000
"""Knocks while no ball moves, so many at once or one in this time: a wire that is loose."""


class Cushions:
    """All six rails; knocks are told from echoes by comparing them."""

    def __init__(
        self,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
        rest: Rest,
    ) -> None:
        self.due = FAR
        self._knock_min = limits["knock_min_us"]
        self._knock_max = limits["knock_max_ms"] * 1000
        self._echo = limits["echo_ms"] * 1000
        self._echo_drop = limits["echo_drop_us"]
        self._echo_sure = limits["echo_sure_us"]
        self._echo_late = limits["echo_late_us"]
        self._together = limits["together_us"]
        self._together_rails = limits["together_rails"]
        self._add = add
        self._health = health
        self._rest = rest
        self.floors = [Floor(self._knock_min, limits["floor_max_us"], _NOISE) for _ in m.CUSHION_NAMES]
        self._loose = [Oddities(_LOOSE, _LOOSE_LEAK_US) for _ in m.CUSHION_NAMES]
        self._rails = [Pulse(limits["chatter_us"]) for _ in m.CUSHION_NAMES]
        self._deaf = [False] * len(self._rails)
        self._knocks: list[tuple[int, int, int]] = []  # start, length, rail: over, and not judged yet
        self._judged: list[tuple[int, int, int]] = []  # the latest that were no echoes, and may have some
        self._echoes: list[tuple[int, int, int]] = []  # the latest that were: each may hide a contact

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
                    # What may be noise says nothing about movement: it would put off rest for ever.
                    if length > self.floors[rail].high and self._health.ok(m.INPUT_CUSHIONS + rail):
                        self._rest.touch(pulse.end)
                pulse.clear()
            elif pulse.start >= 0 and pulse.active and t - pulse.start >= self._knock_max:
                self.start(pulse.start + self._knock_max, rail, True)
        self._judge(t)
        self._plan(t)

    def calm(self, t: int) -> None:
        """Once in a while: what was learnt is forgotten in time."""
        for rail, floor in enumerate(self.floors):
            floor.settle(t)
            number = m.INPUT_CUSHIONS + rail
            if self._health.has(number, FLICKERS) and t >= self._loose[rail].half_at():
                self._health.set(t, number, FLICKERS, False)

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
        """Judge, in order, the knocks for which all that began before they ended is over too."""
        known = t
        for pulse in self._rails:
            if 0 <= pulse.start < known:
                known = pulse.start
        self._knocks.sort()
        while self._knocks and _settled(self._knocks[0], self._together) < known:
            start, length, rail = self._knocks[0]
            group = 0
            while group < len(self._knocks) and self._knocks[group][0] - start <= self._together:
                group += 1
            if group >= self._together_rails and not self._under_way(start):
                self._echoes = self._knocks[:group]
                del self._knocks[:group]
                continue
            heard = self._judged + self._knocks[1:]
            source = self._source(heard, start, length, rail, self._echo_drop, 0)
            if source and length + self._echo_sure <= source:
                self._echoes = self._echoes[-3:] + [self._knocks[0]]
            elif source or self._source(
                heard + self._echoes, start, length, rail, -self._echo_drop // 2, self._together
            ):
                self._judged = self._judged[-3:] + [self._knocks[0]]
                self._tell(start, length, rail, m.FLAG_DOUBTFUL)
            else:
                self._contact(start, length, rail)
            self._knocks.pop(0)

    def _contact(self, start: int, length: int, rail: int) -> None:
        """A knock that is no echo: a ball's, if it is not what this rail's piezo makes all by itself."""
        floor = self.floors[rail]
        flags = 0
        if length <= floor.high:
            # As soft as the softest contact: a ball's, an echo's rest, or noise that is not learnt yet.
            if self._alone(start, rail):
                floor.noise(start, length)
            if length < floor.value:
                return
            flags = m.FLAG_DOUBTFUL
        if not self._rest.moving and self._loose[rail].add(start):
            self._health.set(start, m.INPUT_CUSHIONS + rail, FLICKERS, True)
        self._judged = self._judged[-3:] + [(start, length, rail)]
        self._tell(start, length, rail, flags)

    def _tell(self, start: int, length: int, rail: int, flags: int) -> None:
        self._health.judged(start, m.INPUT_CUSHIONS + rail, bool(flags))
        self._add(start, m.CUSHION, rail, min(length, 32767), flags)

    def _under_way(self, start: int) -> bool:
        """A knock from before is still felt: what begins on many rails at once are its echoes."""
        return any(
            other[0] < start - self._together and start <= other[0] + max(other[1], self._echo)
            for other in self._judged + self._echoes
        )

    def _alone(self, start: int, rail: int) -> bool:
        """No other rail has felt anything about that time."""
        return not any(
            other[2] != rail and abs(other[0] - start) < _ALONE_US for other in self._judged + self._knocks
        )

    def _source(
        self, heard: "list[tuple[int, int, int]]", start: int, length: int, rail: int, drop: int, gap: int
    ) -> int:
        """The length of the knock of those heard that this one may be an echo of, or 0.

        Something began before it, by `gap` at least, and something stronger on another rail, by `drop`,
        explains how long it lasted. In a corner these may be two: the ball meets both rails in turn, and
        their echoes run together.
        """
        begins = False
        source = 0
        for other in heard:
            if other[2] == rail:
                continue
            if other[0] + gap <= start <= other[0] + max(other[1], self._echo):
                begins = True
            if (
                other[0] < start + length <= other[0] + other[1] + self._echo_late
                and length + drop <= other[1]
            ):
                source = max(source, other[1])
        return source if begins else 0

    def _plan(self, t: int) -> None:
        due = FAR
        for pulse in self._rails:
            if pulse.start >= 0:
                due = min(due, pulse.start + self._knock_max if pulse.active else pulse.due())
        if self._knocks:
            # With another pulse still open this comes round again when that one is over.
            due = min(due, max(t, _settled(self._knocks[0], self._together)) + 1)
        self.due = due


def _settled(knock: "tuple[int, int, int]", together: int) -> int:
    """From when on nothing can begin that would matter to this knock."""
    return knock[0] + max(knock[1], together)
