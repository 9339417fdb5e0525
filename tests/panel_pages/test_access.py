"""For every hand, eye and ear: axe-core finds nothing, targets have a thumb's size, the keyboard suffices."""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "upright": (768, 1024), "desk": (1920, 1080)}
SMALLEST = 44
RULES = """{
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
}"""


def violations(page: Page) -> list[str]:
    """What axe-core has against the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(f"axe.run(document, {RULES}).then((all) => all.violations)")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """What can be tapped and is smaller than a thumb."""
    return page.evaluate(  # type: ignore[no-any-return]
        """(smallest) => [...document.querySelectorAll("button, a[href], input")]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => [one.dataset.key ?? one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, box]) => box.width < smallest - 0.5 || box.height < smallest - 0.5)
          .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)""",
        SMALLEST,
    )


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_nothing_is_too_small_too_wide_or_against_the_rules_of_access(
    size: tuple[int, int], hall: Hall, desk: Marker
) -> None:
    hall.match("dynamic", race_to=2)
    hall.nobody_sits()
    desk.resize(size)
    desk.catch_up(hall)
    desk.stroke()
    desk.stroke(("rear-left", "cue"))
    desk.pot("middle-right")
    assert small_targets(desk.page) == []
    assert violations(desk.page) == []
    assert desk.page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    desk.take_out()


SHEETS = {
    "foul": "foul",
    "steps": "undo",
    "clock": "clock",
    "player-0": "player",
    "more": "more",
    "more score": "score",
    "more setup": "setup",
    "more rules": "rules",
    "more incident": "incident",
    "more pair": "pair",
    "more newKey": "newKey",
    "more keys": "keys",
    "more senses": "senses",
}
"""What is tapped one after another, and the sheet that is open then."""


def test_every_sheet_is_within_the_rules_of_access(hall: Hall, desk: Marker) -> None:
    hall.match("free", race_to=2)
    hall.nobody_sits()
    desk.resize(SIZES["phone"])
    desk.catch_up(hall)
    desk.stroke("front-left")
    found = {}
    for path, sheet in SHEETS.items():
        for key in path.split():
            desk.tap(key)
        expect(desk.sheet(sheet).locator(".sheet-body > *, footer > *")).not_to_have_count(0)
        found[path] = violations(desk.page) + small_targets(desk.page)
        desk.shut()
    assert {path: said for path, said in found.items() if said} == {}


def test_start_choice_and_end_are_within_the_rules_of_access(hall: Hall, desk: Marker) -> None:
    hall.free()
    hall.nobody_sits()
    desk.resize(SIZES["phone"])
    desk.catch_up(hall)
    desk.tap("start")
    desk.tap("options")
    expect(desk.key("target")).to_be_visible()
    found = violations(desk.page) + small_targets(desk.page)
    desk.shut()
    hall.match("free")
    hall.nobody_sits()
    desk.catch_up(hall)
    desk.stroke()
    desk.foul("touched_ball", about="last")
    desk.wait_for_moment("choice")
    found += violations(desk.page) + small_targets(desk.page)
    hall.say({"type": "concede", "player": 0})
    desk.wait_for_moment("over")
    found += violations(desk.page) + small_targets(desk.page)
    assert found == []


def test_the_keyboard_alone_keeps_a_match(hall: Hall, desk: Marker) -> None:
    hall.match("free")
    hall.nobody_sits()
    desk.resize(SIZES["desk"])
    desk.catch_up(hall)
    keys = desk.page.keyboard
    desk.sends(lambda: keys.press("Enter"))  # the break, no pot
    keys.press("7")
    expect(desk.page.locator('[data-pocket="front-left"]')).to_have_attribute("data-balls", "1")
    keys.press("3")
    desk.sends(lambda: keys.press("Enter"))
    desk.wait_for_score(0, 2)
    desk.sends(lambda: keys.press("z"))
    desk.wait_for_score(0, 0)
    desk.sends(lambda: keys.press("y"))
    desk.wait_for_score(0, 2)
    keys.press("f")
    expect(desk.sheet("foul")).to_be_visible()
    keys.press("Tab")
    focused = "document.activeElement.closest('dialog') !== null"
    assert desk.page.evaluate(focused), "the keyboard stays inside an open sheet"
    keys.press("Escape")
    expect(desk.sheet("foul")).to_have_count(0)
    keys.press("?")
    expect(desk.sheet("keys")).to_be_visible()
    keys.press("Escape")


def test_a_screen_reader_hears_the_score_and_pockets_have_names(hall: Hall, desk: Marker) -> None:
    hall.match("free")
    hall.nobody_sits()
    desk.catch_up(hall)
    desk.stroke("rear-left")
    expect(desk.part("announcer")).to_contain_text("Анна Соколова 1, Борис Щербаков 0")
    expect(desk.page.get_by_role("button", name="Задняя левая луза")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Анна Соколова: счёт 1")).to_be_visible()


def test_nothing_moves_for_those_who_ask_for_it(hall: Hall, desk: Marker) -> None:
    hall.match("free")
    desk.tap("more")
    expect(desk.sheet("more")).to_be_visible()
    assert desk.page.evaluate("document.getAnimations().length") == 0
    desk.shut()
