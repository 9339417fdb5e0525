"""The names of a table's MQTT topics."""

import msgspec

PREFIX = "luza/v1"
COMMANDS = ("start", "entry", "stop", "replay", "message")
NAME_TAKEN = "name-taken"
"""The alert that a second controller raises which calls itself as another one that is online."""


class Topics(msgspec.Struct, frozen=True):
    """The topics of one table; `club` and `table` are lower-case letters, digits and hyphens."""

    club: str
    table: str

    @property
    def root(self) -> str:
        """What all topics of the table begin with, without a slash at the end."""
        return f"{PREFIX}/{self.club}/table/{self.table}"

    @property
    def availability(self) -> str:
        """Whether the table is there: retained, and the client's will."""
        return f"{self.root}/availability"

    @property
    def commands(self) -> str:
        """The filter under which all commands come."""
        return f"{self.root}/command/+"

    def alert(self, name: str) -> str:
        """One alert: retained while it lasts, then empty."""
        return f"{self.root}/alert/{name}"

    def response(self, command: str) -> str:
        """Where a command's answer is told to everyone."""
        return f"{self.root}/response/{command}"

    def command_of(self, topic: str) -> str | None:
        """The command's name where `topic` is one of this table's command topics."""
        before, _, name = topic.rpartition("/")
        return name if before == f"{self.root}/command" else None

    @property
    def client_id(self) -> str:
        """The table's MQTT client id: one a table, so that a broker never holds two."""
        return f"luza-{self.club}-{self.table}"
