"""One connection to the broker, from CONNECT to its end, inside the asyncio loop.

paho-mqtt does the protocol; the loop watches its socket, so a message leaves in the same turn in which it was
handed over, without a thread between. Only connecting runs in a thread, for it may block (names, TLS).
A connection is used once: what is on its way when it ends is sent again from the outbox, never by paho.
"""

import asyncio
import socket
import ssl
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from luza.mqtt.access import Access
from luza.mqtt.errors import BrokerRefused, BrokerUnreachable, ConnectionLost

CONNECT_S = 5.0
SESSION_EXPIRY_S = 3600
"""How long the broker keeps our session: without it the will's delay would not hold, and commands that come
while the line is down would be lost."""
TICK_S = 1.0

_MENDS = {
    0x84: "it does not speak MQTT 5; use one that does, such as Mosquitto 2",
    0x85: "it does not accept the client id {client_id}",
    0x86: "user name or password is wrong; check mqtt.username and mqtt.password_file",
    0x87: "it does not let this account in; check mqtt.username and the broker's user file",
    0x88: "it is not available now",
    0x8A: "it has banned this client",
    0x97: "its quota is used up",
}


class Will(msgspec.Struct, frozen=True):
    """What the broker says for us, retained, once we have been gone for `delay_s` without a farewell."""

    topic: str
    payload: bytes
    delay_s: int


class Incoming(msgspec.Struct, frozen=True):
    """A message from the broker; `retain` says that it was retained, however it came."""

    topic: str
    payload: bytes
    retain: bool
    response_topic: str | None = None
    correlation: bytes | None = None
    mid: int = 0
    qos: int = 0


class Connection:
    """One connection. `acked(mid, code)` and `received(message)` are called in the loop,
    outside of paho's locks; `lost` is done when the connection is over, with what ended it.

    `manual_ack`: what is received is only acknowledged by `ack`; until then the broker keeps it for us.
    """

    def __init__(
        self,
        access: Access,
        client_id: str,
        acked: Callable[[int, int], None],
        received: Callable[[Incoming], None],
        will: Will | None = None,
        session_expiry_s: int = SESSION_EXPIRY_S,
        manual_ack: bool = False,
    ) -> None:
        self._access = access
        self._client_id = client_id
        self._acked = acked
        self._received = received
        self._session_expiry_s = session_expiry_s
        self._loop = asyncio.get_running_loop()
        self._connack: asyncio.Future[Properties | None] = self._loop.create_future()
        self.lost: asyncio.Future[ConnectionLost] = self._loop.create_future()
        self._subacks: dict[int, asyncio.Future[int]] = {}
        self._happened: deque[Callable[[], None]] = deque()
        self._tick: asyncio.TimerHandle | None = None
        self._watched = False
        self._writing = False
        # Most messages have no other properties; paho takes as long to make them as to send a message.
        self._plain = _json_properties()
        self._client = self._make(will, manual_ack)
        self.receive_maximum = 65_535
        """How many messages the broker takes before it has acknowledged the first."""
        self.max_packet: int | None = None
        """The largest packet the broker takes, in bytes."""
        self.resumed = False
        """Whether the broker has kept our session: all that came meanwhile comes now."""

    async def open(self) -> None:
        """Connects; raises BrokerUnreachable or BrokerRefused, and BadAccess for unusable files."""
        access = self._access
        if access.username:
            self._client.username_pw_set(access.username, access.password())
        context = access.context()
        if context is not None:
            self._client.tls_set_context(context)
        properties = _properties(PacketTypes.CONNECT)
        properties.SessionExpiryInterval = self._session_expiry_s
        try:
            await _in_thread(
                lambda: self._client.connect(
                    access.host, access.port, access.keepalive_s, clean_start=False, properties=properties
                )
            )
        except ssl.SSLError as problem:
            raise BrokerUnreachable(access.place, _tls_mend(problem)) from None
        except (OSError, ValueError) as problem:
            text = getattr(problem, "strerror", None) or str(problem) or "no answer"
            keys = "mqtt.host, mqtt.port and mqtt.tls" if access.tls else "mqtt.host and mqtt.port"
            raise BrokerUnreachable(access.place, f"{text}; check {keys}") from None
        self._watch()
        await self._wait_connack()

    def publish(
        self,
        topic: str,
        payload: bytes,
        *,
        qos: int = 1,
        retain: bool = False,
        expiry_s: int | None = None,
        correlation: bytes | None = None,
    ) -> int:
        """Sends at once; the number under which `acked` will be called (with QoS 1)."""
        properties = self._plain if payload else None
        if expiry_s is not None or correlation is not None:
            properties = _json_properties()
            if expiry_s is not None:
                properties.MessageExpiryInterval = expiry_s
            if correlation is not None:
                properties.CorrelationData = correlation
        info = self._client.publish(topic, payload, qos, retain, properties)
        self._write_rest()
        return info.mid

    async def subscribe(self, filter_: str, as_published: bool = True) -> int:
        """Subscribes with QoS 1; the broker's reason code (128 and above: it refuses).

        `as_published`: `retain` says how a message was published; else that it was there before.
        """
        options = SubscribeOptions(qos=1, retainAsPublished=as_published)
        _, mid = self._client.subscribe(filter_, options=options)
        if mid is None:
            raise ConnectionLost(self._access.place, "the connection is gone")
        answer: asyncio.Future[int] = self._loop.create_future()
        self._subacks[mid] = answer
        self._write_rest()
        await _first(answer, self.lost)
        if answer.done():
            return answer.result()
        self._subacks.pop(mid, None)
        if self.lost.done():
            raise self.lost.result()
        raise ConnectionLost(self._access.place, "no answer to a subscription")

    def ack(self, message: Incoming) -> None:
        """What was received is safe: the broker may forget it. Nothing where this connection is over."""
        if not self.lost.done():
            self._client.ack(message.mid, message.qos)
            self._write_rest()

    async def close(self) -> None:
        """Takes leave, so that the broker keeps the will to itself; waits at most a second for it."""
        if self._client.socket() is not None and not self.lost.done():
            self._client.disconnect()
            self._write_rest()
            await asyncio.wait([self.lost], timeout=1.0)
        self.abort()

    def abort(self) -> None:
        """Drops the connection without a word; the broker will publish the will."""
        sock = self._client.socket()
        self._unwatch(sock)
        if sock is not None:
            sock.close()
        self._end(ConnectionLost(self._access.place, "closed by this side"))

    def _make(self, will: Will | None, manual_ack: bool) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
            manual_ack=manual_ack,
        )
        client.connect_timeout = CONNECT_S
        # The window is ours (the publisher's): paho must never queue what we think is on its way.
        client.max_inflight_messages = 0
        if will is not None:
            properties = _properties(PacketTypes.WILLMESSAGE)
            properties.WillDelayInterval = will.delay_s
            properties.ContentType = "application/json"
            client.will_set(will.topic, will.payload, qos=1, retain=True, properties=properties)
        client.on_connect = self._on_connect
        client.on_publish = lambda _c, _u, mid, code, _p: self._later(lambda: self._acked(mid, code.value))
        client.on_message = lambda _c, _u, message: self._later(lambda: self._received(_incoming(message)))
        client.on_subscribe = lambda _c, _u, mid, codes, _p: self._on_suback(mid, codes)
        client.on_disconnect = self._on_disconnect
        client.on_socket_close = lambda _c, _u, sock: self._unwatch(sock)
        return client

    def _watch(self) -> None:
        sock = self._client.socket()
        if sock is None:
            raise BrokerUnreachable(self._access.place, "it closed the connection at once")
        if isinstance(sock, socket.socket):
            # A pocket must not wait for the acknowledgement of what was sent just before it.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._watched = True
        self._loop.add_reader(sock, self._readable)
        self._tick = self._loop.call_later(TICK_S, self._on_tick)
        self._write_rest()

    async def _wait_connack(self) -> None:
        await _first(self._connack, self.lost)
        if not self._connack.done():
            text = self.lost.result().reason if self.lost.done() else f"no answer within {CONNECT_S:g} s"
            self.abort()
            raise BrokerUnreachable(
                self._access.place,
                f"connected, then {text}; is it an MQTT 5 broker, and does mqtt.tls fit the port?",
            )
        answer = self._connack.result()
        self.receive_maximum = getattr(answer, "ReceiveMaximum", 65_535)
        self.max_packet = getattr(answer, "MaximumPacketSize", None)

    def _readable(self) -> None:
        try:
            while True:
                self._client.loop_read()
                sock = self._client.socket()
                # TLS may hold whole packets that the socket will never again announce.
                if not isinstance(sock, ssl.SSLSocket) or not sock.pending():
                    break
        except Exception as problem:  # paho lets what it cannot parse through as whatever it ran into
            self._end(ConnectionLost(self._access.place, f"unreadable bytes from the broker ({problem!r})"))
            self.abort()
        # Only here: what these calls send must not call the next of them from within.
        while self._happened:
            self._happened.popleft()()
        self._write_rest()

    def _on_tick(self) -> None:
        self._client.loop_misc()
        self._tick = None if self.lost.done() else self._loop.call_later(TICK_S, self._on_tick)
        self._write_rest()

    def _write_rest(self) -> None:
        """After each call into paho, which has written what the socket took: the loop writes the rest."""
        sock = self._client.socket()
        if sock is None or not self._watched:
            return
        wanted = self._client.want_write()
        if wanted and not self._writing:
            self._loop.add_writer(sock, self._writable)
        elif self._writing and not wanted:
            self._loop.remove_writer(sock)
        self._writing = wanted

    def _writable(self) -> None:
        self._client.loop_write()
        self._write_rest()

    def _later(self, call: Callable[[], None]) -> None:
        # paho holds a lock in its callbacks: what they would set off comes after.
        self._happened.append(call)

    def _on_connect(
        self, _c: Client, _u: object, flags: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        if not code.is_failure:
            self.resumed = flags.session_present
            if not self._connack.done():
                self._connack.set_result(properties)
            return
        text = _MENDS.get(code.value, str(code)).format(client_id=self._client_id)
        if not self._connack.done():
            self._connack.set_exception(BrokerRefused(self._access.place, code.value, text))

    def _on_suback(self, mid: int, codes: list[ReasonCode]) -> None:
        answer = self._subacks.pop(mid, None)
        if answer is not None and not answer.done():
            answer.set_result(codes[0].value)

    def _on_disconnect(
        self, _c: Client, _u: object, flags: DisconnectFlags, code: ReasonCode, _p: Properties | None
    ) -> None:
        said = flags.is_disconnect_packet_from_server
        text = f"it ended the connection ({code})" if said else "the connection is gone"
        self._end(ConnectionLost(self._access.place, text, code.value if said else None))

    def _end(self, why: ConnectionLost) -> None:
        if not self.lost.done():
            self.lost.set_result(why)
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    def _unwatch(self, sock: Any) -> None:
        if self._watched and sock is not None:
            self._watched = False
            self._loop.remove_reader(sock)
            self._loop.remove_writer(sock)


def _incoming(message: MQTTMessage) -> Incoming:
    properties = message.properties
    return Incoming(
        topic=message.topic,
        payload=bytes(message.payload),
        retain=bool(message.retain),
        response_topic=getattr(properties, "ResponseTopic", None),
        correlation=getattr(properties, "CorrelationData", None),
        mid=message.mid,
        qos=message.qos,
    )


def _tls_mend(problem: ssl.SSLError) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({problem.verify_message}); check mqtt.ca_file and mqtt.host"
    return f"no TLS there ({problem.reason or problem}); check mqtt.port and mqtt.tls"


def _json_properties() -> Properties:
    properties = _properties(PacketTypes.PUBLISH)
    properties.ContentType = "application/json"
    return properties


def _properties(packet: int) -> Properties:
    return Properties(packet)  # type: ignore[no-untyped-call]


async def _first(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, timeout=CONNECT_S, return_when=asyncio.FIRST_COMPLETED)


async def _in_thread(call: Callable[[], object]) -> None:
    """Runs what may block in a thread that never holds up the end of the program."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(problem: Exception | None) -> None:
        if done.done():
            return
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)

    def run() -> None:
        problem = None
        try:
            call()
        except Exception as found:  # handed on to whoever waits
            problem = found
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, problem)

    threading.Thread(target=run, name="luza-mqtt-connect", daemon=True).start()
    await done
