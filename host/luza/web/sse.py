"""Server-sent events: the table's messages for the browser, under the topics and payloads of MQTT.

A connection begins with a heartbeat and the newest of every snapshot; then comes what changes. `event:` is
the topic relative to the table's root, `data:` the payload, `id:` its `seq`. A browser cannot listen to
topics by wildcard, so every `alert/<id>` comes as `alert`; one that is over as `{"id": …, "over": true}`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime

import msgspec
from starlette.types import Receive, Scope, Send

from luza.web.bus import Bus, Update

HEARTBEAT_S = 5.0
RETRY_MS = 1000
AT_ONCE = 64
"""Messages that are sent in one piece at most."""
TOPICS = frozenset({"availability", "meta", "state", "score", "clock", "health", "panel"})
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # a proxy in between must not hold events back
]


Insiders = Callable[[Scope], AbstractAsyncContextManager[AsyncIterator[Update]] | None]
"""A subscription that hears more than displays do (`panel`), for whoever the request shows to be one; else
None."""


class _Numbered(msgspec.Struct):
    seq: int | None = None


_numbered = msgspec.json.Decoder(_Numbered)


def utc_now() -> datetime:
    """The wall clock; tests hand in their own."""
    return datetime.now(UTC)


def event(topic: str, payload: bytes) -> bytes | None:
    """One message as a server-sent event; None for a topic that is not for displays (`response/…`)."""
    if topic.startswith("alert/"):
        name = topic.removeprefix("alert/")
        return _event("alert", payload or msgspec.json.encode({"id": name, "over": True}))
    if topic in TOPICS or topic.startswith("event/"):
        return _event(topic, payload)
    return None


def heartbeat(at: datetime, build: str) -> bytes:
    """The sign of life: the host's time, and the build of the page files, by which a page renews itself."""
    text = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return _frame("heartbeat", msgspec.json.encode({"at": text, "build": build}), None)


def _event(name: str, payload: bytes) -> bytes:
    return _frame(name, payload, _numbered.decode(payload).seq)


def _frame(name: str, payload: bytes, seq: int | None) -> bytes:
    lines = [f"event: {name}".encode()]
    if seq is not None:
        lines.append(b"id: %d" % seq)
    lines += [b"data: " + line for line in payload.splitlines()]
    return b"\n".join(lines) + b"\n\n"


class EventStream:
    """The ASGI endpoint `/events`. `close()` ends all streams, so that the server can stop at once."""

    def __init__(
        self,
        bus: Bus,
        build: str,
        now: Callable[[], datetime] = utc_now,
        heartbeat_s: float = HEARTBEAT_S,
        insiders: Insiders | None = None,
        frame: Callable[[str, bytes], bytes | None] = event,
    ) -> None:
        """`frame`: one message as a server-sent event, or None where it is not for this stream."""
        self._bus = bus
        self._frame = frame
        self._insiders = insiders
        self._build = build
        self._now = now
        self._heartbeat_s = heartbeat_s
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Ends every open stream and each that is asked for later."""
        self._closing.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        ends = [asyncio.create_task(_disconnected(receive)), asyncio.create_task(self._closing.wait())]
        try:
            await _body(send, b"retry: %d\n\n" % RETRY_MS)
            more = self._insiders(scope) if self._insiders is not None else None
            async with more or self._bus.subscribe() as updates:
                await self._pump(updates, send, ends)
        finally:
            for task in ends:
                task.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pump(
        self, updates: AsyncIterator[Update], send: Send, ends: Sequence[asyncio.Task[object]]
    ) -> None:
        """Sends updates as they come and heartbeats in time, until one of `ends`, or the updates do."""
        clock = asyncio.get_running_loop().time
        beat_at = clock()
        # The read outlives a heartbeat: cancelling it at every timeout would end an async generator.
        coming = asyncio.create_task(_next(updates))
        try:
            while True:
                if clock() >= beat_at:
                    await _body(send, heartbeat(self._now(), self._build))
                    beat_at = clock() + self._heartbeat_s
                wait_s = max(0.0, beat_at - clock())
                await asyncio.wait([coming, *ends], timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
                if any(task.done() for task in ends):
                    return
                # What has come meanwhile goes out in one piece: a busy hall costs a write a turn, not a ball.
                frames: list[bytes] = []
                while coming.done() and len(frames) < AT_ONCE:
                    update = coming.result()
                    if update is None:
                        break
                    frame = self._frame(*update)
                    if frame is not None:
                        frames.append(frame)
                    coming = asyncio.create_task(_next(updates))
                    await asyncio.sleep(0)
                if frames:
                    await _body(send, b"".join(frames))
                if coming.done() and coming.result() is None:
                    return
        finally:
            coming.cancel()
            await asyncio.wait([coming])


async def _next(updates: AsyncIterator[Update]) -> Update | None:
    return await anext(updates, None)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(send: Send, chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})
