"""A bracket as SVG, for page, wall and paper. It takes the colour of the text around it."""

from functools import cache
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from luza.club.tournament.layout import BOX_H, BOX_W, Drawing, Side
from luza.locale import say
from luza.messages import Words

LONGEST = 21
"""Letters of a name that a box has room for."""


@cache
def environment() -> Environment:
    """The room's templates; what is put in is escaped, whatever a player calls himself."""
    return Environment(
        loader=PackageLoader("luza.club.tournament"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )


def svg(drawing: Drawing, title: str, language: Literal["ru", "en"]) -> str:
    """The drawing as an `<svg>` element, for a page (it is escaped already) or a file of its own."""

    def word(words: Words) -> str:
        return words.ru if language == "ru" else words.en

    def shown(side: Side) -> str:
        nobody = "bye" if side.state == "bye" else "waiting"
        return shorter(side.name) or word(say(f"tournament.paper.{nobody}"))

    return (
        environment()
        .get_template("bracket.svg")
        .render(
            d=drawing,
            title=title,
            say=word,
            shown=shown,
            table=word(say("tournament.paper.table")).lower(),
            box_w=BOX_W,
            box_h=BOX_H,
        )
    )


def shorter(name: str) -> str:
    """A name as a box shows it."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"
