"""Table time never runs backwards, whatever the machine's clocks do."""

import time
from pathlib import Path

import pytest
from luza.controller import SystemClocks
from luza.entries import Options
from luza.facts import Contact, Pocket, Rest, Strike

from tests.controller.world import HandClocks, World


def times(world: World) -> list[float]:
    return [line["t"] for line in world.lines()]


def test_the_wall_clock_may_jump(world: World) -> None:
    world.start()
    world.clocks.forward(10)
    world.clocks.set_wall(0.0)
    world.feel(Strike(0.0), Contact(0.2))
    world.clocks.set_wall(4e9)
    world.feel(Rest(3.0))
    assert times(world) == [10.0, 10.2, 13.2]


def test_a_fact_that_comes_late_is_not_put_before_what_was_said(world: World) -> None:
    world.start()
    world.clocks.forward(10)
    world.say("clock", on=False)
    world.feel(Strike(-0.5), Contact(-0.3), Pocket(0.4, "rear-left"))
    assert times(world) == [10.0, 10.0, 10.0, 10.4]


def test_the_process_restarts_in_the_middle_of_a_shot(world: World) -> None:
    world.start()
    world.feel(Strike(0.0), Contact(0.2))
    world.crash()
    world.clocks.forward(20.0)
    world.clocks.set_wall(1.0)
    world.open()
    assert world.state["shot_open"]
    world.feel(Rest(0.5))
    assert times(world) == [0.0, 0.2, pytest.approx(20.7)]


def test_the_machine_restarts_and_its_wall_clock_can_be_believed(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.start()
    world.feel(Strike(0.0), Rest(5.0))
    wall = world.clocks.wall()
    world.crash()
    world.clocks = HandClocks("boot-b", boottime=12.0, wall=wall + 90)
    world.open()
    world.say("clock", on=False)
    assert times(world) == [0.0, 5.0, 95.0]
    world.restart()  # and once more in the same boot
    world.clocks.forward(1.0)
    world.say("clock", on=True)
    assert times(world)[-1] == 96.0
    world.end()


@pytest.mark.parametrize("wall", [0.0, 1.0e9, 3.0e9])
def test_the_machine_restarts_and_its_wall_clock_is_nonsense(tmp_path: Path, wall: float) -> None:
    world = World(tmp_path)
    world.start()
    world.feel(Strike(0.0), Rest(5.0))
    world.crash()
    world.clocks = HandClocks("boot-b", boottime=12.0, wall=wall)
    world.open()
    world.clocks.forward(2.0)
    world.say("clock", on=False)
    assert times(world) == [0.0, 5.0, 7.0]
    world.end()


def test_a_shot_clock_survives_a_restart(world: World) -> None:
    world.start(options=Options(clock_s=45.0))
    world.feel(Strike(0.0), Contact(0.1), Rest(5.0))
    clock = world.held("clock")
    assert clock["running"]
    assert clock["left_s"] == 45.0
    ends_at = clock["ends_at"]
    assert ends_at == "2025-06-15T15:07:30.000Z"
    world.crash()
    world.clocks.forward(15.0)
    world.open()
    assert world.held("clock")["ends_at"] == ends_at
    assert world.held("clock")["left_s"] == 30.0


def test_a_shot_clock_follows_a_wall_clock_that_was_set(world: World) -> None:
    world.start(options=Options(clock_s=45.0))
    world.feel(Strike(0.0), Contact(0.1), Rest(5.0))
    world.clocks.set_wall(world.clocks.wall() + 3600)
    world.say("bent", on=True)
    assert world.held("clock")["ends_at"] == "2025-06-15T16:07:30.000Z"


def test_the_machines_own_clocks() -> None:
    clocks = SystemClocks()
    first = clocks.boottime()
    assert len(clocks.boot_id) == 36
    assert clocks.boottime() >= first > 0
    before = clocks.boottime()
    now = clocks.of_monotonic(time.monotonic())
    # It reads three clocks, and may be held up between any two of them.
    held_up = clocks.boottime() - before
    assert before - held_up - 0.001 <= now <= before + 2 * held_up + 0.001
