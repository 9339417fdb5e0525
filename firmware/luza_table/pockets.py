"""A ball in a pocket, told from a hand, a crumb, a rattle and a bad lamp, by a beam below the pocket's mouth.

A 68 mm ball at 0.3 to 4 m/s breaks the beam for 230 to 17 ms. A break that is shorter is a crumb, a ball that
rattles in the jaws, or light that flickers; a longer one is a hand in the net, or something that lies there.
After a ball the same pocket is not counted again for a while: that is the same ball, thrown back through the
beam by the net.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.health import BLOCKED, FLICKERS, Health
from luza_table.pulse import Pulse
from luza_table.rest import Rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Pocket:
    """One pocket's beam. `kind(channel)` gives the flags of the ball that has just been before the colour
    sensor, or None where that sensor could not tell."""

    def __init__(
        self,
        channel: int,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
        rest: Rest,
        kind: "Callable[[int], int | None]",
    ) -> None:
        self.channel = channel
        self.due = FAR
        self._ball_min = limits["ball_min_ms"] * 1000
        self._ball_max = limits["ball_max_ms"] * 1000
        self._rehit = limits["rehit_ms"] * 1000
        self._hand = limits["hand_ms"] * 1000
        self._blocked_after = limits["blocked_ms"] * 1000
        self._flicker_gap = limits["flicker_gap_ms"] * 1000
        self._flicker_count = limits["flicker_count"]
        self._recover = limits["recover_ms"] * 1000
        self._add = add
        self._health = health
        self._rest = rest
        self._kind = kind
        self._pulse = Pulse(limits["chatter_us"])
        self._blind = False
        self._since = 0
        self._blocked = False
        self._flickers = False
        self._shorts = 0
        self._last_short = -FAR
        self._dead_until = -FAR
        self._hand_until = -FAR
        self._held: "tuple[int, int, int] | None" = None

    def start(self, t: int, broken: bool) -> None:
        """Take the level as it is found: what lies in the beam counts nothing, now or when it leaves."""
        self._pulse.clear()
        self._pulse.active = broken
        self._blind = broken
        self._since = t
        if not broken:
            self._unblock(t)
        self._plan()

    def edge(self, t: int, broken: bool) -> None:
        """The beam was broken, or is free again."""
        if not self._blind:
            self._pulse.edge(t, broken)
        elif not broken:
            self.start(t, False)
            self._dead_until = t + self._rehit
        self._plan()

    def tick(self, t: int) -> None:
        """Time passes."""
        pulse = self._pulse
        if pulse.over(t):
            start, end = pulse.start, pulse.end
            pulse.clear()
            self._break(start, end)
        blocked_at = self._broken_since() + self._blocked_after
        if t >= blocked_at and not self._blocked:
            self._blocked = True
            self._health.set(blocked_at, m.INPUT_POCKETS + self.channel, BLOCKED, True)
        if self._held is not None and t >= self._held[0] + self._hand:
            self._tell(self._held)
            self._held = None
        if self._flickers and t >= self._last_short + self._recover:
            self._flickers = False
            calm_at = self._last_short + self._recover
            self._health.set(calm_at, m.INPUT_POCKETS + self.channel, FLICKERS, False)
        self._plan()

    def pending(self) -> int:
        """The earliest time for which a fact may still come: a ball's time is when it is through."""
        if self._held is not None:
            return self._held[0]
        pulse = self._pulse
        return pulse.end if pulse.start >= 0 and not pulse.active else FAR

    def _broken_since(self) -> int:
        if self._blind:
            return self._since
        return self._pulse.start if self._pulse.start >= 0 and self._pulse.active else FAR

    def _unblock(self, t: int) -> None:
        if self._blocked:
            self._blocked = False
            self._health.set(t, m.INPUT_POCKETS + self.channel, BLOCKED, False)

    def _break(self, start: int, end: int) -> None:
        """The beam was broken from `start` to `end`: what was it?"""
        flags = self._kind(self.channel)
        self._unblock(end)
        length = end - start
        if length < self._ball_min:
            self._short(end)
        elif length > self._ball_max:
            self._handled(end)
            self._dead_until = end + self._rehit
        elif start >= self._dead_until:
            self._dead_until = start + self._rehit
            self._ball(start, end, flags)

    def _ball(self, start: int, end: int, flags: "int | None") -> None:
        doubtful = self._flickers or (flags is None and not self._rest.moving)
        ball = (end, (end - start) // 1000, (flags or 0) | (m.FLAG_DOUBTFUL if doubtful else 0))
        if self._rest.moving:
            self._tell(ball)
        elif self._held is not None or start < self._hand_until:
            self._handled(end)
        else:
            # No stroke was played: a ball may fall by itself, but mostly this is a hand, which comes again.
            self._held = ball

    def _handled(self, end: int) -> None:
        self._held = None
        self._hand_until = end + self._hand

    def _tell(self, ball: "tuple[int, int, int]") -> None:
        self._add(ball[0], m.POCKET, self.channel, ball[1], ball[2])

    def _short(self, end: int) -> None:
        self._shorts = self._shorts + 1 if end - self._last_short <= self._flicker_gap else 1
        self._last_short = end
        if self._shorts >= self._flicker_count and not self._flickers:
            self._flickers = True
            self._health.set(end, m.INPUT_POCKETS + self.channel, FLICKERS, True)

    def _plan(self) -> None:
        due = self._pulse.due()
        if not self._blocked:
            due = min(due, self._broken_since() + self._blocked_after)
        if self._held is not None:
            due = min(due, self._held[0] + self._hand)
        if self._flickers:
            due = min(due, self._last_short + self._recover)
        self.due = due
