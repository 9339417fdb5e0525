"""All tables of the club as they stand now. A pure reducer over the messages that the tables publish.

Every table goes by its own clock, which may be an hour off. So what came after what within a table is decided
by what the table says (`session`, `seq`, `rev`), and since when something is so by the server's clock at
which it was heard; only of what was retained before the server was there the table's word is taken, corrected
by how far its clock is known to be off.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from luza.club.history.intake import Place, Started
from luza.errors import UNREADABLE
from luza.messages import (
    Alert,
    Availability,
    ClockMessage,
    Health,
    Message,
    Meta,
    Score,
    State,
)
from luza.mqtt.topics import PREFIX

SNAPSHOTS: dict[str, type[Message]] = {
    "availability": Availability,
    "meta": Meta,
    "state": State,
    "score": Score,
    "clock": ClockMessage,
    "health": Health,
}
CLOCK_OFF_S = 30.0
"""A table's clock that differs by more is worth a word."""

LATEST = 16
"""So many messages tell how far a table's clock is off: more than a table has kept back while it was away."""


class TableNow(msgspec.Struct):
    """One table as it was last heard. Moments are the server's.

    `match_since`, `at_table_since`: since when this match is on, and this player at the table, as far as is
    known.
    """

    place: Place
    availability: Availability | None = None
    meta: Meta | None = None
    state: State | None = None
    score: Score | None = None
    clock: ClockMessage | None = None
    health: Health | None = None
    alerts: dict[str, Alert] = {}
    raised: dict[str, datetime] = {}
    """When each alert, and each part of the health that is not ok (`health/<part>`), began."""
    heard: datetime | None = None
    ahead_by: tuple[str, tuple[float, ...]] = ("", ())
    """By how much the latest messages were ahead that were heard live, and of which session they are."""
    away_since: datetime | None = None
    match_since: datetime | None = None
    at_table_since: datetime | None = None
    bad: int = 0
    """Messages that could not be read."""
    seen: dict[str, tuple[str, int, int]] = {}
    """By topic: session, seq and rev of the newest."""

    @property
    def online(self) -> bool:
        """Whether the table is there."""
        return self.availability is not None and self.availability.state == "online"

    @property
    def idle(self) -> bool:
        """Whether nobody is playing, as far as is known."""
        return self.state is None or self.state.match is None

    @property
    def ahead_s(self) -> float | None:
        """By how much the table's clock is ahead of the server's, None until it was heard live.

        A message may be late, as what waited while the broker was away, but never early: the one that looks
        most ahead tells the clock.
        """
        _, latest = self.ahead_by
        return round(max(latest), 1) if latest else None

    @property
    def clock_is_off(self) -> bool:
        """Whether the table's clock is so far off that somebody should set it."""
        return self.ahead_s is not None and abs(self.ahead_s) > CLOCK_OFF_S

    def here(self, said: str) -> datetime:
        """A moment of the table's clock by the server's."""
        return datetime.fromisoformat(said) - timedelta(seconds=self.ahead_s or 0.0)


class Changed(msgspec.Struct, frozen=True):
    """A message that said something new: whose, under which topic below the table's root."""

    place: Place
    topic: str
    payload: bytes
    retain: bool


Key = tuple[str, str]


class Hall:
    """The tables by club and name. `take` is all that changes it."""

    def __init__(self) -> None:
        self._tables: dict[Key, TableNow] = {}

    @property
    def tables(self) -> list[TableNow]:
        """All tables that are known, by club and name; those with numbers in their order."""
        return [self._tables[key] for key in sorted(self._tables, key=_order)]

    def table(self, club: str, slug: str) -> TableNow | None:
        """One table, or None where nothing was heard of it."""
        return self._tables.get((club, slug))

    def place(self, club: str, slug: str) -> Place:
        """The table with the name that people call it by, if that was heard."""
        table = self._tables.get((club, slug))
        return Place(club, slug) if table is None else table.place

    def started(self, place: Place, name: str) -> Started | None:
        """What the table shows of that match, if it is on."""
        table = self._tables.get((place.club, place.slug))
        state = table.state if table else None
        if state is None or state.match != name or state.game is None:
            return None
        return Started(state.game, state.players, state.race_to)

    def began(self, club: str, slug: str, match: str, at: datetime) -> None:
        """The history knows when the match that is on was begun."""
        table = self._tables.get((club, slug))
        if table is not None and table.state is not None and table.state.match == match:
            table.match_since = at

    def take(self, topic: str, payload: bytes, retained: bool, now: datetime) -> Changed | None:
        """Takes a message; what has changed by it, or None where it is old, unreadable or no table's.

        `retained`: it was so before it was heard; `now`: the server's clock.
        """
        where = split(topic)
        if where is None:
            return None
        club, slug, leaf = where
        table = self._tables.get((club, slug))
        if not payload:
            return None if table is None else self._clear(table, leaf)
        kind = _kind(leaf)
        if kind is None:
            return None
        if table is None:
            table = self._tables[club, slug] = TableNow(Place(club, slug), alerts={}, raised={}, seen={})
        try:
            message: Any = msgspec.json.decode(payload, type=kind)
            said_at = datetime.fromisoformat(message.at) if message.at else now
        except (*UNREADABLE, ValueError):
            table.bad += 1
            return None
        if not _newer(table, leaf, message):
            return None
        if not retained and leaf in ("health", "state", "score", "clock"):
            _measure(table, message.session, (said_at - now).total_seconds())
        self._apply(table, leaf, message, now if not retained else min(now, table.here(said_at.isoformat())))
        if not retained and leaf != "availability":
            table.heard = now
        retain = leaf in SNAPSHOTS or leaf.startswith("alert/")
        return Changed(table.place, leaf, payload, retain)

    def _apply(self, table: TableNow, leaf: str, message: Any, since: datetime) -> None:
        match message:
            case Availability():
                _availability(table, message, since)
            case Meta():
                table.meta = message
                table.place = msgspec.structs.replace(table.place, name=message.table_name)
            case State():
                _state(table, message, since)
            case Score():
                table.score = message
            case ClockMessage():
                table.clock = message
            case Health():
                _health(table, message)
            case Alert():
                name = leaf.removeprefix("alert/")
                table.raised.setdefault(leaf, table.here(message.since) if message.since else since)
                table.alerts[name] = message

    def _clear(self, table: TableNow, leaf: str) -> Changed | None:
        table.seen.pop(leaf, None)
        if leaf.startswith("alert/"):
            table.raised.pop(leaf, None)
            if table.alerts.pop(leaf.removeprefix("alert/"), None) is None:
                return None
        elif leaf in SNAPSHOTS:
            setattr(table, leaf, None)
            if all(getattr(table, name) is None for name in SNAPSHOTS):
                # Somebody has taken the table off the broker.
                del self._tables[table.place.club, table.place.slug]
        else:
            return None
        return Changed(table.place, leaf, b"", retain=True)


def split(topic: str) -> tuple[str, str, str] | None:
    """Club, table and the topic below the table's root; None where it is no table's."""
    parts = topic.removeprefix(f"{PREFIX}/").split("/", 3)
    if len(parts) < 4 or parts[1] != "table" or not topic.startswith(f"{PREFIX}/"):
        return None
    return parts[0], parts[2], parts[3]


def _kind(leaf: str) -> type[Message] | None:
    if leaf.startswith("alert/"):
        return Alert
    if leaf.startswith("event/"):
        return Message
    return SNAPSHOTS.get(leaf)


def _newer(table: TableNow, leaf: str, message: Any) -> bool:
    """The broker speaks for a table that is lost, with words from before: they always count."""
    if leaf == "availability":
        return True
    rev = getattr(message, "rev", 0)
    session, seq, shown = table.seen.get(leaf, ("", -1, -1))
    if session == message.session and (message.seq <= seq or rev < shown):
        return False
    table.seen[leaf] = (message.session, message.seq, rev)
    return True


def _measure(table: TableNow, session: str, ahead_s: float) -> None:
    of, known = table.ahead_by
    table.ahead_by = (session, (*(known if of == session else ()), ahead_s)[-LATEST:])


def _availability(table: TableNow, message: Availability, since: datetime) -> None:
    was = table.online
    table.availability = message
    if message.state == "online":
        table.away_since = None
    elif was or table.away_since is None:
        # The broker cannot know when a table went: it was there when it was last heard.
        lost = message.reason == "lost"
        table.away_since = table.heard if lost and table.heard else since


def _state(table: TableNow, state: State, since: datetime) -> None:
    old = table.state
    table.state = state
    if state.match is None:
        table.match_since = table.at_table_since = None
        return
    if old is None or old.match != state.match:
        table.match_since = since
    if old is None or _at_table(old) != _at_table(state):
        table.at_table_since = since


def _at_table(state: State) -> tuple[str | None, int | None, int | None]:
    frame = state.frame
    return (state.match, frame.number, frame.at_table) if frame else (state.match, None, None)


def _health(table: TableNow, health: Health) -> None:
    table.health = health
    ill = {f"health/{name}": part for name, part in health.parts.items() if part.state != "ok"}
    for key in [key for key in table.raised if key.startswith("health/") and key not in ill]:
        del table.raised[key]
    for key, part in ill.items():
        table.raised.setdefault(key, table.here(part.since or health.at))


def _order(key: Key) -> tuple[str, list[tuple[int, int, str]]]:
    """table-2 comes before table-10."""
    club, slug = key
    parts = slug.replace("-", " - ").split()
    return club, [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
