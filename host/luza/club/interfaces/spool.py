"""What is still to be delivered, on disk, for one hook; bounded, so that a dead receiver fills no card."""

import sqlite3
from pathlib import Path

import msgspec

MOST = 1000
REMEMBERED = 5000
"""Deliveries whose ids are kept after their end, so that one that is heard again is not told again."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS delivery (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, body BLOB, failures INTEGER NOT NULL, due REAL NOT NULL
) WITHOUT ROWID
"""


class Waiting(msgspec.Struct, frozen=True):
    """A delivery that waits. `due`: when it is to be tried, in seconds since 1970."""

    id: str
    body: bytes
    failures: int
    due: float


class Spool:
    """One hook's spool in a file of its own. `dropped` counts what had to make room since the start.

    Raises sqlite3.Error where the disk does not take or give something.
    """

    def __init__(self, path: Path, most: int = MOST) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._most = most
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute(_SCHEMA)
        self.dropped = 0

    def put(self, id_: str, body: bytes, now_s: float) -> bool:
        """Takes in a delivery that is due at once; False where its id is known already."""
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            done = self._file.execute(
                "INSERT INTO delivery SELECT ?, coalesce(max(number), 0) + 1, ?, 0, ? FROM delivery"
                " WHERE true ON CONFLICT DO NOTHING",
                (id_, body, now_s),
            )
            self._make_room()
        return done.rowcount == 1

    def next(self) -> Waiting | None:
        """The delivery that is due first."""
        row = self._file.execute(
            "SELECT id, body, failures, due FROM delivery WHERE body IS NOT NULL ORDER BY due, number LIMIT 1"
        ).fetchone()
        return None if row is None else Waiting(*row)

    def failed(self, id_: str, due: float) -> None:
        """It is to be tried again then."""
        self._file.execute("UPDATE delivery SET failures = failures + 1, due = ? WHERE id = ?", (due, id_))

    def over(self, id_: str) -> None:
        """It is delivered or given up; only its id is kept."""
        self._file.execute("UPDATE delivery SET body = NULL WHERE id = ?", (id_,))

    def depth(self) -> int:
        """How many wait."""
        found = self._file.execute("SELECT count(*) FROM delivery WHERE body IS NOT NULL").fetchone()
        return int(found[0])

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _make_room(self) -> None:
        """The oldest go first: a receiver that comes back wants the evening's news."""
        gone = self._file.execute(
            "UPDATE delivery SET body = NULL WHERE id IN"
            " (SELECT id FROM delivery WHERE body IS NOT NULL ORDER BY number DESC LIMIT -1 OFFSET ?)",
            (self._most,),
        )
        self.dropped += gone.rowcount
        self._file.execute(
            "DELETE FROM delivery WHERE body IS NULL AND number <= (SELECT max(number) FROM delivery) - ?",
            (max(REMEMBERED, self._most),),
        )
