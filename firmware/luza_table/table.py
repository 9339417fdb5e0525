"""All detectors together: edges of inputs in, facts of play out, in the order of their times.

No pin and no clock: the board and the tests feed it alike. An input's number is its bit in the link's levels
(luza_link/messages.py, INPUT_...).
"""

from luza_link import messages as m

from luza_table import FAR
from luza_table.beam import CentreLine
from luza_table.colour import DARK, Kinds
from luza_table.cushions import Cushions
from luza_table.health import DEAD, MUTED, Health
from luza_table.order import Facts
from luza_table.pockets import OUTLASTED, SHARED, Pocket
from luza_table.polarity import Polarity
from luza_table.reference import Reference
from luza_table.rest import Rest
from luza_table.silence import Silence
from luza_table.strike import FirstContact, Slate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from luza_table.settings import Settings

CALM_US = 1_000_000
"""What was learnt of the inputs is looked at so often."""
SHARED_US = 2_000
OUTLASTED_US = 10_000
SHARED_BEAMS = 3
"""So many pocket beams that break within this time share a cable or a supply, not balls."""


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
        fitted = list(settings.pins) + list(settings.sampled)
        self.fitted = sorted(fitted + [m.INPUT_COLOUR + channel for channel in settings.colour_ports])
        """Numbers of the inputs that are there."""
        self.reference: "Reference | None" = None
        if settings.reference:
            self.reference = Reference(self.health, self.fitted)
            self.fitted = self.fitted + [m.INPUT_REFERENCE]
        self._polarity = Polarity(self.health)
        self._silence = Silence(limits["silence"], self.health, fitted)
        self._calm = 0
        self.cushions = Cushions(limits["cushion"], self._add, self.health, self.rest)
        self.centre_line = CentreLine(limits["centre_line"], self._add, self.health)
        self.slate = Slate(limits["slate"], self._felt, self.health, self.rest)
        self._has_slate = m.INPUT_SLATE in fitted
        self.pockets = [
            Pocket(channel, limits["pocket"], self._add, self.health, self.rest, self._kind, self._shared)
            for channel in range(len(m.POCKET_NAMES))
        ]
        self._detectors = tuple(self.pockets) + (self.cushions, self.centre_line, self.slate)

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
        self._polarity.edge(t, number, active)
        self._silence.heard(t, number, active)
        if m.INPUT_CENTRE_LINE <= number < m.INPUT_SLATE and self.health.ok(number):
            self.rest.touch(t)  # everywhere else it takes more than an edge
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
        if t >= self._calm:
            self._calm = t + CALM_US
            self._polarity.tick(t, self.levels)
            self.cushions.calm(t)
            self.slate.floor.settle(t)

    def _shared(self, start: int, end: int) -> int:
        """Several pocket beams broke at this moment: SHARED, or OUTLASTED where others were free before."""
        beams = [pocket for pocket in self.pockets if abs(pocket.started - start) <= SHARED_US]
        if len(beams) < SHARED_BEAMS:
            return 0
        first = min([pocket.free_since() for pocket in beams])
        return OUTLASTED if end - first > OUTLASTED_US else SHARED

    def _advance(self, t: int) -> None:
        for detector in self._detectors:
            if detector.due <= t:
                detector.tick(t)
        # With a knock still on its way it is not quiet yet.
        if self.rest.due <= t and self.cushions.pending() == self.slate.pending() == FAR:
            self.rest.tick(t)

    def _take(self, t: int, number: int, active: bool) -> None:
        self._note(number, active)
        self._polarity.start(t, number)
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

    def _kind(self, channel: int, t: int) -> "int | None":
        """What the colour sensor makes of what has passed: 0 where it is not asked, or not believed."""
        if channel not in self._colours:
            return 0
        number = m.INPUT_COLOUR + channel
        flags = self.kinds.take(channel)
        if t >= 0 and self.rest.moving and not self.health.has(number, DEAD):
            self.health.judged(t, number, flags is None or flags == DARK)
        return flags if self.health.ok(number) else 0

    def _add(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        """A fact of balls that move; where no stroke can be felt, it is what says that they do.

        Where strokes are felt and none was, no ball meets a cushion or crosses the line by itself: it is
        chalk put on the rail, or a hand that sets balls up.
        """
        if kind != m.POCKET and not self.rest.moving and self._has_slate and self.health.ok(m.INPUT_SLATE):
            flags |= m.FLAG_DOUBTFUL
        self._felt(t, kind, channel, value, flags)
        if flags & m.FLAG_DOUBTFUL or not self._believed(kind, channel):
            return
        if not (self._has_slate and self.health.ok(m.INPUT_SLATE)):
            self.rest.begin(t)

    def _felt(self, t: int, kind: int, channel: int, value: int, flags: int) -> None:
        """A fact, in doubt where its input is unwell."""
        if not self._believed(kind, channel):
            flags |= m.FLAG_DOUBTFUL
        if not flags & m.FLAG_DOUBTFUL:
            self._silence.felt(t, kind, channel)
        self._facts.add(t, kind, channel, value, flags)

    def _believed(self, kind: int, channel: int) -> bool:
        ok = self.health.ok
        if kind == m.POCKET:
            return ok(m.INPUT_POCKETS + channel)
        if kind == m.CUSHION:
            return ok(m.INPUT_CUSHIONS + channel)
        if kind == m.CENTRE_LINE:
            return ok(m.INPUT_CENTRE_LINE) and ok(m.INPUT_CENTRE_LINE + 1)
        return ok(m.INPUT_SLATE)
