"""What the facts and the state cannot both be right about is flagged, never scored, and play goes on."""

from typing import Any

import msgspec
from luza.entries import parse_entry, parse_header
from luza.table import Table
from luza.told import BallFell, Doubt, Told


def table_of(game: str = "free", **header: Any) -> Table:
    return Table(
        parse_header(msgspec.json.encode({"type": "match", "game": game, "players": ["A", "B"], **header}))
    )


def enter(table: Table, *entries: dict[str, Any]) -> list[Told]:
    told: list[Told] = []
    for entry in entries:
        told += table.enter(parse_entry(msgspec.json.encode({"t": table.now + 0.6, **entry})))
    return told


def doubts(told: list[Told]) -> list[tuple[str, dict[str, str | int]]]:
    return [(event.code, event.data) for event in told if isinstance(event, Doubt)]


def fall(ball: str | int | None = None, pocket: str = "rear-left") -> dict[str, Any]:
    return {"type": "pocket", "pocket": pocket, "ball": ball}


STRIKE = {"type": "strike"}
CONTACT = {"type": "contact"}
REST = {"type": "rest"}


def test_a_ball_too_many_is_not_scored_and_play_goes_on() -> None:
    """FREE 8.1: sixteen balls; a seventeenth fall is the sensors' fault."""
    table = table_of(first_breaker=0)
    setup = {"type": "setup", "score": [7, 0], "at_table": 1, "on_table": 9}
    told = enter(table, setup, STRIKE, CONTACT, *[fall() for _ in range(4)], REST)
    assert doubts(told) == []
    table = table_of(first_breaker=0)
    setup = {"type": "setup", "score": [0, 0], "at_table": 1, "on_table": 2}
    told = enter(table, setup, STRIKE, CONTACT, *[fall() for _ in range(4)], REST)
    assert doubts(told) == [("too_many_balls", {"shot": 1, "balls": 2})]
    assert (table.frame.score, table.frame.on_table, table.frame.at_table) == ((0, 2), 0, 1)
    assert len([event for event in told if isinstance(event, BallFell)]) == 4
    assert enter(table, STRIKE, CONTACT, REST)


def test_a_number_that_falls_twice_in_a_stroke_is_one_ball() -> None:
    table = table_of(first_breaker=0)
    told = enter(table, STRIKE, CONTACT, fall(5), fall(5, "front-left"), REST)
    assert doubts(told) == [("too_many_balls", {"shot": 1, "balls": 1})]
    assert table.frame.score == (1, 0)


def test_a_number_that_has_fallen_before_is_asked_about() -> None:
    table = table_of(first_breaker=0)
    told = enter(table, STRIKE, CONTACT, fall(5), REST, STRIKE, CONTACT, fall(5), REST)
    assert doubts(told) == [("ball_twice", {"shot": 2, "ball": 5})]
    assert table.frame.score == (2, 0)


def test_once_a_ball_was_put_back_any_number_may_fall_again() -> None:
    """FREE 2.1: the penalty ball may be that one."""
    table = table_of(first_breaker=0)
    told = enter(table, STRIKE, CONTACT, fall(5), REST, STRIKE, CONTACT, REST, STRIKE, CONTACT, fall(5), REST)
    assert doubts(told) == []


def test_with_a_new_rack_any_number_may_fall_again() -> None:
    """F80 2b: the numbers of the new rack have fallen before."""
    table = table_of("free80", first_breaker=0)
    setup = {"type": "setup", "score": [31, 27], "at_table": 0, "on_table": 3}
    rack = {"type": "choose", "option": "truncated"}
    told = enter(table, setup, STRIKE, CONTACT, fall(5), REST, rack, STRIKE, CONTACT, fall(5), REST)
    assert doubts(told) == []


def test_a_fall_after_the_end_is_logged_and_not_scored() -> None:
    table = table_of(first_breaker=0)
    enter(table, {"type": "concede", "player": 1})
    told = enter(table, STRIKE, CONTACT, fall(), REST)
    assert doubts(told) == [("late_fact", {"pocket": "rear-left"})]
    assert table.view().frames[0].score == (0, 0)
    assert table.view().shots == ()


def test_what_falls_while_the_next_rack_is_laid_is_nobodys() -> None:
    table = table_of(first_breaker=0, race_to=2)
    enter(table, {"type": "concede", "player": 1})
    told = enter(table, fall(), fall(None, "front-left"))
    assert [event.player for event in told if isinstance(event, BallFell)] == [None, None]
    assert (table.frame.to_spot, table.frame.on_table) == (0, 16)


def test_facts_that_no_table_can_have_had_leave_the_stroke_unproven() -> None:
    """Two balls on the table, both fallen, and then a cushion."""
    table = table_of(first_breaker=0, sensors=["strike", "cushion", "centre_line", "pocket", "rest"])
    setup = {"type": "setup", "score": [2, 2], "at_table": 0, "on_table": 2}
    told = enter(table, setup, STRIKE, fall(), fall(), {"type": "cushion", "cushion": "rear"}, REST)
    assert doubts(told) == [("facts_disagree", {"shot": 1})]
    assert table.view().shots[0].verdict == "unproven"
    assert table.frame.score == (4, 2)
