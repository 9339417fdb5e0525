"""Whether balls are on the move: from the stroke until it has been quiet for a set time.

Nothing under the table feels a ball that rolls; it is quiet between two knocks. Of 331 simulated strokes 27
were silent for more than 3 s before something else happened, 8 for more than 4 s, none for more than 4.9 s.
"""

from luza_link import messages as m

from luza_table import FAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Rest:
    """Quiet ends the movement. A board that has just started waits for quiet before it takes a stroke."""

    def __init__(self, limits: "dict[str, int]", add: "Callable[[int, int, int, int, int], None]") -> None:
        self.moving = True
        self.due = FAR
        self._quiet = limits["quiet_ms"] * 1000
        self._add = add
        self._touched = 0

    def start(self, t: int) -> None:
        """The board listens from now on."""
        self._touched = t
        self.due = t + self._quiet

    def begin(self, t: int) -> None:
        """A stroke: balls move."""
        self.moving = True
        self.touch(t)

    def touch(self, t: int) -> None:
        """Something moved at an input, be it an echo: it is not quiet yet."""
        self._touched = max(self._touched, t)
        if self.moving:
            self.due = self._touched + self._quiet

    def tick(self, t: int) -> None:
        """Time passes."""
        if t >= self.due:
            self._add(self.due, m.REST, 0, 0, 0)
            self.moving = False
            self.due = FAR
