"""Inputs that feel nothing while others have much to feel: a piezo's cut wire is as quiet as a table at rest.

What others feel is the measure, not time: nobody plays for hours, and a pocket where no ball falls all
evening is only unlucky. Counts stand in settings, and begin anew whenever the input is heard.
"""

from luza_link import messages as m

from luza_table.health import SILENT, Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PASSING_US = 5_000
"""A centre beam broken for so long was broken by something that breaks the other one too."""


class Silence:
    """Counts, for every input that is fitted, what others felt since it was heard last."""

    def __init__(self, limits: "dict[str, int]", health: Health, fitted: "Iterable[int]") -> None:
        self._health = health
        self._balls = limits["pocket_balls"]
        self._knocks = limits["cushion_knocks"]
        self._slate = limits["slate_knocks"]
        self._passes = limits["line_passes"]
        self._strokes = limits["line_strokes"]
        self._fitted = [number for number in fitted if number < m.INPUT_COLOUR]
        self._missed = [0] * m.INPUT_COLOUR
        self._alone = [0, 0]
        """How often the other centre beam was broken without this one."""
        self._broken_at = [0, 0]

    def heard(self, t: int, number: int, active: bool) -> None:
        """An edge at an input: it lives. A centre beam that was broken is what the other should have felt."""
        self._missed[number] = 0
        if self._health.has(number, SILENT):
            self._health.set(t, number, SILENT, False)
        side = number - m.INPUT_CENTRE_LINE
        if side not in (0, 1):
            return
        self._alone[side] = 0
        if active:
            self._broken_at[side] = t
        elif t - self._broken_at[side] >= _PASSING_US:
            self._alone[1 - side] += 1
            if self._alone[1 - side] >= self._passes:
                self._silent(t, m.INPUT_CENTRE_LINE + 1 - side)

    def felt(self, t: int, kind: int, channel: int) -> None:
        """A fact that is beyond doubt."""
        if kind == m.POCKET:
            for number in range(len(m.POCKET_NAMES)):
                if number != channel:
                    self._miss(t, m.INPUT_POCKETS + number, self._balls)
        elif kind == m.CUSHION:
            for number in range(len(m.CUSHION_NAMES)):
                if number != channel:
                    self._miss(t, m.INPUT_CUSHIONS + number, self._knocks)
            self._miss(t, m.INPUT_SLATE, self._slate)
        elif kind == m.STRIKE:
            for side in (0, 1):
                self._miss(t, m.INPUT_CENTRE_LINE + side, self._strokes)

    def _miss(self, t: int, number: int, limit: int) -> None:
        self._missed[number] += 1
        if self._missed[number] >= limit:
            self._silent(t, number)

    def _silent(self, t: int, number: int) -> None:
        if number in self._fitted and not self._health.has(number, SILENT):
            self._health.set(t, number, SILENT, True)
