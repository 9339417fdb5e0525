"""The subscriber's half of MQTT 3.1.1, without I/O: bytes and time go in, bytes and messages come out.

After the OASIS standard, MQTT Version 3.1.1 of 29 October 2014; the numbers in brackets are its chapters.
Memory is bounded: a packet is kept up to `ROOM` bytes, what is longer is counted and passed over.
"""

from luza_scoreboard.errors import Lost, Refused

ROOM = 2048
"""Four players with long names and all else in a score's payload need less than half."""
PING_MS = 4000
SILENCE_MS = 12_000
"""A broker answers a ping; one that has said nothing for so long is gone."""
KEEP_ALIVE_S = 15
"""The broker drops a client after one and a half times this without a word (3.1.2.10)."""

_CONNACK = 0x20
_PUBLISH = 0x30
_SUBACK = 0x90
_PINGRESP = 0xD0
_SUBSCRIPTION = 1
_REASONS = (
    "",
    "does not speak MQTT 3.1.1",
    "does not take this client's name",
    "is not ready",
    "does not know this user or its password",
    "does not let this user in",
)


class Subscriber:
    """One connection: CONNECT, SUBSCRIBE, then messages until `Lost` is raised. Made anew for the next.

    topics: what to hear, with QoS 1 at most; hear(topic, payload) is called for each message, with bytes.
    """

    def __init__(self, client_id: str, account: "tuple[str, str] | None", topics: "list[str]", hear) -> None:
        self.ready = False
        """The broker has granted all topics."""
        self.heard_at: "int | None" = None
        """When the broker last said something."""
        self.too_long = 0
        """Messages that were longer than the room for them."""
        self.outgoing = _connect(client_id, account)
        """Bytes for the broker; whoever writes them takes them away."""
        self._topics = topics
        self._hear = hear
        self._welcome = False
        self._began_at: "int | None" = None
        self._pinged_at = 0
        self._room = bytearray(ROOM)
        self._kind = 0
        self._shift = -1
        """Bits of the packet's length so far; -1: its first byte comes next."""
        self._left = 0
        self._kept = 0
        self._length = 0

    def receive(self, data: "bytes | bytearray | memoryview", size: int, now: int) -> None:
        """The first `size` bytes of `data` have come. Raises Lost where they are no MQTT, Refused where the
        broker says no."""
        self.heard_at = now
        view = memoryview(data)
        at = 0
        while at < size:
            if self._shift < 0:
                self._begin(view[at])
                at += 1
            elif not self._left:
                self._take_length(view[at])
                at += 1
            else:
                at += self._take_body(view[at:size])

    def poll(self, now: int) -> None:
        """Time has passed. Raises Lost where the broker has been silent for too long."""
        if self._began_at is None:
            self._began_at = self._pinged_at = now
        last = self._began_at if self.heard_at is None else self.heard_at
        if now - last > SILENCE_MS:
            raise Lost("the broker has said nothing for 12 s")
        if self.ready and now - self._pinged_at >= PING_MS:
            self._pinged_at = now
            self.outgoing += b"\xc0\x00"

    def _begin(self, kind: int) -> None:
        """A packet's first byte (2.2.1). A server speaks first with CONNACK, and no other program does."""
        if not self._welcome and kind != _CONNACK:
            raise Lost("whoever answers there is no MQTT broker: it began with " + hex(kind))
        self._kind, self._shift, self._length = kind, 0, 0

    def _take_length(self, byte: int) -> None:
        """Seven bits a byte, four bytes at most (2.2.3)."""
        self._length |= (byte & 0x7F) << self._shift
        self._shift += 7
        if byte & 0x80:
            if self._shift > 21:
                raise Lost("what came is no MQTT: a packet's length does not end")
            return
        self._left, self._kept = self._length, 0
        if not self._left:
            self._whole()

    def _take_body(self, view: memoryview) -> int:
        count = min(len(view), self._left)
        fits = min(count, ROOM - self._kept)
        if fits:
            self._room[self._kept : self._kept + fits] = view[:fits]
            self._kept += fits
        self._left -= count
        if not self._left:
            self._whole()
        return count

    def _whole(self) -> None:
        """A packet is there, or as much of it as is kept."""
        self._shift = -1
        kind = self._kind & 0xF0
        if kind == _CONNACK and self._kept == 2 and not self._welcome:
            self._welcomed(self._room[1])
        elif kind == _PUBLISH:  # retained ones may come before SUBACK (3.8.4)
            self._message()
        elif kind == _SUBACK and self._kept == 2 + len(self._topics):
            for at, topic in enumerate(self._topics):
                if self._room[2 + at] & 0x80:
                    raise Refused("the broker does not let this user read " + topic)
            self.ready = True
        elif kind != _PINGRESP:
            raise Lost("what came is no MQTT, or not for a subscriber: a packet of kind " + hex(self._kind))

    def _welcomed(self, code: int) -> None:
        if code:
            reason = _REASONS[code] if code < len(_REASONS) else "says no (" + str(code) + ")"
            raise Refused("the broker " + reason)
        self._welcome = True
        self.outgoing += _subscribe(self._topics)

    def _message(self) -> None:
        """A PUBLISH (3.3): topic, number with QoS 1, payload."""
        qos = self._kind >> 1 & 3
        size = (self._room[0] << 8 | self._room[1]) if self._kept >= 2 else ROOM
        start = 2 + size + (2 if qos else 0)
        if qos > 1 or start > self._kept:
            raise Lost("what came is no MQTT: a message that is cut off, or of another QoS than asked for")
        if qos:
            self.outgoing += b"\x40\x02" + self._room[start - 2 : start]
        if self._length > ROOM:
            self.too_long += 1
            return
        self._hear(bytes(self._room[2 : 2 + size]), bytes(self._room[start : self._kept]))


def _connect(client_id: str, account: "tuple[str, str] | None") -> bytes:
    """CONNECT (3.1) with a clean session: all that is shown is retained, nothing is worth a queue."""
    flags = 0x02
    texts = [client_id]
    if account is not None:
        flags |= 0xC0
        texts += account
    body = b"\x00\x04MQTT\x04" + bytes([flags, 0, KEEP_ALIVE_S]) + b"".join(_text(one) for one in texts)
    return b"\x10" + _length(len(body)) + body


def _subscribe(topics: "list[str]") -> bytes:
    """SUBSCRIBE (3.8), QoS 1 at most."""
    body = bytes([0, _SUBSCRIPTION]) + b"".join(_text(one) + b"\x01" for one in topics)
    return b"\x82" + _length(len(body)) + body


def _text(text: str) -> bytes:
    data = text.encode()
    return bytes([len(data) >> 8, len(data) & 0xFF]) + data


def _length(size: int) -> bytes:
    coded = bytearray()
    while size > 0x7F:
        coded.append(size & 0x7F | 0x80)
        size >>= 7
    coded.append(size)
    return bytes(coded)
