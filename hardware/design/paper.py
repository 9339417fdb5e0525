"""A sheet to draw on in millimetres of the paper or of the table: lines, boxes, texts and dimensions."""

import re
from typing import Literal

import schemdraw
import schemdraw.elements as elm
from schemdraw.segments import Segment, SegmentCircle, SegmentPoly, SegmentText

schemdraw.use("svg")

Point = tuple[float, float]
Dashes = Literal["-", ":", "--", "-."]
Align = Literal["left", "center", "right"]
MARGIN = 110.0
"""Pixels left and right: schemdraw does not count texts when it takes the measure of a drawing."""
INK, SOFT, LIGHT, WOOD = "#1a1a1a", "#5a6472", "#c0392b", "#8a6d3b"


class Paper:
    """Collects shapes; `save` gives the SVG's text. `scale`: drawing units to one of yours."""

    def __init__(self, scale: float = 1.0, size: float = 12.0) -> None:
        self._element = elm.Element()
        self._scale = scale
        self._size = size

    def line(self, *points: Point, color: str = INK, width: float = 1.2, dashes: Dashes = "-") -> None:
        """A line through points."""
        path = [self._at(point) for point in points]
        self._element.segments.append(Segment(path, color=color, lw=width, ls=dashes))

    def box(self, low: Point, high: Point, color: str = INK, fill: str | None = None) -> None:
        """A box between two corners."""
        (x0, y0), (x1, y1) = self._at(low), self._at(high)
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        self._element.segments.append(SegmentPoly(corners, color=color, fill=fill, lw=1.2))

    def circle(
        self, centre: Point, radius: float, color: str = INK, fill: str | None = None, dashes: Dashes = "-"
    ) -> None:
        """A circle."""
        shape = SegmentCircle(
            self._at(centre), radius * self._scale, color=color, fill=fill, lw=1.2, ls=dashes
        )
        self._element.segments.append(shape)

    def text(
        self, at: Point, said: str, align: Align = "left", color: str = INK, size: float | None = None
    ) -> None:
        """A text; `align`: left, center or right of it is at the point."""
        placed = SegmentText(
            self._at(at), said, align=(align, "center"), color=color, fontsize=size or self._size
        )
        self._element.segments.append(placed)

    def dimension(self, one: Point, other: Point, said: str, offset: float = 0.0, away: float = 1.0) -> None:
        """A dimension between two points, drawn `offset` beside them; its text `away` from the line."""
        (x0, y0), (x1, y1) = one, other
        flat = abs(x1 - x0) >= abs(y1 - y0)
        a, b = ((x0, y0 + offset), (x1, y1 + offset)) if flat else ((x0 + offset, y0), (x1 + offset, y1))
        if offset:
            self.line(one, a, color=SOFT, width=0.6)
            self.line(other, b, color=SOFT, width=0.6)
        self.line(a, b, color=SOFT, width=0.8)
        tick = 0.12 / self._scale
        for x, y in (a, b):
            self.line((x - tick, y - tick), (x + tick, y + tick), color=SOFT, width=1.2)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        at = (middle[0], middle[1] + away) if flat else (middle[0] + away, middle[1])
        self.text(at, said, "center" if flat else ("left" if away > 0 else "right"), SOFT)

    def save(self) -> str:
        """The SVG's text."""
        drawing = schemdraw.Drawing(show=False, canvas="svg")
        drawing.add(self._element)
        return svg(drawing)

    def _at(self, point: Point) -> Point:
        return (round(point[0] * self._scale, 4), round(point[1] * self._scale, 4))


def svg(drawing: schemdraw.Drawing) -> str:
    """A drawing's SVG text on white, with a margin for texts that reach out of it, ending with a newline."""
    text = drawing.get_imagedata("svg").decode()
    head, _, rest = text.partition(">")
    found = re.search(r'viewBox="([-\d. ]+)"', head)
    if found is None:
        raise ValueError("schemdraw's SVG has no viewBox")
    x, y, width, height = (float(number) for number in found[1].split())
    x, width, y, height = x - MARGIN, width + 2 * MARGIN, y - 10, height + 20
    box = f'width="{width:.1f}" height="{height:.1f}" viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="en" {box} style="background:white"'
    return f"{head}>{rest}".rstrip() + "\n"
