"""Edges on their way from interrupt handlers to the main loop.

The handlers write `_head` and the main loop writes `_tail`, each alone; on the RP2040 all pins share one
interrupt, so two handlers never run inside each other. `put` allocates nothing and uses no float: the times
are kept as the counter gives them, below 2^30 there, which is a small integer.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.clock import Ticks


class EdgeRing:
    """A ring of `size` (a power of two) edges, made once; it holds one less."""

    def __init__(self, size: int, ticks: "Ticks") -> None:
        self.lost = 0
        """Edges that found the ring full."""
        self.time = 0
        """Counter reading and code of the edge that `take` took."""
        self.code = 0
        self._ticks = ticks
        self._mask = size - 1
        self._times = array("L", [0] * size)
        self._codes = bytearray(size)
        self._head = 0
        self._tail = 0

    def put(self, code: int) -> None:
        """Keep an edge, 0 to 255, with the time of this call. For interrupt handlers."""
        head = self._head
        after = (head + 1) & self._mask
        if after == self._tail:
            self.lost += 1
            return
        self._times[head] = self._ticks()
        self._codes[head] = code
        self._head = after

    def take(self) -> bool:
        """Move the oldest edge into `time` and `code`; False where there is none."""
        tail = self._tail
        if tail == self._head:
            return False
        self.time = self._times[tail]
        self.code = self._codes[tail]
        self._tail = (tail + 1) & self._mask
        return True
