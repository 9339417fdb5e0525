"""Messages from the club's desk: shown until read or over, across matches and restarts."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from luza.messages import Response
from luza.orders import Message

from tests.controller.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.end()


def send(world: World, id: str = "m1", text: str = "Стол заказан с 20:00", for_s: int = 60) -> str:
    """The name under which the message waits."""
    answer = world.table.obey("message", id, Message(text, "Администратор", for_s))
    response = msgspec.json.decode(answer, type=Response)
    assert response.status == "ok"
    return response.detail.removeprefix("shown as ")


def waiting(world: World) -> list[str]:
    return [one["words"]["ru"] for one in world.state["needs_confirmation"]]


def outcomes(world: World) -> list[tuple[str, str]]:
    return [(said["id"], said["outcome"]) for topic, said in world.news() if topic == "event/message"]


def test_it_is_shown_on_a_free_table_and_in_a_match_until_it_is_read(world: World) -> None:
    name = send(world)
    assert waiting(world) == ["Администратор: Стол заказан с 20:00"]
    assert world.held(f"alert/{name}")["level"] == "info"
    world.start()
    world.run(world.table.stop_match())
    assert waiting(world) == ["Администратор: Стол заказан с 20:00"]
    world.news()
    world.run(world.table.confirm(name))
    assert (waiting(world), outcomes(world)) == ([], [("m1", "acknowledged")])
    assert world.held(f"alert/{name}") is None


def test_it_goes_when_its_time_is_over_also_after_a_restart(world: World) -> None:
    send(world, for_s=60)
    assert world.table.due() - world.clocks.boottime() <= 60
    world.clocks.forward(59)
    world.table.tick()
    assert len(waiting(world)) == 1
    world.restart()
    world.clocks.forward(2)
    world.table.tick()
    assert (waiting(world), outcomes(world)) == ([], [("m1", "expired")])


def test_the_oldest_makes_room_and_the_score_is_left_alone(world: World) -> None:
    world.start()
    score = world.held("score")
    for number in range(7):
        send(world, f"m{number}", f"Сообщение {number} {{braces}}")
    assert waiting(world) == [f"Администратор: Сообщение {number} {{braces}}" for number in range(2, 7)]
    assert outcomes(world) == [("m0", "expired"), ("m1", "expired")]
    assert world.held("score")["score"] == score["score"]
