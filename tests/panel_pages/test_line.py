"""The line to the host breaks in the middle of a tap: nothing is lost and nothing is done twice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

ACT = "**/panel/act"
Break = Callable[[Route], None]


def answer_lost(route: Route) -> None:
    """The host does it, and its answer never comes."""
    route.fetch()
    route.abort("connectionreset")


def request_lost(route: Route) -> None:
    """The host never hears of it."""
    route.abort("connectionrefused")


def answer_garbled(route: Route) -> None:
    """Somebody in between answers for a host that has done it."""
    route.fetch()
    route.fulfill(status=502, body="<html>Bad gateway</html>", content_type="text/html")


@pytest.mark.parametrize("lost", [answer_lost, request_lost, answer_garbled])
def test_a_tap_is_sent_again_until_it_is_answered_and_done_once(
    lost: Break, hall: Hall, marker: Marker
) -> None:
    hall.match()
    marker.catch_up(hall)
    ids = []
    broken = True

    def meet(route: Route) -> None:
        ids.append(route.request.post_data_json["id"])
        if broken:
            lost(route)
        else:
            route.continue_()

    marker.page.route(ACT, meet)
    marker.pot("rear-left")
    marker.tap("record")
    expect(marker.page.locator('.line[data-line="waiting"]')).to_be_visible()
    broken = False
    expect(marker.page.locator("body:not([data-pending])")).to_have_count(1)
    marker.page.unroute_all(behavior="wait")
    marker.wait_for_score(1, 0)
    assert len(ids) > 1 and len(set(ids)) == 1, "one id, sent until it is answered"
    assert hall.shots() == 1
    expect(marker.page.locator(".chips .chip")).to_have_count(0)
    marker.trouble.clear()  # the browser's own complaints about the broken line


def test_a_page_that_is_opened_anew_asks_for_its_answer(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.page.route(ACT, answer_lost)
    marker.pot("front-left")
    marker.tap("record")
    expect(marker.page.locator('.line[data-line="waiting"]')).to_be_visible()
    marker.page.goto("about:blank")
    marker.page.unroute_all(behavior="wait")
    with marker.page.expect_response(ACT) as answer:
        marker.open(f"{hall.url}/panel")
    assert answer.value.json()["status"] == "repeated"
    marker.wait_for_score(1, 0)
    expect(marker.page.locator("body:not([data-pending])")).to_have_count(1)
    assert hall.shots() == 1
    marker.trouble.clear()


def test_while_one_tap_waits_another_says_so(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    held: list[Route] = []
    marker.page.route(ACT, lambda route: held.append(route))
    marker.tap("record")
    expect(marker.key("record")).to_have_attribute("aria-disabled", "true")
    marker.tap("record", greyed=True)
    expect(marker.toast("why")).to_contain_text("Дождитесь ответа")
    marker.wait_for(lambda: held)
    held[0].continue_()
    expect(marker.key("record")).not_to_have_attribute("aria-disabled", "true")
    marker.page.unroute_all(behavior="wait")
    assert hall.shots() == 1


def test_a_host_that_comes_back_finds_the_panel_signed_in(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.stroke("rear-right")
    hall.stop()
    hall.start()
    marker.wait_for_score(1, 0)
    marker.stroke()
    assert hall.shots() == 2
    marker.trouble.clear()
