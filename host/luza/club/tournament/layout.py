"""A knock-out as a drawing: boxes and lines at places, in pixels, with nothing drawn yet. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from luza.club.tournament.view import MatchView, TournamentView
from luza.messages import Words

BOX_W, BOX_H = 190, 46
GAP_X, GAP_Y = 44, 18
MARGIN = 16
HEAD = 30

SideState = Literal["won", "lost", "open", "bye"]


class Side(msgspec.Struct, frozen=True):
    """One of the two lines of a box; `name` is empty while nobody is known."""

    name: str
    score: str
    state: SideState


class Box(msgspec.Struct, frozen=True):
    """A match; `x` and `y` are its upper left corner. `table`: where it is played now."""

    match: str
    x: int
    y: int
    sides: tuple[Side, Side]
    status: str
    table: str


class Line(msgspec.Struct, frozen=True):
    """How a winner goes on: from the right of one box to the left of another, by three straight parts."""

    points: tuple[tuple[int, int], ...]


class Label(msgspec.Struct, frozen=True):
    """The name of a round above its column."""

    x: int
    y: int
    words: Words


class Drawing(msgspec.Struct, frozen=True):
    """All of a bracket; `width` and `height` hold everything."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]


def drawing(view: TournamentView) -> Drawing | None:
    """The knock-out of a tournament, the lower bracket below the upper one; None where it has none yet."""
    upper = _rounds(view, "upper")
    if not upper:
        return None
    places: dict[str, tuple[int, int]] = {}
    top = MARGIN + HEAD
    bottom = _columns(upper, top, places)
    lower = _rounds(view, "lower")
    lower_top = bottom + GAP_Y + HEAD
    if lower:
        bottom = _columns(lower, lower_top, places)
    width = max(len(upper), len(lower))
    last = [*_rounds(view, "final"), *_rounds(view, "third")]
    for number, matches in enumerate(last):
        third = matches[0].stage == "third"
        column = len(upper) - 1 if third else width + number
        y = places[upper[-1][0].id][1] + (2 * BOX_H + HEAD if third else 0)
        places[matches[0].id] = (_x(column), y)
        bottom = max(bottom, y + BOX_H)
        width = width if third else max(width, column)
    columns = max((x for x, _ in places.values()), default=0)
    shown = [match for matches in (*upper, *lower, *last) for match in matches]
    return Drawing(
        columns + BOX_W + MARGIN,
        bottom + MARGIN,
        tuple(_box(match, places[match.id]) for match in shown),
        tuple(_lines((upper, lower), last, places)),
        tuple(_labels((upper, lower), last, places, (MARGIN, lower_top - HEAD))),
    )


def _x(column: int) -> int:
    return MARGIN + column * (BOX_W + GAP_X)


def _rounds(view: TournamentView, stage: str) -> list[list[MatchView]]:
    rounds: dict[int, list[MatchView]] = {}
    for match in view.matches:
        if match.stage == stage:
            rounds.setdefault(match.round_number, []).append(match)
    return [rounds[number] for number in sorted(rounds)]


def _columns(rounds: Sequence[Sequence[MatchView]], top: int, places: dict[str, tuple[int, int]]) -> int:
    """Puts a bracket below `top`, each match midway between those that lead to it; gives its lower edge."""
    step = BOX_H + GAP_Y
    rows = len(rounds[0])
    for column, matches in enumerate(rounds):
        share = rows // len(matches)
        for i, match in enumerate(matches):
            places[match.id] = (_x(column), top + (i * share * step) + (share - 1) * step // 2)
    return top + rows * step - GAP_Y


def _box(match: MatchView, place: tuple[int, int]) -> Box:
    table = (match.table or "") if match.status in ("called", "playing") else ""
    return Box(match.id, *place, (_side(match, 0), _side(match, 1)), match.status, table)


def _side(match: MatchView, seat: int) -> Side:
    id = match.sides[seat]
    score = "" if match.score is None else str(match.score[seat])
    if id == "" or match.status == "unneeded":
        return Side("", "", "bye")
    if match.winner is None:
        return Side(match.names[seat], score, "open")
    return Side(match.names[seat], score, "won" if match.winner == id else "lost")


def _lines(
    brackets: Iterable[Sequence[Sequence[MatchView]]],
    last: Sequence[Sequence[MatchView]],
    places: Mapping[str, tuple[int, int]],
) -> Iterable[Line]:
    ends = []
    for rounds in brackets:
        for one, following in pairwise(rounds):
            for i, match in enumerate(one):
                yield _link(places[match.id], places[following[i * len(following) // len(one)].id])
        if rounds:
            ends.append(rounds[-1][0])
    finals = [matches[0] for matches in last if matches[0].stage == "final"]
    if finals:
        for end in ends:
            yield _link(places[end.id], places[finals[0].id])
        for first, second in pairwise(finals):
            yield _link(places[first.id], places[second.id])


def _link(start: tuple[int, int], end: tuple[int, int]) -> Line:
    x1, y1 = start[0] + BOX_W, start[1] + BOX_H // 2
    x2, y2 = end[0], end[1] + BOX_H // 2
    middle = x2 - GAP_X // 2
    return Line(((x1, y1), (middle, y1), (middle, y2), (x2, y2)))


def _labels(
    brackets: Iterable[Sequence[Sequence[MatchView]]],
    last: Sequence[Sequence[MatchView]],
    places: Mapping[str, tuple[int, int]],
    tops: Sequence[int],
) -> Iterable[Label]:
    for rounds, top in zip(brackets, tops, strict=True):
        for matches in rounds:
            yield Label(places[matches[0].id][0], top + HEAD - 12, matches[0].round)
    for matches in last:
        x, y = places[matches[0].id]
        yield Label(x, y - 10, matches[0].round)
