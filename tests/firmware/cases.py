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
    without: tuple[str, ...] = ()
    limits: dict[str, dict[str, int]] = field(default_factory=dict)

    def given(self, every_us: int = 20_000, origin: int = 0) -> dict[str, object]:
        """The case for play_edges.py."""
        start = 0.0 if self.levels else QUIET
        pulses = self.pulses if self.still or self.levels else (STROKE, *self.pulses)
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
        stroke = () if self.still or self.levels else ((0.0, m.STRIKE, 3000, 0),)
        return [_fact(start, *one) for one in (*stroke, *self.facts)]


STROKE: Pulse = (SLATE, 0.0, 3.0)
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


POCKET_CASES = (
    *(
        Case(f"a ball of {length} ms", ((POCKET + 4, 500, length),), ((500 + length, m.POCKET, 4, 0),))
        for length in (9, 15, 17, 60, 230, 299)
    ),
    Case("a crumb", ((POCKET, 500, 7),), ()),
    Case("a hand during the shot", ((POCKET, 500, 400),), ()),
    Case(
        "chatter at both ends is one ball",
        ((POCKET, 500, 1), (POCKET, 501.5, 40), (POCKET, 542, 1)),
        ((543, m.POCKET, 0, 0),),
    ),
    *(
        Case(
            f"hit again after {after} ms it is one ball",
            ((POCKET + 1, 500, 30), (POCKET + 1, 500 + after, 25)),
            ((530, m.POCKET, 1, 0),),
        )
        for after in (40, 120, 300)
    ),
    Case(
        "two balls 400 ms apart",
        ((POCKET + 1, 500, 30), (POCKET + 1, 900, 60)),
        ((530, m.POCKET, 1, 0), (960, m.POCKET, 1, 0)),
    ),
    Case(
        "two balls at once in two pockets",
        ((POCKET + 1, 500, 30), (POCKET + 5, 505, 20)),
        ((525, m.POCKET, 5, 0), (530, m.POCKET, 1, 0)),
    ),
    Case("a rattle that comes back", train(POCKET + 2, 500, 30, 5, 8), ()),
    Case(
        "a rattle that falls at last",
        (*train(POCKET + 2, 500, 30, 5, 8), (POCKET + 2, 760, 70)),
        ((830, m.POCKET, 2, 0),),
    ),
    Case(
        "a lamp that flickers at 100 Hz",
        train(POCKET + 3, 500, 10, 5, 200),
        ((745, m.HEALTH, 3, m.HEALTH_NOISY), (4495, m.HEALTH, 3, m.HEALTH_OK)),
    ),
    Case(
        "a ball under a lamp that flickers is doubtful",
        (*train(POCKET + 3, 500, 10, 5, 50), (POCKET + 3, 1000, 40)),
        ((745, m.HEALTH, 3, m.HEALTH_NOISY), (1040, m.POCKET, 3, DOUBT), (2995, m.HEALTH, 3, m.HEALTH_OK)),
    ),
    Case(
        "something lies in the beam, and is taken away",
        ((POCKET + 5, 500, 4000), (POCKET + 5, 5000, 30)),
        ((2500, m.HEALTH, 5, m.HEALTH_BLOCKED), (4500, m.HEALTH, 5, m.HEALTH_OK), (5030, m.POCKET, 5, 0)),
    ),
    Case(
        "a ball lies in the beam at the start, is taken out, and the next one counts",
        ((POCKET + 2, 4000, 50),),
        ((2000, m.HEALTH, 2, m.HEALTH_BLOCKED), (3000, m.HEALTH, 2, m.HEALTH_OK), (4050, m.POCKET, 2, 0)),
        levels=1 << 2,
    ),
    Case(
        "a hand takes balls out between shots",
        ((POCKET, 500, 90), (POCKET, 1100, 150), (POCKET, 1500, 80), (POCKET, 2200, 700), (POCKET, 3100, 60)),
        (),
        still=True,
    ),
    Case(
        "a ball falls by itself between shots",
        ((POCKET + 1, 500, 100),),
        ((600, m.POCKET, 1, 0),),
        still=True,
    ),
    Case(
        "white and yellow balls",
        ((POCKET, 500, 40), (POCKET + 1, 700, 17)),
        ((540, m.POCKET, 0, OBJECT), (717, m.POCKET, 1, CUE)),
        balls=((0, 500, 40, WHITE), (1, 700, 17, YELLOW)),
    ),
    Case(
        "a kind that cannot be told",
        ((POCKET, 500, 40), (POCKET + 1, 700, 40)),
        ((540, m.POCKET, 0, 0), (740, m.POCKET, 1, 0)),
        balls=((0, 500, 40, GREY), (1, 700, 19, WHITE), (1, 721, 19, YELLOW)),
    ),
    Case(
        "no ball's colour between shots is doubtful",
        ((POCKET, 500, 40),),
        ((540, m.POCKET, 0, DOUBT),),
        balls=((0, 500, 40, GREY),),
        still=True,
    ),
)

CUSHION_CASES = (
    Case(
        "a knock and its echoes",
        ((RAIL + 2, 500, 12), (RAIL + 0, 502.5, 8), (RAIL + 3, 504, 7), (RAIL + 1, 506, 3)),
        ((500, m.CUSHION, 2, 0),),
    ),
    Case(
        "an echo of a weak knock comes when that has ended",
        ((RAIL + 2, 500, 4), (RAIL + 0, 505, 0.4)),
        ((500, m.CUSHION, 2, 0),),
    ),
    Case(
        "two true contacts 15 ms apart",
        ((RAIL + 2, 500, 11), (RAIL + 5, 515, 8), (RAIL + 0, 503, 6)),
        ((500, m.CUSHION, 2, 0), (515, m.CUSHION, 5, 0)),
    ),
    Case(
        "a corner: both rails, the second a little weaker",
        ((RAIL + 0, 500, 14), (RAIL + 2, 505, 13)),
        ((500, m.CUSHION, 0, 0), (505, m.CUSHION, 2, 0)),
    ),
    Case(
        "a weak contact, then a strong one elsewhere",
        ((RAIL + 0, 500, 3), (RAIL + 5, 504, 12)),
        ((500, m.CUSHION, 0, 0), (504, m.CUSHION, 5, 0)),
    ),
    Case(
        "two rails at the same moment",
        ((RAIL + 0, 500, 9), (RAIL + 5, 500.2, 8.5)),
        ((500, m.CUSHION, 0, 0), (500.2, m.CUSHION, 5, 0)),
    ),
    Case(
        "nearly as strong, and over with the other: it may be an echo",
        ((RAIL + 0, 500, 12), (RAIL + 2, 502, 10)),
        ((500, m.CUSHION, 0, 0), (502, m.CUSHION, 2, DOUBT)),
    ),
    Case(
        "a knock on the slate reaches all",
        (*((RAIL + rail, 500 + rail / 10, 6) for rail in range(6)), (SLATE, 500.2, 2)),
        (),
    ),
    Case("static is no knock", ((RAIL + 1, 500, 0.1),), ()),
    Case(
        "chatter is one knock",
        ((RAIL + 1, 500, 2), (RAIL + 1, 502.5, 4), (RAIL + 1, 507, 1)),
        ((500, m.CUSHION, 1, 0),),
    ),
    Case(
        "somebody leans on the rail",
        ((RAIL + 1, 500, 900), (RAIL + 1, 2000, 8)),
        (
            (600, m.HEALTH, RAIL + 1, m.HEALTH_BLOCKED),
            (1400, m.HEALTH, RAIL + 1, m.HEALTH_OK),
            (2000, m.CUSHION, 1, 0),
        ),
    ),
)

SLATE_CASES = (
    Case(
        "the first contact alone",
        ((SLATE, 23, 2), (SLATE, 600, 2), (SLATE, 900, 1)),
        ((23, m.CONTACT, 0, 0),),
    ),
    Case(
        "a cushion's knock on the slate is no contact",
        ((RAIL, 400, 9), (SLATE, 401.5, 1), (SLATE, 700, 2)),
        ((400, m.CUSHION, 0, 0), (700, m.CONTACT, 0, 0)),
    ),
    Case(
        "a contact just before a cushion",
        ((SLATE, 400, 2), (RAIL, 400.7, 9)),
        ((400, m.CONTACT, 0, 0), (400.7, m.CUSHION, 0, 0)),
    ),
    Case(
        "a ball frozen to the struck one: the next knock",
        ((SLATE, 3.2, 2), (SLATE, 90, 1)),
        ((90, m.CONTACT, 0, 0),),
    ),
    Case("a soft tap between shots is no stroke", ((SLATE, 500, 0.25),), (), still=True),
    Case(
        "chalk put on the rail is no stroke",
        ((RAIL + 3, 500, 6), (SLATE, 501, 1)),
        ((500, m.CUSHION, 3, 0),),
        still=True,
    ),
    Case(
        "a knock on the floor is no stroke",
        (*((RAIL + rail, 500 + rail / 10, 6) for rail in range(5)), (SLATE, 499.9, 2)),
        (),
        still=True,
    ),
    Case(
        "a comparator that stays on",
        ((SLATE, 500, 3000),),
        ((600, m.HEALTH, 14, m.HEALTH_BLOCKED), (3500, m.HEALTH, 14, m.HEALTH_OK)),
    ),
    Case(
        "without that piezo the first fact opens and quiet ends the shot",
        ((RAIL, 500, 9),),
        ((500, m.CUSHION, 0, 0), (5509, m.REST, 0, 0)),
        still=True,
        without=("slate",),
    ),
)

LINE_CASES = (
    *(
        Case(
            f"over the line at {v} m/s, {'to the pyramid' if up else 'to the house'}",
            over_line(1500, v, up),
            ((1500, m.CENTRE_LINE, 1 if up else -1, 0),),
        )
        for v in (0.1, 1.0, 7.0)
        for up in (True, False)
    ),
    Case("a touch of one beam", ((HOUSE, 500, 200),), ()),
    Case("into both and back, not as far as the line", ((HOUSE, 500, 85), (PYRAMID, 520, 40)), ()),
    Case(
        "into both and back, perhaps over the line",
        ((HOUSE, 500, 160), (PYRAMID, 520, 110)),
        ((575, m.CENTRE_LINE, 0, DOUBT),),
    ),
    Case(
        "there and back",
        (*over_line(500, 1.0, True), *over_line(1500, 0.5, False)),
        ((500, m.CENTRE_LINE, 1, 0), (1500, m.CENTRE_LINE, -1, 0)),
    ),
    Case("into a middle pocket, or taken up", ((HOUSE, 500, 80), (PYRAMID, 502, 78.5)), ()),
    Case(
        "chatter in both beams",
        ((HOUSE, 500, 0.3), (HOUSE, 500.5, 67.5), (PYRAMID, 520, 0.2), (PYRAMID, 520.3, 67.7)),
        ((544, m.CENTRE_LINE, 1, 0),),
    ),
    Case(
        "a second ball on the first one's heels",
        ((HOUSE, 500, 100), (PYRAMID, 520, 100)),
        ((560, m.CENTRE_LINE, 1, 0), (620, m.CENTRE_LINE, 1, DOUBT)),
    ),
    Case(
        "a ball stops on the line and leaves it in the next shot",
        ((HOUSE, 500, 6000), (PYRAMID, 520, 6020)),
        (
            (3500, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3500, m.HEALTH, PYRAMID, m.HEALTH_BLOCKED),
            (6500, m.CENTRE_LINE, 1, DOUBT),
            (6540, m.HEALTH, HOUSE, m.HEALTH_OK),
            (6540, m.HEALTH, PYRAMID, m.HEALTH_OK),
        ),
    ),
    Case(
        "a ball lies on the centre line at the start and leaves for the pyramid",
        (),
        (
            (3000, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3000, m.HEALTH, PYRAMID, m.HEALTH_BLOCKED),
            (3000, m.CENTRE_LINE, 1, DOUBT),
            (3040, m.HEALTH, HOUSE, m.HEALTH_OK),
            (3040, m.HEALTH, PYRAMID, m.HEALTH_OK),
        ),
        levels=3 << HOUSE,
    ),
    Case(
        "a ball stands before the line at the start and rolls over it",
        ((PYRAMID, 3000, 200),),
        (
            (3000, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3050, m.CENTRE_LINE, 1, 0),
            (3150, m.HEALTH, HOUSE, m.HEALTH_OK),
        ),
        levels=1 << HOUSE,
    ),
)

CASES = POCKET_CASES + CUSHION_CASES + SLATE_CASES + LINE_CASES
