"""A paper as a page to print, and as CSV."""

import csv
import io
import re
from collections.abc import Callable

from luza.club.tournament.bracket_svg import environment, svg
from luza.club.tournament.paper import Paper
from luza.locale import say

CSV_TYPE = "text/csv; charset=utf-8"
NUMBER = re.compile(r"−?\d+")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula."""


def page(paper: Paper, asset: Callable[[str], str]) -> str:
    """An HTML page to print on A4; `asset` gives the address of a file of `luza/web/static`."""
    bracket = None
    if paper.bracket is not None:
        bracket = svg(paper.bracket, f"{paper.name}: {paper.bracket_title}", paper.language)
    said = say("tournament.paper.print")
    button = said.ru if paper.language == "ru" else said.en
    return (
        environment().get_template("paper.html").render(p=paper, bracket=bracket, button=button, asset=asset)
    )


def table_file(paper: Paper) -> bytes:
    """All tables one after another, each under its title, as a spreadsheet opens it: UTF-8 with its mark, and
    between cells a semicolon in Russian, where the comma is the decimal sign, else a comma."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if paper.language == "ru" else ",", lineterminator="\r\n")
    for table in paper.tables:
        writer.writerow([_plain(table.title)])
        writer.writerow(map(_plain, table.head))
        writer.writerows(map(_plain, row) for row in table.rows)
        writer.writerow([])
    return out.getvalue().encode("utf-8-sig")


def _plain(text: str) -> str:
    """A number as spreadsheets write it; a text that none takes for a formula, whatever a player calls
    himself."""
    if NUMBER.fullmatch(text):
        return text.replace("−", "-")
    return f"'{text}" if text.startswith(FORMULA) else text
