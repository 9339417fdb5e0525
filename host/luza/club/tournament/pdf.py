"""A paper as PDF. The library and its font are loaded when the first one is made: they take a second."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from luza.club.tournament.bracket_svg import shorter
from luza.club.tournament.layout import BOX_H, BOX_W, Box, Drawing
from luza.club.tournament.paper import Paper, Table
from luza.errors import LuzaError
from luza.locale import say

if TYPE_CHECKING:
    from fpdf import FPDF

PDF_TYPE = "application/pdf"
FONTS = Path("/usr/share/fonts/truetype/dejavu")
"""Where Debian's fonts-dejavu-core puts its files; they have Cyrillic, and may be put into documents."""
FAMILY = "DejaVu"
SHEETS = ((297.0, 210.0), (420.0, 297.0), (594.0, 420.0), (841.0, 594.0))
"""A4 to A1, landscape, in mm; a bracket goes on the smallest on which it can be read."""
LEAST_SCALE = 0.16
"""Millimetres for a pixel of the drawing below which names cannot be read."""
EDGE = 10.0


class FontMissing(LuzaError):
    """The font for papers is not on this machine."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"no DejaVuSans.ttf in {folder}: install the package fonts-dejavu-core")
        self.folder = folder


def pdf(paper: Paper, made: datetime, fonts: Path = FONTS) -> bytes:
    """The document; `made` stands in it as its date, so that the same paper gives the same bytes.

    Raises FontMissing.
    """
    from fpdf import FPDF

    if not (fonts / "DejaVuSans.ttf").is_file():
        raise FontMissing(fonts)
    document = FPDF(format="A4")
    document.set_creation_date(made)
    document.set_title(f"{paper.title}: {paper.name}")
    document.set_lang(paper.language)
    document.set_auto_page_break(True, margin=15)
    document.add_font(FAMILY, "", fonts / "DejaVuSans.ttf")
    document.add_font(FAMILY, "B", fonts / "DejaVuSans-Bold.ttf")
    document.add_page()
    _title(document, paper)
    for table in paper.tables:
        _table(document, table)
    if paper.signature:
        _signature(document, paper.signature)
    if paper.bracket is not None:
        _bracket(document, paper, paper.bracket)
    return bytes(document.output())


def _title(document: "FPDF", paper: Paper) -> None:
    _line(document, paper.title, 16, "B")
    _line(document, paper.name, 13)
    document.ln(2)
    for what, value in paper.facts:
        _line(document, f"{what}: {value}", 10)


def _line(document: "FPDF", text: str, size: int, style: str = "") -> None:
    document.set_font(FAMILY, style, size)
    document.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT")


def _table(document: "FPDF", table: Table) -> None:
    from fpdf.fonts import FontFace

    if document.will_page_break(30):
        document.add_page()
    document.ln(5)
    _line(document, table.title, 12, "B")
    document.ln(1)
    document.set_font(FAMILY, "", 8 if len(table.head) < 12 else 6)
    align = ["LEFT" if column in table.left else "RIGHT" for column in range(len(table.head))]
    with document.table(
        text_align=align,
        col_widths=_widths(table),
        headings_style=FontFace(emphasis="BOLD", fill_color=(235, 235, 235)),
        line_height=4.2,
        padding=0.7,
    ) as grid:
        grid.row(table.head)
        for row in table.rows:
            grid.row(row)


def _widths(table: Table) -> list[int]:
    """Shares of the width by the longest text of each column, within reason; a heading may be broken."""
    longest = [max((len(row[n]) for row in table.rows), default=0) for n in range(len(table.head))]
    words = [max(len(word) for word in head.split() or [""]) for head in table.head]
    return [min(34, max(4, one, word)) for one, word in zip(longest, words, strict=True)]


def _signature(document: "FPDF", text: str) -> None:
    if document.will_page_break(25):
        document.add_page()
    document.ln(14)
    y = document.get_y()
    document.line(document.l_margin, y, document.l_margin + 60, y)
    document.ln(1)
    _line(document, text, 9)


def _bracket(document: "FPDF", paper: Paper, drawing: Drawing) -> None:
    sheet, scale = _sheet(drawing)
    document.add_page(orientation="landscape", format=(sheet[1], sheet[0]))
    _line(document, paper.bracket_title, 12, "B")
    left, top = EDGE, document.get_y() + 2
    document.set_line_width(0.2)
    for line in drawing.lines:
        document.polyline([(left + x * scale, top + y * scale) for x, y in line.points])
    document.set_auto_page_break(False)
    for label in drawing.labels:
        words = label.words.ru if paper.language == "ru" else label.words.en
        _text(document, words, (left + label.x * scale, top + label.y * scale), 11 * scale)
    waiting = say("tournament.paper.waiting")
    for box in drawing.boxes:
        nobody = waiting.ru if paper.language == "ru" else waiting.en
        _box(document, box, (left, top), scale, nobody)


def _sheet(drawing: Drawing) -> tuple[tuple[float, float], float]:
    """The smallest sheet on which the drawing can be read, and millimetres for a pixel of it."""

    def scale(sheet: Sequence[float]) -> float:
        across, down = (sheet[0] - 2 * EDGE) / drawing.width, (sheet[1] - 3 * EDGE) / drawing.height
        return min(across, down, 0.26)

    for sheet in SHEETS:
        if scale(sheet) >= LEAST_SCALE:
            return sheet, scale(sheet)
    return SHEETS[-1], scale(SHEETS[-1])


def _box(document: "FPDF", box: Box, origin: tuple[float, float], scale: float, nobody: str) -> None:
    x, y = origin[0] + box.x * scale, origin[1] + box.y * scale
    width, height = BOX_W * scale, BOX_H * scale
    document.rect(x, y, width, height)
    document.line(x, y + height / 2, x + width, y + height / 2)
    for number, side in enumerate(box.sides):
        base = y + (16 + number * BOX_H / 2) * scale
        style = "B" if side.state == "won" else ""
        name = shorter(side.name) or ("—" if side.state == "bye" else nobody)
        _text(document, name, (x + 7 * scale, base), 12 * scale, style)
        if side.score:
            end = x + width - 7 * scale - document.get_string_width(side.score)
            _text(document, side.score, (end, base), 12 * scale, style)


def _text(document: "FPDF", text: str, place: tuple[float, float], height_mm: float, style: str = "") -> None:
    document.set_font(FAMILY, style, height_mm * 72 / 25.4)
    document.text(place[0], place[1], text)
