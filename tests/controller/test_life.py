"""From the start of a match to a table that is free, and what the controller says over MQTT meanwhile."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.errors import BadEntry, Refused
from luza.facts import Contact, Pocket, Rest, Strike
from luza.messages import Part, Response
from luza.orders import Replay, Say, Start, Stop
from luza.statements import Concede

from tests.controller.world import ROOT, World, header


def win(world: World) -> None:
    world.say("concede", player=1)
    world.say("concede", player=1)


def test_a_match_is_announced_and_one_at_a_time(world: World) -> None:
    assert world.state["idle"]
    assert world.state["words"]["status"]["ru"] == "Стол свободен"
    world.news()
    name = world.start()
    said = dict(world.news())
    assert said["event/match"]["event"] == "started"
    assert said["event/frame"]["number"] == 1
    assert (said["state"]["match"], said["state"]["idle"]) == (name, False)
    with pytest.raises(Refused, match="stop it first") as no:
        world.start()
    assert no.value.code == "match_running"
    with pytest.raises(BadEntry, match="first_breaker"):
        world.start(first_breaker=3)


def test_a_won_match_is_shown_for_a_while_and_then_the_table_is_free(world: World) -> None:
    world.start()
    win(world)
    said = world.news()
    ended = [payload for topic, payload in said if topic == "event/match"][-1]
    assert (ended["event"], ended["winner"], ended["frames_won"]) == ("ended", 0, [2, 0])
    assert world.state["match_winner"] == 0
    world.clocks.forward(600.0)
    # Balls are taken out and knocked about: that keeps no yesterday's match on the wall.
    world.feel(Strike(0.0), Pocket(0.5, "rear-left"), Rest(2.0))
    assert world.state["frame"]["score"] == [0, 0]
    assert world.state["needs_confirmation"] == []
    world.restart()
    world.clocks.forward(297.9)
    world.table.tick()
    assert not world.state["idle"]
    world.clocks.forward(0.1)
    world.table.tick()
    assert world.state["idle"]
    assert world.state["match"] is None
    assert [topic for topic, _ in world.news() if topic == "event/match"] == []
    assert world.journal.matches()[0].ended is not None


def test_a_win_that_is_taken_back_keeps_the_match(world: World) -> None:
    world.start()
    win(world)
    world.news()
    world.say("undo")
    events = [(topic, payload["event"]) for topic, payload in world.news() if topic.startswith("event/")]
    assert events == [("event/frame", "reopened"), ("event/match", "reopened")]
    world.clocks.forward(10_000.0)
    world.table.tick()
    assert not world.state["idle"]


def test_a_new_match_takes_the_place_of_a_won_one(world: World) -> None:
    first = world.start()
    win(world)
    second = world.start()
    assert second != first
    assert world.state["frames_won"] == [0, 0]
    world.feel(Strike(0.0), Contact(0.2))
    assert len(world.lines()) == 2


def test_stopped_in_the_middle(world: World) -> None:
    world.start()
    world.news()
    world.run(world.table.stop_match())
    said = dict(world.news())
    assert said["event/match"]["event"] == "ended"
    assert said["event/match"]["winner"] is None
    assert said["state"]["idle"]
    assert said["score"]["phase"] == "idle"
    with pytest.raises(Refused, match="no match"):
        world.run(world.table.stop_match())


def test_health_every_half_minute_and_when_a_part_says_so(tmp_path: Path) -> None:
    world = World(tmp_path, board=False)
    state = "ok"
    world.table.add_part("mqtt", lambda: Part(state=state))  # type: ignore[arg-type]
    world.news()
    world.clocks.forward(29.0)
    world.table.tick()
    assert world.news() == []
    world.clocks.forward(1.0)
    world.table.tick()
    assert world.topics() == ["health"]
    state = "degraded"
    world.table.health_changed()
    world.table.tick()
    ((topic, health),) = world.news()
    assert (topic, health["state"], health["parts"]["mqtt"]["state"]) == ("health", "degraded", "degraded")
    world.end()


def test_the_clock_that_was_not_set_is_named(world: World) -> None:
    world.clocks.set_wall(1000.0)
    world.clocks.forward(30.0)
    world.table.tick()
    assert world.held("alert/clock-unset") is not None
    world.clocks.set_wall(1.76e9)
    world.clocks.forward(30.0)
    world.table.tick()
    assert world.held("alert/clock-unset") is None


# -- the outbox ---------------------------------------------------------------------------------------


def waiting(world: World) -> dict[str, Any]:
    found = {}
    for message in world.journal.outbox.pending(1000):
        assert message.topic.startswith(f"{ROOT}/")
        found[message.topic.removeprefix(f"{ROOT}/")] = json.loads(message.payload or b"null")
    return found


def test_everything_but_the_availability_waits_for_the_broker(world: World) -> None:
    world.start()
    world.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(2.0))
    found = waiting(world)
    assert set(found) == {
        *("state", "score", "clock", "health", "meta"),
        *("event/match", "event/frame", "event/pocket", "event/shot"),
    }
    messages = world.journal.outbox.pending(1000)
    assert all(message.qos == 1 for message in messages if not message.topic.endswith("/health"))
    assert {message.expiry for message in messages} == {None, 120}
    assert found["state"]["frame"]["score"] == [1, 0]


def test_no_number_stands_for_two_messages(world: World) -> None:
    world.start()
    seen: dict[int, Any] = {}
    for _ in range(4):
        world.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(2.0))
        for topic, payload in world.news():
            assert seen.setdefault(payload["seq"], (topic, payload)) == (topic, payload)
        world.restart()
    assert len(seen) == max(seen) - min(seen) + 1


def test_topics_of_yesterday_are_taken_back(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.start()
    with world.journal.transaction() as work:
        work.snapshot(work.next_seq(), f"{ROOT}/alert/gone", b"{}")
    world.restart()
    found = waiting(world)
    assert found["alert/gone"] is None
    assert found["state"]["match"] is not None
    world.end()


def test_without_mqtt_nothing_waits(tmp_path: Path) -> None:
    world = World(tmp_path, outbox=False)
    world.start()
    world.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(2.0))
    assert world.journal.outbox.depth() == 0
    assert world.state["frame"]["score"] == [1, 0]
    assert "outbox" not in world.held("health")["parts"]
    world.end()


def test_a_broker_that_stays_away_is_an_alarm(tmp_path: Path) -> None:
    world = World(tmp_path, outbox_max=20)
    world.start()
    for _ in range(11):
        world.say("clock", on=True)
        world.say("concede", player=1)
        world.say("undo")
    world.clocks.forward(30.0)
    world.table.tick()
    assert world.held("alert/outbox-full")["level"] == "fault"
    health = world.held("health")["parts"]["outbox"]
    assert health["state"] == "fault"
    assert health["counters"]["dropped"] > 0
    pending = world.journal.outbox.pending(1000)
    assert sum(not message.retain for message in pending) <= 20
    world.journal.outbox.delivered(*(message.seq for message in pending))
    world.clocks.forward(30.0)
    world.table.tick()
    assert world.held("alert/outbox-full") is None
    world.end()


# -- commands -----------------------------------------------------------------------------------------


def obey(world: World, name: str, command: str, order: Any) -> Response:
    return msgspec.json.decode(world.table.obey(name, command, order), type=Response)


def test_a_command_is_done_once_and_its_answer_remembered(world: World) -> None:
    done = obey(world, "start", "c-1", Start(header()))
    assert (done.status, done.code, done.id) == ("ok", "done", "c-1")
    assert world.state["match"] in done.detail
    no = obey(world, "start", "c-2", Start(header()))
    assert (no.status, no.code) == ("error", "match_running")
    assert obey(world, "entry", "c-3", Say(Concede(0.0, player=1))).status == "ok"
    assert world.lines()[0]["source"] == "mqtt"
    assert world.state["frames_won"] == [1, 0]
    world.restart()
    assert world.table.recall("c-1") == done
    assert world.table.recall("c-2") == no
    assert world.table.recall("c-9") is None
    assert obey(world, "stop", "c-4", Stop()).status == "ok"
    assert world.state["idle"]
    answers = [topic for topic in waiting(world) if topic.startswith("response/")]
    assert set(answers) == {"response/start", "response/entry", "response/stop"}


def test_a_refused_command_is_numbered_and_not_kept(world: World) -> None:
    seq = world.journal.seq
    payload = world.table.reject(Response(id="c-1", status="error", code="malformed", detail="no"))
    said = msgspec.json.decode(payload, type=Response)
    assert (said.seq, said.session, said.code) == (seq + 1, world.table.session, "malformed")
    assert world.table.recall("c-1") is None


def test_events_are_told_again_on_request(world: World) -> None:
    world.start()
    first = world.journal.seq
    win(world)
    world.journal.outbox.delivered(*(m.seq for m in world.journal.outbox.pending(1000)))
    answer = obey(world, "replay", "c-1", Replay(first))
    again = [m for m in world.journal.outbox.pending(1000) if not m.retain and m.seq < answer.seq]
    assert f"{len(again)} events" in answer.detail
    assert again
    assert min(m.seq for m in again) > first


def test_the_table_goes_away(world: World) -> None:
    world.news()
    world.table.close()
    ((topic, said),) = world.news()
    assert (topic, said["state"], said["reason"]) == ("availability", "offline", "stopped")
