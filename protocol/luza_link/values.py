"""The link's messages as typed values: `pack` gives a body, `unpack` reads one. Host and tools only.

Units and meaning of every field are in protocol/README.md, which a test holds against these classes. A body
may be longer than its layout: what a later minor version appends is ignored.
"""

from __future__ import annotations

import struct
from typing import ClassVar, Self

import msgspec

from luza_link import messages as m
from luza_link.codec import encode
from luza_link.errors import BadMessage


def _counted(data: bytes) -> bytes:
    return bytes((len(data),)) + data


def _read_counted(body: bytes, at: int) -> tuple[bytes, int]:
    """The bytes behind a length byte at `at`, and where they end."""
    end = at + 1 + body[at]
    if end > len(body):
        raise ValueError(f"a text of {body[at]} bytes at offset {at} reaches beyond the body's {len(body)}")
    return body[at + 1 : end], end


class _Message(msgspec.Struct, frozen=True):
    """A message whose fields are its layout's, in order."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct]

    def pack(self) -> bytes:
        """The body."""
        return self.LAYOUT.pack(*msgspec.structs.astuple(self))

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """Reads a body; `read` turns what this raises into BadMessage."""
        return cls(*cls.LAYOUT.unpack_from(body))


class _Tailed(_Message, frozen=True):
    """A message whose last field is what follows its layout: bytes, or text where TEXT is set."""

    TEXT: ClassVar[bool] = False

    def pack(self) -> bytes:
        """The body."""
        *fixed, tail = msgspec.structs.astuple(self)
        data: bytes = tail.encode() if self.TEXT else tail
        return self.LAYOUT.pack(*fixed) + data

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """Reads a body; a text's broken UTF-8 is replaced, not refused."""
        fixed = cls.LAYOUT.unpack_from(body)
        tail = body[cls.LAYOUT.size :]
        return cls(*fixed, tail.decode("utf-8", "replace") if cls.TEXT else tail)


class BoardHello(msgspec.Struct, frozen=True):
    """Who the board is and where it stands."""

    TYPE: ClassVar[int] = m.HELLO
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(m.HELLO_BOARD)

    major: int
    minor: int
    incompatible: int
    compatible: int
    boot_id: int
    reset_cause: int
    oldest: int
    newest: int
    ring_size: int
    lost: int
    settings_hash: int
    dictionary_hash: int
    uid: str
    """The chip's id in hexadecimal."""
    firmware: str

    def pack(self) -> bytes:
        """The body."""
        fields = msgspec.structs.astuple(self)
        fixed = self.LAYOUT.pack(*fields[:4], m.ROLE_BOARD, *fields[4:12])
        return fixed + _counted(bytes.fromhex(self.uid)) + _counted(self.firmware.encode())

    @classmethod
    def unpack(cls, body: bytes) -> BoardHello:
        """Reads a body."""
        fixed = cls.LAYOUT.unpack_from(body)
        uid, at = _read_counted(body, cls.LAYOUT.size)
        firmware, _ = _read_counted(body, at)
        fields = (*fixed[:4], *fixed[5:], uid.hex(), firmware.decode("utf-8", "replace"))
        return cls(*fields)


class HostHello(msgspec.Struct, frozen=True):
    """The host asks who is there (`boot_id` 0), or says what it has of this boot on disk."""

    TYPE: ClassVar[int] = m.HELLO
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(m.HELLO_HOST)

    boot_id: int
    last_seq: int
    version: str
    major: int = m.VERSION_MAJOR
    minor: int = m.VERSION_MINOR
    incompatible: int = m.INCOMPATIBLE
    compatible: int = m.COMPATIBLE

    def pack(self) -> bytes:
        """The body."""
        flags = (self.incompatible, self.compatible)
        fixed = self.LAYOUT.pack(self.major, self.minor, *flags, m.ROLE_HOST, self.boot_id, self.last_seq)
        return fixed + _counted(self.version.encode())

    @classmethod
    def unpack(cls, body: bytes) -> HostHello:
        """Reads a body."""
        major, minor, incompatible, compatible, _, boot_id, last_seq = cls.LAYOUT.unpack_from(body)
        version, _ = _read_counted(body, cls.LAYOUT.size)
        text = version.decode("utf-8", "replace")
        return cls(boot_id, last_seq, text, major, minor, incompatible, compatible)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something happened at a sensor, at the board's time; the numbers' names are in messages.py."""

    TYPE: ClassVar[int] = m.EVENT

    seq: int
    time_us: int
    kind: int
    channel: int
    value: int
    flags: int

    def pack(self) -> bytes:
        """The body."""
        return _pack_event(self.seq, self.time_us, self.kind, self.channel, self.value, self.flags)

    @classmethod
    def unpack(cls, body: bytes) -> Event:
        """Reads a body."""
        return cls(*_unpack_event(body))


_pack_event = struct.Struct(m.EVENT_BODY).pack
_unpack_event = struct.Struct(m.EVENT_BODY).unpack_from


class Ack(_Message, frozen=True):
    """All up to `seq` is on disk."""

    TYPE = m.ACK
    LAYOUT = struct.Struct(m.ACK_BODY)
    boot_id: int
    seq: int


class Nak(_Message, frozen=True):
    """`seq` is the first that is missing."""

    TYPE = m.NAK
    LAYOUT = struct.Struct(m.NAK_BODY)
    boot_id: int
    seq: int


class Lost(_Message, frozen=True):
    """The ring ran over: these are gone."""

    TYPE = m.LOST
    LAYOUT = struct.Struct(m.LOST_BODY)
    first: int
    last: int


class Heartbeat(_Message, frozen=True):
    """How the board is, once a second."""

    TYPE = m.HEARTBEAT
    LAYOUT = struct.Struct(m.HEARTBEAT_BODY)
    time_us: int
    newest: int
    acked: int
    lost: int
    bad_frames: int
    resent: int
    free_heap: int
    worst_loop_us: int
    levels: int
    faults: int


class Snapshot(_Message, frozen=True):
    """Every input's level when the talk began; counts for nothing in play."""

    TYPE = m.SNAPSHOT
    LAYOUT = struct.Struct(m.SNAPSHOT_BODY)
    time_us: int
    newest: int
    levels: int
    faults: int


class Ping(_Message, frozen=True):
    """The host asks for the board's time."""

    TYPE = m.PING
    LAYOUT = struct.Struct(m.PING_BODY)
    token: int


class Pong(_Message, frozen=True):
    """The board's time, for the PING with this token."""

    TYPE = m.PONG
    LAYOUT = struct.Struct(m.PONG_BODY)
    token: int
    time_us: int


class DictRequest(_Message, frozen=True):
    """The host asks for the dictionary from `offset` on."""

    TYPE = m.DICT
    LAYOUT = struct.Struct(m.DICT_REQUEST)
    offset: int


class DictChunk(_Tailed, frozen=True):
    """A part of the dictionary."""

    TYPE = m.DICT
    LAYOUT = struct.Struct(m.DICT_CHUNK)
    hash: int
    total: int
    offset: int
    data: bytes


class Config(_Tailed, frozen=True):
    """A part of new settings."""

    TYPE = m.CONFIG
    LAYOUT = struct.Struct(m.CONFIG_BODY)
    id: int
    crc: int
    total: int
    offset: int
    data: bytes


class ConfigReply(_Tailed, frozen=True):
    """Where the board stands with the settings `id`."""

    TYPE = m.CONFIG_REPLY
    LAYOUT = struct.Struct(m.CONFIG_REPLY_BODY)
    TEXT = True
    id: int
    status: int
    next_offset: int
    settings_hash: int
    reason: str


class Log(_Tailed, frozen=True):
    """A line for the host's log; `dropped` were left out before it."""

    TYPE = m.LOG
    LAYOUT = struct.Struct(m.LOG_BODY)
    TEXT = True
    level: int
    dropped: int
    text: str


BoardMessage = BoardHello | DictChunk | Event | Lost | Heartbeat | Snapshot | Pong | ConfigReply | Log
HostMessage = HostHello | DictRequest | Ack | Nak | Ping | Config

FROM_BOARD: dict[int, type[BoardMessage]] = {kind.TYPE: kind for kind in BoardMessage.__args__}
FROM_HOST: dict[int, type[HostMessage]] = {kind.TYPE: kind for kind in HostMessage.__args__}


def frame(message: BoardMessage | HostMessage) -> bytes:
    """The whole frame of a message, delimiter included."""
    return encode(message.TYPE, message.pack())


def read_board(kind: int, body: bytes) -> BoardMessage:
    """What a board said. Raises BadMessage for a type that no board sends or a body that does not fit."""
    try:
        return FROM_BOARD[kind].unpack(body)
    except KeyError:
        raise BadMessage(kind, "no board sends this type") from None
    except (struct.error, ValueError, IndexError) as problem:
        raise BadMessage(kind, f"{problem} (body: {body.hex(' ')})") from None


def read_host(kind: int, body: bytes) -> HostMessage:
    """What a host said. Raises BadMessage as `read_board` does."""
    try:
        return FROM_HOST[kind].unpack(body)
    except KeyError:
        raise BadMessage(kind, "no host sends this type") from None
    except (struct.error, ValueError, IndexError) as problem:
        raise BadMessage(kind, f"{problem} (body: {body.hex(' ')})") from None
