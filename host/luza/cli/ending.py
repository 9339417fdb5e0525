"""How a command that runs until it is told to stop comes to its end."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def until_told(work: Coroutine[None, None, None]) -> None:
    """Runs `work` until it ends by itself, or until Ctrl-C, SIGTERM or a closed terminal cancels it.

    The first of them is a request: the work takes leave and ends what it started. More of them change
    nothing, so that no impatience leaves a child behind.
    """

    async def run() -> None:
        task = asyncio.ensure_future(work)
        ending.begun(task)
        with suppress(asyncio.CancelledError):
            await task

    ending = _Ending()
    # Not the loop's own handlers: it takes them away at its end, and the process still has to end then.
    for number in _SIGNALS:
        signal.signal(number, ending.told)
    try:
        asyncio.run(run())
    finally:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)


class _Ending:
    """Cancels the work once, whether it was begun before the first signal or after it."""

    def __init__(self) -> None:
        self._task: asyncio.Future[None] | None = None
        self._told = False

    def begun(self, task: asyncio.Future[None]) -> None:
        """From now on there is something to be cancelled; in its loop."""
        self._task = task
        if self._told:
            task.cancel()

    def told(self, _number: int, _frame: object) -> None:
        """A signal has come: called by the interpreter, between any two steps of the loop's thread."""
        if not self._told:
            self._told = True
            if self._task is not None and not self._task.get_loop().is_closed():
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
