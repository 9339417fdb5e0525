"""The real pages, served by the real uvicorn on a free loopback port, in a thread of the tests."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from datetime import datetime
from types import TracebackType
from typing import Self, TypeVar

import msgspec
from luza import web
from luza.controller.bus import Bus, Post
from luza.messages import Message, Snapshot
from luza.web import WebServer, create_app
from luza.web.sse import utc_now

from tests.web.ports import kept_port, number

DEADLINE_S = 60.0

T = TypeVar("T")


class Site:
    """The pages of one table. `stop` and `start` take them away and bring them back on the same port.

    They are fed by a bus that the test tells what to say, or by what `make_bus` makes in the server's loop.
    """

    def __init__(
        self,
        make_bus: Callable[[], web.Bus] = Bus,
        *,
        heartbeat_s: float = 5.0,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.url = ""
        self._make_bus = make_bus
        self._heartbeat_s = heartbeat_s
        self._now = now
        self._keeper = kept_port()
        self._loop = asyncio.new_event_loop()
        self._server: WebServer | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.forget()
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DEADLINE_S)
        self._loop.close()
        self._keeper.close()

    def start(self) -> None:
        """Serves, always on the same port."""
        self.url = self.run(self._start())

    def stop(self) -> None:
        """Stops serving; pages that are open lose their line."""
        if self._server is not None:
            self.run(self._server.stop())
            self._server = None

    def forget(self) -> None:
        """A new bus: nothing that was told before is held any more. The next `start` serves it."""
        self._bus = self._call(self._make_bus)

    def publish(self, topic: str, message: Message) -> None:
        """Tells the pages, as the controller does after its commit."""
        self.send(topic, msgspec.json.encode(message), message.seq, isinstance(message, Snapshot))

    def clear(self, topic: str) -> None:
        """Takes a retained topic back by an empty payload."""
        self.send(topic, b"", 0, True)

    def send(self, topic: str, payload: bytes, seq: int, retain: bool) -> None:
        """Tells the pages raw bytes."""
        self._call(lambda: self._told.publish([Post(seq, topic, payload, retain)]))

    def drop_listeners(self) -> None:
        """Ends every subscription, as the bus does for one that does not keep up."""
        self._call(lambda: self._told.close())

    def listeners(self) -> int:
        """How many subscriptions are open."""
        return self._call(lambda: len(self._told._subscriptions))

    @property
    def _told(self) -> Bus:
        assert isinstance(self._bus, Bus), "what this site shows is not the test's to say"
        return self._bus

    async def _start(self) -> str:
        app = create_app(self._bus, now=self._now, heartbeat_s=self._heartbeat_s)
        self._server = WebServer(app, port=number(self._keeper))
        return await self._server.start()

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Until something holds, asked between the steps of the server's loop; with a deadline."""
        until = time.monotonic() + DEADLINE_S
        while not holds():
            assert time.monotonic() < until, "it never came to hold"

    def serve_at(self, port: int) -> None:
        """Starts another server on that port; raises as it does."""
        self.run(WebServer(create_app(self._bus), port=port).start())

    def _call(self, act: Callable[[], T]) -> T:
        async def work() -> T:
            return act()

        return self.run(work())

    def run(self, work: Coroutine[object, object, T]) -> T:
        """Runs it in the server's loop and waits for what it gives."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(DEADLINE_S)
