"""What people say: taken as of now, kept with who said it, or refused with nothing changed."""

import pytest
from luza.errors import BadEntry, Refused
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.statements import Call

from tests.controller.world import World


def legal_break(world: World) -> None:
    world.feel(Strike(0.0), Contact(0.3), Cushion(0.5, "rear"), Pocket(0.9, "rear-left"), Rest(3.0))


def test_a_shot_is_told_in_order(world: World) -> None:
    world.start()
    world.news()
    legal_break(world)
    said = world.news()
    assert [topic for topic, _ in said] == ["event/pocket", "event/shot", "state", "score"]
    assert [payload["seq"] for _, payload in said] == list(range(11, 15))
    shot = said[1][1]["shot"]
    assert (shot["verdict"], shot["delta"]) == ("legal", [1, 0])
    assert said[2][1]["frame"]["score"] == [1, 0]
    assert said[3][1]["score"] == [1, 0]


def test_a_ball_is_told_before_its_shot_is_judged(world: World) -> None:
    world.start()
    world.feel(Strike(0.0), Contact(0.3))
    world.news()
    world.feel(Pocket(0.5, "middle-left", "object"))
    (pocket, fell), (state, shown) = world.news()
    assert (pocket, state) == ("event/pocket", "state")
    assert (fell["pocket"], fell["ball"], fell["player"]) == ("middle-left", "object", 0)
    assert shown["falling"] == [{"pocket": "middle-left", "ball": "object", "t": 0.8}]
    assert shown["shot_open"]
    assert shown["frame"]["score"] == [0, 0]


def test_facts_that_change_nothing_tell_nothing(world: World) -> None:
    world.start()
    world.feel(Strike(0.0))
    world.news()
    rev = world.table.rev
    world.feel(Contact(0.3), Cushion(0.5, "rear"), Cushion(0.6, "left-rear"))
    assert world.news() == []
    assert world.table.rev == rev
    assert len(world.lines()) == 4


def test_a_foul_is_told_once_and_an_amended_verdict_tells_the_new_ones(world: World) -> None:
    world.start()
    world.feel(Strike(0.0), Rest(2.0))
    said = world.news()
    fouls = [payload for topic, payload in said if topic == "event/foul"]
    assert [foul["id"] for foul in fouls] == ["no_contact"]
    assert fouls[0]["player"] == 0
    assert fouls[0]["article"].startswith("FREE")
    assert fouls[0]["penalty"] != [0, 0]
    world.say("call", foul="touched_ball")
    said = world.news()
    (shot,) = [payload for topic, payload in said if topic == "event/shot"]
    assert shot["amended"]
    fouls = [payload for topic, payload in said if topic == "event/foul"]
    assert [(foul["id"], foul["penalty"]) for foul in fouls] == [("touched_ball", [0, 0])]


def test_who_said_it_and_unknown_fields_are_kept(world: World) -> None:
    world.start()
    world.clocks.forward(5.25)
    world.say("concede", player=1, why="tired", t=-3)
    (line,) = world.lines()
    assert line == {
        "type": "concede",
        "player": 1,
        "why": "tired",
        "t": 5.25,
        "source": "panel:anna",
        "at": "2025-06-15T15:06:45.250Z",
    }


def test_an_entry_as_a_value(world: World) -> None:
    world.start()
    legal_break(world)
    world.run(world.table.enter(Call(0.0, "touched_ball"), source="button"))
    assert world.lines()[-1]["t"] == 3.0
    assert world.state["last_shot"]["fouls"] == ["touched_ball"]


@pytest.mark.parametrize(
    ("fields", "error", "says"),
    [
        ({"type": "choose", "option": "play"}, Refused, "choose"),
        ({"type": "concede", "player": 3}, Refused, "player 3"),
        ({"type": "conceed", "player": 1}, BadEntry, "did you mean 'concede'"),
        ({"type": "concede"}, BadEntry, "player"),
        ({"type": "call", "foul": "no_foul_at_all"}, Refused, "no_foul_at_all"),
        ({"type": "undo"}, Refused, "nothing to take back"),
    ],
)
def test_refused_with_a_reason_and_nothing_changed(
    world: World, fields: dict[str, object], error: type[Exception], says: str
) -> None:
    world.start()
    before = world.state
    world.news()
    with pytest.raises(error, match=says):
        world.say(**fields)  # type: ignore[arg-type]
    assert world.news() == []
    assert world.lines() == []
    assert world.state == before
    legal_break(world)
    assert world.state["frame"]["score"] == [1, 0]


def test_without_a_match_nothing_can_be_said(world: World) -> None:
    with pytest.raises(Refused, match="no match is being played") as no:
        world.say("undo")
    assert no.value.code == "no_match"


def test_an_action_on_an_old_state_is_refused(world: World) -> None:
    world.start()
    seen = world.table.rev
    legal_break(world)
    with pytest.raises(Refused, match="state has changed") as no:
        world.run(world.table.enter(Call(0.0, "touched_ball"), source="panel", expected_rev=seen))
    assert no.value.code == "stale"
    rev = world.run(
        world.table.enter(Call(0.0, "touched_ball"), source="panel", expected_rev=world.table.rev)
    )
    assert rev == world.table.rev == seen + 2


def test_a_subscriber_that_does_not_keep_up_is_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luza.controller.bus.BEHIND_AFTER", 3)
    world.start()
    world.news()
    for _ in range(3):
        world.say("clock", on=True)
        world.say("clock", on=False)

    async def read() -> list[str]:
        return [topic async for topic, _ in world.heard]

    assert world.run(read()) == []
    assert world.state["rev"] == world.table.rev


def test_a_ball_too_many_is_flagged_and_not_scored_and_play_goes_on(world: World) -> None:
    world.start()
    world.say("setup", score=[2, 5], at_table=0, on_table=2)
    world.feel(
        *(
            Strike(0.0),
            Contact(0.2),
            Pocket(0.5, "rear-left"),
            Pocket(0.6, "rear-left"),
            Pocket(0.7, "rear-left"),
        ),
        Rest(2.0),
    )
    (item,) = world.state["needs_confirmation"]
    assert item["id"].startswith("too-many-balls")
    assert world.held(f"alert/{item['id']}")["level"] == "warning"
    assert world.state["frame"]["score"][0] <= 4
    world.run(world.table.confirm(item["id"]))
    world.feel(Strike(3.0))
    assert world.state["shot_open"]
    with pytest.raises(Refused, match="waits for a look"):
        world.run(world.table.confirm(item["id"]))
