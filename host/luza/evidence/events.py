"""A shot's facts as the search for worlds reads them: balls as specs, deeds as numbers, times as masks."""

from collections.abc import Sequence
from typing import NamedTuple

from luza.evidence.marks import CROSS, FRONT, LEFT, REAR, SIDES
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket

ANY, SOME_OBJECT = -1, -2
"""Ball specs besides an index: any ball, or any but the cue ball."""

TOUCH, DEED, POT, JUMP = range(4)
"""Kinds of event: two balls touch; a ball touches a cushion or crosses; one falls; one leaves the table."""

SPEED = 12.0
"""m/s; no ball on a table is faster (a hard break is 9 to 11 m/s)."""

_LENGTH, _WIDTH, _RADIUS = 3.55, 1.775, 0.034
"""A 12-foot table's playing surface between the cushions' noses and a 68 mm ball, in metres."""

CUSHIONS = tuple(SIDES)
CODE: dict[str, int] = {name: n for n, name in enumerate(CUSHIONS)}
"""The cushions' names as numbers. A ball is not at one of them twice running; the two halves of a
long side count as two here, for a ball in a middle pocket's jaws may touch one after the other."""


class Event(NamedTuple):
    """One event. TOUCH has two balls, the others one. A DEED has its `deed`; where it is a cushion's, the
    cushion's `code` and, in `apart`, the earlier events (as bits) that cannot be the same ball's, for it
    would have had to be faster than a ball can be."""

    kind: int
    ball: int
    other: int = ANY
    deed: int = 0
    code: int = -1
    apart: int = 0


def index(ball: str | int | None) -> int:
    """The spec of a ball as a fact names it: its number, 0 for the cue ball (in the free games the coloured
    one), else ANY or SOME_OBJECT."""
    if ball.__class__ is int:
        return ball
    return 0 if ball == "cue" else ANY if ball is None else SOME_OBJECT


def events_of(facts: Sequence[Fact]) -> list[Event]:
    """The events of a shot in order; the strike and the rest are not among them."""
    events: list[Event] = []
    touches: list[tuple[int, int, float, int]] = []
    for fact in facts:
        kind = fact.__class__
        if kind is Contact:
            a, b = fact.balls or (None, None)  # type: ignore[union-attr]
            events.append(Event(TOUCH, index(a), index(b)))
        elif kind is Cushion:
            name, ball, t = fact.cushion, index(fact.ball), fact.t  # type: ignore[union-attr]
            code, apart = CODE[name], 0
            for bit, before, then, who in reversed(touches):
                if t - then >= LONGEST_GAP:
                    break
                if t - then < _GAPS[before][code] and (ball < 0 or who < 0):
                    apart |= bit
            touches.append((1 << len(events), code, t, ball))
            events.append(Event(DEED, ball, ANY, SIDES[name], code, apart))
        elif kind is CentreLine:
            events.append(Event(DEED, index(fact.ball), ANY, CROSS))  # type: ignore[union-attr]
        elif kind is Pocket:
            events.append(Event(POT, index(fact.ball)))  # type: ignore[union-attr]
        elif kind is OffTable:
            events.append(Event(JUMP, index(fact.ball)))  # type: ignore[union-attr]
    return events


def _extent(name: str) -> tuple[float, float, float, float]:
    """(x from, x to, y from, y to) of a ball's centre while it touches the cushion; metres."""
    half = _LENGTH / 2
    x0, x1, y0, y1 = _RADIUS, _WIDTH - _RADIUS, _RADIUS, _LENGTH - _RADIUS
    side = SIDES[name]
    if side in (FRONT, REAR):
        y = y0 if side == FRONT else y1
        return x0, x1, y, y
    x = x0 if side == LEFT else x1
    if name.endswith("-front"):
        y1 = half
    elif name.endswith("-rear"):
        y0 = half
    return x, x, y0, y1


def _gap(one: str, other: str) -> float:
    """Seconds that a ball needs at least from one cushion to the other; 0 where they meet in a corner."""
    if SIDES[one] == SIDES[other]:
        return 0.0
    ax0, ax1, ay0, ay1 = _extent(one)
    bx0, bx1, by0, by1 = _extent(other)
    dx = max(0.0, bx0 - ax1, ax0 - bx1)
    dy = max(0.0, by0 - ay1, ay0 - by1)
    return float((dx * dx + dy * dy) ** 0.5) / SPEED


_GAPS: tuple[tuple[float, ...], ...] = tuple(
    tuple(_gap(one, other) for other in CUSHIONS) for one in CUSHIONS
)
LONGEST_GAP = max(map(max, _GAPS))


def least_seconds(one: Fact, other: Fact) -> float:
    """The least time in seconds from one deed of a ball to the other; 0 where nothing is known of it."""
    if isinstance(one, Cushion) and isinstance(other, Cushion):
        return _GAPS[CODE[one.cushion]][CODE[other.cushion]]
    return 0.0
