"""What the table says of its own MQTT: one part of its health, and the trouble behind it."""

from collections.abc import Callable
from typing import Literal

import msgspec

from luza import words
from luza.messages import Availability, Part
from luza.mqtt.errors import BrokerError, BrokerRefused
from luza.mqtt.topics import Topics


class Trouble(msgspec.Struct, frozen=True):
    """Why the table is not heard; `code` and `data` for `luza.words.alert`, `detail` for the log."""

    code: Literal["broker_away", "broker_refused", "name_taken", "client_id_shared"]
    level: Literal["warning", "fault"]
    data: dict[str, str | int]
    detail: str


CONNECTING = Trouble("broker_away", "warning", {}, "not connected to the MQTT broker yet")


class Status:
    """The publisher's state and counters. `changed` is called whenever there is another trouble, or none."""

    def __init__(self, at: Callable[[], str], changed: Callable[[], None]) -> None:
        self._at = at
        self._changed = changed
        self._since = at()
        self.trouble: Trouble | None = CONNECTING
        self.counters = {"sent": 0, "connections": 0, "dropped": 0}

    def set(self, trouble: Trouble | None) -> bool:
        """Notes how things stand; whether that is news."""
        if trouble == self.trouble:
            return False
        code = None if self.trouble is None else self.trouble.code
        self.trouble = trouble
        if code != (None if trouble is None else trouble.code):
            self._since = self._at()
        self._changed()
        return True

    def part(self, waiting: int) -> Part:
        """The part for the table's health; `waiting`: messages in the outbox."""
        counters = {**self.counters, "waiting": waiting}
        if self.trouble is None:
            return Part(state="ok", since=self._since, counters=counters)
        return Part(
            # Whatever it is, the table itself plays on.
            state="degraded" if self.trouble.level == "warning" else "fault",
            reason=words.alert(self.trouble.code, self.trouble.data),
            since=self._since,
            counters=counters,
        )


def of_problem(problem: Exception) -> Trouble:
    """No connection. What a refusal or a file names does not pass by itself, an absent broker may."""
    if isinstance(problem, BrokerError) and not isinstance(problem, BrokerRefused):
        return Trouble("broker_away", "warning", {}, str(problem))
    reason = problem.reason if isinstance(problem, BrokerError) else str(problem)
    return Trouble("broker_refused", "fault", {"text": reason}, str(problem))


def name_taken(topics: Topics, other: Availability) -> Trouble:
    """Another controller is online under this table's name: who it is, and the mend."""
    name = f"{topics.club}/{topics.table}"
    who = other.host or f"session {other.session}"
    return Trouble(
        "name_taken",
        "fault",
        {"table": name, "other": who},
        f"another controller (on {other.host or 'an unknown machine'}, session {other.session}, "
        f"since {other.since}) is already online as {name}; this one keeps silent while that one is. "
        "Give one of them another table.id in its settings",
    )


def client_id_shared(topics: Topics, times: int) -> Trouble:
    """Connections end soon after they began, as they do where two clients share an id."""
    return Trouble(
        "client_id_shared",
        "fault",
        {"client": topics.client_id},
        f"the connection ended soon after it began, {times} times running: a bad line, or another client "
        f"uses the client id {topics.client_id}",
    )
