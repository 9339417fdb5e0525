"""Several boards of one table: their facts in the order of their times, within a bounded wait.

    merger = Merger(controller, wait_s=1.2)
    for port in ports:
        LinkSource(port, merger.sink(), …)
    await merger.run()

A fact waits until no other board that is there can still tell an earlier one, or until it is `wait_s` old.
Each board has its own place in the journal, and what a board says about itself waits for nothing. A board
that is away holds nobody up; what it brings later comes later. A time ahead of the clock counts
as now: what the other boards tell keeps its order. The table is at rest when every board that is there has
said so.
"""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable

import msgspec

from luza.facts import Fact, Rest
from luza.sources.board import (
    BoardAway,
    BoardBatch,
    BoardFound,
    BoardPosition,
    BoardRefused,
    BoardReport,
    BoardSink,
)

WAIT_S = 1.2
"""A board that feels no stroke tells a ball one second late, when it was no hand (`pocket.hand_ms`)."""
_NEVER = float("-inf")


class _Sink:
    """One board's way into the merger: a BoardSink of its own."""

    def __init__(self, merger: "Merger") -> None:
        self.there = False
        self.moving = False
        """It has told a fact of play, and no rest since."""
        self.told_s = _NEVER
        """The time of the latest fact it has told: facts of one board come in order."""
        self._merger = merger

    def position(self, uid: str) -> BoardPosition | None:
        """How far the journal has this board."""
        return self._merger.position(uid)

    async def deliver(self, batch: BoardBatch) -> None:
        """Keep a batch; returns once all of it is on disk."""
        await self._merger.take(self, batch)

    async def board_report(self, report: BoardReport) -> None:
        """Take note of something about the board."""
        if isinstance(report, BoardFound):
            self.there = True
        elif isinstance(report, BoardAway | BoardRefused):
            self.there = self.moving = False
        await self._merger.report(report)


class _Waiting(msgspec.Struct):
    """A part of a batch whose facts have one time; `done` is set when it is on disk.

    `due`: it waits no longer than until then.
    """

    sink: _Sink
    due: float
    batch: BoardBatch
    done: asyncio.Future[None]


class Merger:
    """Puts the facts of several boards in order for one owner.

    sink: the owner. wait_s: how long a fact may wait for another board's. clock: the host's monotonic
    seconds, in which the facts' times are. `run` goes on until it is cancelled.
    """

    def __init__(
        self, sink: BoardSink, *, wait_s: float = WAIT_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._sink = sink
        self._wait_s = wait_s
        self._clock = clock
        self._sinks: list[_Sink] = []
        self._heap: list[tuple[float, int, _Waiting]] = []
        self._count = itertools.count()
        self._changed = asyncio.Event()

    def sink(self) -> BoardSink:
        """What one more board is to be given."""
        made = _Sink(self)
        self._sinks.append(made)
        return made

    def position(self, uid: str) -> BoardPosition | None:
        """How far the journal has this board."""
        return self._sink.position(uid)

    async def report(self, report: BoardReport) -> None:
        """Hand on what a board says of itself."""
        self._changed.set()
        await self._sink.board_report(report)

    async def take(self, sink: _Sink, batch: BoardBatch) -> None:
        """Keep a batch of a board's until its facts' turn; returns once all of it is on disk."""
        loop = asyncio.get_running_loop()
        now = self._clock()
        parts: list[_Waiting] = []
        for t, one in _parted(_not_ahead(batch, now)):
            sink.told_s = max(sink.told_s, t)
            parts.append(_Waiting(sink, t + self._wait_s, one, loop.create_future()))
            heapq.heappush(self._heap, (t, next(self._count), parts[-1]))
        self._changed.set()
        try:
            await asyncio.gather(*(part.done for part in parts))
        except asyncio.CancelledError:
            # The board's link ends: what is not on disk stays with the board.
            self._heap = [entry for entry in self._heap if entry[2] not in parts]
            heapq.heapify(self._heap)
            raise

    async def run(self) -> None:
        """Hand on what is ripe, until cancelled; what the owner raises ends it too."""
        while True:
            self._changed.clear()
            await self._hand_on()
            try:
                async with asyncio.timeout(self._left()):
                    await self._changed.wait()
            except TimeoutError:
                pass

    def ripe(self) -> bool:
        """The earliest fact need not wait any longer."""
        if not self._heap:
            return False
        t, _, first = self._heap[0]
        if self._clock() >= first.due:
            return True
        return all(other.told_s >= t for other in self._sinks if other.there and other is not first.sink)

    async def _hand_on(self) -> None:
        while self.ripe():
            parts = [heapq.heappop(self._heap)[2]]
            while self.ripe() and _joins(parts[-1], self._heap[0][2]):
                parts.append(heapq.heappop(self._heap)[2])
            try:
                await self._sink.deliver(self._whole(parts))
            except BaseException as problem:
                for part in parts:
                    if not part.done.done():
                        part.done.set_exception(problem)
                raise
            for part in parts:
                if not part.done.done():
                    part.done.set_result(None)

    def _whole(self, parts: list[_Waiting]) -> BoardBatch:
        """The parts of one board as one batch, for one commit; without rests that are not the table's."""
        first, last = parts[0].batch, parts[-1].batch
        facts = tuple(fact for part in parts for fact in part.batch.facts if self._counts(part.sink, fact))
        return BoardBatch(first.uid, first.boot_id, last.last_seq, facts, first.missing)

    def _counts(self, sink: _Sink, fact: Fact) -> bool:
        """A rest counts where no other board has balls that move."""
        sink.moving = not isinstance(fact, Rest)
        others = (other for other in self._sinks if other is not sink)
        return sink.moving or not any(other.there and other.moving for other in others)

    def _left(self) -> float | None:
        """Seconds until the earliest fact has waited long enough; None where there is none."""
        return max(0.0, self._heap[0][2].due - self._clock()) if self._heap else None


def _joins(before: _Waiting, after: _Waiting) -> bool:
    """The second goes on where the first ends: one board, one boot, nothing missing between."""
    one, other = before.batch, after.batch
    same = before.sink is after.sink and (one.uid, one.boot_id) == (other.uid, other.boot_id)
    return same and other.missing is None


def _not_ahead(batch: BoardBatch, now: float) -> BoardBatch:
    """Times that are ahead of the clock are brought to it: the table's time would not go back from them."""
    facts = tuple(fact if fact.t <= now else msgspec.structs.replace(fact, t=now) for fact in batch.facts)
    return msgspec.structs.replace(batch, facts=facts)


def _parted(batch: BoardBatch) -> list[tuple[float, BoardBatch]]:
    """The batch in parts of one fact each, as far as their sequence numbers are known; each with its time.

    A part's `last_seq` is what is on disk with it. Without facts, or without their numbers, it stays whole.
    """
    if len(batch.seqs) != len(batch.facts) or not batch.facts:
        return [(batch.facts[0].t if batch.facts else _NEVER, batch)]
    parts = []
    for at, (fact, seq) in enumerate(zip(batch.facts, batch.seqs, strict=True)):
        last = at == len(batch.facts) - 1
        missing = batch.missing if at == 0 else None
        part = BoardBatch(batch.uid, batch.boot_id, batch.last_seq if last else seq, (fact,), missing, (seq,))
        parts.append((fact.t, part))
    return parts
