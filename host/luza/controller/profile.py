"""What a controller is told once, at its start."""

import msgspec

from luza.entries import Header
from luza.facts import Sensor


class Profile(msgspec.Struct, frozen=True):
    """The table, its names, and how a match starts here.

    `root` is what all MQTT topics begin with; `header` a match's first line where nothing else is said;
    `board` whether one is fitted (without: the marker's taps are all there is).
    """

    root: str
    club: str
    table: str
    club_name: str
    table_name: str
    header: Header
    version: str
    board: bool = True
    ports: tuple[str, ...] = ("",)
    """Where the table's boards are looked for, one each; an empty one is a port that nobody has named."""
    firmware: str = ""
    """This host's version of the board's firmware; empty where it has none to install."""
    idle_after_s: float = 900.0
    outbox: bool = True
    """Whether MQTT is on: messages then wait on disk until a broker has them."""
    outbox_max: int = 20_000

    @property
    def fitted(self) -> frozenset[Sensor]:
        """What the boards of this table should feel."""
        return frozenset(self.header.sensors) if self.board else frozenset()
