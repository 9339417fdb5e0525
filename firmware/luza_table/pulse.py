"""One input's activity as pulses: what chatters within a short gap is one."""

from luza_table import FAR


class Pulse:
    """From an input's first edge to the end of its last chatter. Times in microseconds."""

    def __init__(self, gap_us: int) -> None:
        self.active = False
        self.start = -1
        """Where the pulse began; -1 while there is none."""
        self.end = 0
        self._gap = gap_us

    def edge(self, t: int, active: bool) -> None:
        """The input became active, or let go."""
        if active:
            if self.start < 0:
                self.start = t
        elif self.active:
            self.end = t
        self.active = active

    def due(self) -> int:
        """When the pulse will be over, if nothing more comes."""
        return FAR if self.active or self.start < 0 else self.end + self._gap

    def over(self, t: int) -> bool:
        """It has ended, and longer ago than a chatter's gap."""
        return t >= self.due()

    def clear(self) -> None:
        """Forget the pulse; the next edge begins another."""
        self.start = -1
