"""Late and crossing input: what is done once, what still means the same, who may act, and what is refused."""

import asyncio
from typing import Any

import pytest
from luza.entries import Options
from luza.errors import Refused
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.journal import JournalFull

from tests.panel.hall import Browser, Hall

FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]


def two(hall: Hall) -> tuple[Browser, Browser]:
    """Two browsers of one tablet: both may act, and see the state at their own times."""
    first, second = hall.marker(), hall.marker()
    first.look()
    second.look()
    return first, second


def test_the_same_id_is_done_once_and_answered_again(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    request = marker.request({"do": "stroke", "pots": [{"pocket": "front-left"}]})
    assert marker.post("act", request)["status"] == "ok"
    again = marker.post("act", request)
    assert (marker.status, again["status"], again["id"]) == (200, "repeated", request["id"])
    assert hall.score == (1, 0)
    hall.restart()
    marker = hall.marker()
    assert marker.post("act", request)["status"] == "repeated"
    assert hall.score == (1, 0)


def test_what_was_refused_stays_refused_under_its_id(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    request = marker.request({"do": "enter", "entry": {"type": "choose", "option": "play"}})
    first = marker.post("act", request)
    assert (marker.status, first["code"]) == (409, "no_decision")
    hall.restart()
    marker = hall.marker()
    assert marker.post("act", request)["code"] == "no_decision"


def test_an_id_is_free_again_where_the_journal_could_not_be_written(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.start()
    marker = hall.marker()
    request = marker.request({"do": "stroke", "pots": [{"pocket": "front-left"}]})
    with monkeypatch.context() as patched:
        broken = JournalFull(hall.folder / "table.db")

        def fail(*_: object) -> None:
            raise broken

        patched.setattr("luza.journal.store.Transaction.append", fail)
        refused = marker.post("act", request)
        assert (marker.status, refused["code"]) == (503, "journal")
    assert marker.post("act", request)["status"] == "ok"
    assert hall.score == (1, 0)


def test_an_action_on_an_old_state_is_refused_with_the_new_one(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stroke")
    answer = second.act("stroke", pots=[{"pocket": "front-left"}])
    assert (second.status, answer["code"]) == (409, "stale")
    assert answer["panel"]["state"]["last_shot"]["n"] == 1
    assert "changed" in second.said
    second.done("stroke", pots=[{"pocket": "front-left"}])
    assert hall.score == (0, 1)


def test_a_call_is_about_the_stroke_that_was_seen_and_no_other(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stroke")
    second.look()
    first.entered("adjust", player=1, delta=1, reason="шар с пола")
    second.entered("call", foul="no_contact")  # the last stroke is still the one that was seen
    assert second.panel["state"]["last_shot"]["fouls"] == ["no_contact"]
    first.look()
    second.done("stroke")
    answer = first.enter("call", foul="touched_ball")
    assert answer["code"] == "stale"
    assert second.look()["panel"]["state"]["last_shot"]["fouls"] == []


def test_a_call_made_in_a_stroke_counts_when_it_has_been_judged_meanwhile(hall: Hall) -> None:
    hall.start(sensors=FELT)
    marker = hall.marker()
    hall.feel(Strike(0.0), Contact(0.2))
    marker.look()
    hall.feel(Cushion(0.3, "rear"), Pocket(0.5, "rear-left"), Rest(3.0))
    marker.entered("call", foul="touched_ball")
    assert marker.panel["state"]["last_shot"]["fouls"] == ["touched_ball"]
    assert hall.score == (-1, 0)


def test_two_undos_of_the_same_step_take_it_back_once(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stroke", pots=[{"pocket": "front-left"}])
    first.done("stroke", pots=[{"pocket": "front-left"}])
    second.look()
    first.done("undo")
    answer = second.act("undo")
    assert answer["code"] == "stale"
    assert hall.score == (1, 0)


def test_a_choice_that_was_answered_is_not_answered_again(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stroke", fouls=["no_contact"])
    second.look()
    first.entered("choose", option="rebreak")
    assert second.enter("choose", option="accept")["code"] == "stale"
    assert second.panel["state"]["frame"]["phase"] == "break"


def test_what_depends_on_nothing_is_done_on_any_state(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stroke")
    second.done("sides", swapped=True)
    first.done("stroke")
    second.done("enter", entry={"type": "clock", "on": True, "limit_s": 45})
    assert second.panel["state"]["clock"]["running"]


def test_nothing_that_was_meant_for_one_match_is_done_in_another(hall: Hall) -> None:
    hall.start()
    first, second = two(hall)
    first.done("stop")
    first.done("start", header={})
    assert second.act("sides", swapped=True)["code"] == "stale"
    assert second.act("stop", rev=-1)["code"] == "stale"


def test_a_state_that_nobody_remembers_is_old(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke")
    old = marker.rev
    marker.done("stroke")
    hall.restart()
    marker = hall.marker()
    assert marker.act("sides", swapped=True, rev=old)["code"] == "stale"
    assert marker.act("sides", swapped=True, rev=marker.rev + 5)["code"] == "stale"


def test_a_page_of_before_the_restart_acts_on_if_nothing_has_changed(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke")
    seen = marker.rev
    hall.restart()
    marker = hall.marker()
    marker.done("stroke", rev=seen)


def test_a_win_can_be_taken_back_and_nothing_late_reopens_a_frame(hall: Hall) -> None:
    hall.start(sensors=FELT, race_to=1, options=Options(target=1))
    marker = hall.marker()
    hall.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(3.0))
    assert marker.look()["panel"]["state"]["match_winner"] == 0
    hall.feel(Pocket(0.5, "rear-left"), Strike(1.0), Contact(1.2), Rest(2.0))
    assert marker.look()["panel"]["state"]["match_winner"] == 0
    assert marker.panel["state"]["frame"]["score"] == [1, 0]
    marker.entered("call", foul="touched_ball")
    assert marker.panel["state"]["match_winner"] is None
    marker.done("undo")
    assert marker.panel["state"]["match_winner"] == 0


def test_actions_that_come_at_once_are_done_one_after_the_other(hall: Hall) -> None:
    """Two taps in the same instant on the same state: one is done, the other is told of it."""
    hall.start()
    first, second = two(hall)

    async def together() -> list[Any]:

        asked = [
            browser.posting("act", browser.request({"do": "stroke", "pots": [{"pocket": "front-left"}]}))
            for browser in (first, second)
        ]
        return await asyncio.gather(*asked)

    answers = [response.json() for response in hall.run(together())]
    assert sorted(answer["code"] for answer in answers) == ["ok", "stale"]
    assert hall.score == (1, 0)


def test_a_button_and_a_panel_that_act_at_once_do_not_act_twice(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    hall.run(hall.table.enter({"type": "concede", "player": 0}, source="buttons"))
    assert marker.enter("concede", player=0)["code"] == "stale"
    assert marker.panel["state"]["frames_won"] == [0, 1]


def test_the_controller_hears_of_no_action_that_was_refused(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    before = hall.lines()
    marker.enter("choose", option="play")
    marker.act("stroke", fouls=["frozen_pair"])
    marker.act("undo", steps=3)
    assert hall.lines() == before
    assert hall.table.play is not None
    with pytest.raises(Refused):
        hall.run(hall.table.enter({"type": "undo"}, source="x"))
