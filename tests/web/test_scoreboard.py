"""The wall scoreboard in Chromium: what it shows in every state of a table."""

from collections.abc import Callable, Iterator
from itertools import count

import msgspec
import pytest
from luza.messages import Alert, Part, ShotEvent, State, Words
from playwright.sync_api import Browser, expect

from tests.web.pages import Board
from tests.web.site import Site
from tests.web.states import NAMES, Table, frame, shot, utc

Show = Callable[[State], Board]

SESSIONS = count(1)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The pages of one table for all tests here; each test is a session of its own."""
    with Site() as running:
        yield running


@pytest.fixture(scope="module")
def wall(browser: Browser, site: Site) -> Iterator[Board]:
    """One board that hangs through all tests here: no error of the console, no request to elsewhere."""
    board = Board(browser, site.url, width=1280, height=720)
    yield board
    trouble, foreign = board.trouble, board.foreign
    board.close()
    assert trouble == []
    assert foreign == []


@pytest.fixture
def table() -> Table:
    session = next(SESSIONS)
    return Table(f"session-{session}", seq=1000 * session)


@pytest.fixture
def show(wall: Board, site: Site, table: Table) -> Show:
    """Tells a state and gives the board once it shows it."""

    def told(state: State) -> Board:
        site.publish("meta", table.meta())
        site.publish("state", state)
        wall.wait_for_seq(state.seq)
        return wall

    return told


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
    state = table.state()
    board = show(state)
    assert state.words.last_shot is not None
    assert "FREE 21.1" in state.words.last_shot.ru
    expect(board.part("shotTitle")).to_have_text("Последний удар")
    expect(board.part("shotText")).to_have_text(state.words.last_shot.ru)
    expect(board.player(0).locator('[data-part="delta"]')).to_have_text("+1")


def test_a_choice_with_its_options_and_what_to_spot(show: Show, table: Table) -> None:
    state = table.foul()
    board = show(state)
    said = state.words
    assert said.decision is not None
    assert said.instruction is not None
    expect(board.part("decisionTitle")).to_have_text(said.decision.ru)
    options = board.part("options").locator("li")
    expect(options.locator("> span")).to_have_text([option.ru for option in said.options])
    expect(options.nth(0)).to_have_attribute("data-default", "")
    expect(options.nth(1)).not_to_have_attribute("data-default", "")
    expect(board.part("instructionText")).to_have_text(said.instruction.ru)
    expect(board.part("instructionBalls").locator(".ball")).to_have_count(2)
    expect(board.player(1).locator('[data-part="tag"]')).to_have_text("Выбирает")


def test_what_to_spot_is_said_even_without_words(show: Show, table: Table) -> None:
    state = table.state(frame=frame(to_spot=3))
    wordless = msgspec.structs.replace(state.words, instruction=None)
    board = show(msgspec.structs.replace(state, words=wordless))
    expect(board.part("instructionText")).to_have_text("Выставить шаров: 3")


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


def test_a_screen_reader_hears_one_sentence_and_no_clock(show: Show, table: Table) -> None:
    state = table.clock()
    board = show(state)
    assert state.words.last_shot is not None
    expect(board.part("announcer")).to_have_text(
        f"{state.words.last_shot.ru}. {NAMES[0]} 4, {NAMES[1]} 6. {state.words.status.ru}"
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
