"""The link's messages as typed values: `pack` gives a body, `unpack` reads one. Host and tools only.

Units and meaning of every field are in protocol/README.md, which a test holds against these classes. A body
may be longer than its layout: what a later minor version appends is ignored.
"""

from __future__ import annotations

import struct
from typing import ClassVar

import msgspec

from luza_link import messages as m
from luza_link.bodies import Message, Tailed
from luza_link.codec import encode
from luza_link.errors import BadMessage
from luza_link.service_values import Live, Service, ServiceReply, SettingsChunk, SettingsRequest


def _counted(data: bytes) -> bytes:
    return bytes((len(data),)) + data


def _read_counted(body: bytes, at: int) -> tuple[bytes, int]:
    """The bytes behind a length byte at `at`, and where they end."""
    end = at + 1 + body[at]
    if end > len(body):
        raise ValueError(f"a text of {body[at]} bytes at offset {at} reaches beyond the body's {len(body)}")
    return body[at + 1 : end], end


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
    ended: str = ""
    """How the last run ended, where it left word; empty from a board of minor version 0."""

    def pack(self) -> bytes:
        """The body."""
        fields = msgspec.structs.astuple(self)
        fixed = self.LAYOUT.pack(*fields[:4], m.ROLE_BOARD, *fields[4:12])
        named = fixed + _counted(bytes.fromhex(self.uid)) + _counted(self.firmware.encode())
        return named + _counted(self.ended.encode()) if self.minor else named

    @classmethod
    def unpack(cls, body: bytes) -> BoardHello:
        """Reads a body."""
        fixed = cls.LAYOUT.unpack_from(body)
        uid, at = _read_counted(body, cls.LAYOUT.size)
        firmware, at = _read_counted(body, at)
        ended = _read_counted(body, at)[0] if fixed[1] and at < len(body) else b""
        texts = (uid.hex(), firmware.decode("utf-8", "replace"), ended.decode("utf-8", "replace"))
        fields = (*fixed[:4], *fixed[5:], *texts)
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


class Ack(Message, frozen=True):
    """All up to `seq` is on disk."""

    TYPE = m.ACK
    LAYOUT = struct.Struct(m.ACK_BODY)
    boot_id: int
    seq: int


class Nak(Message, frozen=True):
    """`seq` is the first that is missing."""

    TYPE = m.NAK
    LAYOUT = struct.Struct(m.NAK_BODY)
    boot_id: int
    seq: int


class Lost(Message, frozen=True):
    """The ring ran over: these are gone."""

    TYPE = m.LOST
    LAYOUT = struct.Struct(m.LOST_BODY)
    first: int
    last: int


class Heartbeat(Message, frozen=True):
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


class Snapshot(Message, frozen=True):
    """Every input's level when the talk began; counts for nothing in play."""

    TYPE = m.SNAPSHOT
    LAYOUT = struct.Struct(m.SNAPSHOT_BODY)
    time_us: int
    newest: int
    levels: int
    faults: int


class Ping(Message, frozen=True):
    """The host asks for the board's time."""

    TYPE = m.PING
    LAYOUT = struct.Struct(m.PING_BODY)
    token: int


class Pong(Message, frozen=True):
    """The board's time, for the PING with this token."""

    TYPE = m.PONG
    LAYOUT = struct.Struct(m.PONG_BODY)
    token: int
    time_us: int


class DictRequest(Message, frozen=True):
    """The host asks for the dictionary from `offset` on."""

    TYPE = m.DICT
    LAYOUT = struct.Struct(m.DICT_REQUEST)
    offset: int


class DictChunk(Tailed, frozen=True):
    """A part of the dictionary."""

    TYPE = m.DICT
    LAYOUT = struct.Struct(m.DICT_CHUNK)
    hash: int
    total: int
    offset: int
    data: bytes


class Config(Tailed, frozen=True):
    """A part of new settings."""

    TYPE = m.CONFIG
    LAYOUT = struct.Struct(m.CONFIG_BODY)
    id: int
    crc: int
    total: int
    offset: int
    data: bytes


class ConfigReply(Tailed, frozen=True):
    """Where the board stands with the settings `id`."""

    TYPE = m.CONFIG_REPLY
    LAYOUT = struct.Struct(m.CONFIG_REPLY_BODY)
    TEXT = True
    id: int
    status: int
    next_offset: int
    settings_hash: int
    reason: str


class Log(Tailed, frozen=True):
    """A line for the host's log; `dropped` were left out before it."""

    TYPE = m.LOG
    LAYOUT = struct.Struct(m.LOG_BODY)
    TEXT = True
    level: int
    dropped: int
    text: str


class InputState(msgspec.Struct, frozen=True, gc=False):
    """One input's health: HEALTH_..., how often it was unwell since the boot, seconds since it changed."""

    input: int
    state: int
    spells: int
    for_s: int


class Inputs(msgspec.Struct, frozen=True):
    """The health of every input that is fitted."""

    TYPE: ClassVar[int] = m.INPUTS
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(m.INPUTS_BODY)
    EACH: ClassVar[struct.Struct] = struct.Struct(m.INPUT_STATE)

    time_us: int
    states: tuple[InputState, ...]

    def pack(self) -> bytes:
        """The body."""
        each = [self.EACH.pack(*msgspec.structs.astuple(state)) for state in self.states]
        return self.LAYOUT.pack(self.time_us) + b"".join(each)

    @classmethod
    def unpack(cls, body: bytes) -> Inputs:
        """Reads a body."""
        (time_us,) = cls.LAYOUT.unpack_from(body)
        rest = body[cls.LAYOUT.size :]
        whole = len(rest) // cls.EACH.size * cls.EACH.size
        return cls(time_us, tuple(InputState(*one) for one in cls.EACH.iter_unpack(rest[:whole])))


BoardMessage = (
    BoardHello
    | DictChunk
    | Event
    | Lost
    | Heartbeat
    | Snapshot
    | Pong
    | ConfigReply
    | Log
    | ServiceReply
    | SettingsChunk
    | Live
    | Inputs
)
HostMessage = HostHello | DictRequest | Ack | Nak | Ping | Config | Service | SettingsRequest

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
