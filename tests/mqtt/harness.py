"""What the MQTT tests share: a table with a real journal, a listener with a client of its own, deadlines."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any, TypeVar

import msgspec
from luza.entries import Header
from luza.errors import LuzaError, Refused
from luza.journal import Journal
from luza.messages import Message, Response, ShotEvent, Snapshot
from luza.mqtt.access import Access
from luza.mqtt.publisher import Backoff, Publisher
from luza.mqtt.topics import Topics
from luza.orders import Order
from luza.view import ShotView
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

DEADLINE_S = 100.0
"""Less than pytest gives a test; a busy machine takes ten times what a free one does."""
TOPICS = Topics("arena", "table-1")
QUICK = Backoff(first_s=0.02, most_s=0.1, steady_s=0.5)
FAREWELL_S = 30.0
"""How long a table's end waits for a broker that is there: it answers, however slow the machine is."""
AT = "2026-01-01T12:00:00.000Z"
MARK = "luza/v1/mark"
"""Where a listener speaks to itself."""

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a test's coroutine; whatever hangs ends as a failure."""

    async def bounded() -> T:
        async with asyncio.timeout(DEADLINE_S):
            return await work

    return asyncio.run(bounded())


class Heard(msgspec.Struct, frozen=True):
    """One message as a listener got it."""

    topic: str
    payload: bytes
    retain: bool
    correlation: bytes | None = None
    expiry_s: int | None = None

    @property
    def json(self) -> dict[str, Any]:
        """The payload; an empty one is an empty object."""
        return msgspec.json.decode(self.payload) if self.payload else {}


class Ear:
    """A client beside the product's: it hears everything under its filter and can publish."""

    _marks = itertools.count()

    def __init__(self, port: int, filter_: str = "luza/#", client_id: str = "", **access: Any) -> None:
        self.heard: list[Heard] = []
        self._port = port
        self._filter = filter_
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._ready = asyncio.Event()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=client_id, protocol=MQTTProtocolVersion.MQTTv5
        )
        self.refused: str | None = None
        self.subscriptions = 0
        """How often it has subscribed; it does so again after every loss of the connection."""
        if "username" in access:
            self._client.username_pw_set(access["username"], access["password"])
        if "ca_file" in access:
            self._client.tls_set(ca_certs=access["ca_file"])
        self._client.reconnect_delay_set(0.02, 0.02)  # type: ignore[arg-type]
        # What it says must not wait until the broker has acknowledged what it said before.
        self._client.on_socket_open = lambda _c, _u, sock: sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self._client.on_connect = self._on_connect
        self._client.on_message = self._on_message
        self._client.on_subscribe = lambda *_: self._soon(self._subscribed)

    async def __aenter__(self) -> "Ear":
        await asyncio.to_thread(self._client.connect, "127.0.0.1", self._port, 30)
        self._client.loop_start()
        await self._ready.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._client.disconnect()
        await asyncio.to_thread(self._client.loop_stop)

    async def until(self, found: Callable[[list[Heard]], T]) -> T:
        """Waits until `found` says something true of all that was heard; what it said."""
        while not (result := found(self.heard)):
            self._news.clear()
            await self._news.wait()
        return result

    async def first(self, topic: str, **wanted: Any) -> Heard:
        """The first message on a topic whose payload has these values."""

        def found(heard: list[Heard]) -> Heard | None:
            for one in heard:
                if one.topic == topic and wanted.items() <= one.json.items():
                    return one
            return None

        hit = await self.until(found)
        assert hit is not None
        return hit

    def forget(self) -> None:
        """Starts anew."""
        self.heard.clear()

    async def caught_up(self) -> None:
        """Returns when all has come that the broker had for this listener, whose filter takes in `MARK`."""
        mark = b'{"mark":%d}' % next(self._marks)
        await self.publish(MARK, mark)
        await self.until(lambda heard: any((one.topic, one.payload) == (MARK, mark) for one in heard))

    async def publish(
        self, topic: str, payload: bytes, retain: bool = False, reply: str | None = None, mark: bytes = b""
    ) -> int:
        """Publishes with QoS 1 and waits for the acknowledgement; its reason code."""
        properties = Properties(PacketTypes.PUBLISH)
        if reply is not None:
            properties.ResponseTopic = reply
            properties.CorrelationData = mark
        done: asyncio.Future[int] = self._loop.create_future()
        self._client.on_publish = lambda _c, _u, _m, code, _p: self._soon(
            lambda: done.done() or done.set_result(code.value)
        )
        self._client.publish(topic, payload, 1, retain, properties)
        return await done

    def _subscribed(self) -> None:
        self.subscriptions += 1
        self._ready.set()
        self._news.set()

    def _on_connect(self, client: Client, _u: object, _f: object, code: Any, _p: object) -> None:
        if code.is_failure:
            self.refused = str(code)
            self._soon(self._ready.set)
        else:
            client.subscribe(self._filter, qos=1)

    def _on_message(self, _c: Client, _u: object, message: MQTTMessage) -> None:
        heard = Heard(
            message.topic,
            bytes(message.payload),
            message.retain,
            getattr(message.properties, "CorrelationData", None),
            getattr(message.properties, "MessageExpiryInterval", None),
        )

        def note() -> None:
            self.heard.append(heard)
            self._news.set()

        self._soon(note)

    def _soon(self, call: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(call)


class Table:
    """A journal and what the controller does with it, as far as MQTT sees: it tells, and takes orders."""

    def __init__(self, folder: Path, session: str = "s1") -> None:
        self.journal = Journal.open(folder / "table.db")
        self.session = session
        self.done: list[Order] = []
        self.refusal: Refused | None = None
        self.failure: LuzaError | None = None
        self.publisher: Publisher | None = None
        with self.journal.transaction() as work:
            work.session(session, AT, "boot", "test")

    def connect(self, port: int, **more: Any) -> Publisher:
        """A publisher for the broker on that port, started."""
        access = more.pop("access", None) or Access(port=port)
        more.setdefault("backoff", QUICK)
        more.setdefault("farewell_s", FAREWELL_S)
        self.publisher = Publisher(
            self.journal, self, more.pop("topics", TOPICS), access, self.session, **more
        )
        self.publisher.start()
        return self.publisher

    async def close(self) -> None:
        """The end of a controller."""
        if self.publisher is not None:
            await self.publisher.stop()
        self.journal.close()

    def tell(self, topic: str, message: Message) -> int:
        """An event in the journal, then handed to the publisher; its seq."""
        with self.journal.transaction() as work:
            seq = work.next_seq()
            work.event(seq, f"{TOPICS.root}/{topic}", self._stamped(message, seq))
        return self._pump(seq)

    def show(self, topic: str, snapshot: Snapshot) -> int:
        """A retained snapshot in the journal, then handed to the publisher; its seq."""
        with self.journal.transaction() as work:
            seq = work.next_seq()
            snapshot = msgspec.structs.replace(snapshot, rev=work.next_rev())
            work.snapshot(seq, f"{TOPICS.root}/{topic}", self._stamped(snapshot, seq))
        return self._pump(seq)

    def clear(self, topic: str) -> None:
        """Takes a retained topic back."""
        with self.journal.transaction() as work:
            work.clear(topic)
        self._pump(0)

    # What luza.orders.Desk asks for.

    @property
    def header(self) -> Header:
        return Header(game="free", players=["Анна", "Борис"])

    def recall(self, command: str) -> Response | None:
        answer = self.journal.answer(command)
        return None if answer is None else msgspec.json.decode(answer, type=Response)

    def obey(self, name: str, command: str, order: Order) -> bytes:
        if self.failure is not None:
            raise self.failure
        if self.refusal is None:
            self.done.append(order)
            response = Response(id=command, status="ok", code="done", detail="")
        else:
            response = Response(id=command, status="error", code=self.refusal.code, detail=str(self.refusal))
        with self.journal.transaction() as work:
            seq = work.next_seq()
            payload = self._stamped(response, seq)
            work.answered(command, AT, payload)
            work.event(seq, TOPICS.response(name), payload)
        self._pump(seq)
        return payload

    def reject(self, response: Response) -> bytes:
        with self.journal.transaction() as work:
            return self._stamped(response, work.next_seq())

    def _stamped(self, message: Message, seq: int) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(message, session=self.session, seq=seq, at=AT))

    def _pump(self, seq: int) -> int:
        if self.publisher is not None:
            self.publisher.pump()
        return seq


def shot(n: int) -> ShotEvent:
    """A judged shot of that number."""
    view = ShotView(
        n=n, frame=1, player=0, verdict="legal", fouls=(), potted=1, delta=(1, 0), spotted=0, articles=()
    )
    return ShotEvent(match="m", shot=view, amended=False)
