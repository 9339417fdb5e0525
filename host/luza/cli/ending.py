"""How a command that runs until it is told to stop comes to its end."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress


def until_told(work: Coroutine[None, None, None]) -> None:
    """Runs `work` until it ends by itself, or until Ctrl-C, SIGTERM or a closed terminal cancels it.

    The first of them is a request: the work takes leave and ends what it started. More of them change
    nothing, so that no impatience leaves a child behind.
    """

    async def run() -> None:
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(work)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, _once(task))
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())


class _once:
    def __init__(self, task: asyncio.Future[None]) -> None:
        self._task = task
        self._told = False

    def __call__(self) -> None:
        if not self._told:
            self._told = True
            self._task.cancel()
