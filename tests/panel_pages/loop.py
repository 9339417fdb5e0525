"""An event loop in a thread of its own: the parts of the host live there, the browser is driven from here."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar

DEADLINE_S = 60.0

T = TypeVar("T")


class Loop:
    """A context manager; what is run in it has a deadline."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DEADLINE_S)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Does `work` there and gives what it gives."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(DEADLINE_S)

    def call(self, act: Callable[[], T]) -> T:
        """Calls `act` there."""

        async def work() -> T:
            return act()

        return self.run(work())
