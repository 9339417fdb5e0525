"""The shot clock of the controller: the warning in its time, the time that is up, and what takes it back."""

from pathlib import Path

import pytest
from luza.entries import Options
from luza.facts import Contact, Pocket, Rest, Strike

from tests.controller.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    found = World(tmp_path)
    found.start(options=Options(clock_s=45, overtime="call"))
    stroke(found)
    return found


def stroke(world: World) -> None:
    world.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))


def pass_time(world: World, seconds: float) -> None:
    """As the controller's own loop does: it wakes when something is due, and not before."""
    until = world.clocks.boottime() + seconds
    for _ in range(100):
        at = world.table.due()
        if at > until:
            break
        world.clocks.forward(max(0.0, at - world.clocks.boottime()))
        world.table.tick()
    else:
        raise AssertionError("the controller turns in a circle")
    world.clocks.forward(until - world.clocks.boottime())
    world.table.tick()


def warnings(world: World) -> list[float]:
    return [line["t"] for line in world.lines() if line["type"] == "warned"]


def test_the_warning_is_given_ten_seconds_before_the_end(world: World) -> None:
    rest = world.lines()[-1]["t"]
    pass_time(world, 34.9)
    assert warnings(world) == []
    world.news()
    pass_time(world, 0.2)
    assert warnings(world) == [rest + 35.0]
    assert world.lines()[-1]["source"] == "clock"
    assert [said["warned"] for topic, said in world.news() if topic == "clock"] == [True]


def test_who_is_down_on_the_shot_is_not_warned_until_he_straightens_up(world: World) -> None:
    pass_time(world, 20.0)
    world.say("bent", on=True)
    pass_time(world, 18.0)
    assert warnings(world) == []
    world.say("bent", on=False)
    pass_time(world, 0.0)
    assert len(warnings(world)) == 1


def test_when_the_time_is_up_whoever_watches_hears_of_it_once(world: World) -> None:
    heard: list[int] = []
    pass_time(world, 40.0)
    world.table.on_step(lambda: heard.append(1))
    pass_time(world, 4.9)
    assert heard == []
    pass_time(world, 0.2)
    assert len(heard) == 1
    entries = len(world.lines())
    pass_time(world, 20.0)
    assert len(world.lines()) == entries  # nobody has called it, so nothing is said


def test_an_extension_moves_warning_and_end(world: World) -> None:
    pass_time(world, 20.0)
    world.say("extension", player=0)
    pass_time(world, 59.9)
    assert warnings(world) == []
    pass_time(world, 0.2)
    assert len(warnings(world)) == 1


def test_the_time_survives_a_restart_and_a_warning_that_is_too_late_is_none(world: World) -> None:
    pass_time(world, 30.0)
    ends = world.state["clock"]["ends_at"]
    world.restart()
    assert world.state["clock"]["ends_at"] == ends
    pass_time(world, 6.0)
    assert len(warnings(world)) == 1
    world.say("clock", on=True)
    world.crash()
    world.clocks.forward(100.0)
    world.open()
    pass_time(world, 5.0)
    assert len(warnings(world)) == 1


def test_after_taking_back_nobody_is_warned_by_a_time_that_is_long_over(world: World) -> None:
    stroke(world)
    pass_time(world, 5.0)
    world.say("undo")
    pass_time(world, 60.0)
    assert warnings(world) == []
    world.say("redo")
    assert world.state["frame"]["score"] == [2, 0]


def test_calling_a_late_stroke_answers_the_question_about_it(world: World) -> None:
    pass_time(world, 50.0)
    stroke(world)
    assert len(world.state["needs_confirmation"]) == 1
    world.say("call", foul="slow_play", player=0)
    assert world.state["needs_confirmation"] == []
    assert world.state["last_shot"]["fouls"] == ["slow_play"]


def test_a_match_that_is_over_has_no_clock_running(world: World) -> None:
    world.say("concede", player=1)
    stroke(world)
    world.say("concede", player=1)
    assert world.state["match_winner"] == 0
    assert not world.state["clock"]["running"]
    pass_time(world, 60.0)
    assert warnings(world) == []
