"""A ball's centre crossed the centre line, by two beams on either side of it.

The beams lie `apart_mm` apart about the line, at the height of a ball's centre. Rolling from the house to the
pyramid, a ball of 68 mm breaks the house side's beam 44 mm before its centre is on the line and the pyramid
side's 24 mm before, and frees them in the same order 24 and 44 mm behind it. So the order of the four edges,
read like a rotary encoder's, is the crossing and its direction, and the middle of the time in which both are
broken is when the centre was on the line. A ball that turns round frees them last in, first out.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.health import BLOCKED, Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# By the levels, of which the house side's is bit 0; a ball on its way to the pyramid goes 1, 2, 3, 0.
_PHASE = (0, 1, 3, 2)
_BOTH = 2


class CentreLine:
    """Both beams together. A fact's value is 1 towards the pyramid, -1 towards the house."""

    def __init__(
        self,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
    ) -> None:
        self.due = FAR
        self._apart = limits["apart_mm"]
        self._both = limits["ball_mm"] - limits["apart_mm"]
        self._blocked_after = limits["blocked_ms"] * 1000
        self._chatter = limits["chatter_us"]
        self._shortest = self._both * 100  # no ball is faster than 10 m/s: this is chatter
        self._hold = limits["hold_ms"] * 1000
        self._lift = limits["lift_percent"]
        self._add = add
        self._health = health
        self._levels = 0
        self._phase = 0
        self._steps = 0
        self._unsure = False
        """The ball lay on the line, so the order of the edges does not tell on which side its centre was."""
        self._blocked = False
        self._begun = FAR
        self._moved = 0
        self._in = 0
        self._out = 0
        self._approach = 0
        self._longest = 0

    def start(self, t: int, levels: int) -> None:
        """Take the levels (house side bit 0, pyramid side bit 1) as they are found."""
        self._levels = levels
        self._phase = _PHASE[levels]
        self._steps = (0, 1, 2, -1)[self._phase]
        self._unsure = self._phase == _BOTH
        self._begun = t if levels else FAR
        self._moved = t
        self._in = self._out = t
        self._approach = self._longest = 0
        self._clear_blocked(t)
        self._plan()

    def edge(self, t: int, side: int, broken: bool) -> None:
        """The beam of the house side (0) or the pyramid side (1) was broken, or is free again."""
        levels = self._levels & ~(1 << side) | (1 << side if broken else 0)
        if levels == self._levels:
            return
        phase = _PHASE[levels]
        was = self._phase
        self._steps += 1 if (phase - was) & 3 == 1 else -1
        self._levels = levels
        self._phase = phase
        self._moved = t
        if was == 0:
            self._begun = t
        elif phase == _BOTH:
            if not self._longest:
                self._approach = t - self._begun
                self._in = t
            elif t - self._out > self._chatter:
                self._in = t
        elif was == _BOTH:
            self._out = t
            self._longest = max(self._longest, t - self._in)
        if phase == 0:
            self._free(t)
        self._plan()

    def tick(self, t: int) -> None:
        """Time passes."""
        if t >= self.due:
            self._blocked = True
            self._unsure = self._unsure or self._phase == _BOTH
            for side in (0, 1):
                if self._levels >> side & 1:
                    self._health.set(self.due, m.INPUT_CENTRE_LINE + side, BLOCKED, True)
            self._plan()

    def pending(self, t: int) -> int:
        """The earliest time for which a fact may still come; a ball that lies there keeps nobody waiting."""
        return self._begun if t - self._begun <= self._hold else FAR

    def crossing(self, since: int, t: int) -> bool:
        """Is there a ball that moved after `since` in the beams that may have been on the line before `t`?"""
        return self._phase != 0 and self._begun < t and self._moved >= since

    def _free(self, t: int) -> None:
        """Both beams are free again."""
        if max(self._out - self._in, self._longest) >= self._shortest:
            self._tell(t)
        self._steps = 0
        self._unsure = False
        self._begun = FAR
        self._longest = 0
        self._clear_blocked(t)

    def _tell(self, t: int) -> None:
        """What was in both beams and left them at `t`?"""
        both = self._out - self._in
        if self._unsure:
            # It lay there: all that is known is when it left, and to which side.
            self._add(self._out, m.CENTRE_LINE, 0, self._steps // 4, m.FLAG_DOUBTFUL)
            return
        middle = (self._in + self._out) // 2
        if self._steps == 0:
            # At the speed of its approach it reached the line and came back in this time at the least.
            if self._longest * self._apart > self._approach * self._both:
                self._judged(middle, True)
                self._add(middle, m.CENTRE_LINE, 0, 0, m.FLAG_DOUBTFUL)
            return
        if (t - self._out) * 100 < both * self._lift:
            return  # left at once: taken up, or fallen into a middle pocket
        towards = self._steps // 4
        self._judged(middle, False)
        self._add(middle, m.CENTRE_LINE, 0, towards, 0)
        if self._longest * self._apart * 2 > self._approach * self._both * 3:
            # Much longer than its approach promised: a second ball may have followed on its heels.
            self._add(t, m.CENTRE_LINE, 0, towards, m.FLAG_DOUBTFUL)

    def _judged(self, t: int, in_doubt: bool) -> None:
        for side in (0, 1):
            self._health.judged(t, m.INPUT_CENTRE_LINE + side, in_doubt)

    def _clear_blocked(self, t: int) -> None:
        if self._blocked:
            self._blocked = False
            for side in (0, 1):
                self._health.set(t, m.INPUT_CENTRE_LINE + side, BLOCKED, False)

    def _plan(self) -> None:
        self.due = FAR if self._blocked else self._begun + self._blocked_after
