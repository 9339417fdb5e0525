"""All detectors together: edges of inputs in, facts of play out, in the order of their times.

No pin and no clock: the board and the tests feed it alike. An input's number is its bit in the link's levels
(luza_link/messages.py, INPUT_...).
"""

from luza_link import messages as m

from luza_table.beam import CentreLine
from luza_table.colour import Kinds
from luza_table.cushions import Cushions
from luza_table.health import MUTED, Health
from luza_table.order import Facts
from luza_table.pockets import Pocket
from luza_table.rest import Rest
from luza_table.strike import FirstContact, Slate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from luza_table.settings import Settings


class Table:
    """`out(time_us, kind, channel, value, flags)` takes each fact. Times passed in never go back."""

    def __init__(self, settings: "Settings", out: "Callable[[int, int, int, int, int], object]") -> None:
        limits = settings.limits
        self.levels = 0
        """Bit n: input n is active."""
        self._contact = FirstContact(limits["slate"], out, self._crossing)
        self._facts = Facts(self._contact.take)
        self.health = Health(self._facts.add)
        self.kinds = Kinds(limits["colour"])
        self.rest = Rest(limits["rest"], self._facts.add)
        self._colours = settings.colour_ports
        self.cushions = Cushions(limits["cushion"], self._add, self.health)
        self.centre_line = CentreLine(limits["centre_line"], self._add, self.health)
        self.slate = Slate(limits["slate"], self._facts.add, self.health, self.rest)
        self._has_slate = m.INPUT_SLATE in settings.pins
        self.pockets = [
            Pocket(channel, limits["pocket"], self._add, self.health, self.rest, self._kind)
            for channel in range(len(m.POCKET_NAMES))
        ]
        self._detectors = tuple(self.pockets) + (self.cushions, self.centre_line, self.slate, self.rest)

    def start(self, t: int, levels: int) -> None:
        """The board listens from now on; what is active already counts for nothing."""
        self.rest.start(t)
        for number in range(m.INPUT_COLOUR):
            self.resume(t, number, bool(levels >> number & 1))

    def mute(self, t: int, number: int) -> None:
        """Edges of this input get lost: what it felt lately, and will feel, is unknown."""
        self._advance(t)
        self._take(t, number, False)
        self.health.set(t, number, MUTED, True)

    def resume(self, t: int, number: int, active: bool) -> None:
        """From now on all edges of this input are given; its level is taken as it is found."""
        self._advance(t)
        self._take(t, number, active)
        self.health.set(t, number, MUTED, False)

    def edge(self, t: int, number: int, active: bool) -> None:
        """An input became active, or let go. An edge to where it stands already is ignored."""
        self._advance(t)
        if bool(self.levels >> number & 1) == active:
            return
        self._note(number, active)
        if self.health.ok(number):
            self.rest.touch(t)
        if number >= m.INPUT_SLATE:
            self.slate.edge(t, active)
        elif number >= m.INPUT_CENTRE_LINE:
            self.centre_line.edge(t, number - m.INPUT_CENTRE_LINE, active)
        elif number >= m.INPUT_CUSHIONS:
            rail = number - m.INPUT_CUSHIONS
            if active:
                self.slate.cushion(t, rail)
            self.cushions.edge(t, rail, active)
        else:
            self.pockets[number].edge(t, active)

    def tick(self, t: int) -> None:
        """Time passes: all edges up to `t` have been given. Facts that are ripe go out."""
        self._advance(t)
        until = min(t, self.cushions.pending(), self.slate.pending(), self.centre_line.pending(t))
        for pocket in self.pockets:
            until = min(until, pocket.pending())
        self._facts.release(until)
        self._contact.tick(until)

    def _advance(self, t: int) -> None:
        for detector in self._detectors:
            if detector.due <= t:
                detector.tick(t)

    def _take(self, t: int, number: int, active: bool) -> None:
        self._note(number, active)
        if number >= m.INPUT_SLATE:
            self.slate.start(t, active)
        elif number >= m.INPUT_CENTRE_LINE:
            self.centre_line.start(t, self.levels >> m.INPUT_CENTRE_LINE & 3)
        elif number >= m.INPUT_CUSHIONS:
            self.cushions.start(t, number - m.INPUT_CUSHIONS, active)
        else:
            self.pockets[number].start(t, active)

    def _note(self, number: int, active: bool) -> None:
        self.levels = self.levels & ~(1 << number) | active << number

    def _crossing(self, since: int, t: int) -> bool:
        return self.centre_line.crossing(since, t)

    def _kind(self, channel: int) -> "int | None":
        return self.kinds.take(channel) if channel in self._colours else 0

    def _add(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        """A fact of balls that move; where no stroke can be felt, it is what says that they do."""
        self._facts.add(t, kind, channel, value, flags)
        if not flags & m.FLAG_DOUBTFUL and not (self._has_slate and self.health.ok(m.INPUT_SLATE)):
            self.rest.begin(t)
