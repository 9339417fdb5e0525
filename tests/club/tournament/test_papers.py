"""What is printed: the bracket as a drawing, the protocol as page, PDF and CSV, in both languages."""

import csv
import io
import random
import re
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path

import pytest
from luza.club.tournament.bracket_svg import svg
from luza.club.tournament.entries import Begun, Corrected, Ended, Paid, Registered, Warned
from luza.club.tournament.layout import BOX_H, BOX_W, Drawing, drawing
from luza.club.tournament.paper import Paper, protocol, season
from luza.club.tournament.pdf import FontMissing, pdf
from luza.club.tournament.plan import Handicap, Kind, Races
from luza.club.tournament.printing import page, table_file
from luza.club.tournament.rating import rating
from luza.club.tournament.viewing import view
from pypdf import PdfReader

from tests.club.tournament.desk import Desk
from tests.club.tournament.test_champion import play_out
from tests.house.tree import ROOT

MADE = datetime(2026, 3, 1, tzinfo=UTC)
NAMES = {"a": "Анна Петровская", "b": "Борис", "c": "<b>Сила</b>", "d": "=Галина"}


def evening() -> Desk:
    desk = Desk("evening", begin=False, fee=500_00)
    for id, name in NAMES.items():
        desk(Registered(id, name))
    desk(Begun())
    for one, other, score in (
        ("a", "b", (8, 5)),
        ("c", "d", (8, -1)),
        ("b", "d", (3, 8)),
        ("b", "a", (8, 6)),
    ):
        desk.frame(one, other, score)
    desk(Paid("a", 500_00))
    desk(Warned("b", "Не пожал руку"))
    desk.gone("c", reason="left")
    desk(Ended())
    return desk


def drawn(desk: Desk) -> Drawing:
    found = drawing(view("cup", desk.tournament))
    assert found is not None
    return found


def paper(desk: Desk, language: str = "ru") -> Paper:
    return protocol(view("cup", desk.tournament), language)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "entrants"), [
    ("single", 2), ("single", 5), ("single", 64), ("double", 2), ("double", 3), ("double", 13),
    ("double", 64), ("groups", 20),
])  # fmt: skip
def test_a_bracket_has_every_match_once_and_nothing_overlaps(kind: Kind, entrants: int) -> None:
    found = drawn(play_out(kind, entrants, random.Random(entrants), 0.05) if entrants < 64 else _big(kind))
    places = [(box.x, box.y) for box in found.boxes]
    assert len(set(places)) == len(places)
    for i, (x, y) in enumerate(places):
        assert 0 <= x <= found.width - BOX_W
        assert 0 <= y <= found.height - BOX_H
        assert not any(x == a and abs(y - b) < BOX_H for a, b in places[i + 1 :])
    starts = {(x + BOX_W, y + BOX_H // 2) for x, y in places}
    ends = {(x, y + BOX_H // 2) for x, y in places}
    for line in found.lines:
        assert line.points[0] in starts
        assert line.points[-1] in ends


def _big(kind: Kind) -> Desk:
    return Desk(kind, *(f"p{n}" for n in range(64)))


def test_a_bracket_is_a_picture_that_escapes_names() -> None:
    desk = Desk("single", begin=False)
    for id, name in {**NAMES, "e": "Константин Константинопольский"}.items():
        desk(Registered(id, name))
    desk(Begun())
    desk.play("U1.2", "d")
    picture = svg(drawn(desk), "Кубок", "ru")
    root = ET.fromstring(picture)
    texts = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>Сила</b>" in texts
    assert "Константин Константи…"[:20] in "".join(texts)
    assert {"Четвертьфинал", "Полуфинал", "Финал", "—", "ожидается"} <= set(texts)
    assert "Final" in svg(drawn(desk), "Cup", "en")


def test_there_is_no_bracket_before_it_is_drawn_up() -> None:
    assert drawing(view("x", Desk("single", "A", "B", begin=False).tournament)) is None
    assert drawing(view("x", Desk("evening", "A", "B").tournament)) is None
    assert drawing(view("x", Desk("round_robin", "A", "B").tournament)) is None


def test_the_protocol_of_an_evening() -> None:
    """CODE 13.7, CODE 3.2: standings, the table of who met whom, prizes, money, warnings."""
    made = paper(evening())
    tables = {table.title: table for table in made.tables}
    assert list(tables) == ["Таблица", "Все встречи", "Встречи", "Призы", "Взносы", "Предупреждения"]
    assert tables["Таблица"].rows[0] == ("1", "<b>Сила</b>", "1", "0", "1", "9", "0", "9")
    assert tables["Все встречи"].rows[1][1:] == ("Анна Петровская", "", "×", "", "8:5, 6:8")
    assert tables["Встречи"].rows[1][:4] == ("G2", "Партия 2", "<b>Сила</b> — =Галина", "9:0")
    assert ("Место в таблице: 1", "<b>Сила</b>", "нет") in tables["Призы"].rows
    assert tables["Взносы"].rows[1] == ("Борис", "500,00\u00a0₽", "0,00\u00a0₽", "500,00\u00a0₽")
    assert ("Призовой фонд", "500,00\u00a0₽") in made.facts
    english = paper(evening(), "en")
    assert [table.title for table in english.tables][:2] == ["Standings", "Who played whom"]


def asset(file: str) -> str:
    """The address of a page file, on disk."""
    path = ROOT / "host/luza/web/static" / file
    assert path.is_file()
    return path.as_uri()


def test_a_page_to_print_escapes_names_and_has_nothing_inline() -> None:
    text = page(paper(evening()), asset)
    assert "&lt;b&gt;Сила" in text
    assert "<b>Сила" not in text
    assert not re.search(r" style=|<style|onclick|https?://(?!www\.w3\.org)", text)
    assert '<html lang="en">' in page(paper(evening(), "en"), asset)
    assert "<svg" in page(paper(play_out("single", 5, random.Random(1), 0.0)), asset)


@pytest.mark.parametrize(("language", "delimiter"), [("ru", ";"), ("en", ",")])
def test_a_table_file_opens_in_a_spreadsheet(language: str, delimiter: str) -> None:
    raw = table_file(paper(evening(), language))
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=delimiter))
    head, first, *_, last = rows[1:6]
    assert len(head) == len(first) == 8
    assert "'=Галина" in {row[1] for row in rows if len(row) > 1}, "a name is no formula"
    assert last[4] == "-1", "a minus is a number's"


def test_a_pdf_in_cyrillic() -> None:
    reader = PdfReader(io.BytesIO(pdf(paper(evening()), MADE)))
    text = "\n".join(one.extract_text() for one in reader.pages)
    for part in ("Протокол турнира", "Анна Петровская", "<b>Сила</b>", "8:5, 6:8", "Не пожал руку"):
        assert part in text
    assert reader.metadata is not None
    assert reader.metadata.title == "Протокол турнира: Кубок"


@pytest.mark.parametrize(("kind", "entrants", "wider_than_mm"), [("single", 13, 290), ("double", 64, 590)])
def test_a_bracket_in_the_pdf_is_on_a_sheet_that_it_can_be_read_on(
    kind: Kind, entrants: int, wider_than_mm: float
) -> None:
    desk = _big(kind) if entrants == 64 else play_out(kind, entrants, random.Random(3))
    reader = PdfReader(io.BytesIO(pdf(paper(desk, "en"), MADE)))
    sheet = reader.pages[-1].mediabox
    assert float(sheet.width) / 72 * 25.4 > wider_than_mm
    assert "Bracket" in reader.pages[-1].extract_text()


def test_without_the_font_it_is_said_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(FontMissing, match="install the package fonts-dejavu-core"):
        pdf(paper(evening()), MADE, tmp_path)


def test_void_results_are_in_the_protocol() -> None:
    desk = Desk("single", *"ABCD")
    desk.play("U1.1", "A")
    desk.play("U1.2", "B")
    desk.play("U2.1", "A")
    desk(Corrected("U1.1", (0, 3), "mixed up"))
    matches = next(table for table in paper(desk, "en").tables if table.title == "Matches")
    assert matches.rows[-1][2:4] == ("A — B", "3:0")
    assert matches.rows[-1][-1] == "Void: the pair is another now"


def test_races_and_handicaps_are_in_the_protocol() -> None:
    desk = Desk("single", begin=False, handicap=Handicap(50), races=Races((2,), final=3))
    desk(Registered("a", "Анна", rating=1000))
    desk(Registered("b", "Борис", rating=1175))
    desk(Begun())
    matches = next(table for table in paper(desk).tables if table.title == "Встречи")
    assert matches.rows[0][1:3] == ("Финал, до 3 побед", "Борис — Анна (фора: Анна, 3 полшара)")


def test_the_rating_of_a_season() -> None:
    """CODE 1.Е, CODE 3.4, CODE 13.7: frames' difference less what etiquette cost, then balls; ties share."""
    first, second = evening(), Desk("evening", begin=False)
    for id, name in (("x", "анна петровская"), ("y", "Борис")):
        second(Registered(id, name))
    second(Begun())
    second.frame("y", "x", (8, 0))
    second(Warned("x", "talk"))
    second(Warned("x", "talk", cost="point"))
    unfinished = Desk("evening", "P", "Q")
    unfinished.frame("P", "Q", (8, 0))
    assert rating([unfinished.state]) == ()
    second(Ended())
    lines = rating([first.state, second.state, unfinished.state])
    assert [(line.place, line.name, line.tournaments, line.points, line.balls) for line in lines] == [
        (1, "<b>Сила</b>", 1, 1, 9),
        (2, "Борис", 2, 0, 2),
        (3, "=Галина", 1, 0, -4),
        (4, "анна петровская", 2, -2, -7),
    ]
    made = season(lines, "2026")
    assert made.tables[0].rows[3] == ("4", "анна петровская", "2", "−2", "−7", "1")
