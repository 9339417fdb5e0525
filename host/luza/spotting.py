"""Where balls are put back, as places on a drawing of the table, and which shelf a ball goes to.

The surface is 3.55 by 1.775 m: x from the left cushion, y from the front one, in metres, a place being a
ball's centre. The long axis carries three spots, the front and the rear one in the middle of their halves;
the apex of the pyramid stands on the rear spot (third spot).
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Literal

import msgspec

WIDTH_M, LENGTH_M = 1.775, 3.55
BALL_M = 0.068
"""A ball's diameter."""
GAP_M = 0.002
"""How far apart balls are drawn that are to be close but not touching."""
AXIS_X = WIDTH_M / 2
CENTRE_Y = LENGTH_M / 2
REAR_SPOT_Y = 2.6625
HOUSE_LINE_Y = 0.8875
CUSHION_Y = 3.516
"""The centre of a ball that touches the rear cushion."""

Place = tuple[float, float]
"""(x, y) of a ball's centre, in metres."""


class Line(msgspec.Struct, frozen=True):
    """How a game spots balls on the long axis.

    They start on the rear spot and go toward the rear cushion; where there is no room left, from the spot
    toward the `overflow`. `rest_at_cushion`: only one ball goes on the spot, the others behind the pyramid
    from the cushion on.
    """

    clause: str
    touching: bool = False
    overflow: Literal["centre", "front"] = "centre"
    rest_at_cushion: bool = False
    voided_at_cushion: bool = False


LINES: dict[str, Line] = {
    "free": Line("FREE 23.2"),
    "free80": Line("FREE 23.2"),
    "moscow": Line("MOSC 6.2", voided_at_cushion=True),
    "combined": Line("MOSC 6.2", voided_at_cushion=True),
    "classic": Line("CL 7.10", rest_at_cushion=True),
    "dynamic-call": Line("DA 5.1", touching=True),
    "dynamic": Line("DB 7.1", overflow="front"),
    "dynamic-code": Line("DB 7.1", overflow="front"),
}
"""Game to its line (AMB-14; the tournament code has no article of its own, AMB-21)."""


class Shelf(msgspec.Struct, frozen=True):
    """Which shelf a ball goes to.

    `own_ball_by`: who chooses the ball that is taken from the table for an own ball, always onto the potter's
    shelf; None where the own ball itself goes there or is a foul. `penalty`: a ball from the offender's shelf
    to the table, one from the table to the opponent's shelf, or points. `upper`: whose is the upper one.
    """

    own_ball_by: Literal["potter", "opponent"] | None
    own_ball_clause: str | None
    penalty: Literal["shelf_to_table", "table_to_opponent", "points"]
    penalty_clause: str
    upper: Literal["breaker"] | None = None


SHELVES: dict[str, Shelf] = {
    "free": Shelf(None, None, "shelf_to_table", "FREE 2.1"),
    "free80": Shelf(None, None, "shelf_to_table", "FREE 2.1"),
    "moscow": Shelf("opponent", "MOSC 5.3", "shelf_to_table", "MOSC 7"),
    "combined": Shelf("potter", "COMB 1", "table_to_opponent", "COMB 3"),
    "classic": Shelf(None, None, "points", "CL 7"),
    "dynamic-call": Shelf("potter", "AMB-04", "shelf_to_table", "DA 6.1"),
    "dynamic": Shelf("potter", "DB 1.2", "table_to_opponent", "DB 6.3"),
    "dynamic-code": Shelf("potter", "CODE 1.Б", "shelf_to_table", "CODE 8.0", upper="breaker"),
}


def places(game: str, n: int, *, voided: int = 0, others: Sequence[Place] = ()) -> tuple[Place, ...]:
    """Where to put `n` balls, in the order of putting them, as the game's line says.

    `voided` of the n are pots that do not count, which Moscow and combined put at the rear cushion
    (MOSC 7.7). `others` are balls on the table that may be in the way; they may be left out where nobody
    knows them. Raises KeyError for an unknown game; n balls always find their places on an empty line of a
    set of 15.
    """
    line = LINES[game]
    at_cushion = min(voided, n) if line.voided_at_cushion else 0
    on_line = n - at_cushion
    if line.rest_at_cushion:
        on_spot = min(on_line, 1) if _free(REAR_SPOT_Y, others) else 0
        at_cushion, on_line = on_line - on_spot, on_spot
    found: list[Place] = []
    _put(found, on_line, _from_spot(line), others, line.touching)
    _put(found, at_cushion, ((CUSHION_Y, CENTRE_Y, -1),), others, line.touching)
    return tuple(found)


def _from_spot(line: Line) -> tuple[tuple[float, float, int], ...]:
    end = CENTRE_Y if line.overflow == "centre" else BALL_M / 2
    return ((REAR_SPOT_Y, CUSHION_Y, 1), (REAR_SPOT_Y, end, -1))


def _put(
    found: list[Place],
    n: int,
    stretches: Sequence[tuple[float, float, int]],
    others: Sequence[Place],
    touching: bool,
) -> None:
    """Adds up to `n` places on the axis, along each stretch (from, to, direction) in turn."""
    ours: list[Place] = []
    for start, end, way in stretches:
        y = start
        while len(ours) < n:
            y = _next_free(y, way, ours, (*others, *found), touching)
            if (end - y) * way < -1e-9:
                break
            ours.append((AXIS_X, round(y, 4)))
    found += ours


def _next_free(y: float, way: int, ours: Sequence[Place], others: Sequence[Place], touching: bool) -> float:
    """The first place from `y` on, going `way`, that no ball is in the way of."""
    between = BALL_M if touching else BALL_M + GAP_M
    moved = True
    while moved:
        moved = False
        for low, high in (*_spans(ours, between), *_spans(others, BALL_M + GAP_M)):
            if low + 1e-9 < y < high - 1e-9:
                y = high if way > 0 else low
                moved = True
    return y


def _spans(balls: Sequence[Place], apart: float) -> Iterator[tuple[float, float]]:
    """The stretches of the axis where a ball's centre would come nearer than `apart` to one of these."""
    for x, y in balls:
        aside = abs(x - AXIS_X)
        if aside < apart:
            half = sqrt(apart * apart - aside * aside)
            yield y - half, y + half


def _free(y: float, others: Sequence[Place]) -> bool:
    return not any(low + 1e-9 < y < high - 1e-9 for low, high in _spans(others, BALL_M + GAP_M))
