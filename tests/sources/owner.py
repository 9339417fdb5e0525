"""Stands in for the controller: keeps what boards deliver, in its order, and what they report."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from luza.facts import Fact
from luza.sources.board import BoardBatch, BoardPosition, BoardReport

T = TypeVar("T")


class Owner:
    """A BoardSink in memory; `places` is what its disk knows of each board."""

    def __init__(self) -> None:
        self.batches: list[BoardBatch] = []
        self.reports: list[BoardReport] = []
        self.places: dict[str, BoardPosition] = {}
        self._changed = asyncio.Event()

    def position(self, uid: str) -> BoardPosition | None:
        return self.places.get(uid)

    async def deliver(self, batch: BoardBatch) -> None:
        self.batches.append(batch)
        self.places[batch.uid] = BoardPosition(batch.boot_id, batch.last_seq)
        self._changed.set()

    async def board_report(self, report: BoardReport) -> None:
        self.reports.append(report)
        self._changed.set()

    @property
    def facts(self) -> list[Fact]:
        """All facts in the order in which they came."""
        return [fact for batch in self.batches for fact in batch.facts]

    def of(self, kind: type[T]) -> list[T]:
        """The reports of one kind."""
        return [one for one in self.reports if isinstance(one, kind)]

    async def until(self, true: Callable[[], object], seconds: float = 30.0) -> None:
        """Waits until something is true of what came, with a deadline."""
        deadline = time.monotonic() + seconds
        while not true():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"in {seconds} s came {self.facts[-5:]} and {self.reports[-3:]}")
            self._changed.clear()
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                pass
