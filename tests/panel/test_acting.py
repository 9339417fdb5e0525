"""What a marker does at the panel: one action, one deed, in the journal with who did it."""

import pytest
from luza.facts import Contact, Cushion, Pocket, Rest, Strike

from tests.panel.hall import Hall


def test_a_match_is_started_played_and_ended_from_the_panel(hall: Hall) -> None:
    marker = hall.marker()
    header = {"game": "free", "players": ["Анна", "Борис"], "race_to": 1, "first_breaker": None}
    marker.done("start", header={**header, "options": {"target": 2}})
    assert marker.panel["state"]["players"] == ["Анна", "Борис"]
    marker.entered("lag", winner=1)
    marker.entered("choose", option="break")
    hall.clocks.forward(20)
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    assert hall.score == (0, 1)
    hall.clocks.forward(20)
    marker.done("stroke", pots=[{"pocket": "rear-left"}])
    assert marker.panel["state"]["match_winner"] == 1
    marker.done("stop")
    assert marker.panel["state"]["idle"]


def test_who_entered_what_stands_in_the_journal(hall: Hall) -> None:
    marker = hall.marker("Ольга")
    marker.done("start", header={"first_breaker": 0})
    marker.done("stroke")
    assert {line["source"] for line in hall.lines()} == {"panel:marker:Ольга"}
    current = hall.journal.current()
    assert current is not None and '"source":"panel:marker:Ольга"' in current.header


def test_one_action_is_told_as_one(hall: Hall) -> None:
    """A stroke that the facts leave open is never seen unproven: the marker has seen it."""
    hall.start()
    marker = hall.marker()
    heard = hall.table.subscribe()

    async def shots() -> list[tuple[str, bytes]]:
        heard.close()
        return [post async for post in heard if post[0].startswith("event/shot")]

    marker.done("stroke", pots=[{"pocket": "front-left"}])
    told = hall.run(shots())
    assert len(told) == 1
    assert b'"amended":false' in told[0][1] and b'"verdict":"legal"' in told[0][1]


def test_a_set_score_is_a_correction_for_each_and_one_action(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("score", score=[3, 5], reason="по бумаге")
    assert hall.score == (3, 5)
    assert [(line["type"], line["delta"]) for line in hall.lines()] == [("adjust", 3), ("adjust", 5)]
    assert marker.panel["undo"]["offered"] == 2
    marker.done("undo", steps=2)
    assert hall.score == (0, 0)


def test_a_set_score_that_wins_is_of_this_frame(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("score", score=[8, 6], reason="по бумаге")
    assert marker.panel["state"]["frames"][0]["score"] == [8, 6]
    assert hall.score == (0, 0)


def test_the_sides_of_the_display_are_swapped_and_nothing_else(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    before = marker.panel["state"]["frame"]
    marker.done("sides", swapped=True)
    assert marker.panel["state"]["swapped"]
    assert marker.panel["state"]["frame"] == before
    hall.restart()
    marker = hall.marker()
    assert marker.panel["state"]["swapped"]


def test_a_frame_is_taken_over_from_paper(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.entered("setup", score=[3, -1], at_table=1, on_table=13)
    frame = marker.panel["state"]["frame"]
    assert (frame["score"], frame["at_table"], frame["debt"]) == ([3, -1], 1, [0, 1])


def test_a_sensor_that_lies_is_switched_off_and_on_again(hall: Hall) -> None:
    hall.start(sensors=["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"])
    marker = hall.marker()
    assert marker.panel["taps"]["mode"] == "amend"
    marker.done("sense", off=["pocket"])
    senses = {sense["id"]: (sense["works"], sense["off"]) for sense in marker.panel["senses"]}
    assert senses["pocket"] == (False, True) and senses["strike"] == (True, False)
    hall.table.tick()  # the health of the table has nothing to say against it
    hall.feel(Strike(0.0), Contact(0.2), Pocket(0.9, "rear-left"), Rest(3.0))
    assert hall.score == (0, 0)
    hall.restart()
    marker = hall.marker()
    assert {sense["id"] for sense in marker.panel["senses"] if sense["off"]} == {"pocket"}
    marker.done("fell", pots=[{"pocket": "rear-left"}])
    assert hall.score == (1, 0)
    marker.done("sense", off=[])
    hall.feel(Strike(1.0), Contact(1.2), Pocket(1.9, "rear-left"), Rest(4.0))
    assert hall.score == (2, 0)


def test_a_thing_to_be_looked_at_is_looked_at(hall: Hall) -> None:
    hall.start()
    with hall.table._keeper.step() as step:
        step.doubt("too_many_balls", {"shot": 1, "balls": 1})
    marker = hall.marker()
    (item,) = marker.panel["state"]["needs_confirmation"]
    marker.done("confirm", item=item["id"])
    assert marker.panel["state"]["needs_confirmation"] == []


@pytest.mark.parametrize("game", ["free", "free80", "moscow", "combined", "dynamic-call", "dynamic"])
def test_a_called_foul_amends_the_last_stroke(hall: Hall, game: str) -> None:
    hall.start(game=game)
    marker = hall.marker()
    marker.done("stroke")
    marker.entered("call", foul="no_contact")
    assert marker.panel["state"]["last_shot"]["fouls"] == ["no_contact"]
    marker.done("undo")
    assert marker.panel["state"]["last_shot"]["fouls"] == []
    marker.done("redo")
    assert marker.panel["state"]["last_shot"]["fouls"] == ["no_contact"]


def test_a_stroke_that_has_ended_by_quiet_is_not_completed_by_the_next_tap(hall: Hall) -> None:
    hall.start(sensors=["cushion"])
    marker = hall.marker()
    hall.feel(Cushion(0.0, "rear"))
    marker.look()
    hall.clocks.forward(10)  # it is over, and nobody has noticed yet
    assert marker.act("stroke", pots=[{"pocket": "front-left"}])["code"] == "stale"
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    table = hall.table.play.table  # type: ignore[union-attr]
    assert [shot.player for shot in table.shots] == [0, 1]
    assert [shot.view.potted for shot in table.shots if shot.view] == [0, 1]
