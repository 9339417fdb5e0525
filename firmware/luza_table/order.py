"""Facts in the order in which they happened.

A pocket is known when the ball is through the beam, a cushion when what began with it is over, a crossing
when both beams are free again: what happened first may be known last. Facts wait here until nothing earlier
can still come.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Facts:
    """Facts in, in any order; out by their time, but for one that comes too late."""

    def __init__(self, out: "Callable[[int, int, int, int, int], object]") -> None:
        self._out = out
        self._waiting: list[tuple[int, int, int, int, int]] = []

    def add(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        """Keep a fact until its turn."""
        at = len(self._waiting)
        while at and self._waiting[at - 1][0] > t:
            at -= 1
        self._waiting.insert(at, (t, kind, channel, value, flags))

    def release(self, until: int) -> None:
        """Hand out all facts up to this time."""
        while self._waiting and self._waiting[0][0] <= until:
            self._out(*self._waiting.pop(0))
