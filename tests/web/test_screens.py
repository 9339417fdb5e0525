"""The wall scoreboard as it is opened: languages, sides, screens of every size, the shot clock."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from luza.messages import State
from playwright.sync_api import Browser, expect

from tests.web.pages import Board
from tests.web.site import Site
from tests.web.states import LONG_NAMES, NAMES, Table, utc

SCREENS = ((1920, 1080), (3840, 2160), (1280, 720), (820, 1180), (390, 844), (844, 390))
WALLS = SCREENS[:3]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture(scope="module")
def board(browser: Browser) -> Iterator[Board]:
    """A board with the longest names there may be, to be seen on one screen after the other."""
    table = Table()
    names = tuple(name[:200] for name in LONG_NAMES)
    with Site() as site:
        site.publish("state", msgspec.structs.replace(table.foul(), players=names))
        opened = Board(browser, site.url)
        opened.wait_for_score(0, -1)
        opened.page.evaluate("document.fonts.ready.then(() => true)")
        yield opened
        opened.close()


def test_before_the_first_state_it_says_that_it_waits(browser: Browser, site: Site) -> None:
    board = Board(browser, site.url)
    board.wait_for_mode("waiting")
    expect(board.part("restText")).to_have_text("Соединение с табло…")
    board.close()


def test_sides_change_and_scores_stay_with_their_players(browser: Browser, site: Site, table: Table) -> None:
    site.publish("state", table.foul())
    board = Board(browser, site.url, swap="1")
    board.wait_for_score(0, -1)
    assert board.names_by_side() == list(reversed(NAMES))
    assert board.score(1) == 3
    assert [board.name(0), board.name(1)] == list(NAMES)
    assert board.at_table() == 1
    expect(board.part("results").locator("li")).to_have_text(["5:8", "8:3"])
    site.publish("state", table.state())
    board.wait_for_score(0, 4)
    assert board.score(1) == 6
    board.close()


def test_english_by_a_switch_that_stays(browser: Browser, site: Site, table: Table) -> None:
    state = table.foul()
    said = state.words.last_shot
    assert said is not None
    site.publish("state", state)
    board = Board(browser, site.url, swap="1")
    expect(board.part("shotText")).to_have_text(said.ru)
    assert "lang=ru" in board.page.url
    board.part("language").click()
    expect(board.part("shotText")).to_have_text(said.en)
    assert "lang=en" in board.page.url
    assert "swap=1" in board.page.url
    expect(board.page.locator("html")).to_have_attribute("lang", "en")
    board.page.goto(board.page.url.split("?")[0])
    expect(board.part("shotTitle")).to_have_text("Last shot")
    assert "lang=en" in board.page.url
    board.close()


def test_the_clock_counts_by_itself_by_the_hosts_time(browser: Browser, table: Table) -> None:
    ahead = timedelta(hours=3)  # a Pi without a clock of its own

    def limit(seconds: float) -> tuple[datetime, State]:
        ends, state = datetime.now(UTC) + timedelta(seconds=seconds), table.clock()
        clock = msgspec.structs.replace(state.clock, ends_at=utc(ends + ahead), left_s=seconds, limit_s=60.0)
        return ends, msgspec.structs.replace(state, clock=clock)

    with Site(now=lambda: datetime.now(UTC) + ahead) as site:
        ends, running = limit(60)
        site.publish("state", running)
        board = Board(browser, site.url)
        board.wait_for_seq(running.seq)
        seconds, clock = board.part("clockSeconds"), board.part("clock")

        def right() -> bool:
            """Whether it shows the seconds that are left; a late heartbeat is made up for by the next."""
            most = (ends - datetime.now(UTC)).total_seconds() + 1.1
            shown = int(seconds.inner_text())
            return (ends - datetime.now(UTC)).total_seconds() - 0.1 <= shown <= most

        board.wait_for(right)
        expect(clock).to_have_attribute("data-level", "long")
        site.publish("state", limit(10.2)[1])
        expect(clock).to_have_attribute("data-level", "short")
        site.publish("state", limit(0.2)[1])
        expect(seconds).to_have_text("0")
        expect(clock).to_have_attribute("data-level", "over")
        board.close()


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_longest_names_fit_on_every_screen(board: Board, width: int, height: int) -> None:
    board.resize(width, height)
    assert board.page.evaluate("document.scrollingElement.scrollWidth") <= width
    for index, name in enumerate(LONG_NAMES):
        shown = board.player(index).locator('[data-part="name"]')
        assert shown.evaluate("e => [e.textContent, e.childElementCount]") == [name[:200], 0]
        assert shown.evaluate("e => e.scrollWidth <= e.clientWidth")
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    if (width, height) in WALLS:
        assert board.page.evaluate("document.scrollingElement.scrollHeight") <= height
        assert board.font_size(0, "score") * 0.7 > height / 4, "digits a quarter of the screen tall"
        for part in ("shotText", "instructionText"):
            size = board.part(part).evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
            assert size >= height / 40, part


def test_a_plain_name_is_large_and_nothing_moves_for_those_who_ask_for_it(
    browser: Browser, site: Site, table: Table
) -> None:
    site.publish("state", table.falling())
    board = Board(browser, site.url, moves=True)
    board.wait_for_score(0, 4)
    assert board.font_size(0, "name") >= 1080 / 20
    board.page.wait_for_function("document.getAnimations().length > 0")
    board.page.emulate_media(reduced_motion="reduce")
    assert board.page.evaluate("document.getAnimations().length") == 0
    board.close()
