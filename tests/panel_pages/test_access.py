"""For every hand, eye and ear: axe-core finds nothing, targets have a thumb's size, the keyboard suffices."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "upright": (768, 1024), "desk": (1920, 1080)}
SMALLEST = 44
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page: Page) -> list[str]:
    """What axe-core has against the page as it is."""
    found: dict[str, Any] = Axe().run(page, options=RULES).response
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
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


@pytest.fixture(scope="module")
def wide(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """A manager's panel that is seen on one screen after the other."""
    opened = Marker(browser, hall.pairing("manager"), size=SIZES["desk"])
    yield opened
    opened.close()


def resize(panel: Marker, size: tuple[int, int]) -> None:
    panel.page.set_viewport_size({"width": size[0], "height": size[1]})
    panel.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_nothing_is_too_small_too_wide_or_against_the_rules_of_access(
    size: tuple[int, int], hall: Hall, wide: Marker
) -> None:
    hall.match("dynamic", race_to=2)
    hall.nobody_sits()
    resize(wide, size)
    wide.wait_for_moment("play")
    wide.stroke()
    wide.stroke(("rear-left", "cue"))
    wide.pot("middle-right")
    assert small_targets(wide.page) == []
    assert violations(wide.page) == []
    assert wide.page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
    wide.tap("chip-0")


SHEETS = (
    "foul",
    "steps",
    "clock",
    "player-0",
    "more",
    "more score",
    "more setup",
    "more rules",
    "more incident",
)


def test_every_sheet_is_within_the_rules_of_access(hall: Hall, wide: Marker) -> None:
    hall.match("free", race_to=2)
    hall.nobody_sits()
    resize(wide, SIZES["phone"])
    wide.wait_for_moment("play")
    wide.stroke("front-left")
    found = {}
    for path in (*SHEETS, "more pair", "more newKey", "more keys", "more senses"):
        for key in path.split():
            wide.tap(key)
        wide.page.wait_for_selector("dialog[open] .sheet-body > *, dialog[open] footer > *", state="attached")
        found[path] = violations(wide.page) + small_targets(wide.page)
        wide.shut()
    assert {path: said for path, said in found.items() if said} == {}


def test_start_choice_and_end_are_within_the_rules_of_access(hall: Hall, wide: Marker) -> None:
    hall.free()
    hall.nobody_sits()
    resize(wide, SIZES["phone"])
    wide.wait_for_moment("idle")
    wide.tap("start")
    wide.tap("options")
    found = violations(wide.page) + small_targets(wide.page)
    wide.shut()
    hall.match("free")
    hall.nobody_sits()
    wide.wait_for_moment("play")
    wide.stroke()
    wide.foul("touched_ball", about="last")
    wide.wait_for_moment("choice")
    found += violations(wide.page) + small_targets(wide.page)
    hall.say({"type": "concede", "player": 0})
    wide.wait_for_moment("over")
    found += violations(wide.page) + small_targets(wide.page)
    assert found == []


def test_the_keyboard_alone_keeps_a_match(hall: Hall, wide: Marker) -> None:
    hall.match("free")
    hall.nobody_sits()
    resize(wide, SIZES["desk"])
    wide.wait_for_moment("play")
    keys = wide.page.keyboard
    wide.sends(lambda: keys.press("Enter"))  # the break, no pot
    keys.press("7")
    expect(wide.page.locator('[data-pocket="front-left"]')).to_have_attribute("data-balls", "1")
    keys.press("3")
    wide.sends(lambda: keys.press("Enter"))
    wide.wait_for_score(0, 2)
    wide.sends(lambda: keys.press("z"))
    wide.wait_for_score(0, 0)
    wide.sends(lambda: keys.press("y"))
    wide.wait_for_score(0, 2)
    keys.press("f")
    expect(wide.sheet("foul")).to_be_visible()
    keys.press("Tab")
    focused = "document.activeElement.closest('dialog') !== null"
    assert wide.page.evaluate(focused), "the keyboard stays inside an open sheet"
    keys.press("Escape")
    expect(wide.sheet("foul")).to_have_count(0)
    keys.press("?")
    expect(wide.sheet("keys")).to_be_visible()
    keys.press("Escape")


def test_a_screen_reader_hears_the_score_and_pockets_have_names(hall: Hall, wide: Marker) -> None:
    hall.match("free")
    hall.nobody_sits()
    wide.wait_for_moment("play")
    wide.stroke("rear-left")
    expect(wide.part("announcer")).to_contain_text("Анна Соколова 1, Борис Щербаков 0")
    expect(wide.page.get_by_role("button", name="Задняя левая луза")).to_be_visible()
    expect(wide.page.get_by_role("button", name="Анна Соколова: счёт 1")).to_be_visible()


def test_nothing_moves_for_those_who_ask_for_it(hall: Hall, wide: Marker) -> None:
    hall.match("free")
    wide.tap("more")
    assert wide.page.evaluate("document.getAnimations().length") == 0
    wide.shut()
