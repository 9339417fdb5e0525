"""Messages from the club's desk, shown at the table like all that waits for a look, until read or over."""

import hashlib
from collections.abc import Iterable

import msgspec

from luza.journal.store import Confirmation
from luza.orders import Message

CODES = ("desk_message", "desk_message_from")
MOST = 5
"""Messages that may wait at a table; the oldest makes room."""


class _Data(msgspec.Struct):
    command: str
    until: int


def is_message(item: Confirmation) -> bool:
    """Whether what waits for a look is a message from the desk."""
    return item.code in CODES


def command_of(item: Confirmation) -> str:
    """The id of the command that a message came with."""
    return _data(item).command


def name_of(command: str) -> str:
    """The name under which a message waits, which follows from its command's id."""
    return f"message-{hashlib.sha256(command.encode()).hexdigest()[:8]}"


def data_of(message: Message, command: str, wall: float) -> dict[str, str | int]:
    """What is kept of a message; `wall`: now, in seconds since 1970."""
    data: dict[str, str | int] = {
        "text": message.text,
        "command": command,
        "until": int(wall) + message.for_s,
    }
    return data if message.sender is None else {**data, "sender": message.sender}


def in_the_way(items: Iterable[Confirmation]) -> list[str]:
    """The oldest messages, where another one would be too many."""
    waiting = [item.id for item in items if is_message(item)]
    return waiting[: max(0, len(waiting) - MOST + 1)]


def next_expiry(items: Iterable[Confirmation]) -> float | None:
    """When the next message goes by itself, by the wall clock; None without one."""
    return min((float(_data(item).until) for item in items if is_message(item)), default=None)


def expired(items: Iterable[Confirmation], wall: float) -> list[str]:
    """The messages whose time is over."""
    return [item.id for item in items if is_message(item) and _data(item).until <= wall]


def _data(item: Confirmation) -> _Data:
    return msgspec.json.decode(item.data, type=_Data)
