"""Several boards at one table: each has its own health, and takes only its own senses with it."""

from pathlib import Path

import pytest
from luza.sources.board import BoardAway, BoardFitted, BoardFound, BoardRefused, SensorHealth

from tests.controller.test_boards import ALL, report, sensed, wait
from tests.controller.world import World

RAILS = {
    "sensors": ["strike", "first_contact", "cushion", "centre_line", "rest"],
    "inputs": ["slate", "cushion rear", "centre line house side"],
}
NETS = {"sensors": ["pocket", "rest"], "inputs": ["pocket rear-left", "pocket rear-right"]}


def found(uid: str, port: str) -> BoardFound:
    return BoardFound(uid, 1, port, "1.0.0", "power", 0, 0)


@pytest.fixture
def world(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = World(tmp_path, ports=("/dev/luza-table-a", "/dev/luza-table-b"))
    yield made
    made.end()


def both(world: World) -> None:
    report(world, found("aa", "/dev/luza-table-a"), BoardFitted("aa", dict(RAILS)))
    report(world, found("bb", "/dev/luza-table-b"), BoardFitted("bb", dict(NETS)))


def test_a_board_that_goes_away_takes_only_its_own_senses(world: World) -> None:
    both(world)
    world.start()
    report(world, BoardAway("bb", "/dev/luza-table-b", "unplugged"))
    wait(world, 31.0)
    assert sensed(world)[-1] == [name for name in ALL if name != "pocket"]
    assert world.held("alert/board-away-bb")["level"] == "fault"
    assert world.held("alert/board-away-aa") is None
    report(world, found("bb", "/dev/luza-table-b"))
    assert sensed(world)[-1] == ALL
    assert world.held("alert/board-away-bb") is None
    assert world.held("health")["state"] == "ok"


def test_both_away_are_two_alerts(world: World) -> None:
    both(world)
    world.start()
    report(world, BoardAway("aa", "/dev/luza-table-a", "gone"), BoardAway("bb", "/dev/luza-table-b", "gone"))
    wait(world, 31.0)
    assert sensed(world)[-1] == []
    assert {topic for topic in world.topics() if topic.startswith("alert/board-away")} == {
        "alert/board-away-aa",
        "alert/board-away-bb",
    }


def test_a_board_that_never_came_is_missed_for_what_the_other_does_not_sense(world: World) -> None:
    report(world, found("aa", "/dev/luza-table-a"), BoardFitted("aa", dict(RAILS)))
    world.start()
    report(world, BoardAway(None, "/dev/luza-table-b", "no port"))
    wait(world, 31.0)
    assert sensed(world)[-1] == [name for name in ALL if name != "pocket"]
    assert "/dev/luza-table-b" in world.held("alert/board-away-dev-luza-table-b")["words"]["en"]


def test_a_board_that_is_refused_is_the_one_at_that_port(world: World) -> None:
    report(world, found("aa", "/dev/luza-table-a"), BoardFitted("aa", dict(RAILS)))
    report(world, BoardRefused("version", "/dev/luza-table-b", "board 2.0, host 1.0"))
    assert world.held("alert/board-refused-dev-luza-table-b")["level"] == "fault"
    assert world.held("alert/board-refused-aa") is None


def test_a_sensor_that_is_dead_on_one_board_leaves_the_other_alone(world: World) -> None:
    both(world)
    world.start()
    report(world, SensorHealth("bb", 1000.0, "pocket rear-left", "dead"))
    assert sensed(world)[-1] == [name for name in ALL if name != "pocket"]
    report(world, SensorHealth("bb", 1001.0, "pocket rear-left", "ok"))
    assert sensed(world)[-1] == ALL
