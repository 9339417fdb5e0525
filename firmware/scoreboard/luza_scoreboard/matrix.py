"""A picture as pixels: pure. Digits of seven segments too, since they can be made of any size.

A canvas has a byte a pixel, row by row from the top left; bit 0 is red, bit 1 green, bit 2 blue.
"""

import framebuf

from luza_scoreboard.glyphs import cell, number
from luza_scoreboard.show import Picture, Place

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""A colour's place here is its bits."""
ROOM = 4
_SCORE_DIGITS = 3
_FRAMES_DIGITS = 2
_FRAMES_WIDTH = 4
_FRAMES_HEIGHT = 7


class Canvas:
    """A panel's pixels. colours: score, frames, turn, away, each a name of COLOURS."""

    def __init__(self, width: int, height: int, colours: "dict[str, str]") -> None:
        self.width = width
        self.height = height
        self.pixels = bytearray(width * height)
        self._frame = framebuf.FrameBuffer(self.pixels, width, height, framebuf.GS8)
        self._colours = {part: COLOURS.index(colours[part]) for part in colours}

    def draw(self, picture: Picture) -> None:
        """The whole picture anew: two players side by side, three or four in quarters."""
        self._frame.fill(0)
        places = picture.places or [None, None]
        if not picture.idle:
            columns = 2 if len(places) > 1 else 1
            rows = (len(places) + 1) // 2
            for at, place in enumerate(places):
                width, height = self.width // columns, self.height // rows
                self._player(place, at % 2 * width, at // 2 * height, width, height)
        else:
            self._rect(self.width - 2, self.height - 2, 2, 2, "away")  # it is awake
        for at in range(picture.dots):
            self._rect(1 + 4 * at, self.height - 2, 2, 2, "away")

    def _player(self, place: "Place | None", x: int, y: int, width: int, height: int) -> None:
        """A part of the canvas; no place: dashes. The frames are below the score where a part is high."""
        aside = height < 24
        digit = (width - (_FRAMES_DIGITS * (_FRAMES_WIDTH + 1) + 4 if aside else 4)) // _SCORE_DIGITS
        tall = height - 5 if aside else height * 5 // 8
        wide = _SCORE_DIGITS * (digit + 1) - 1
        if place is None:
            self._digits("-" * _SCORE_DIGITS, x + 1, y + 1, digit, tall, "away")
            return
        if place.score is not None:
            self._digits(number(place.score, _SCORE_DIGITS), x + 1, y + 1, digit, tall, "score")
        if place.turn:
            self._rect(x + 1, y + tall + 2, wide, 2, "turn")
        if place.frames is None:
            return
        text = number(place.frames, _FRAMES_DIGITS)
        if aside:
            self._digits(text, x + wide + 3, y + 1, _FRAMES_WIDTH, _FRAMES_HEIGHT, "frames")
        else:
            left = x + (width - _FRAMES_DIGITS * (_FRAMES_WIDTH + 1)) // 2
            self._digits(text, left, y + height - _FRAMES_HEIGHT, _FRAMES_WIDTH, _FRAMES_HEIGHT, "frames")

    def _digits(self, text: str, x: int, y: int, width: int, height: int, part: str) -> None:
        for character in text:
            self._digit(cell(character), x, y, width, height, part)
            x += width + 1

    def _digit(self, lit: int, x: int, y: int, width: int, height: int, part: str) -> None:
        thick = max(1, height // 9)
        half = (height + thick) // 2
        low, right = y + height - half, x + width - thick
        for at, (left, top, wide, tall) in enumerate(
            (
                (x, y, width, thick),
                (right, y, thick, half),
                (right, low, thick, half),
                (x, y + height - thick, width, thick),
                (x, low, thick, half),
                (x, y, thick, half),
                (x, y + (height - thick) // 2, width, thick),
            )
        ):
            if lit >> at & 1:
                self._rect(left, top, wide, tall, part)

    def _rect(self, x: int, y: int, width: int, height: int, part: str) -> None:
        self._frame.fill_rect(x, y, width, height, self._colours[part])
