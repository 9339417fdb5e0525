"""Players: figures, doubles who are one person, head to head, by game and period."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from luza.club.history import people
from luza.club.history.figures import Against, against, figures
from luza.club.history.models import Player
from luza.club.history.names import player_id
from luza.club.history.records import records
from luza.club.history.scope import Scope
from luza.club.store import Store
from luza.entries import Options
from sqlalchemy import event

from tests.club.databases import Sqlite
from tests.club.evening import START, Evening, miss, pot, take_all

ANNA, BORIS, ANYA = player_id("Анна"), player_id("Борис"), player_id("Аня")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    opened = Evening(tmp_path)
    yield opened
    opened.end()


@pytest.fixture
def played(store: Store, evening: Evening) -> Store:
    """Two matches to three balls: Boris fouls, Anna runs two, misses, wins; then «Аня» wins by three."""
    evening.world.start(players=["Анна", "Борис"], race_to=1, options=Options(target=3))
    evening.play(miss(), miss())
    evening.say("call", foul="touched_ball")
    evening.play(pot("front-left"), pot("front-left"), miss(), miss(), pot("middle-right"))
    evening.world.start(players=["Борис", "Аня"], race_to=1, first_breaker=1, options=Options(target=3))
    evening.play(pot("rear-left"), pot("rear-left"), pot("rear-right"))
    take_all(store, evening.place, evening.told)
    return store


def test_the_figures_are_those_of_the_evening(played: Store) -> None:
    with played.reading() as session:
        found = figures(session, Scope())
    anna, boris = found[ANNA], found[BORIS]
    assert (anna.matches, anna.matches_won, anna.frames, anna.frames_won) == (1, 1, 1, 1)
    assert (boris.matches, boris.matches_won, boris.frames, boris.frames_won) == (2, 0, 2, 0)
    assert (anna.balls_for, anna.balls_against, boris.balls_for, boris.balls_against) == (3, -1, -1, 6)
    assert (anna.strokes, anna.pots, anna.potting) == (5, 3, 0.6)
    assert (anna.best_run, anna.runs, boris.best_run) == (2, {1: 1, 2: 1}, 0)
    assert (anna.fouls, boris.fouls) == ({}, {"touched_ball": 1})
    assert anna.pockets == {"front-left": 2, "middle-right": 1}
    assert anna.games == {"free": 1}


def test_the_figures_of_one_player_go_through_no_other_players_shots(sqlite: Sqlite) -> None:
    """With a hundred thousand shots in it, the database must not look at each to tell one player's."""
    store = Store(sqlite.create())
    asked: list[tuple[str, object]] = []
    with store.reading() as session:

        @event.listens_for(store.engine, "before_cursor_execute")
        def note(_c: object, _cursor: object, statement: str, parameters: object, *_more: object) -> None:
            asked.append((statement, parameters))

        figures(session, Scope(), ANNA)
        against(session, Scope(), ANNA, BORIS)
        event.remove(store.engine, "before_cursor_execute", note)
        raw = session.connection()
        steps = [
            step[3]
            for statement, parameters in asked
            for step in raw.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
        ]
    store.close()
    assert len(asked) >= 9
    large = re.compile("SCAN (shots|pots|fouls|frames|frame_scores|matches|match_players)\\b")
    assert [step for step in steps if large.match(step)] == []


def test_a_double_counts_for_the_one_player_until_they_are_parted(played: Store) -> None:
    with played.writing() as session:
        people.merge(session, ANYA, ANNA)
    with played.reading() as session:
        found = figures(session, Scope())
        assert ANYA not in found
        assert (found[ANNA].matches_won, found[ANNA].best_run) == (2, 3)
        assert found[ANNA].pockets == {"front-left": 2, "middle-right": 1, "rear-left": 2, "rear-right": 1}
        assert figures(session, Scope(), ANNA) == {ANNA: found[ANNA]}
        assert against(session, Scope(), ANNA, BORIS) == Against(2, (2, 0), 2, (2, 0), (6, -1))
        assert [player.name for player in people.doubles(session, ANNA)] == ["Аня"]
    with played.writing() as session:
        people.part(session, ANYA)
    with played.reading() as session:
        assert figures(session, Scope())[ANNA].matches == 1
        assert against(session, Scope(), BORIS, ANNA) == Against(1, (0, 1), 1, (0, 1), (-1, 3))


def test_merges_go_round_in_no_circle_and_through_several(played: Store) -> None:
    with played.writing() as session:
        people.merge(session, BORIS, ANYA)
        people.merge(session, ANYA, ANNA)
    with played.reading() as session:
        assert list(figures(session, Scope())) == [ANNA]
    for double, into, code in ((ANNA, BORIS, "merge_circle"), (BORIS, ANNA, "merged_already")):
        with pytest.raises(people.PlayerRefused) as refused, played.writing() as session:
            people.merge(session, double, into)
        assert refused.value.code == code
        assert refused.value.words.ru != refused.value.words.en
    with pytest.raises(people.PlayerRefused, match="into anybody"), played.writing() as session:
        people.part(session, ANNA)


def test_only_the_game_the_table_and_the_period_that_were_asked_for_count(played: Store) -> None:
    first = datetime.fromtimestamp(START, UTC)
    with played.reading() as session:

        def matches(**scope: object) -> int:
            found = figures(session, Scope(**scope)).get(BORIS)  # type: ignore[arg-type]
            return found.matches if found else 0

        assert matches(game="free") == 2
        assert matches(game="moscow") == 0
        assert matches(until=first + timedelta(seconds=10)) == 1
        assert matches(since=first + timedelta(seconds=10)) == 1
        assert matches(since=first + timedelta(days=1)) == 0
        assert matches(club="club", table="one") == 2
        assert matches(table="two") == 0


def test_the_clubs_records_name_who_and_when(played: Store) -> None:
    with played.reading() as session:
        found = {record.kind: record for record in records(session, Scope())}
    run = found["best_run"]
    assert (run.value, run.player, run.match.partition("-")[0]) == (3, ANYA, "club.one.2")
    assert (found["largest_win"].value, found["largest_win"].player) == (4, ANNA)
    assert (found["balls_in_a_stroke"].value, found["strokes_in_a_frame"].value) == (1, 7)


@pytest.mark.parametrize("spelling", ["анна", "АННА ", "  Анна"])
def test_spellings_of_a_name_are_one_player(spelling: str) -> None:
    assert player_id(spelling) == ANNA
    assert player_id("Семён  Ёлкин") == player_id("семен елкин") != player_id("Семён")


def test_names_and_notes_can_be_mended(store: Store) -> None:
    with store.writing() as session:
        player = people.enter(session, " Анна   Каренина ")
        assert people.enter(session, "анна каренина") is player
        people.change(session, player.id, name="А. Каренина", note=" левша ")
    with store.reading() as session:
        found = session.get(Player, player_id("Анна Каренина"))
        assert found is not None
        assert (found.name, found.note) == ("А. Каренина", "левша")
    for name in ("", " \n", "x" * 201, "a\x00b"):
        with pytest.raises(people.PlayerRefused), store.writing() as session:
            people.enter(session, name)
