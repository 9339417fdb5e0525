"""Tells webhooks about frames. Taking in is a write to the disk; all else happens beside, hook by hook."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import msgspec

from luza.club.interfaces.errors import BadInterface
from luza.club.interfaces.hook import Hook, headers, pause_s
from luza.club.interfaces.spool import MOST, Spool

PATIENCE_S = 10.0
"""How long a receiver may take to answer."""

GONE = 410
"""The receiver wants no more of this one, ever."""

log = logging.getLogger(__name__)


class HookView(msgspec.Struct, frozen=True):
    """How a hook stands. `trouble`: why the last try failed; None while deliveries arrive."""

    name: str
    waiting: int
    delivered: int
    given_up: int
    dropped: int
    trouble: str | None


class Webhooks:
    """All hooks of a club; `start`, `frame` and `stop` in one loop. `wall` gives seconds since 1970.

    Raises BadInterface for a hook that cannot be used.
    """

    def __init__(
        self,
        hooks: Sequence[Hook],
        folder: Path,
        wall: Callable[[], float] = time.time,
        *,
        most: int = MOST,
        patience_s: float = PATIENCE_S,
    ) -> None:
        for hook in hooks:
            hook.check()
        self._workers = [_Worker(hook, folder, wall, most, patience_s) for hook in hooks]

    def start(self) -> None:
        """Begins to deliver what waits; returns at once."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """Ends at once; what is not delivered waits on disk."""
        for worker in self._workers:
            await worker.stop()

    def tell(self, id_: str, body: bytes) -> None:
        """Every hook is told it, once for each id. Never waits, never fails."""
        for worker in self._workers:
            worker.take(id_, body)

    def views(self) -> tuple[HookView, ...]:
        """How the hooks stand."""
        return tuple(worker.view() for worker in self._workers)


class _Worker:
    """One hook: nothing that its receiver does is felt by another."""

    def __init__(
        self, hook: Hook, folder: Path, wall: Callable[[], float], most: int, patience_s: float
    ) -> None:
        self._hook = hook
        self._wall = wall
        self._patience_s = patience_s
        try:
            self._spool = Spool(folder / f"{hook.name}.db", most)
        except (sqlite3.Error, OSError) as problem:
            raise BadInterface("hook_spool", folder=str(folder), problem=str(problem)) from None
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._delivered = self._given_up = self._refused = 0
        self._trouble: str | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"luza-webhook-{self._hook.name}")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._spool.close()

    def take(self, id_: str, body: bytes) -> None:
        try:
            self._spool.put(id_, body, self._wall())
        except sqlite3.Error as problem:
            self._refused += 1
            self._say(f"the spool does not take it: {problem}; make room on the disk")
        self._news.set()

    def view(self) -> HookView:
        dropped = self._spool.dropped + self._refused
        return HookView(
            self._hook.name, self._spool.depth(), self._delivered, self._given_up, dropped, self._trouble
        )

    async def _run(self) -> None:
        # A receiver that sends elsewhere is not followed: the signature was meant for this address.
        async with httpx.AsyncClient(timeout=self._patience_s, follow_redirects=False) as client:
            while True:
                self._news.clear()
                try:
                    wait_s = await self._step(client)
                except sqlite3.Error as problem:
                    self._say(f"the spool does not answer: {problem}")
                    wait_s = self._patience_s
                if wait_s:
                    try:
                        async with asyncio.timeout(wait_s):
                            await self._news.wait()
                    except TimeoutError:
                        pass

    async def _step(self, client: httpx.AsyncClient) -> float:
        """Tries what is due first; how many seconds to wait for news then."""
        waiting = self._spool.next()
        if waiting is None:
            return 3600.0
        # A clock that is put back must not hold a delivery for longer than the longest pause.
        if (ahead_s := waiting.due - self._wall()) > 0:
            return min(ahead_s, 60.0)
        problem = await self._try(client, waiting.id, waiting.body)
        if problem is None:
            self._delivered += 1
            self._trouble = None
            self._spool.over(waiting.id)
            return 0.0
        pause = pause_s(waiting.failures + 1)
        if pause is None or problem == f"{GONE}":
            self._given_up += 1
            self._spool.over(waiting.id)
        else:
            self._spool.failed(waiting.id, self._wall() + pause)
        self._say(problem)
        return 0.0

    async def _try(self, client: httpx.AsyncClient, id_: str, body: bytes) -> str | None:
        """Why the receiver has not taken it; None where it has."""
        sent = headers(self._hook, id_, int(self._wall()), body)
        try:
            async with asyncio.timeout(self._patience_s):
                # What it answers is not read: a receiver that never stops talking takes up no memory.
                async with client.stream("POST", self._hook.url, content=body, headers=sent) as answer:
                    return None if answer.is_success else f"{answer.status_code}"
        except TimeoutError:
            return f"no answer within {self._patience_s:g} s"
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            return str(problem) or type(problem).__name__

    def _say(self, problem: str) -> None:
        if problem != self._trouble:
            self._trouble = problem
            log.warning("webhook %s (%s): %s", self._hook.name, self._hook.url, problem)
