"""A board without a table: it greys, says since when, and heals without a reload."""

import re

import pytest
from luza.messages import Part, Words
from playwright.sync_api import Browser, expect

from tests.web.pages import Board
from tests.web.site import Site
from tests.web.states import Table

SILENCE_MS = 13_000


@pytest.fixture
def table() -> Table:
    return Table()


def opened(browser: Browser, site: Site, table: Table) -> Board:
    site.publish("state", table.state())
    board = Board(browser, site.url, frozen_clock=True)
    board.wait_for_score(0, 4)
    board.page.evaluate("window.neverReloaded = true")
    return board


def grey(board: Board) -> bool:
    return "grayscale" in board.page.locator(".board").evaluate("e => getComputedStyle(e).filter")


def test_a_host_that_is_killed_and_comes_back(browser: Browser, site: Site, table: Table) -> None:
    board = opened(browser, site, table)
    site.stop()
    board.wait_until_back()  # a short gap is nobody's business
    board.skip(SILENCE_MS)
    board.wait_until_away("host")
    assert grey(board)
    assert re.fullmatch(r"Нет связи с \d\d:\d\d:\d\d", board.part("awayText").inner_text())
    assert board.score(0) == 4, "what was last known stays in sight"
    site.forget()
    site.start()
    fresh = Table("s-2", seq=500)
    site.publish("state", fresh.foul())
    board.skip(SILENCE_MS)
    board.wait_until_back()
    board.wait_for_score(0, -1)
    assert not grey(board)
    assert board.page.evaluate("window.neverReloaded") is True
    board.close()


def test_a_line_that_is_dropped_is_taken_up_again(browser: Browser, site: Site, table: Table) -> None:
    board = opened(browser, site, table)
    site.drop_listeners()
    board.wait_for(lambda: site.listeners() == 1)
    site.publish("state", table.foul())
    board.wait_for_score(0, -1)
    assert board.page.evaluate("window.neverReloaded") is True
    assert board.trouble == []
    board.close()


def test_a_refusal_does_not_end_it(browser: Browser, site: Site, table: Table) -> None:
    """A proxy that answers for a host that is down: the browser itself would give up for good."""
    board = opened(browser, site, table)
    board.page.route("**/events", lambda route: route.fulfill(status=502))
    site.drop_listeners()
    with board.page.expect_response(lambda response: response.status == 502):
        pass
    board.page.unroute("**/events")
    board.skip(2000)
    board.wait_for(lambda: site.listeners() == 1)
    site.publish("state", table.foul())
    board.wait_for_score(0, -1)
    board.close()


def test_a_table_that_went_offline(browser: Browser, site: Site, table: Table) -> None:
    board = opened(browser, site, table)
    site.publish("availability", table.availability("offline"))
    board.wait_until_away("table")
    assert grey(board)
    expect(board.part("awayText")).to_have_text(re.compile(r"Стол не отвечает с \d\d:\d\d:\d\d"))
    site.publish("availability", table.availability("online"))
    board.wait_until_back()
    board.close()


def test_a_board_under_the_table_that_fell_silent(browser: Browser, site: Site, table: Table) -> None:
    board = opened(browser, site, table)
    silent = Part("fault", Words("Плата не отвечает", "The board is silent"), "2026-11-30T18:30:15.000Z")
    site.publish("health", table.health(link=silent))
    board.wait_until_away("board")
    expect(board.part("awayText")).to_have_text("Датчики молчат с 21:30:15")  # Moscow's time
    expect(board.part("notices").locator("li")).to_have_text(["Плата не отвечает"])
    site.publish("health", table.health(link=Part("ok")))
    board.wait_until_back()
    board.close()


def test_a_page_older_than_its_host_renews_itself_once(browser: Browser, site: Site, table: Table) -> None:
    site.publish("state", table.state())
    context = browser.new_context()
    page = context.new_page()
    loads: list[str] = []

    def older(route) -> None:  # type: ignore[no-untyped-def]
        loads.append(route.request.url)
        answer = route.fetch()
        mark = f'data-build="old" data-load="{len(loads)}"'
        route.fulfill(response=answer, body=re.sub(r'data-build="\w+"', mark, answer.text()))

    page.route(re.compile(r"/scoreboard(\?|$)"), older)
    page.goto(f"{site.url}/scoreboard")
    # Which build the host has is the first that a page hears, before any state.
    expect(page.locator('html[data-load="2"] body')).to_have_attribute("data-mode", "play")
    assert len(loads) == 2, "even where it cannot get the new files it does not load for ever"
    context.close()
