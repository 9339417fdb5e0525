"""What a person or a program can order of the controller from outside: the content of MQTT commands.

Values only. Whether an order can be done now is the controller's business (`Desk.obey`); whether a command
is well formed is decided where it comes in.
"""

from typing import Protocol

import msgspec

from luza.entries import Header
from luza.messages import Response
from luza.statements import Statement


class Start(msgspec.Struct, frozen=True):
    """Begin a match; the one being played is not ended by it (Refused)."""

    header: Header


class Say(msgspec.Struct, frozen=True):
    """Enter a statement; its `t` is the moment at which the controller takes it."""

    statement: Statement


class Stop(msgspec.Struct, frozen=True):
    """Close the match that is being played, decided or not; the table is free."""

    reason: str | None = None


class Replay(msgspec.Struct, frozen=True):
    """Tell the kept events from a seq on once more, under their old numbers."""

    from_seq: int


class Message(msgspec.Struct, frozen=True):
    """Show a short message at the table, until somebody there has read it or `for_s` seconds have passed."""

    text: str
    sender: str | None = None
    for_s: int = 900


Order = Start | Say | Stop | Replay | Message


class Desk(Protocol):
    """What the controller does for whoever takes in commands. Answers come as encoded `Response` payloads."""

    @property
    def header(self) -> Header:
        """What a match starts with where the order says nothing else."""
        ...

    def recall(self, command: str) -> Response | None:
        """What the command with this id was answered when it was done or refused; None: never seen."""
        ...

    def obey(self, name: str, command: str, order: Order) -> bytes:
        """Does the order, or refuses it; deed, answer and id are on disk, as one, before this returns.

        The answer is also told under `response/<name>`. `status` is `ok` or, where the table refuses
        (errors.Refused) and nothing changed, `error` with the refusal's `code` and reason.
        """
        ...

    def reject(self, response: Response) -> bytes:
        """Stamps the answer to a command that was not taken up; remembers nothing but its seq."""
        ...
