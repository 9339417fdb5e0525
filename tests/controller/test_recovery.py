"""Killed or failing at any point, the table stands where its journal stands; nothing is told too early."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.entries import Header, parse_log
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.journal import JournalFull, JournalLocked
from luza.sources.board import BoardRestarted

from tests.controller.world import UID, World

SCENARIOS = [
    Path(__file__).parents[1] / "scenarios" / "free" / f"{name}.tlog"
    for name in ("FX23", "FX01", "FX53", "F17")
]


def shown(world: World) -> Any:
    """The state without its stamp."""
    return {key: value for key, value in world.state.items() if key not in ("seq", "at", "session", "rev")}


def play(world: World) -> None:
    world.start()
    world.feel(Strike(0.0), Contact(0.3), Cushion(0.5, "rear"), Pocket(0.9, "rear-left"), Rest(3.0))
    world.feel(Strike(5.0), Contact(0.3), Rest(3.0))
    world.say("call", foul="touched_ball")
    world.feel(Strike(5.0), Contact(5.3), Pocket(5.8, "middle-left"))


def test_started_again_the_table_stands_where_it_stood(world: World) -> None:
    play(world)
    before, seq, rev = shown(world), world.journal.seq, world.table.rev
    world.restart()
    assert shown(world) == before
    assert world.table.rev > rev
    assert world.state["seq"] > seq
    world.feel(Rest(1.0))
    assert world.state["last_shot"]["potted"] == 1
    assert world.state["rev"] > rev


def test_nothing_old_is_told_again(world: World) -> None:
    play(world)
    world.restart()
    assert [topic for topic in world.topics() if topic.startswith("event/")] == []


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_every_recording_resumes_at_every_line(file: Path, tmp_path: Path) -> None:
    """With a restart after every third entry the state is what it would be without."""
    header, *entries = [entry for _, entry in parse_log(file.open("rb"))]
    assert isinstance(header, Header)
    through, broken = (
        World(_folder(tmp_path, "a"), header=header),
        World(_folder(tmp_path, "b"), header=header),
    )
    for world in (through, broken):
        world.start()
    t = 0.0
    for number, entry in enumerate(entries):
        assert not isinstance(entry, Header)
        for world in (through, broken):
            world.clocks.forward(entry.t - t)
            world.run(world.table.enter(entry, source="test"))
        t = entry.t
        if number % 3 == 2:
            broken.restart()
        assert shown(broken)["frame"] == shown(through)["frame"]
        assert shown(broken)["last_shot"] == shown(through)["last_shot"]
        assert shown(broken)["shot_open"] == shown(through)["shot_open"]
    for world in (through, broken):
        world.end()


def _folder(path: Path, name: str) -> Path:
    (path / name).mkdir()
    return path / name


@contextmanager
def failing_after(world: World, statements: int) -> Iterator[None]:
    """Lets so many statements through to SQLite, then fails as a full disk does."""
    real = world.journal._database
    passed = 0

    class Failing:
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            nonlocal passed
            if not sql.startswith(("ROLLBACK", "SELECT")):
                passed += 1
                if passed > statements:
                    problem = sqlite3.OperationalError("database or disk is full")
                    problem.sqlite_errorcode = sqlite3.SQLITE_FULL
                    raise problem
            return real.execute(sql, *values)

        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

    world.journal._database = Failing()  # type: ignore[assignment]
    try:
        yield
    finally:
        world.journal._database = real


def test_wherever_the_disk_fails_nothing_is_told_and_nothing_has_changed(world: World) -> None:
    play(world)
    world.news()
    before, seq, lines = shown(world), world.journal.seq, world.lines()
    survived = 0
    for statements in range(100):
        try:
            with failing_after(world, statements):
                world.say("concede", player=1)
        except JournalFull:
            assert world.news() == []
            assert world.journal.seq == seq
            assert world.lines() == lines
            assert shown(world) == before
            survived += 1
        else:
            break
    assert survived > 5
    assert not world.state["shot_open"]
    said = world.news()
    assert [payload["seq"] for _, payload in said] == list(range(seq + 1, seq + 1 + len(said)))


def test_a_board_waits_until_its_facts_are_on_disk(world: World) -> None:
    play(world)
    world.news()
    other = sqlite3.connect(world.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    before = world.table.position(UID)
    failures = 0

    async def deliver() -> None:
        """The lock goes while the controller tries again."""
        nonlocal failures
        real = world.table._deliver

        def counting(batch: Any) -> None:
            nonlocal failures
            try:
                real(batch)
            except JournalLocked:
                failures += 1
                assert world.table.position(UID) == before
                other.execute("ROLLBACK")
                raise

        world.table._deliver = counting  # type: ignore[method-assign]

    world.run(deliver())
    world.feel(Rest(1.0))
    other.close()
    assert failures == 1
    assert world.topics() == ["event/shot", "state", "score"]
    position = world.table.position(UID)
    assert position is not None
    assert position.last_seq == world.seq


def test_that_facts_are_missing_is_not_forgotten_while_the_disk_is_full(world: World) -> None:
    play(world)
    before = len(world.state["needs_confirmation"])
    tried = 0
    real = world.table._news

    def at_first_without_room(report: Any) -> None:
        nonlocal tried
        tried += 1
        with failing_after(world, 0 if tried == 1 else 1000):
            real(report)

    world.table._news = at_first_without_room  # type: ignore[method-assign]
    world.run(world.table.board_report(BoardRestarted(UID, 88, "brownout")))
    assert tried == 2
    assert len(world.state["needs_confirmation"]) == before + 1


def test_a_batch_that_comes_again_counts_once(world: World) -> None:
    play(world)
    lines = world.lines()
    world.seq -= 3
    world.feel(Strike(0.0), Contact(0.1), Pocket(0.2, "rear-left"))
    assert world.lines() == lines


def test_an_entry_that_these_rules_do_not_take_does_not_stop_the_evening(world: World) -> None:
    play(world)
    with world.journal.transaction() as work:
        work.append('{"t":1000.0,"type":"choose","option":"gone"}')
        work.append('{"t":1001.0,"type":"of_the_future"}')
    world.restart()
    assert world.state["frame"]["number"] == 1
    (item,) = world.state["needs_confirmation"]
    assert item["id"].startswith("entries-skipped")
    world.run(world.table.confirm(item["id"]))
    assert world.state["needs_confirmation"] == []


facts = st.one_of(
    st.just(Strike(0.0)),
    st.just(Contact(0.1)),
    st.sampled_from([Cushion(0.1, "rear"), Cushion(0.2, "left-front"), Pocket(0.3, "rear-left")]),
    st.sampled_from([Pocket(0.3, "middle-right", "cue"), Rest(2.0)]),
)
steps = st.lists(st.one_of(st.just("crash"), st.just("undo"), st.lists(facts, min_size=1)), max_size=12)


@settings(max_examples=12)
@given(steps)
def test_any_course_with_crashes_ends_as_one_without(
    tmp_path_factory: pytest.TempPathFactory, course: list[Any]
) -> None:
    worlds = [World(tmp_path_factory.mktemp("a")), World(tmp_path_factory.mktemp("b"))]
    outcomes = []
    for number, world in enumerate(worlds):
        world.start(sensors=["strike", "cushion", "pocket"])
        refused = 0
        for step in course:
            if step == "crash":
                if number:
                    world.restart()
            elif step == "undo":
                try:
                    world.say("undo")
                except Exception:
                    refused += 1
            else:
                world.feel(*step)
        outcomes.append((refused, world.state["frame"], msgspec.json.encode(world.lines())))
        world.end()
    assert outcomes[0] == outcomes[1]
