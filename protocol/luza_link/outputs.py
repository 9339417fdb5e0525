"""What the host's end of the link tells its owner, one frozen class a thing.

Besides these an output is an `Event`, a `Snapshot`, a `Heartbeat`, an `Inputs`, a `Live` or a `Log` as it
came.
"""

from __future__ import annotations

import msgspec

from luza_link import messages as m
from luza_link.service_values import Live
from luza_link.values import BoardHello, Event, Heartbeat, Inputs, Log, Snapshot


class Linked(msgspec.Struct, frozen=True):
    """A board of our version is there, and knows from where on to send."""

    hello: BoardHello
    resumed_after: int
    """The last seq that the host already has of this boot."""


class BootChanged(msgspec.Struct, frozen=True):
    """The board started anew since its last event on our disk: what it had not sent by then is gone."""

    uid: str
    before: int
    after: int
    reset_cause: str


class Missing(msgspec.Struct, frozen=True):
    """Events `first` to `last` will never come, because of `reason`. To be acknowledged as an event is."""

    boot_id: int
    first: int
    last: int
    reason: str


class VersionMismatch(msgspec.Struct, frozen=True):
    """The board speaks another protocol; nothing is read from it."""

    board: str
    host: str
    advice: str

    @property
    def text(self) -> str:
        """One sentence with both versions and what to do."""
        return f"the board speaks {self.board}, this host speaks {self.host}: {self.advice}"


class WrongBoard(msgspec.Struct, frozen=True):
    """Another board than the one that belongs on this port; nothing is read from it."""

    found: str
    wanted: str

    @property
    def text(self) -> str:
        """One sentence with both ids and what to do."""
        return (
            f"board {self.found} is on this port, the settings want board {self.wanted}: plug in the right "
            "one, or write the other's number under [board] uid (`luza doctor` tells it)"
        )


class NotALuzaBoard(msgspec.Struct, frozen=True):
    """Bytes come, but none make a frame."""

    received: int
    start: bytes

    @property
    def text(self) -> str:
        """What it may be, and what to do."""
        return (
            f"{self.received} bytes came and none of them make a frame (they begin {self.start!r}): this is "
            "not a Luza board, its program is not running, or the port's speed is wrong; check the port in "
            "the settings, or install the firmware with `luza firmware install`"
        )


class Silent(msgspec.Struct, frozen=True):
    """The board has not said a word for `seconds`, though the port is open."""

    seconds: float


class Dictionary(msgspec.Struct, frozen=True):
    """What the board is fitted with, as JSON text."""

    text: str


class SettingsAnswer(msgspec.Struct, frozen=True):
    """The board has applied the settings sent to it, or says why not."""

    applied: bool
    reason: str
    settings_hash: int


class OrderAnswer(msgspec.Struct, frozen=True):
    """The board has carried out an order (ORDER_...), or says why not."""

    order: int
    done: bool
    reason: str


class SettingsRead(msgspec.Struct, frozen=True):
    """The settings in force, as the board gave them."""

    blob: bytes


class Unreadable(msgspec.Struct, frozen=True):
    """A sound frame that this host cannot read: dropped."""

    reason: str


Output = (
    Event
    | Missing
    | Linked
    | BootChanged
    | VersionMismatch
    | WrongBoard
    | NotALuzaBoard
    | Silent
    | Snapshot
    | Heartbeat
    | Inputs
    | Dictionary
    | SettingsAnswer
    | OrderAnswer
    | SettingsRead
    | Live
    | Log
    | Unreadable
)


def mismatch(hello: BoardHello, host_version: str) -> VersionMismatch | None:
    """Why this board cannot be talked to, or None where it can."""
    unknown = hello.incompatible & ~m.INCOMPATIBLE
    if hello.major == m.VERSION_MAJOR and not unknown:
        return None
    extras = f" with extras 0x{unknown:x} that this host does not know" if unknown else ""
    older = hello.major < m.VERSION_MAJOR
    return VersionMismatch(
        board=f"link {hello.major}.{hello.minor}{extras} (firmware {hello.firmware})",
        host=f"link {m.VERSION_MAJOR}.{m.VERSION_MINOR} (luza {host_version})",
        advice="install this host's firmware on the board with `luza firmware install`"
        if older
        else "update luza on this host, or install this host's firmware with `luza firmware install`",
    )
