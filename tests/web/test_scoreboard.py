"""The wall scoreboard in Chromium: what it shows in every state of a table."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from luza.messages import Alert, Part, ShotEvent, State, Words
from playwright.sync_api import Browser, expect

from tests.web.pages import Board
from tests.web.site import Site
from tests.web.states import LONG_NAMES, NAMES, Table, frame, shot, utc

Show = Callable[..., Board]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def show(browser: Browser, site: Site, table: Table) -> Iterator[Show]:
    """Opens the board on a state; at the end no console error, no page error, no foreign request."""
    boards: list[Board] = []

    def opened(state: State | None = None, **how: object) -> Board:
        site.publish("meta", table.meta())
        site.publish("availability", table.availability())
        if state is not None:
            site.publish("state", state)
        board = Board(browser, site.url, **how)  # type: ignore[arg-type]
        boards.append(board)
        if state is not None:
            expect(board.page.locator("body:not([data-mode=waiting])")).to_have_count(1)
        return board

    yield opened
    for board in boards:
        trouble, foreign = board.trouble, board.foreign
        board.close()
        assert trouble == []
        assert foreign == []


def test_names_scores_frames_and_who_is_at_the_table(show: Show, table: Table) -> None:
    board = show(table.state())
    board.wait_for_mode("play")
    assert board.names_by_side() == list(NAMES)
    assert [board.score(0), board.score(1)] == [4, 6]
    assert board.at_table() == 0
    expect(board.part("frames")).to_have_text("11")
    expect(board.part("frameTitle")).to_have_text("Партия 3")
    expect(board.part("race")).to_have_text("до 4 побед")
    expect(board.part("results").locator("li")).to_have_text(["8:5", "3:8"])
    expect(board.part("game")).to_have_text("Свободная пирамида")
    expect(board.part("table")).to_have_text("Стол 3")
    assert board.page.title() == "Табло · Стол 3"


def test_the_shelf_is_balls_and_the_debt_is_a_ring(show: Show, table: Table) -> None:
    board = show(table.foul())
    assert board.score(0) == -1
    assert board.player(0).locator('[data-part="score"]').inner_text() == "\u22121"
    expect(board.player(0).locator(".shelf .ball")).to_have_count(0)
    expect(board.player(0).locator(".shelf .owed")).to_have_count(1)
    expect(board.player(0).locator('[data-part="debt"]')).to_have_text("долг 1")
    expect(board.player(1).locator(".shelf .ball")).to_have_count(3)
    expect(board.player(1).locator(".shelf > *")).to_have_count(8)


def test_the_last_shot_in_words_with_its_article_and_what_it_changed(show: Show, table: Table) -> None:
    board = show(table.state())
    expect(board.part("shotTitle")).to_have_text(f"Удар: {NAMES[0]}")
    expect(board.part("shotText")).to_have_text("Забит шар: плюс один")
    expect(board.part("shotMarks")).to_have_text("ст. 21.1")
    expect(board.player(0).locator('[data-part="delta"]')).to_have_text("+1")


def test_a_choice_with_its_options_and_what_to_spot(show: Show, table: Table) -> None:
    board = show(table.foul())
    expect(board.part("decisionTitle")).to_have_text(f"Решает {NAMES[1]}")
    options = board.part("options").locator("li")
    expect(options.locator("> span")).to_have_text(["Играть самому", "Вернуть ход сопернику"])
    expect(options.nth(0)).to_have_attribute("data-default", "")
    expect(options.nth(1)).not_to_have_attribute("data-default", "")
    expect(board.part("instructionText")).to_have_text("Выставить два шара на заднюю отметку")
    expect(board.part("instructionBalls").locator(".ball")).to_have_count(2)
    expect(board.player(1).locator('[data-part="tag"]')).to_have_text("Выбирает")


def test_what_to_spot_is_said_even_without_words(show: Show, table: Table) -> None:
    state = table.state(frame=frame(to_spot=3))
    expect(show(state).part("instructionText")).to_have_text("Выставить шаров: 3")


def test_a_ball_shows_as_it_falls_before_the_shot_is_judged(show: Show, table: Table, site: Site) -> None:
    board = show(table.state(shot_open=True))
    expect(board.part("shotTitle")).to_have_text("Идёт удар")
    expect(board.part("shotText")).to_have_text("Шары ещё катятся")
    site.publish("event/pocket", table.pocket("rear-right", "cue"))
    expect(board.part("shotBalls").locator("li")).to_have_text(["дальняя правая"])
    expect(board.page.locator('[data-pocket="rear-right"]')).to_have_attribute("data-balls", "1")
    assert board.balls_in("rear-left") == 0
    assert board.score(0) == 4, "nothing counts before it is judged"
    site.publish("state", table.state(frame=frame(score=(5, 6), shelf=(5, 6))))
    board.wait_for_score(0, 5)
    expect(board.part("shotBalls")).to_be_hidden()
    assert board.balls_in("rear-right") == 1, "still marked, until the next shot"


def test_the_break_the_lag_and_the_end(show: Show, table: Table, site: Site) -> None:
    board = show(table.break_())
    board.wait_for_mode("break")
    expect(board.player(0).locator('[data-part="tag"]')).to_have_text("Разбивает")
    expect(board.part("cloth").locator(".ball")).to_have_count(16)
    site.publish("state", table.state(frame=frame(phase="lag", at_table=None)))
    board.wait_for_mode("lag")
    assert board.at_table() is None
    site.publish("state", table.over())
    board.wait_for_mode("over")
    expect(board.player(0)).to_have_attribute("data-winner", "")
    expect(board.player(0).locator('[data-part="tag"]')).to_have_text("Победа")
    expect(board.part("frames")).to_have_text("42")


def test_an_idle_table_shows_nobody(show: Show, table: Table, site: Site) -> None:
    board = show(table.over())
    site.publish("state", table.idle())
    board.wait_for_mode("idle")
    expect(board.part("match")).to_be_hidden()
    expect(board.part("restText")).to_have_text("Стол свободен")
    site.publish("state", table.state())
    board.wait_for_mode("play")


def test_before_the_first_state_it_says_that_it_waits(show: Show) -> None:
    board = show()
    board.wait_for_mode("waiting")
    expect(board.part("restText")).to_have_text("Соединение с табло…")


def test_sides_change_and_scores_stay_with_their_players(show: Show, table: Table, site: Site) -> None:
    board = show(table.foul(), swap="1")
    assert board.names_by_side() == list(reversed(NAMES))
    assert [board.score(0), board.score(1)] == [-1, 3]
    assert [board.name(0), board.name(1)] == list(NAMES)
    assert board.at_table() == 1
    expect(board.part("results").locator("li")).to_have_text(["5:8", "8:3"])
    site.publish("state", table.state())
    board.wait_for_score(0, 4)
    assert board.score(1) == 6


def test_english_by_a_switch_that_stays(show: Show, table: Table) -> None:
    board = show(table.foul(), swap="1")
    assert "lang=ru" in board.page.url
    board.part("language").click()
    expect(board.part("shotText")).to_contain_text("Foul: no cushion")
    assert "lang=en" in board.page.url
    assert "swap=1" in board.page.url
    expect(board.page.locator("html")).to_have_attribute("lang", "en")
    board.page.goto(board.page.url.split("?")[0])
    expect(board.part("decisionTitle")).to_have_text(f"{NAMES[1]} decides")
    expect(board.part("shotMarks")).to_have_text("art. 20, 2.2")
    assert "lang=en" in board.page.url


def test_doubts_alerts_and_weak_parts_are_noticed(show: Show, table: Table, site: Site) -> None:
    board = show(table.unproven())
    expect(board.part("shotMarks").locator(".mark")).to_have_text(["не доказано"])
    beam = Alert(**table.snapshot(), id="beam", level="fault", since=utc(), words=Words("Луч закрыт", "Beam"))
    site.publish("alert/beam", beam)
    site.publish("health", table.health(outbox=Part("degraded", Words("Брокер не отвечает", "No broker"))))
    notices = board.part("notices").locator("li")
    expect(notices).to_contain_text(["Был ли второй борт?", "Луч закрыт", "Брокер не отвечает"])
    site.clear("alert/beam")
    expect(notices).to_contain_text(["Был ли второй борт?", "Брокер не отвечает"])


def test_a_verdict_that_was_replaced_is_marked(show: Show, table: Table, site: Site) -> None:
    board = show(table.state())
    site.publish("event/shot", ShotEvent(**table.envelope(), match="m-1", shot=shot(), amended=True))
    site.publish("state", table.state())
    expect(board.part("shotMarks").locator(".mark")).to_have_text(["решение изменено"])
    site.publish("state", table.state(last_shot=shot(n=42)))
    expect(board.part("shotMarks").locator(".mark")).to_have_count(0)


def test_the_clock_counts_by_itself_by_the_hosts_time(browser: Browser, table: Table) -> None:
    ahead = timedelta(hours=3)  # a Pi without a clock of its own
    with Site(now=lambda: datetime.now(UTC) + ahead) as site:
        ends = datetime.now(UTC) + ahead + timedelta(seconds=20)
        state = table.clock()
        running = msgspec.structs.replace(state.clock, ends_at=utc(ends), left_s=20.0)
        site.publish("state", msgspec.structs.replace(state, clock=running))
        board = Board(browser, site.url, frozen_clock=True)
        seconds = board.part("clockSeconds")
        expect(seconds).to_have_text("20")
        board.page.clock.fast_forward(12_000)
        expect(board.part("clock")).to_have_attribute("data-level", "short")
        assert int(seconds.inner_text()) in (7, 8)
        board.page.clock.fast_forward(10_000)
        expect(seconds).to_have_text("0")
        expect(board.part("clock")).to_have_attribute("data-level", "over")
        board.close()


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (3840, 2160), (1280, 720), (820, 1180), (390, 844), (844, 390)]
)
def test_the_longest_names_fit_on_every_screen(show: Show, table: Table, width: int, height: int) -> None:
    long = tuple(name[:200] for name in LONG_NAMES)
    board = show(msgspec.structs.replace(table.foul(), players=long), width=width, height=height)
    assert board.page.evaluate("document.scrollingElement.scrollWidth") <= width
    for index, name in enumerate(long):
        shown = board.player(index).locator('[data-part="name"]')
        assert shown.evaluate("e => [e.textContent, e.childElementCount]") == [name, 0]
        assert shown.evaluate("e => e.scrollWidth <= e.clientWidth")
        inside = shown.evaluate(
            "e => { const box = e.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }"
        )
        assert inside


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (3840, 2160), (1280, 720)])
def test_the_score_can_be_read_from_ten_metres(show: Show, table: Table, width: int, height: int) -> None:
    board = show(table.state(), width=width, height=height)
    assert board.page.evaluate("document.scrollingElement.scrollHeight") <= height
    name = (
        board.player(0)
        .locator('[data-part="name"]')
        .evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    )
    assert name >= height / 20


def test_nothing_moves_for_those_who_ask_for_it(browser: Browser, site: Site, table: Table) -> None:
    site.publish("state", table.falling())
    board = Board(browser, site.url)
    board.page.emulate_media(reduced_motion="reduce")
    board.wait_for_mode("play")
    assert board.page.evaluate("document.getAnimations().length") == 0
    board.close()


def test_a_screen_reader_hears_one_sentence_and_no_clock(show: Show, table: Table) -> None:
    board = show(table.clock())
    expect(board.part("announcer")).to_have_text(
        f"Забит шар: плюс один. {NAMES[0]} 4, {NAMES[1]} 6. У стола {NAMES[0]}"
    )
    assert board.page.locator("[aria-live]").count() == 1


def test_four_players_of_the_classic_game(show: Show, table: Table) -> None:
    names = ("Анна", "Борис", "Вячеслав", "Григорий Незнамов")
    points = frame(score=(23, -5, 41, 0), shelf=(23, -5, 41, 0), debt=(0, 0, 0, 0), at_table=2)
    last = shot(player=2, delta=(0, 0, 12, 0), articles=("CL 5",))
    board = show(
        table.state(
            game="classic", players=names, frames_won=(1, 0, 2, 0), frame=points, last_shot=last, frames=()
        )
    )
    assert board.names_by_side() == list(names)
    assert [board.score(i) for i in range(4)] == [23, -5, 41, 0]
    expect(board.page.locator(".shelf:visible")).to_have_count(0)
