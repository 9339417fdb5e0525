"""The pages' own texts and colours: both languages whole, a name for all that payloads name, contrast."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from luza import web
from luza.facts import PocketName
from playwright.sync_api import Browser

from tests.web.site import Site

GAMES = ("free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code")

CSS = Path(web.__file__).parent / "static" / "css" / "base.css"

Texts = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def texts(browser: Browser) -> Iterator[Texts]:
    with Site() as site:
        page = browser.new_page()
        page.goto(f"{site.url}/static/any/img/icon.svg")
        yield page.evaluate("import('/static/any/js/strings.js').then(({strings}) => strings)")
        page.close()


def test_both_languages_say_the_same_things(texts: Texts) -> None:
    assert set(texts) == {"ru", "en"}
    assert list(texts["ru"]) == list(texts["en"])


def test_both_languages_have_the_same_blanks(texts: Texts) -> None:
    def blanks(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    for key, text in texts["ru"].items():
        assert blanks(text) == blanks(texts["en"][key]), key


def test_no_text_is_empty_or_left_untranslated(texts: Texts) -> None:
    for key, text in texts["ru"].items():
        assert re.search("[а-яА-Я]", text) or key == "otherLanguage", key
        assert texts["en"][key], key


def luminance(colour: str) -> float:
    """WCAG's relative luminance of `#rrggbb`."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("written", "ground", "ratio"),
    [
        ("ivory", "cloth-lit", 4.5),
        ("ivory-dim", "cloth-lit", 3.0),  # large type
        ("brass", "cloth-lit", 3.0),
        ("red", "cloth-lit", 3.0),
        ("brass", "cloth-dark", 4.5),
        ("red", "cloth-dark", 4.5),
        ("amber", "cloth-dark", 4.5),
        ("ink", "brass", 4.5),
    ],
)
def test_what_is_written_stands_out(written: str, ground: str, ratio: float) -> None:
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", CSS.read_text(encoding="utf-8")))
    light, dark = sorted((luminance(colours[written]), luminance(colours[ground])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= ratio


def test_every_pocket_and_game_has_a_name(texts: Texts) -> None:
    for pocket in get_args(PocketName):
        assert f"pocket.{pocket}" in texts["ru"]
    for game in GAMES:
        assert f"game.{game}" in texts["ru"]
