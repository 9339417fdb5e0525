"""Beside sensors: what the table felt is shown, and a tap adds what a dead sensor did not feel."""

from playwright.sync_api import expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

SENSORS = ("strike", "first_contact", "cushion", "centre_line", "pocket", "rest")


def feel(hall: Hall, *facts: dict[str, object]) -> None:
    for fact in facts:
        hall.say(fact, source="board:1")


STRIKE: dict[str, object] = {"type": "strike"}
CONTACT: dict[str, object] = {"type": "contact"}
REST: dict[str, object] = {"type": "rest"}


def test_strokes_that_are_felt_show_by_themselves_and_a_missed_ball_is_added(
    hall: Hall, desk: Marker
) -> None:
    hall.match("free", sensors=SENSORS)
    panel = desk
    panel.catch_up(hall)
    expect(panel.key("record")).to_have_count(0)
    panel.tap("pocket-rear-left", greyed=True)
    expect(panel.toast("why")).to_contain_text("Ведут датчики")

    feel(hall, STRIKE, CONTACT, {"type": "pocket", "pocket": "rear-left"})
    expect(panel.page.locator('[data-pocket="rear-left"]')).to_have_attribute("data-balls", "1")
    expect(panel.page.locator(".todo.rolling")).to_be_visible()
    feel(hall, REST)
    panel.wait_for_score(1, 0)

    panel.tap("by-hand")
    panel.pot("middle-left")
    panel.acts("record")
    panel.wait_for_score(2, 0)
    assert hall.shots() == 1, "the same stroke, with a ball that nobody felt"
    panel.undo()
    panel.wait_for_score(1, 0)

    # A cushion alone proves little: the ruling is asked for, with two answers.
    feel(hall, STRIKE, CONTACT, {"type": "cushion", "cushion": "rear"}, REST)
    unproven = panel.page.locator('.shots .stroke[data-verdict="unproven"]')
    expect(unproven).to_contain_text("похоже, ")
    expect(panel.part("told")).to_contain_text("На столе 15 шаров с битком")
    panel.acts("rule-foul")
    panel.wait_for_moment("choice")
    panel.acts("choice-play")

    panel.more("senses")
    panel.acts("sense-pocket")
    expect(panel.key("sense-pocket")).to_have_attribute("aria-pressed", "false")
    assert "pocket" not in hall.table.sensors
    panel.acts("sense-pocket")
    assert "pocket" in hall.table.sensors


def test_what_a_person_should_look_at_is_said_until_somebody_has(hall: Hall, desk: Marker) -> None:
    hall.match("free", sensors=(*SENSORS, "ball_number"))
    desk.catch_up(hall)
    ball = {"type": "pocket", "pocket": "rear-left", "ball": 7}
    feel(hall, STRIKE, CONTACT, ball, REST, STRIKE, CONTACT, ball, REST)
    asked = desk.page.locator('.asked[data-kind="look"]')
    expect(asked).to_contain_text("упал дважды")
    desk.sends(asked.locator("button").tap)
    expect(asked).to_have_count(0)
    assert hall.state.needs_confirmation == ()


def is_refused(desk: Marker, key: str) -> None:
    """A tap that is an action, and is refused in words, which are laid aside."""
    desk.acts(key)
    expect(desk.toast("refused")).to_contain_text("не принято")
    desk.toast("refused").locator("p").tap()


def test_what_is_meant_for_one_stroke_never_falls_on_the_next(hall: Hall, desk: Marker) -> None:
    """The next stroke comes while the marker looks for the foul, types the score, has tapped a ball."""
    hall.match("free", sensors=SENSORS)
    desk.catch_up(hall)
    stroke = (STRIKE, CONTACT, {"type": "pocket", "pocket": "rear-left"}, REST)
    feel(hall, *stroke)
    desk.wait_for_score(1, 0)

    desk.tap("foul")
    expect(desk.sheet("foul")).to_contain_text("Прошлый удар: Анна Соколова")
    feel(hall, *stroke)
    desk.wait_for_score(2, 0)
    is_refused(desk, "foul-touched_ball")
    assert hall.frame.score == (2, 0)

    desk.more("score")
    desk.tap("score-1-more")
    desk.tap("reason-1")
    feel(hall, *stroke)
    desk.wait_for_score(3, 0)
    is_refused(desk, "score-save")
    assert hall.frame.score == (3, 0)

    desk.tap("by-hand")
    desk.pot("middle-left")
    expect(desk.key("record")).to_be_visible()
    feel(hall, *stroke)
    expect(desk.key("record")).to_have_count(0)
    assert hall.frame.score == (4, 0)
    desk.trouble.clear()  # the browser notes the refusals
