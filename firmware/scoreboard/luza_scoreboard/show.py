"""What each digit shows: pure, from a score to a picture, from a picture to cells of segments."""

from luza_scoreboard.errors import SettingsError
from luza_scoreboard.glyphs import ALL, DASH, DOT, cell, number

PAGE_MS = 4000
"""Players who do not all find a place are shown in turn, for so long."""

WELL = 0
NO_WIFI = 1
NO_BROKER = 2
REFUSED = 3
"""Why there is no score: so many dots are lit beside the dashes. None: the table is away."""


class Place:
    """One player: numbers or None for nothing. `player`: whose turn on the wall it is, counted from 1, where
    the players take turns; then there are no frames."""

    def __init__(self, score: "int | None", frames: "int | None", turn: bool, player: "int | None") -> None:
        self.score = score
        self.frames = frames
        self.turn = turn
        self.player = player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.__dict__ == other.__dict__


class Picture:
    """What is to be seen: `away` is dashes, with `dots`; else the places; no score anywhere is an idle
    table."""

    def __init__(self, away: bool, dots: int, places: "list[Place]") -> None:
        self.away = away
        self.dots = dots
        self.places = places

    @property
    def idle(self) -> bool:
        """Nobody plays."""
        return not self.away and all(place.score is None for place in self.places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.__dict__ == other.__dict__


def away(dots: int) -> Picture:
    """Dashes, and why."""
    return Picture(True, dots, [])


def picture(shown, room: int, now: int) -> Picture:
    """A `luza_scoreboard.news.Score` for a wall with `room` places; `now` in ms turns the pages."""
    count = len(shown.score)
    if not count:
        return Picture(False, 0, [Place(None, frames, False, None) for frames in shown.frames[:room]])
    first = 0
    if count > room:
        pages = (count + room - 1) // room
        first = now // PAGE_MS % pages * room
    places = []
    for at in range(first, min(first + room, count)):
        turns = count > room
        places.append(
            Place(
                shown.score[at],
                None if turns else shown.frames[at],
                at == shown.at_table,
                at + 1 if turns else None,
            )
        )
    return Picture(False, 0, places)


class Layout:
    """Which digit shows what, read from the settings' string, a character a digit from the left.

    `a` to `d` are the score of the first to fourth place, `A` to `D` its frames, `1` to `4` a lamp that is
    lit while that player is at the table, `_` is dark.
    """

    def __init__(self, text: str) -> None:
        self.digits = len(text)
        self._fields: "list[tuple[str, int, int, int]]" = []
        """(kind, place, first digit, digits)."""
        at = 0
        while at < len(text):
            end = at + 1
            while end < len(text) and text[end] == text[at]:
                end += 1
            self._field(text[at], at, end - at)
            at = end
        scores = sorted(place for kind, place, _, _ in self._fields if kind == "score")
        self.room = len(scores)
        if not scores or scores != list(range(len(scores))):
            raise SettingsError(
                "display.layout: a score belongs to each place, from a on, such as aaaABbbb; "
                + (text or "nothing")
                + " was written"
            )
        for kind, place, _, _ in self._fields:
            if kind != "dark" and place >= self.room:
                raise SettingsError("display.layout: place " + "abcd"[place] + " has no score")

    def render(self, shown: Picture, cells: bytearray) -> None:
        """The picture as segments, a byte a digit from the left."""
        for at in range(self.digits):
            cells[at] = 0
        for kind, at, first, width in self._fields:
            place = shown.places[at] if at < len(shown.places) else None
            if kind == "lamp":
                lit = ALL if place is not None and place.turn else 0
                cells[first : first + width] = bytes([lit] * width)
            elif kind != "dark":
                self._digits(kind, first, width, shown, place, cells)
        if shown.idle:
            cells[self.digits - 1] |= DOT  # it is awake
        for at in range(min(shown.dots, self.digits)):
            cells[at] |= DOT

    def _field(self, letter: str, first: int, width: int) -> None:
        if letter == "_":
            kind, place = "dark", 0
        elif letter in "abcd":
            kind, place = "score", "abcd".index(letter)
        elif letter in "ABCD":
            kind, place = "frames", "ABCD".index(letter)
        elif letter in "1234":
            kind, place = "lamp", "1234".index(letter)
        else:
            raise SettingsError("display.layout: " + letter + " is not one of a-d, A-D, 1-4, _")
        for other in self._fields:
            if kind in ("score", "frames") and other[:2] == (kind, place):
                raise SettingsError("display.layout: " + letter + " stands in two places")
        self._fields.append((kind, place, first, width))

    def _digits(
        self, kind: str, first: int, width: int, shown: Picture, place: "Place | None", cells: bytearray
    ) -> None:
        if shown.away:
            for at in range(first, first + width):
                cells[at] = DASH
            return
        if place is None:
            return
        value = place.score
        dotted = place.turn
        if kind == "frames":
            value = place.frames if place.player is None else place.player
            dotted = place.player is not None  # a player's number, not frames
        if value is None:
            return
        for at, character in enumerate(number(value, width)):
            cells[first + at] = cell(character)
        if dotted:
            cells[first + width - 1] |= DOT
