"""A ball in a pocket, told from a hand, a crumb, a rattle and a bad lamp, by a beam below the pocket's mouth.

A 68 mm ball at 0.3 to 4 m/s breaks the beam for 230 to 17 ms. A break that is shorter is a crumb, a ball that
rattles in the jaws, or light that flickers; a longer one is a hand in the net, or something that lies there.
After a ball the same pocket is not counted again for a while: that is the same ball, thrown back through the
beam by the net.
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.colour import DARK, TWO
from luza_table.health import BLOCKED, FLICKERS, Health, Oddities
from luza_table.pulse import Pulse
from luza_table.rest import Rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


LOOSE_LEAK_US = 4_000_000
"""A pulse that no ball makes is forgotten after so long."""


SHARED = 1
OUTLASTED = 2
"""Several beams broke at once; and this one was broken for longer than another: a ball may have been in
it."""


class Pocket:
    """One pocket's beam.

    `kind(channel, t)`: the flags of the ball that has just been before the colour sensor, None where that
    sensor could not tell, DARK or TWO; t is -1 where it was no ball. `shared(start, end)`: whether several
    beams broke at that same moment, as they do when their supply or cable fails: 0, SHARED or OUTLASTED.
    """

    def __init__(
        self,
        channel: int,
        limits: "dict[str, int]",
        add: "Callable[[int, int, int, int, int], None]",
        health: Health,
        rest: Rest,
        kind: "Callable[[int, int], int | None]",
        shared: "Callable[[int, int], int]",
    ) -> None:
        self.channel = channel
        self.due = FAR
        self.started = -FAR
        """When the last break began."""
        self._ended = -FAR
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
        self._shared = shared
        self._loose = Oddities(limits["loose_count"], LOOSE_LEAK_US)
        self._pulse = Pulse(limits["chatter_us"])
        self._blind = False
        self._since = 0
        self._blocked = False
        self._flickers = False
        self._shorts = 0
        self._last_short = -FAR
        self._dead_until = -FAR
        self._last_kind = 0
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
            if broken:
                self.started = self._pulse.start
            else:
                self._ended = t
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
            self._held = None
            self._health.set(blocked_at, m.INPUT_POCKETS + self.channel, BLOCKED, True)
        if self._held is not None and t >= self._held_until():
            self._tell(self._held)
            self._held = None
        if self._flickers and t >= self._calm_at():
            self._flickers = False
            self._health.set(self._calm_at(), m.INPUT_POCKETS + self.channel, FLICKERS, False)
        self._plan()

    def free_since(self) -> int:
        """When the last break ended; FAR while the beam is broken."""
        return FAR if self._pulse.active else self._ended

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
        length = end - start
        shared = self._shared(start, end)
        is_ball = self._ball_min <= length <= self._ball_max and shared != SHARED
        flags = self._kind(self.channel, end if is_ball else -1)
        if is_ball and self._health.ok(m.INPUT_POCKETS + self.channel):
            self._rest.touch(end)  # a crumb or a hand does not say that balls move
        self._unblock(end)
        if length < self._ball_min:
            self._short(end)
        elif length > self._ball_max:
            if self._rest.moving and length <= self._ball_max + self._ball_max // 4:
                # The slowest ball before a beam that has drifted, or a hand.
                self._tell((end, length // 1000, m.FLAG_DOUBTFUL))
            self._handled(end)
            self._dead_until = end + self._rehit
        elif not is_ball:
            self._odd(end)
        elif start >= self._dead_until or self._other_kind(flags):
            self._dead_until = start + self._rehit
            self._last_kind = flags or 0
            self._ball(start, end, DARK if shared else flags)
        elif start < self._hand_until:
            self._handled(end)

    def _other_kind(self, flags: "int | None") -> bool:
        """A ball that follows at once and is of the other kind is no ball that the net threw back."""
        return flags is not None and flags > 0 and self._last_kind > 0 and flags != self._last_kind

    def _ball(self, start: int, end: int, flags: "int | None") -> None:
        """Count it, between shots only once no hand follows. What no colour sensor saw is in doubt."""
        unseen = flags == DARK
        unsure = flags is None and not self._rest.moving
        if unseen:
            self._odd(end)
        if self._rest.moving:
            self._health.judged(end, m.INPUT_POCKETS + self.channel, unseen)
        in_doubt = self._flickers or unseen or unsure
        kind = flags if flags is not None and flags > 0 else 0
        length = (end - start) // 1000
        ball = (end, length, kind | (m.FLAG_DOUBTFUL if in_doubt else 0))
        if self._rest.moving:
            self._tell(ball)
            if flags == TWO:
                self._tell((end, length, m.FLAG_DOUBTFUL))
        elif self._held is not None or start < self._hand_until:
            self._handled(end)
        else:
            # No stroke was played: a ball may fall by itself, but mostly this is a hand, which comes again.
            self._held = ball

    def _held_until(self) -> int:
        """When a break between shots was no hand: none of another one has begun, or it is over and short."""
        if self._held is None or self._pulse.start >= 0:
            return FAR
        return self._held[0] + self._hand

    def _handled(self, end: int) -> None:
        self._held = None
        self._hand_until = end + self._hand

    def _tell(self, ball: "tuple[int, int, int]") -> None:
        self._add(ball[0], m.POCKET, self.channel, ball[1], ball[2])

    def _short(self, end: int) -> None:
        self._shorts = self._shorts + 1 if end - self._last_short <= self._flicker_gap else 1
        self._last_short = end
        if self._shorts == 1:  # a rattle or a lamp is one thing, however often it breaks the beam
            self._odd(end)
        if self._shorts >= self._flicker_count:
            self._flicker(end)

    def _odd(self, end: int) -> None:
        """One of the breaks that a loose wire makes now and then: many within minutes are one."""
        if self._loose.add(end):
            self._flicker(end)

    def _flicker(self, end: int) -> None:
        if not self._flickers:
            self._flickers = True
            self._health.set(end, m.INPUT_POCKETS + self.channel, FLICKERS, True)

    def _calm_at(self) -> int:
        """When the flickering will be over: quiet for a while, and half of what was odd forgotten."""
        return max(self._last_short + self._recover, self._loose.half_at())

    def _plan(self) -> None:
        due = self._pulse.due()
        if not self._blocked:
            due = min(due, self._broken_since() + self._blocked_after)
        if self._held is not None:
            due = min(due, self._held_until())
        if self._flickers:
            due = min(due, self._calm_at())
        self.due = due
