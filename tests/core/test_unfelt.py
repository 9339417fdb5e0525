"""A ball that fell where no sensor felt it, the clock that only proposes, and what is no step of a match."""

import pytest
from luza.entries import Header, Options
from luza.errors import Refused
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.statements import Call, Identify, Sensors, Sides, Undo, UnfeltFall, Warned
from luza.table import Table
from luza.told import BallFell, Doubt, ShotJudged

SENSORS = ["strike", "first_contact", "cushion", "centre_line", "rest"]


def table(game: str = "free", **options: object) -> Table:
    header = Header(
        game=game,
        players=["A", "B"],
        first_breaker=0,
        sensors=SENSORS,  # type: ignore[arg-type]
        options=Options(**options),  # type: ignore[arg-type]
    )
    found = Table(header)
    for fact in (Strike(1.0), Contact(1.2), Pocket(1.5, "rear-left", "object"), Rest(3.0)):
        found.enter(fact)
    return found


def stroke(found: Table, t: float) -> None:
    found.enter(Strike(t))
    found.enter(Contact(t + 0.2))
    found.enter(Cushion(t + 0.5, "rear"))


def test_a_fall_that_was_said_counts_in_the_last_stroke_and_is_one_step() -> None:
    found = table()
    stroke(found, 5.0)
    found.enter(Rest(8.0))
    assert found.frame.at_table == 1
    told = found.enter(UnfeltFall(20.0, "front-left"))
    assert isinstance(told[0], BallFell) and isinstance(told[1], ShotJudged)
    assert told[1].amended and told[1].shot.verdict == "legal"
    assert found.frame.score == (2, 0) and found.frame.at_table == 0
    found.enter(Undo(21.0))
    assert found.frame.score == (1, 0) and found.frame.at_table == 1


def test_a_fall_that_was_said_in_a_stroke_is_seen_falling() -> None:
    found = table()
    stroke(found, 5.0)
    found.enter(UnfeltFall(6.0, "front-left"))
    assert [fact.pocket for fact in found.falling] == ["front-left"]
    found.enter(Rest(8.0))
    assert found.frame.score == (2, 0)


def test_a_fall_that_was_said_can_be_named_later() -> None:
    found = table("moscow")
    stroke(found, 5.0)
    found.enter(Rest(8.0))
    found.enter(UnfeltFall(9.0, "front-left"))
    found.enter(Identify(10.0, "cue"))
    assert found.frame.cue_ball == "house" and found.frame.score == (2, 0)


def test_without_a_stroke_nothing_can_have_fallen_in_it() -> None:
    with pytest.raises(Refused) as no:
        Table(Header(game="free", players=["A", "B"])).enter(UnfeltFall(1.0, "front-left"))
    assert no.value.code == "no_shot"


def test_sides_and_senses_are_no_steps() -> None:
    found = table()
    before = found.view()
    found.enter(Sides(4.0, True))
    found.enter(Sensors(4.0, ["strike"], off=["rest"]))
    assert (found.swapped, found.switched_off, found.view()) == (True, frozenset({"rest"}), before)
    found.enter(Undo(5.0))
    assert found.swapped and not found.view().shots


def test_a_stroke_past_the_limit_waits_for_a_call_where_that_was_agreed() -> None:
    found = table(clock_s=45, overtime="call")
    found.enter(Warned(39.0))
    stroke(found, 50.0)
    told = found.enter(Rest(53.0))
    assert [one.code for one in told if isinstance(one, Doubt)] == ["overtime_call"]
    assert found.last_shot is not None and found.last_shot.fouls == ()
    found.enter(Call(54.0, "slow_play", 0))
    assert found.last_shot.fouls == ("slow_play",) and found.frame.score == (0, 0)


def test_a_stroke_past_the_limit_is_a_foul_by_itself_else() -> None:
    found = table(clock_s=45)
    found.enter(Warned(39.0))
    stroke(found, 50.0)
    found.enter(Rest(53.0))
    assert found.last_shot is not None and found.last_shot.fouls == ("slow_play",)


def test_after_a_penalty_for_time_a_new_time_begins() -> None:
    found = table(clock_s=45)
    found.enter(Warned(39.0))
    found.enter(Call(50.0, "slow_play", 0))
    assert (found.clock.since, found.clock.warned) == (50.0, False)
    stroke(found, 60.0)
    found.enter(Rest(62.0))
    assert found.last_shot is not None and "slow_play" not in found.last_shot.fouls


def test_where_no_pocket_is_felt_a_pot_is_unknown_and_not_refuted() -> None:
    found = table()
    found.enter(Strike(5.0))
    found.enter(Contact(5.2))
    found.enter(Rest(8.0))
    assert found.last_shot is not None and found.last_shot.verdict == "unproven"
