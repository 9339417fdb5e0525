"""A shot's facts as the search for worlds reads them: small tuples, sides as numbers, balls as specs."""

from collections.abc import Sequence

from luza.evidence.marks import CROSS, FRONT, LEFT, REAR, RIGHT, SIDES
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket

ANY, SOME_OBJECT = -1, -2
"""Ball specs besides an index: any ball, or any but the cue ball."""

TOUCH, DEED, GONE = range(3)
"""Kinds of event: two balls touch; a ball touches a cushion or crosses; a ball leaves the surface."""

Event = tuple[int, int, int, int, float, str]
"""(kind, a, b, field, t, cushion's name): TOUCH uses a and b, DEED a, field, t and the name, GONE a and
`field`, which is 1 for a pot and 0 for a ball off the table."""

SPEED = 12.0
"""m/s; no ball on a table is faster (a hard break is 9 to 11 m/s)."""

_LENGTH, _WIDTH, _RADIUS = 3.55, 1.775, 0.034
"""A 12-foot table's playing surface between the cushions' noses and a 68 mm ball, in metres."""


def spec(ball: str | int | None) -> int:
    """The spec of a ball as a fact names it."""
    if ball is None:
        return ANY
    if ball == "cue":
        return 0
    return SOME_OBJECT if ball == "object" else int(ball)


def events_of(facts: Sequence[Fact]) -> list[Event]:
    """The events of a shot in order; the strike and the rest are not among them."""
    events: list[Event] = []
    for fact in facts:
        if isinstance(fact, Contact):
            a, b = fact.balls or (None, None)
            events.append((TOUCH, spec(a), spec(b), 0, fact.t, ""))
        elif isinstance(fact, Cushion):
            events.append((DEED, spec(fact.ball), ANY, SIDES[fact.cushion], fact.t, fact.cushion))
        elif isinstance(fact, CentreLine):
            events.append((DEED, spec(fact.ball), ANY, CROSS, fact.t, ""))
        elif isinstance(fact, Pocket | OffTable):
            events.append((GONE, spec(fact.ball), ANY, int(isinstance(fact, Pocket)), fact.t, ""))
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
    """Seconds that a ball needs at least from one cushion to the other."""
    if SIDES[one] == SIDES[other]:
        return 0.0
    ax0, ax1, ay0, ay1 = _extent(one)
    bx0, bx1, by0, by1 = _extent(other)
    dx = max(0.0, bx0 - ax1, ax0 - bx1)
    dy = max(0.0, by0 - ay1, ay0 - by1)
    return float((dx * dx + dy * dy) ** 0.5) / SPEED


GAP: dict[tuple[str, str], float] = {(one, other): _gap(one, other) for one in SIDES for other in SIDES}
"""The least time in seconds between one ball's touches of two cushions; 0 where they meet in a corner."""
