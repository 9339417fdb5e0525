"""The lines to the other clubs of a chain. Pure.

What is retained of a club at the chain's broker stays there when the line to it is down, and would look like
news. The club's bridge says on `luza/v1/<club>/club/bridge` whether it is there (`1`, `0`); while it is not,
its tables are away.
"""

from datetime import datetime

import msgspec

from luza.club.hearing.hall import split
from luza.messages import Availability
from luza.mqtt.topics import PREFIX, Topics

CUT = "line"
"""The reason that an `availability` has where not the table is away but the line to its club is down."""

Heard = tuple[str, bytes, bool]
"""Topic, payload, and whether it was retained."""


def bridge_topic(club: str) -> str:
    """Where a club's bridge says whether it is there; `+` for all clubs."""
    return f"{PREFIX}/{club}/club/bridge"


class Lines:
    """Turns what the bridges say into what the hall hears of their tables.

    `own` is the club whose broker this is: its tables are here whether or not its bridge reaches anybody.
    """

    def __init__(self, own: str) -> None:
        self._own = own
        self._cut: dict[str, datetime] = {}
        self._said: dict[tuple[str, str], bytes] = {}

    def heard(self, topic: str, payload: bytes, retained: bool, now: datetime) -> list[Heard]:
        """What the hall is to take instead of this message: mostly the message itself."""
        parts = topic.split("/")
        if len(parts) == 5 and topic == bridge_topic(parts[2]):
            return self._bridge(parts[2], payload, now)
        where = split(topic)
        if where is None or where[2] != "availability":
            return [(topic, payload, retained)]
        club, table, _ = where
        if not payload:
            self._said.pop((club, table), None)
            return [(topic, payload, retained)]
        self._said[club, table] = payload
        return [(topic, self._away(self._cut[club]) if club in self._cut else payload, retained)]

    def _bridge(self, club: str, payload: bytes, now: datetime) -> list[Heard]:
        if club == self._own or (payload == b"0") == (club in self._cut):
            return []
        if payload == b"0":
            self._cut[club] = now
        else:
            del self._cut[club]
        return [
            (Topics(club, table).availability, self._away(now) if club in self._cut else said, False)
            for (of, table), said in self._said.items()
            if of == club
        ]

    def _away(self, since: datetime) -> bytes:
        at = since.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return msgspec.json.encode(Availability(at=at, state="offline", since=at, reason=CUT))
