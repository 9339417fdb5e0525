"""What boards say of themselves, and what becomes of play when a sense fails."""

from datetime import datetime
from pathlib import Path

import pytest
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.sources.board import (
    BoardAway,
    BoardClockJumped,
    BoardConfused,
    BoardFitted,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardRestarted,
    BoardSettings,
    BoardVitals,
    Doubtful,
    InputHealth,
    InputsHealth,
    InputsSeen,
    MissingFacts,
    SensorHealth,
)

from tests.controller.world import BOOT, UID, World

FOUND = BoardFound(UID, BOOT, "/dev/luza", "1.0.0", "power", 0, 0)
ALL = ["centre_line", "cushion", "first_contact", "pocket", "rest", "strike"]


def report(world: World, *reports: BoardReport) -> None:
    for one in reports:
        world.run(world.table.board_report(one))


def vitals(*active: str, faulty: tuple[str, ...] = ()) -> BoardVitals:
    return BoardVitals(UID, 0, 2, 1, 90_000, 800, active, faulty, 1e-4, 0.0)


def sensed(world: World) -> list[list[str]]:
    return [line["fitted"] for line in world.lines() if line["type"] == "sensors"]


def wait(world: World, seconds: float) -> None:
    world.clocks.forward(seconds)
    world.table.tick()


def test_a_board_that_is_found_in_time_troubles_nobody(world: World) -> None:
    wait(world, 1.0)
    report(world, FOUND)
    wait(world, 60.0)
    assert world.held("alert/board-away") is None
    assert world.held("meta")["versions"] == {"luza": "0.0.0", "firmware": "1.0.0"}
    assert world.held("health")["state"] == "ok"


def test_a_board_that_is_away_is_seen_and_later_its_senses_are_unknown(world: World) -> None:
    report(world, FOUND)
    world.start()
    report(world, BoardAway(UID, "/dev/luza", "unplugged"))
    assert world.held("alert/board-away") is None
    assert world.table.due() == 1003.0
    wait(world, 3.0)
    alert = world.held("alert/board-away")
    assert (alert["level"], "/dev/luza" in alert["words"]["ru"]) == ("fault", True)
    assert world.held("health")["parts"]["board"]["state"] == "fault"
    assert sensed(world) == []
    wait(world, 27.0)
    assert sensed(world) == [[]]
    report(world, FOUND)
    assert sensed(world) == [[], ALL]
    assert world.held("alert/board-away") is None
    assert world.held("health")["state"] == "ok"


def test_a_dead_sensor_makes_its_question_unknown(world: World) -> None:
    report(world, FOUND)
    world.start()
    world.feel(Strike(0.0), Contact(0.2))
    report(world, SensorHealth(UID, 1000.3, "cushion rear", "dead"))
    assert sensed(world) == [["centre_line", "first_contact", "pocket", "rest", "strike"]]
    alert = world.held("alert/input-cushion-rear")
    assert alert["level"] == "fault"
    world.feel(Rest(3.0))
    assert world.state["last_shot"]["verdict"] == "unproven"
    report(world, SensorHealth(UID, 1000.3, "cushion rear", "ok"))
    assert sensed(world)[-1] == ALL
    assert world.held("alert/input-cushion-rear") is None
    world.restart()
    assert sensed(world)[-1] == ALL


def test_every_input_is_published_with_its_state_since_when_and_how_often(world: World) -> None:
    report(world, FOUND)
    world.start()
    rear = InputHealth("cushion rear", "silent", 2, 30.0)
    report(world, InputsHealth(UID, (InputHealth("pocket front-left", "ok", 1, 600.0), rear)))
    told = world.held("health")
    since = {name: one["since"] for name, one in told["inputs"].items()}
    assert {name: (one["state"], one["spells"]) for name, one in told["inputs"].items()} == {
        "pocket front-left": ("ok", 1),
        "cushion rear": ("silent", 2),
    }
    apart = datetime.fromisoformat(since["cushion rear"]) - datetime.fromisoformat(since["pocket front-left"])
    assert apart.total_seconds() == 570
    assert told["parts"]["sensors"]["state"] == "fault"
    alert = world.held("alert/input-cushion-rear")
    assert alert is not None
    assert "Давно ничего не чувствует" in alert["words"]["ru"]
    assert "cushion" not in sensed(world)[-1]
    report(world, InputsHealth(UID, (InputHealth("cushion rear", "ok", 2, 0.0),)))
    assert "cushion" in sensed(world)[-1]
    assert world.held("alert/input-cushion-rear") is None


def test_a_broken_harness_is_one_alert_and_all_that_hangs_on_it_is_unknown(world: World) -> None:
    report(world, FOUND)
    world.start()
    names = ("pocket front-left", "cushion front", "slate", "reference")
    report(world, InputsHealth(UID, tuple(InputHealth(name, "dead", 1, 0.0) for name in names)))
    assert "Жгут" in world.held("alert/harness")["words"]["ru"]
    assert world.held("alert/input-slate") is None
    assert sensed(world)[-1] == ["centre_line"]


def test_the_reference_wire_alone_is_no_sense(world: World) -> None:
    report(world, FOUND)
    world.start()
    before = len(sensed(world))
    report(world, SensorHealth(UID, 1.0, "reference", "dead"))
    assert len(sensed(world)) == before


def test_a_match_that_starts_with_a_dead_sensor_knows_it(world: World) -> None:
    report(world, FOUND, SensorHealth(UID, 1000.0, "slate", "dead"))
    world.start()
    assert sensed(world) == [["centre_line", "cushion", "pocket"]]


def test_a_ball_in_a_beam_on_connecting_is_shown_and_counts_nothing(world: World) -> None:
    world.start()
    report(world, FOUND, InputsSeen(UID, ("pocket rear-left",), ()))
    assert world.held("alert/input-pocket-rear-left")["level"] == "warning"
    assert world.state["frame"]["score"] == [0, 0]
    report(world, vitals("pocket rear-left"))
    assert world.held("alert/input-pocket-rear-left") is not None
    report(world, vitals())
    assert world.held("alert/input-pocket-rear-left") is None
    # A beam that is broken in play is nobody's trouble.
    report(world, vitals("pocket rear-left"))
    assert world.held("alert/input-pocket-rear-left") is None


def test_vitals_write_nothing_to_the_disk(world: World) -> None:
    report(world, FOUND)
    seq = world.journal.seq
    for _ in range(10):
        report(world, vitals())
    assert world.journal.seq == seq
    wait(world, 30.0)
    link = world.held("health")["parts"]["link"]
    assert link["counters"] == {"lost": 0, "bad_frames": 2, "resent": 1}


def test_facts_that_are_gone_are_named_and_unprove_the_shot(world: World) -> None:
    report(world, FOUND)
    world.start()
    world.feel(Strike(0.0), Contact(0.2))
    world.feel(missing=MissingFacts(3, 9, "the board's ring ran over"))
    world.feel(Rest(3.0))
    # With every sense at work the same facts would be a foul.
    assert world.state["last_shot"]["verdict"] == "unproven"
    (item,) = world.state["needs_confirmation"]
    assert world.held(f"alert/{item['id']}")["words"] == item["words"]
    world.restart()
    assert world.state["needs_confirmation"] == [item]
    assert world.held(f"alert/{item['id']}") is not None
    world.run(world.table.confirm(item["id"]))
    assert world.state["needs_confirmation"] == []
    assert world.held(f"alert/{item['id']}") is None


def test_a_board_that_lost_power_is_named(world: World) -> None:
    report(world, FOUND)
    world.start()
    report(world, BoardRestarted(UID, 88, "power"))
    assert len(world.state["needs_confirmation"]) == 1
    world.run(world.table.stop_match())
    assert world.state["needs_confirmation"] == []


def test_a_board_whose_clock_jumped_is_named_and_unproves_the_shot(world: World) -> None:
    report(world, FOUND)
    world.start()
    world.feel(Strike(0.0), Contact(0.2))
    report(world, BoardClockJumped(UID, 3600.0))
    world.feel(Rest(3.0))
    assert world.state["last_shot"]["verdict"] == "unproven"
    (item,) = world.state["needs_confirmation"]
    assert "clock jumped" in item["words"]["en"] and "Часы платы" in item["words"]["ru"]


def test_without_a_match_missing_facts_are_nobodys_trouble(world: World) -> None:
    world.feel(missing=MissingFacts(1, 9, "the board's ring ran over"))
    report(world, BoardRestarted(UID, 88, "power"))
    assert world.state["needs_confirmation"] == []


def test_a_doubtful_fact_is_shown_and_not_scored(world: World) -> None:
    world.start()
    report(world, Doubtful(UID, Pocket(1000.0, "rear-left")))
    (item,) = world.state["needs_confirmation"]
    assert item["id"].startswith("doubtful")
    assert world.state["frame"]["score"] == [0, 0]


def test_a_doubtful_touch_makes_its_question_unknown_of_this_shot(world: World) -> None:
    report(world, FOUND)
    world.start()
    report(world, Doubtful(UID, Cushion(1000.0, "rear")))
    assert world.state["needs_confirmation"] == []
    world.feel(Strike(0.0), Contact(0.2))
    report(world, Doubtful(UID, Cushion(1000.3, "rear")))
    world.feel(Rest(3.0))
    assert world.state["last_shot"]["verdict"] == "unproven"
    world.feel(Strike(2.0), Contact(2.2), Rest(5.0))
    assert world.state["last_shot"]["verdict"] == "foul"


def test_of_a_shot_with_a_doubtful_contact_nobody_claims_that_there_was_none(world: World) -> None:
    report(world, FOUND)
    world.start(game="classic")
    world.feel(Strike(0.0))
    struck = world.clocks.boottime()
    world.clocks.forward(0.4)
    report(world, Doubtful(UID, Contact(struck + 0.1)))
    world.feel(Cushion(-0.3, "rear"), Rest(5.0))
    assert world.state["last_shot"]["verdict"] == "unproven"
    assert world.state["needs_confirmation"] == []
    without = [name for name in ALL if name != "first_contact"]
    assert sensed(world)[-2:] == [without, ALL]
    times = [(line["type"], line["t"]) for line in world.lines()]
    assert times[-4:] == [("sensors", 0.1), ("sensors", 0.1), ("cushion", 0.1), ("rest", 5.4)]


def test_a_dictionary_of_another_shape_stops_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Its senses in lists; then a stream of messages that nobody can read."""
    world.start()
    report(world, FOUND, BoardFitted(UID, {"inputs": [[1], None], "sensors": [["rest"], {}, "pocket"]}))
    report(world, *(BoardConfused(UID, f"message {n}") for n in range(1000)))
    said = [one.getMessage() for one in caplog.records if "cannot be read" in one.getMessage()]
    assert len(said) == 1 and "message 0" in said[0]
    world.feel(Strike(0.0), Contact(0.2), Rest(3.0))
    assert world.state["last_shot"] is not None


def test_what_cannot_be_used_is_named(world: World) -> None:
    report(world, BoardRefused("version", "/dev/luza", "board 2.0, host 1.0"))
    assert "board 2.0, host 1.0" in world.held("alert/board-refused")["words"]["en"]
    report(world, FOUND)
    assert world.held("alert/board-refused") is None
    report(world, BoardSettings(UID, False, "pocket.min_us out of range", 0))
    assert "min_us" in world.held("alert/board-settings")["words"]["en"]
    report(world, BoardSettings(UID, True, "", 0))
    assert world.held("alert/board-settings") is None


def test_facts_between_matches_are_kept_and_count_nothing(world: World) -> None:
    world.feel(Strike(0.0), Pocket(0.5, "rear-left"), Rest(3.0))
    assert len(world.journal.lines(0)) == 3
    world.start()
    # Felt before the match began, told by the board after it.
    world.feel(Pocket(-5.0, "rear-left"), Strike(1.0))
    assert [line["type"] for line in world.lines()] == ["strike"]
    assert len(world.journal.lines(0)) == 4
    assert world.state["shot_open"]


def test_without_a_rest_sensor_a_shot_ends_by_quiet(world: World) -> None:
    report(world, FOUND)
    world.start(sensors=["strike", "cushion", "pocket"])
    world.feel(Strike(0.0), Cushion(0.5, "rear"), Pocket(1.0, "rear-left"))
    assert world.table.due() == 1000.0 + 1.0 + 4.0 + 0.25
    wait(world, 4.0)
    assert world.state["shot_open"]
    world.news()
    wait(world, 0.25)
    assert world.topics()[0] == "event/shot"
    assert world.state["frame"]["score"] == [1, 0]
    world.restart()
    assert world.state["frame"]["score"] == [1, 0]
    assert [topic for topic in world.topics() if topic.startswith("event")] == []
    wait(world, 0.0)
    assert not world.state["shot_open"]


def test_while_a_board_is_away_no_shot_ends_by_quiet(world: World) -> None:
    report(world, FOUND)
    world.start(sensors=["strike", "cushion", "pocket"])
    world.feel(Strike(0.0), Cushion(0.5, "rear"))
    report(world, BoardAway(UID, "/dev/luza", "unplugged"))
    wait(world, 10.0)
    assert world.state["shot_open"]
    report(world, FOUND)
    world.feel(Pocket(-9.0, "rear-left"))
    assert world.state["falling"][0]["t"] == 1.5
    wait(world, 0.0)
    assert world.state["frame"]["score"] == [1, 0]


@pytest.mark.parametrize(
    ("firmware", "said"),
    [
        ("0.1.9+1a2b3c4d", "старше здешней (0.2.0+5e6f7a8b). После матча остановите стол"),
        ("0.2.0+1a2b3c4d", "другая сборка прошивки, 0.2.0+1a2b3c4d"),
        ("0.10.0+1a2b3c4d", "новее здешней"),
    ],
)
def test_a_board_with_another_firmware_is_named_with_the_mend(
    firmware: str, said: str, tmp_path: Path
) -> None:
    world = World(tmp_path, firmware="0.2.0+5e6f7a8b")
    report(world, BoardFound(UID, BOOT, "/dev/luza", firmware, "power", 0, 0))
    world.table.tick()
    told = world.held("alert/board-firmware")
    assert told["level"] == "warning"
    assert said in told["words"]["ru"]
    assert firmware in told["words"]["en"]
    assert world.held("health")["parts"]["board"]["state"] == "degraded"
    report(world, BoardFound(UID, BOOT + 1, "/dev/luza", "0.2.0+5e6f7a8b", "soft reset", 0, 0))
    world.table.tick()
    assert world.held("alert/board-firmware") is None
    world.end()


def test_a_firmware_whose_build_nobody_knows_is_judged_by_its_number(tmp_path: Path) -> None:
    world = World(tmp_path, firmware="0.2.0+5e6f7a8b")
    for firmware in ("0.2.0", "?", ""):
        report(world, BoardFound(UID, BOOT, "/dev/luza", firmware, "power", 0, 0))
        world.table.tick()
        assert world.held("alert/board-firmware") is None, firmware
    world.end()


def test_a_board_that_comes_five_minutes_after_the_match_began_brings_its_senses(world: World) -> None:
    world.start()
    wait(world, 300.0)
    assert sensed(world)[-1] == []
    assert world.held("alert/board-away")["level"] == "fault"
    report(world, FOUND)
    wait(world, 0.1)
    assert sensed(world)[-1] == ALL
    assert world.held("alert/board-away") is None
    world.feel(Strike(0.1), Contact(0.2), Pocket(0.9, "rear-left"), Rest(6.0))
    assert world.lines()[-1]["type"] == "rest"


def test_what_a_board_answers_is_said_in_both_languages(world: World) -> None:
    reason = "wiring.slate.pins.slate: GP2 is already wiring.pocket.pins.front-left"
    report(world, FOUND, BoardSettings(UID, False, reason, 0))
    world.table.tick()
    told = world.held("alert/board-settings")["words"]
    assert "GP2 уже занят: wiring.pocket.pins.front-left" in told["ru"]
    assert told["en"].endswith(reason)
