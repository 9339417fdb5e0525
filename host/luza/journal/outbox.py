"""What is to be told over MQTT and has not been acknowledged, and what the broker should hold.

Rows come in with the entries that caused them, in one transaction (`store.Transaction.emit`). The publisher
takes them in order, and removes one when the broker has acknowledged it. Removing is not synced to disk: a
power cut may bring a message back, which its reader knows by `seq`; it never loses one.
"""

import sqlite3
from pathlib import Path

import msgspec

from luza.journal.errors import named

EVENTS_KEPT = 5_000
"""Events that stay after they were acknowledged, for `command/replay`."""

_MANY = "SELECT seq, topic, payload, qos, expiry, {retain} FROM {table} WHERE {where} ORDER BY seq LIMIT ?"
_EVENTS = _MANY.format(retain=0, table="events", where="true")
_SNAPSHOTS = _MANY.format(retain=1, table="retained", where="sent = 0")
_HELD = _MANY.format(retain=1, table="retained", where="payload != x''")


class Outgoing(msgspec.Struct, frozen=True):
    """One message for the broker. `topic` is whole; an empty payload clears a retained topic."""

    seq: int
    topic: str
    payload: bytes
    qos: int
    expiry: int | None
    """Message expiry, in seconds."""
    retain: bool


class Outbox:
    """The queue of one journal; made by it, and used in the same thread."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._path = path

    def pending(self, limit: int = 100) -> list[Outgoing]:
        """The oldest messages that are not acknowledged, in the order of their `seq`."""
        with named(self._path):
            rows = self._rows(_EVENTS, limit) + self._rows(_SNAPSHOTS, limit)
        rows.sort(key=_seq)
        return rows[:limit]

    def retained(self) -> list[Outgoing]:
        """The newest of each retained topic: what a broker that has lost everything should hold again."""
        with named(self._path):
            return self._rows(_HELD, -1)

    def delivered(self, *seqs: int) -> None:
        """The broker has these. Unknown numbers (a snapshot that a newer one replaced) are passed over."""
        numbers = [(seq,) for seq in seqs]
        with named(self._path), _unsynced(self._database):
            self._database.executemany("INSERT INTO told SELECT * FROM events WHERE seq = ?", numbers)
            self._database.executemany("DELETE FROM events WHERE seq = ?", numbers)
            self._database.executemany("DELETE FROM retained WHERE seq = ? AND payload = x''", numbers)
            self._database.executemany("UPDATE retained SET sent = 1 WHERE seq = ?", numbers)

    def resend_retained(self) -> None:
        """Queues every retained topic once more: a broker that was wiped gets back what it should hold."""
        with named(self._path), _unsynced(self._database):
            self._database.execute("UPDATE retained SET sent = 0 WHERE sent = 1")

    def depth(self) -> int:
        """Messages that wait for the broker's acknowledgement."""
        with named(self._path):
            waiting: int = self._database.execute(
                "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM retained WHERE sent = 0)"
            ).fetchone()[0]
        return waiting

    def trim(self, cap: int) -> int:
        """Keeps at most `cap` unsent events (the newest) and EVENTS_KEPT sent ones; unsent ones dropped."""
        with named(self._path), _unsynced(self._database):
            self._database.execute(
                "DELETE FROM told WHERE seq <= (SELECT seq FROM told ORDER BY seq DESC LIMIT 1 OFFSET ?)",
                (EVENTS_KEPT,),
            )
            return self._database.execute(
                "DELETE FROM events WHERE seq <= (SELECT seq FROM events ORDER BY seq DESC LIMIT 1 OFFSET ?)",
                (cap,),
            ).rowcount

    def _rows(self, query: str, limit: int) -> list[Outgoing]:
        return [
            Outgoing(seq, topic, payload, qos, expiry, bool(retain))
            for seq, topic, payload, qos, expiry, retain in self._database.execute(query, (limit,))
        ]


def _seq(message: Outgoing) -> int:
    return message.seq


class _unsynced:
    """A transaction that does not wait for the disk; what it loses in a power cut is only said again."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            self._database.execute("PRAGMA synchronous = FULL")
