"""Facts of several boards in the order of their times, within a bounded wait."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.errors import LuzaError
from luza.facts import Cushion, Fact, Pocket, Rest, Strike
from luza.sources.board import BoardAway, BoardBatch, BoardFound, BoardPosition, MissingFacts
from luza.sources.merge import Merger

from tests.sources.owner import Owner


class Desk:
    """A merger with two boards and a clock turned by hand."""

    def __init__(self, owner: Owner, wait_s: float = 1.0) -> None:
        self.now = 0.0
        self.owner = owner
        self.merger = Merger(owner, wait_s=wait_s, clock=lambda: self.now)
        self.sinks = [self.merger.sink(), self.merger.sink()]
        self.seqs = [0, 0]
        self.tasks: list[asyncio.Task[None]] = []

    async def found(self, board: int) -> None:
        await self.sinks[board].board_report(BoardFound(f"b{board}", 1, f"/dev/{board}", "", "power", 0, 0))

    async def away(self, board: int) -> None:
        await self.sinks[board].board_report(BoardAway(f"b{board}", f"/dev/{board}", "unplugged"))

    def tell(self, board: int, *facts: Fact, missing: MissingFacts | None = None) -> asyncio.Task[None]:
        """A board tells facts; the task ends when they are kept."""
        seqs = tuple(range(self.seqs[board] + 1, self.seqs[board] + 1 + len(facts)))
        self.seqs[board] += max(1, len(facts))
        batch = BoardBatch(f"b{board}", 1, self.seqs[board], facts, missing, seqs)
        task = asyncio.create_task(self.sinks[board].deliver(batch))
        self.tasks.append(task)
        return task

    async def settle(self, now: float | None = None) -> None:
        """Time goes on, and everything that can happen does."""
        if now is not None:
            self.now = now
            self.merger._changed.set()
        for _ in range(20):
            await asyncio.sleep(0)


def at_desk(work: Callable[[Desk], Coroutine[Any, Any, None]], owner: Owner | None = None) -> Owner:
    """Runs a test at a desk where both boards are there."""
    kept = owner or Owner()

    async def run() -> None:
        desk = Desk(kept)
        running = asyncio.create_task(desk.merger.run())
        await desk.found(0)
        await desk.found(1)
        await work(desk)
        for task in (running, *desk.tasks):
            task.cancel()
        await asyncio.wait([running, *desk.tasks])

    asyncio.run(run())
    return kept


def test_a_fact_waits_for_an_earlier_one_of_the_other_board() -> None:
    async def work(desk: Desk) -> None:
        later = desk.tell(0, Cushion(2.0, "rear"))
        await desk.settle(2.1)
        assert not later.done()
        desk.tell(1, Pocket(1.9, "rear-left"), Pocket(2.05, "rear-left"))
        await desk.settle(2.2)
        assert later.done()

    owner = at_desk(work)
    assert [fact.t for fact in owner.facts] == [1.9, 2.0]


def test_it_does_not_wait_for_longer_than_it_may() -> None:
    async def work(desk: Desk) -> None:
        await desk.settle(5.0)
        told = desk.tell(0, Strike(5.0))
        await desk.settle(5.99)
        assert not told.done()
        await desk.settle(6.0)
        assert told.done()

    assert [fact.t for fact in at_desk(work).facts] == [5.0]


def test_a_clock_that_jumps_ahead_holds_nobody_up() -> None:
    """A fact from far ahead is taken for one of now, and the other board's keep their order and times."""

    async def work(desk: Desk) -> None:
        await desk.settle(5.0)
        ahead = desk.tell(0, Strike(4000.0))
        desk.tell(1, Cushion(4.9, "front"))
        await desk.settle()
        await desk.settle(5.5)
        desk.tell(1, Cushion(5.4, "front"))
        await desk.settle(6.1)
        assert ahead.done()
        waits = desk.tell(1, Cushion(6.0, "rear"))
        await desk.settle(6.2)
        assert not waits.done()
        desk.tell(0, Pocket(5.9, "rear-left"))
        await desk.settle(7.1)
        assert waits.done()

    assert [fact.t for fact in at_desk(work).facts] == [4.9, 5.0, 5.4, 5.9, 6.0]


def test_a_board_that_is_away_holds_nobody_up() -> None:
    async def work(desk: Desk) -> None:
        await desk.away(1)
        told = desk.tell(0, Strike(5.0))
        await desk.settle(5.0)
        assert told.done()
        # What it brings when it is back comes late, and is kept.
        await desk.found(1)
        desk.tell(1, Pocket(4.0, "rear-left"))
        await desk.settle(5.1)

    assert [fact.t for fact in at_desk(work).facts] == [5.0, 4.0]


def test_a_batch_is_parted_where_the_other_boards_fact_belongs() -> None:
    async def work(desk: Desk) -> None:
        desk.tell(0, Strike(1.0), Cushion(2.0, "rear"), Cushion(3.0, "front"))
        desk.tell(1, Pocket(2.5, "rear-left"))
        await desk.settle(9.0)

    owner = at_desk(work)
    assert [(batch.uid, batch.last_seq, len(batch.facts)) for batch in owner.batches] == [
        ("b0", 2, 2),
        ("b1", 1, 1),
        ("b0", 3, 1),
    ]


def test_the_table_is_at_rest_when_all_boards_are() -> None:
    async def work(desk: Desk) -> None:
        desk.tell(0, Strike(1.0))
        desk.tell(1, Pocket(1.5, "rear-left"))
        await desk.settle(9.0)
        desk.tell(1, Rest(8.0))
        await desk.settle(10.0)
        desk.tell(0, Rest(11.0))
        await desk.settle(13.0)

    owner = at_desk(work)
    assert [fact.t for fact in owner.facts if isinstance(fact, Rest)] == [11.0]
    assert owner.places == {"b0": BoardPosition(1, 2), "b1": BoardPosition(1, 2)}


def test_what_is_missing_is_told_at_its_place() -> None:
    async def work(desk: Desk) -> None:
        desk.tell(0, missing=MissingFacts(1, 9, "the ring ran over"))
        await desk.settle(0.0)

    assert at_desk(work).batches[0].missing == MissingFacts(1, 9, "the ring ran over")


def test_a_link_that_ends_takes_back_what_was_not_kept() -> None:
    async def work(desk: Desk) -> None:
        told = desk.tell(0, Strike(5.0))
        await desk.settle(5.0)
        told.cancel()
        await desk.settle()
        await desk.settle(7.0)

    assert at_desk(work).facts == []


def test_an_owner_that_fails_ends_it_and_nothing_is_said_to_be_kept() -> None:
    class Broken(Owner):
        async def deliver(self, batch: BoardBatch) -> None:
            raise LuzaError("the disk is full")

    async def run() -> None:
        desk = Desk(Broken())
        running = asyncio.create_task(desk.merger.run())
        told = desk.tell(0, Strike(5.0))
        await desk.settle(7.0)
        for task in (running, told):
            with pytest.raises(LuzaError, match="disk is full"):
                await task

    asyncio.run(run())


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 50)), min_size=1, max_size=30))
def test_within_the_wait_the_order_is_always_that_of_time(steps: list[tuple[int, int]]) -> None:
    """Facts that arrive in any order of the boards, none later than it may, come out sorted and complete."""
    t = 0.0
    told: list[tuple[int, float]] = []
    for board, late in steps:
        t += late / 1000
        told.append((board, round(t, 3)))

    async def work(desk: Desk) -> None:
        desk.now = told[-1][1]
        for board in (1, 0):  # one board is wholly ahead of the other
            for _, at in [one for one in told if one[0] == board]:
                desk.tell(board, Cushion(at, "rear"))
        await desk.settle()
        await desk.settle(t + 2.0)

    times = [fact.t for fact in at_desk(work).facts]
    if told[-1][1] < 1.0:
        assert times == sorted(at for _, at in told)
    assert sorted(times) == sorted(at for _, at in told)
