"""Taking back is safe: what it will change is said before, and an action goes as one."""

from typing import Literal

import pytest
from luza.entries import Options
from luza.facts import Contact, Pocket, Rest, Strike

from tests.panel.hall import Browser, Hall

FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]


def steps(marker: Browser, which: str = "undo") -> list[tuple[int, str, str]]:
    return [
        (step["steps"], step["takes"]["en"], step["changes"]["en"]) for step in marker.panel[which]["steps"]
    ]


def test_what_will_change_is_said_before(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("score", score=[2, 2], reason="по бумаге")
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    marker.done("stroke")
    assert [(n, changes) for n, _, changes in steps(marker)] == [
        (2, "Анна at the table"),
        (4, "Score 3:2 becomes 2:2, Анна at the table"),
        (6, "Score 3:2 becomes 0:0, Анна at the table"),
    ]
    assert steps(marker)[2][1] == "Анна +2: по бумаге; Борис +2: по бумаге"
    marker.done("undo", steps=4)
    frame = marker.panel["state"]["frame"]
    assert (frame["score"], frame["at_table"]) == ([2, 2], 0)
    assert [(n, changes) for n, _, changes in steps(marker, "redo")] == [
        (2, "Score 2:2 becomes 3:2"),
        (4, "Score 2:2 becomes 3:2, Борис at the table"),
    ]
    marker.done("redo", steps=4)
    assert marker.panel["state"]["frame"]["score"] == [3, 2]
    assert marker.panel["redo"]["why"] is not None


def test_one_tap_takes_back_one_action_of_several_entries(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke")
    marker.done("stroke", pots=[{"pocket": "front-left"}], fouls=["touched_ball", "no_foot"])
    assert marker.panel["undo"]["offered"] == 3
    marker.done("undo")
    assert marker.panel["state"]["last_shot"]["n"] == 1
    marker.done("redo")
    assert marker.panel["state"]["last_shot"]["fouls"] == ["no_foot", "touched_ball"]


def test_a_win_that_is_taken_back_is_announced_as_that(hall: Hall) -> None:
    hall.start(race_to=1, options=Options(target=1))
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    ((_, _, changes),) = steps(marker)
    assert changes == "The match goes on, frames 1:0 become 0:0, score 1:0 becomes 0:0"
    marker.done("undo")
    assert marker.panel["state"]["match_winner"] is None


def test_a_frame_that_goes_on_is_announced_as_that(hall: Hall) -> None:
    hall.start(options=Options(target=1))
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    marker.done("stroke")
    assert steps(marker)[1][2] == ("Frames 1:0 become 0:0, frame 1 goes on")


def test_what_the_clock_said_goes_with_the_action_before_it(hall: Hall) -> None:
    hall.start(sensors=FELT, options=Options(clock_s=45, overtime="call"))
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    hall.clocks.forward(36)
    hall.table.tick()
    marker = hall.marker()
    undo = marker.panel["undo"]
    assert [step["quiet"] for step in undo["steps"]] == [True, False]
    assert undo["offered"] == 2
    marker.done("undo")
    assert marker.panel["state"]["last_shot"] is None
    assert marker.panel["redo"]["offered"] == 2
    marker.done("redo")
    assert marker.panel["state"]["clock"]["warned"]


@pytest.mark.parametrize("overtime", ["call", "foul"])
def test_a_stroke_that_is_tapped_anew_is_not_late_for_the_one_that_was_wrong(
    hall: Hall, overtime: Literal["call", "foul"]
) -> None:
    """What ran while a wrong stroke was entered, taken back and entered anew is nobody's time."""
    hall.start(options=Options(clock_s=45, overtime=overtime))
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    hall.clocks.forward(36)
    hall.table.tick()
    marker.done("stroke")
    hall.clocks.forward(20)
    marker.done("undo")
    hall.table.tick()
    panel = marker.look()["panel"]
    assert panel["clock"]["proposal"] is None
    assert (panel["state"]["clock"]["running"], panel["state"]["clock"]["ends_at"]) == (False, None)
    marker.entered("call", foul="touched_ball")
    marker.done("undo")
    assert not marker.panel["state"]["clock"]["running"]
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    assert marker.panel["state"]["needs_confirmation"] == []
    assert hall.score == (2, 0)
    assert marker.panel["state"]["clock"]["running"]


def test_a_clock_that_a_person_starts_after_an_undo_counts(hall: Hall) -> None:
    hall.start(options=Options(clock_s=45, overtime="foul"))
    marker = hall.marker()
    for _ in range(2):
        marker.done("stroke", pots=[{"pocket": "front-left"}])
    marker.done("undo")
    marker.entered("clock", on=True)
    for seconds in (35, 15):
        hall.clocks.forward(seconds)
        hall.table.tick()
    assert marker.look()["panel"]["clock"]["proposal"]["player"] == 0
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    assert marker.panel["shots"][0]["shot"]["fouls"] == ["slow_play"]


def test_what_was_said_as_the_stroke_came_is_an_action_of_its_own(hall: Hall) -> None:
    """A stroke felt while somebody taps comes to the same time as what was tapped."""
    hall.start(sensors=FELT, race_to=3)
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    marker = hall.marker()
    marker.entered("adjust", player=1, delta=2, reason="paper")
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    assert hall.score == (2, 2)
    marker.look()
    marker.done("undo")
    assert hall.score == (1, 2)
    marker.done("undo")
    assert hall.score == (1, 0)
    marker.done("redo")
    assert hall.score == (1, 2)


def test_displays_hear_of_the_end_of_it_alone(hall: Hall) -> None:
    """Three actions taken back at once: no display sees what stood between."""
    hall.start()
    marker = hall.marker()
    for _ in range(3):
        marker.done("stroke", pots=[{"pocket": "front-left"}])
    heard = hall.table.subscribe()

    async def told() -> list[tuple[str, bytes]]:
        heard.close()
        return [post async for post in heard]

    before = marker.panel["state"]["rev"]
    marker.done("undo", steps=6)
    posts = hall.run(told())
    states = [
        payload for topic, payload in posts if topic == "state" and f'"rev":{before}'.encode() not in payload
    ]
    assert len(states) == 1 and b'"score":[0,0]' in states[0]
    shots = [payload for topic, payload in posts if topic == "event/shot"]
    assert len(shots) == 3
    assert all(b'"withdrawn":true' in shot and b'"amended":true' in shot for shot in shots)


def test_as_many_as_one_asks_for_are_listed(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    for _ in range(9):
        marker.done("stroke")
    assert (len(marker.panel["undo"]["steps"]), marker.panel["undo"]["more"]) == (6, True)
    found = marker.get("undo?steps=50")
    assert (len(found["steps"]), found["more"]) == (9, False)
