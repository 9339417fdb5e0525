"""What the club's server says over MQTT: that it is there, and which tables there are."""

import msgspec

from luza.club.hearing.hall import Hall, TableNow
from luza.messages import Availability, Snapshot
from luza.mqtt.connection import Connection, Will
from luza.mqtt.topics import PREFIX

WILL_DELAY_S = 5


class TableBrief(msgspec.Struct, frozen=True):
    """One table of the list: enough for a small display to find the others."""

    club: str
    table: str
    name: str
    online: bool
    idle: bool
    game: str | None
    players: tuple[str, ...]
    frames_won: tuple[int, ...]
    score: tuple[int, ...]


class ClubTables(Snapshot, frozen=True, kw_only=True):
    """`luza/v1/<club>/club/tables`, retained."""

    tables: tuple[TableBrief, ...]


class Speaker:
    """Speaks for `club` under the session's name."""

    def __init__(self, club: str, session: str, hall: Hall) -> None:
        self._root = f"{PREFIX}/{club}/club"
        self._session = session
        self._hall = hall
        self._seq = 0
        self._said: tuple[TableBrief, ...] | None = None

    def will(self, at: str) -> Will:
        """What the broker says where the server is gone without a word; `at`: now, RFC 3339."""
        gone = self._availability("offline", at, "lost")
        return Will(f"{self._root}/availability", gone, WILL_DELAY_S)

    def hello(self, connection: Connection, at: str) -> None:
        """The server is there; all is said anew, for the broker may have forgotten it."""
        self._said = None
        connection.publish(f"{self._root}/availability", self._availability("online", at, None), retain=True)
        self.tables(connection, at)

    def farewell(self, connection: Connection, at: str) -> None:
        """The server goes."""
        said = self._availability("offline", at, "stopped")
        connection.publish(f"{self._root}/availability", said, retain=True)

    def tables(self, connection: Connection, at: str) -> None:
        """The list of tables, if it says anything new."""
        now = tuple(brief(table) for table in self._hall.tables)
        if now != self._said:
            self._said = now
            said = ClubTables(session=self._session, seq=self._next(), at=at, rev=self._seq, tables=now)
            connection.publish(f"{self._root}/tables", msgspec.json.encode(said), retain=True)

    def _availability(self, state: str, at: str, reason: str | None) -> bytes:
        said = Availability(
            session=self._session,
            seq=self._next(),
            at=at,
            state=state,  # type: ignore[arg-type]
            since=at,
            reason=reason,
        )
        return msgspec.json.encode(said)

    def _next(self) -> int:
        self._seq += 1
        return self._seq


def brief(table: TableNow) -> TableBrief:
    """A table for the list."""
    state = table.state
    frame = state.frame if state else None
    return TableBrief(
        club=table.place.club,
        table=table.place.slug,
        name=table.place.name or table.place.slug,
        online=table.online,
        idle=table.idle,
        game=state.game if state else None,
        players=state.players if state else (),
        frames_won=state.frames_won if state else (),
        score=frame.score if frame else (),
    )
