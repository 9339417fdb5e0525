"""The pages' own texts: both languages whole, and a name for everything that payloads can name."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from luza.facts import PocketName
from playwright.sync_api import Browser

from tests.web.site import Site

GAMES = ("free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code")

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


def test_every_pocket_and_game_has_a_name(texts: Texts) -> None:
    for pocket in get_args(PocketName):
        assert f"pocket.{pocket}" in texts["ru"]
    for game in GAMES:
        assert f"game.{game}" in texts["ru"]
