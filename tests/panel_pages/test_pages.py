"""The pages beside the panel: the reason of a verdict, on the wall too, the history, the printed protocol."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.panel_pages.hall import NAMES, Hall
from tests.panel_pages.marker import Marker
from tests.panel_pages.test_access import small_targets, violations
from tests.web.pages import DEADLINE_MS

BOUND_BYTES = 150_000


@pytest.fixture
def played(hall: Hall, marker: Marker) -> Hall:
    """A match with a frame decided and another begun."""
    hall.match("free", race_to=2, options={"target": 3})
    marker.catch_up(hall)
    for pots in (("rear-left", "rear-right"), (), ("middle-left",), ("front-left", "front-right")):
        marker.stroke(*pots)
    marker.stroke("rear-left")
    marker.foul("touched_ball", about="last")
    return hall


@pytest.fixture
def page(desk: Marker) -> Iterator[Page]:
    """A page of somebody who only reads, beside the panel."""
    opened = desk.context.new_page()
    opened.set_viewport_size({"width": 1920, "height": 1080})
    opened.set_default_timeout(DEADLINE_MS)
    yield opened
    opened.close()


def test_a_verdict_opens_its_reason_on_the_panel(played: Hall, marker: Marker) -> None:
    marker.page.locator(".stroke.last").tap()
    why = marker.sheet("why")
    expect(why.locator("svg.facts")).to_be_visible()
    expect(why.locator(".fact-list li")).not_to_have_count(0)
    expect(why.locator(".why-part").last).to_contain_text("FREE 17")
    marker.shut()


def test_a_verdict_opens_its_reason_on_the_wall_until_the_next_stroke(
    played: Hall, marker: Marker, page: Page
) -> None:
    page.goto(f"{played.url}/scoreboard")
    page.locator(".why-open").click()
    wall = page.locator("dialog.wall-why")
    expect(wall.locator(".fact-list li")).not_to_have_count(0)
    expect(wall).to_contain_text("FREE 17")
    assert violations(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 1920
    marker.acts("choice-accept")
    marker.stroke()
    expect(wall).to_be_hidden()
    page.locator(".why-open").click()
    expect(wall.locator(".fact-list")).to_be_visible()
    wall.locator(".verdict").click()
    expect(wall).to_be_hidden()


def test_the_history_of_a_match_with_its_figures_graph_and_exports(played: Hall, page: Page) -> None:
    page.goto(f"{played.url}/history")
    expect(page.locator("h1")).to_have_text(" — ".join(NAMES))
    expect(page.locator(".strokes li")).to_have_count(5)
    expect(page.locator("svg.graph .score-line")).to_have_count(2)
    expect(page.locator("tbody tr")).to_have_count(8)
    assert violations(page) == []
    assert small_targets(page) == []
    page.locator(".filter button").last.click()
    expect(page.locator(".strokes li")).not_to_have_count(5)
    expect(page.locator(".strokes li")).not_to_have_count(0)
    for kind in (".tlog", ".csv"):
        with page.expect_download() as saved:
            page.get_by_role("link", name=kind).click()
        assert saved.value.suggested_filename.endswith(kind)
    page.locator(".strokes a").last.click()
    expect(page.locator("svg.facts")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Раньше").click()
    expect(page.locator("h1")).to_contain_text("почему так")


def test_the_protocol_is_printed_with_both_names_and_lines_to_sign(played: Hall, page: Page) -> None:
    page.goto(f"{played.url}/history")
    page.get_by_role("link", name="Протокол").click()
    expect(page.locator(".signatures div")).not_to_have_count(0)
    for name in NAMES:
        expect(page.locator(".signatures")).to_contain_text(name)
    page.emulate_media(media="print")
    assert violations(page) == []
    page.emulate_media(media="screen")


def test_the_panels_first_load_is_light(hall: Hall, browser: Browser) -> None:
    hall.match()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    opened = context.new_page()
    session = context.new_cdp_session(opened)
    session.send("Network.enable")
    sizes: dict[str, float] = {}
    session.on(
        "Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]})
    )
    opened.goto(f"{hall.url}/panel")
    opened.wait_for_selector('body[data-moment="play"]')
    opened.evaluate("document.fonts.ready.then(() => true)")
    opened.wait_for_load_state("load")
    context.close()
    assert sum(sizes.values()) < BOUND_BYTES, f"{sum(sizes.values()):.0f} bytes in {len(sizes)} requests"
    assert len(sizes) > 10
