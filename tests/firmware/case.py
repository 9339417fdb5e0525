"""Labelled edges and what they are: one case a line of the table's life. Times in milliseconds here.

`QUIET` comes before the first edge, so that the board takes the next knock for a stroke. Facts are written as
(ms, kind, channel's number or value, flags); the rest at the start is left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from luza_link import messages as m

QUIET = 6000.0
POCKET, RAIL, HOUSE, PYRAMID, SLATE = 0, 6, 12, 13, 14
CUE, OBJECT, DOUBT = m.FLAG_CUE, m.FLAG_OBJECT, m.FLAG_DOUBTFUL
WHITE = (2000, 700, 690, 650)
YELLOW = (1400, 800, 250, 200)
GREY = (900, 400, 280, 270)

Pulse = tuple[int, float, float]
"""Input, start, length."""
Expected = tuple[float, int, int, int]


@dataclass(frozen=True)
class Case:
    """Pulses after `QUIET`, and the facts they are; health is written like facts."""

    name: str
    pulses: tuple[Pulse, ...]
    facts: tuple[Expected, ...]
    balls: tuple[tuple[int, float, float, tuple[int, int, int, int]], ...] = ()
    """What is before a pocket's colour sensor: channel, start, length, colour."""
    levels: int = 0
    still: bool = False
    """No stroke comes first."""
    touch: bool = True
    """The stroke is followed by a contact at once."""
    without: tuple[str, ...] = ()
    limits: dict[str, dict[str, int]] = field(default_factory=dict)

    def given(self, every_us: int = 20_000, origin: int = 0) -> dict[str, object]:
        """The case for play_edges.py."""
        start = 0.0 if self.levels else QUIET
        pulses = self.pulses if self.still or self.levels else (*self._opening(), *self.pulses)
        edges = [[round((start + at) * 1000), number, 1] for number, at, _ in pulses]
        edges += [[round((start + at + length) * 1000), number, 0] for number, at, length in pulses]
        edges += [[round(at * 1000), number, 0] for number, at in RELEASED.get(self.name, ())]
        edges.sort()
        given: dict[str, object] = {
            "edges": edges,
            "levels": self.levels,
            "until": round((edges[-1][0] / 1000 + 8000) * 1000),
            "every": every_us,
            "origin": origin,
            "without": list(self.without),
            "limits": self.limits,
        }
        if self.balls:
            given["samples"] = sorted(_readings(self.balls, start))
        return given

    def expected(self) -> list[list[int]]:
        """The facts as play_edges.py gives them."""
        start = 0.0 if self.levels else QUIET
        stroke: tuple[Expected, ...] = ((0.0, m.STRIKE, 3000, 0), (TOUCH[1], m.CONTACT, 0, 0))
        opening = () if self.still or self.levels else stroke[: len(self._opening())]
        return [_fact(start, *one) for one in (*opening, *self.facts)]

    def _opening(self) -> tuple[Pulse, ...]:
        return (STROKE, TOUCH) if self.touch else (STROKE,)


STROKE: Pulse = (SLATE, 0.0, 3.0)
TOUCH: Pulse = (SLATE, 40.0, 2.0)
RELEASED: dict[str, tuple[tuple[int, float], ...]] = {
    "a ball lies in the beam at the start, is taken out, and the next one counts": ((POCKET + 2, 3000.0),),
    "a ball lies on the centre line at the start and leaves for the pyramid": (
        (HOUSE, 3000.0),
        (PYRAMID, 3040.0),
    ),
    "a ball stands before the line at the start and rolls over it": ((HOUSE, 3100.0), (PYRAMID, 3150.0)),
}


def _fact(start: float, at: float, kind: int, which: int, flags: int) -> list[int]:
    """[us, kind, channel, value, flags], with -1 where a case does not say."""
    t = round((start + at) * 1000)
    if kind in (m.POCKET, m.CUSHION):
        return [t, kind, which, -1, flags]
    if kind == m.HEALTH:
        return [t, kind, which, flags, 0]
    return [t, kind, 0, which if kind == m.CENTRE_LINE else -1, flags]


def _readings(
    balls: Iterable[tuple[int, float, float, tuple[int, int, int, int]]], start: float
) -> Iterable[list[int]]:
    for channel, at, length, colour in balls:
        for step in range(int(length / 2.4) + 1):
            yield [round((start + at + step * 2.4) * 1000), channel, *colour]


def train(number: int, at: float, period: float, length: float, count: int) -> tuple[Pulse, ...]:
    """The same pulse again and again."""
    return tuple((number, at + step * period, length) for step in range(count))


def over_line(at: float, v: float, towards_pyramid: bool = True) -> tuple[Pulse, ...]:
    """A ball whose centre is on the line at `at`, at `v` m/s (mm/ms)."""
    first, second = (HOUSE, PYRAMID) if towards_pyramid else (PYRAMID, HOUSE)
    return ((first, at - 44 / v, 68 / v), (second, at - 24 / v, 68 / v))
