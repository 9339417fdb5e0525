"""What else a marker says: corrections, a frame from paper, incidents, numbers, calls, the end of a match."""

from playwright.sync_api import expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker


def test_the_score_is_set_in_one_action_with_a_reason(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.more("score")
    marker.tap("score-1-more")
    marker.key("score-0").fill("5")
    marker.tap("score-save", greyed=True)
    expect(marker.toast("why")).to_have_text("Назовите причину")
    marker.tap("reason-1")
    marker.acts("score-save")
    marker.wait_for_score(5, 1)
    assert sum("Забитый шар не записан" in line for line in hall.entries()) == 2
    marker.undo()
    marker.wait_for_score(0, 0)


def test_a_frame_is_taken_over_from_paper(hall: Hall, marker: Marker) -> None:
    hall.match(race_to=3)
    marker.catch_up(hall)
    marker.more("setup")
    marker.key("score-0").fill("4")
    marker.key("score-1").fill("6")
    marker.key("on_table").fill("6")
    marker.tap("frames_won-1-more")
    marker.tap("at-1")
    marker.acts("setup-take")
    marker.wait_for_score(4, 6)
    frame = hall.frame
    assert (frame.at_table, frame.on_table, frame.number) == (1, 6, 2)
    assert hall.table.match.frames_won == (0, 1)


def test_in_classic_numbers_are_asked_for_named_later_and_called(hall: Hall, marker: Marker) -> None:
    hall.match("classic", players=["Анна", "Борис", "Вера"], options={"target": 60})
    marker.catch_up(hall)
    marker.stroke()
    marker.tap("nominate")
    marker.tap("call-9")
    marker.sheet("nominate").locator('[data-key="pocket-front-left"]').tap()
    marker.acts("nominate-say")
    expect(marker.part("told")).to_contain_text("Заказ: шар 9")
    marker.stroke(("front-left", 9))
    marker.wait_for_score(0, 9, 0)
    expect(marker.part("told")).to_contain_text("На столе номера: 1, 2, 3, 4, 5, 6, 7, 8, 10,")
    marker.pot("rear-left")  # nobody saw its number
    marker.acts("record")
    assert hall.frame.score == (0, 9, 0)
    marker.tap("identify")
    expect(marker.key("ball-9")).to_be_disabled()
    marker.acts("ball-12")
    marker.wait_for_score(0, 21, 0)


def test_an_incident_a_concession_and_the_end_of_the_match(hall: Hall, marker: Marker) -> None:
    hall.match("moscow", race_to=1)
    marker.catch_up(hall)
    marker.stroke("rear-left")
    marker.wait_for_score(1, 0)
    marker.more("incident")
    marker.acts("incident:cue_returned")
    marker.wait_for_score(0, 0)
    marker.tap("player-1")
    marker.acts("concede")
    marker.wait_for_moment("over")
    assert hall.table.winner == 0
    marker.undo()
    marker.wait_for_moment("play")
    marker.more("stop")
    marker.tap("stop-cancel")
    expect(marker.sheet("stop")).to_have_count(0)
    assert hall.state.match is not None
    marker.more("stop")
    marker.acts("stop-do")
    marker.wait_for_moment("idle")


def test_what_cannot_be_done_now_says_why(hall: Hall, marker: Marker) -> None:
    hall.match(race_to=2)
    marker.catch_up(hall)
    marker.tap("undo", greyed=True)
    expect(marker.toast("why")).to_contain_text("тменять нечего")
    marker.more()
    marker.tap("identify", greyed=True)
    expect(marker.toast("why")).not_to_contain_text("тменять нечего")
    expect(marker.key("identify").locator("small")).not_to_have_text("")
    assert len(hall.entries()) == 0


def test_undo_says_beforehand_what_it_changes_takes_many_steps_and_puts_back(
    hall: Hall, marker: Marker
) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.stroke("rear-left")
    marker.stroke("rear-right")
    marker.stroke()
    expect(marker.key("undo").locator("small")).to_have_text("У стола Анна Соколова")
    marker.tap("steps")
    steps = marker.page.locator(".step.undo")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_contain_text("счёт 2:0 станет 1:0", ignore_case=True)
    marker.sends(lambda: steps.nth(1).tap())
    marker.wait_for_score(1, 0)
    marker.tap("steps")
    redo = marker.page.locator(".step.redo")
    marker.sends(lambda: redo.first.tap())
    marker.wait_for_score(2, 0)


def test_a_game_says_its_rules_in_both_languages(hall: Hall, marker: Marker) -> None:
    hall.match("free")
    marker.catch_up(hall)
    marker.more("rules")
    rules = marker.sheet("rules")
    expect(rules.locator(".clause").first).to_be_visible()
    all_of_them = rules.locator(".clause").count()
    assert all_of_them > 100
    marker.key("find").fill("20(2)")
    expect(rules.locator(".clause")).not_to_have_count(all_of_them)
    expect(rules.locator('.clause [lang="en"]').first).not_to_have_text("")
    marker.shut()


def test_tapped_balls_are_dropped_when_the_turn_has_moved_on(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.pot("front-left")
    hall.say({"type": "setup", "score": [0, 0], "at_table": 1, "on_table": 16})
    expect(marker.toast("why")).to_contain_text("сброшены")
    expect(marker.page.locator(".chips .chip")).to_have_count(0)


def test_a_sheet_that_rises_while_another_closes_stays(hall: Hall, marker: Marker) -> None:
    hall.match()
    marker.catch_up(hall)
    marker.tap("foul")
    shown = marker.page.evaluate(
        """() => new Promise((done) => {
            const sheet = document.querySelector('[data-part="sheet"]');
            sheet.addEventListener("close", () => done(document.body.dataset.sheet ?? null), { once: true });
            document.querySelector('[data-part="sheetClose"]').click();
            document.querySelector('[data-key="foul"]').click();
        })"""
    )
    assert shown == "foul"
    expect(marker.sheet("foul")).to_be_visible()
