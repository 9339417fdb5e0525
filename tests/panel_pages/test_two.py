"""Two browsers at one table: who marks, who takes over, and what meets a state that has moved on."""

from playwright.sync_api import Route, expect

from tests.panel_pages.hall import NAMES, Hall
from tests.panel_pages.marker import Marker


def begin(hall: Hall, marker: Marker) -> None:
    """A new match, whose break the phone enters; it has the seat."""
    hall.match(race_to=2)
    hall.nobody_sits()
    marker.catch_up(hall)
    marker.stroke()


def test_a_second_panel_sees_who_marks_and_takes_over_with_a_notice(
    hall: Hall, marker: Marker, desk: Marker
) -> None:
    begin(hall, marker)
    second = desk
    second.catch_up(hall)
    strip = second.page.locator('.strip[data-kind="seat"]')
    expect(strip).to_contain_text("Стол ведёт Маркёр")
    second.tap("record", greyed=True)
    expect(second.toast("why")).to_contain_text("Стол ведёт другой пульт")
    assert hall.shots() == 1

    second.tap("take-seat")
    expect(strip).to_have_count(0)
    expect(marker.toast("refused")).to_contain_text("Стол теперь ведёт Управляющий")
    expect(marker.page.locator('.strip[data-kind="lost"]')).to_contain_text("Управляющий")
    marker.tap("record", greyed=True)
    expect(marker.toast("why")).to_be_visible()
    second.stroke("front-left")
    marker.wait_for_score(0, 1)
    assert hall.shots() == 2


def test_what_was_tapped_against_an_older_state_is_refused_with_the_new_one(
    hall: Hall, marker: Marker
) -> None:
    """A rail button comes between the finger and the host: the host knows more than the page did."""
    begin(hall, marker)
    held: list[Route] = []
    marker.page.route("**/panel/act", lambda route: held.append(route))
    marker.tap("record")
    expect(marker.page.locator("body[data-pending]")).to_have_count(1)
    hall.say({"type": "concede", "player": 1})
    expect(marker.page.locator('[data-frames-of="0"]')).to_have_text("1")
    marker.wait_for(lambda: held)
    held[0].continue_()
    marker.page.unroute("**/panel/act")
    refused = marker.toast("refused")
    expect(refused).to_contain_text("«удар» не принято")
    expect(refused.locator("button")).to_have_text("Всё равно записать")
    assert hall.frame.number == 2 and hall.shots() == 1
    refused.locator("p").tap()
    expect(refused).to_have_count(0)
    marker.trouble.clear()  # the browser notes the refusal


def test_a_call_about_a_stroke_is_taken_while_it_is_the_last_one(hall: Hall, marker: Marker) -> None:
    begin(hall, marker)
    marker.stroke("front-left")
    marker.wait_for_score(0, 1)
    marker.tap("foul")
    marker.tap("about-last")
    hall.say({"type": "clock", "on": True, "limit_s": 45})  # something else happens meanwhile
    marker.acts("foul-touched_ball")
    expect(marker.toast("refused")).to_have_count(0)
    marker.wait_for_score(0, -1)


def test_sides_change_on_every_screen_and_no_score_does(hall: Hall, marker: Marker) -> None:
    begin(hall, marker)
    marker.stroke("front-left")
    wall = marker.context.new_page()
    wall.goto(f"{hall.url}/scoreboard")
    names = wall.locator('[data-part="name"]')
    expect(names).to_have_text(list(NAMES))
    marker.acts("swap")
    expect(names).to_have_text(list(reversed(NAMES)))
    assert marker.names_by_side() == list(reversed(NAMES))
    assert marker.score(1) == 1 and hall.frame.score == (0, 1)
    marker.acts("swap")
    expect(names).to_have_text(list(NAMES))
    wall.close()
