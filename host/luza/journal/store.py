"""Matches, entries, positions and counters on disk: one transaction, all of it or nothing."""

import fcntl
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from luza.journal.errors import JournalInUse, named
from luza.journal.outbox import Outbox
from luza.journal.schema import open_database

BETWEEN_MATCHES = 0
"""The number under which facts are kept that no match was there for."""


class Match(msgspec.Struct, frozen=True):
    """A match as the journal keeps it; `header` is the table log's first line, verbatim.

    `zero` is the boot's clock at t = 0 in seconds, `wall` the wall clock then, in seconds since 1970; both
    are None in a match that came from a file.
    """

    id: int
    name: str
    header: str
    started: str | None
    ended: str | None
    boot: str | None
    zero: float | None
    wall: float | None


class Position(msgspec.Struct, frozen=True):
    """The last fact of a board that is on disk. A new `boot` id starts its numbers anew."""

    uid: str
    boot: int
    seq: int


class Confirmation(msgspec.Struct, frozen=True):
    """Something that a person should look at; `data` is JSON and belongs to the `code`."""

    id: str
    since: str
    code: str
    data: str


class Counters(msgspec.Struct):
    """`seq` of the last message made, `rev` of the state, the match that is being played and up to which t it
    has been told."""

    seq: int
    rev: int
    match: int | None
    told_t: float
    entry: int
    """Number of the last entry of that match (or of those between matches)."""


_MATCH = "SELECT id, name, header, started, ended, boot, zero, wall FROM matches"


class Journal:
    """The journal of one table, open for writing. All methods belong to one thread."""

    def __init__(self, path: Path, database: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self.outbox = Outbox(database, path)
        self._database = database
        self._lock = lock
        self._counters = self._read_counters()

    @classmethod
    def open(cls, path: Path | str, sole: bool = True) -> "Journal":
        """The journal at `path`, made where it is missing.

        `sole`: no second controller may open it meanwhile (JournalInUse); programs that only look, import or
        export do without. Raises a JournalError that names the file and the mend.
        """
        path = Path(path)
        database = open_database(path)
        lock = None
        try:
            lock = _take(path) if sole else None
            return cls(path, database, lock)
        except BaseException:
            database.close()
            if lock is not None:
                os.close(lock)
            raise

    def close(self) -> None:
        """Closes the file. The journal is of no use afterwards."""
        self._database.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def seq(self) -> int:
        """The number of the last message that was made."""
        return self._counters.seq

    @property
    def rev(self) -> int:
        """The version of the state."""
        return self._counters.rev

    @property
    def told_t(self) -> float:
        """Everything of the match that is being played up to this t has been told."""
        return self._counters.told_t

    @contextmanager
    def transaction(self) -> Iterator["Transaction"]:
        """All that is done with the Transaction is on disk when the block ends, or none of it is.

        Raises a JournalError where the disk does not take it; the counters are then as before.
        """
        with named(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                work = Transaction(self._database, msgspec.structs.replace(self._counters))
                yield work
                work.finish()
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        self._counters = work.counters

    def current(self) -> Match | None:
        """The match that is being played."""
        number = self._counters.match
        return None if number is None else self.match(number)

    def match(self, number: int) -> Match | None:
        """The match with that number, or None."""
        with named(self.path):
            row = self._database.execute(f"{_MATCH} WHERE id = ?", (number,)).fetchone()
        return None if row is None else Match(*row)

    def matches(self) -> list[Match]:
        """All matches, the oldest first."""
        with named(self.path):
            return [Match(*row) for row in self._database.execute(f"{_MATCH} ORDER BY id")]

    def lines(self, match: int) -> list[str]:
        """The entries of a match, each as it was entered, in order."""
        with named(self.path):
            rows = self._database.execute("SELECT line FROM entries WHERE match = ? ORDER BY seq", (match,))
            return [line for (line,) in rows]

    def position(self, uid: str) -> Position | None:
        """How far this board's facts are on disk; None for a board that was never seen."""
        with named(self.path):
            row = self._database.execute("SELECT uid, boot, seq FROM boards WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else Position(*row)

    def answer(self, command: str) -> bytes | None:
        """What the command with this id was answered, or None if it was never seen."""
        with named(self.path):
            row = self._database.execute("SELECT answer FROM commands WHERE id = ?", (command,)).fetchone()
        return None if row is None else bytes(row[0])

    def had_session(self, name: str) -> bool:
        """Whether a controller of that name has run on this journal."""
        with named(self.path):
            found = self._database.execute("SELECT 1 FROM sessions WHERE name = ?", (name,)).fetchone()
        return found is not None

    def confirmations(self) -> list[Confirmation]:
        """What waits for a person's look, the oldest first."""
        with named(self.path):
            rows = self._database.execute("SELECT id, since, code, data FROM confirmations ORDER BY rowid")
            return [Confirmation(*row) for row in rows]

    def _read_counters(self) -> Counters:
        with named(self.path):
            seq, rev, match, told_t = self._database.execute(
                "SELECT seq, rev, match, told_t FROM counters"
            ).fetchone()
            return Counters(seq, rev, match, told_t, _last_entry(self._database, match))


class Transaction:
    """What one step of the table writes; made by `Journal.transaction`."""

    def __init__(self, database: sqlite3.Connection, counters: Counters) -> None:
        self.counters = counters
        self._database = database

    def begin_match(self, header: str, started: str | None, boot: str, zero: float, wall: float) -> Match:
        """A new match, which is being played from now on; `header` is kept verbatim."""
        match = self.add_match(header, started, boot, zero, wall)
        self.counters.match = match.id
        self.counters.told_t = 0.0
        self.counters.entry = 0
        return match

    def add_match(
        self,
        header: str,
        started: str | None = None,
        boot: str | None = None,
        zero: float | None = None,
        wall: float | None = None,
    ) -> Match:
        """A match beside the one that is being played (an import)."""
        number: int = self._database.execute(
            "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'matches'"
        ).fetchone()[0]
        match = Match(number, f"{number}-{secrets.token_hex(3)}", header, started, None, boot, zero, wall)
        self._database.execute(
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(match)
        )
        return match

    def end_match(self, ended: str) -> None:
        """The match that is being played is closed; the table is free."""
        self._database.execute("UPDATE matches SET ended = ? WHERE id = ?", (ended, self.counters.match))
        self.counters.match = None
        self.counters.entry = _last_entry(self._database, None)

    def anchor(self, boot: str, zero: float, wall: float) -> None:
        """The match's time goes on after the machine was started anew."""
        self._database.execute(
            "UPDATE matches SET boot = ?, zero = ?, wall = ? WHERE id = ?",
            (boot, zero, wall, self.counters.match),
        )

    def told(self, t: float) -> None:
        """Everything that follows from the match's entries up to `t` is in this transaction or earlier."""
        self.counters.told_t = t

    def append(self, line: str) -> int:
        """An entry of the match that is being played (or of the time between matches); its number."""
        self.counters.entry += 1
        match = BETWEEN_MATCHES if self.counters.match is None else self.counters.match
        self._database.execute("INSERT INTO entries VALUES (?, ?, ?)", (match, self.counters.entry, line))
        return self.counters.entry

    def append_between(self, line: str) -> None:
        """Something that belongs to no match, whatever is being played now."""
        if self.counters.match is None:
            self.append(line)
        else:
            last = _last_entry(self._database, None)
            self._database.execute("INSERT INTO entries VALUES (?, ?, ?)", (BETWEEN_MATCHES, last + 1, line))

    def append_to(self, match: int, lines: list[str]) -> None:
        """All entries of a match that came from a file."""
        self._database.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)", ((match, n, line) for n, line in enumerate(lines, 1))
        )

    def place(self, position: Position) -> None:
        """The board's facts are on disk up to here."""
        self._database.execute(
            "INSERT INTO boards VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET boot = excluded.boot, seq = excluded.seq",
            (position.uid, position.boot, position.seq),
        )

    def next_seq(self) -> int:
        """The number for the next message."""
        self.counters.seq += 1
        return self.counters.seq

    def next_rev(self) -> int:
        """The number for a state that differs from the one before."""
        self.counters.rev += 1
        return self.counters.rev

    def event(self, seq: int, topic: str, payload: bytes, qos: int = 1, expiry: int | None = None) -> None:
        """A message that is told once."""
        self._database.execute(
            "INSERT INTO events (seq, topic, payload, qos, expiry) VALUES (?, ?, ?, ?, ?)",
            (seq, topic, payload, qos, expiry),
        )

    def snapshot(self, seq: int, topic: str, payload: bytes, qos: int = 1, expiry: int | None = None) -> None:
        """A retained message: it takes the place of an older one of its topic, sent or not."""
        self._database.execute(
            "INSERT INTO retained (topic, seq, payload, qos, expiry, sent) VALUES (?, ?, ?, ?, ?, 0) "
            "ON CONFLICT DO UPDATE SET seq = excluded.seq, payload = excluded.payload, qos = excluded.qos, "
            "expiry = excluded.expiry, sent = 0",
            (topic, seq, payload, qos, expiry),
        )

    def clear(self, topic: str) -> None:
        """Takes a retained topic back: an empty message goes out."""
        self._database.execute(
            "UPDATE retained SET seq = ?, payload = x'', sent = 0 WHERE topic = ? AND payload != x''",
            (self.next_seq(), topic),
        )

    def rewind(self, seq: int) -> int:
        """Queues the kept events from `seq` on once more, under their old numbers; how many."""
        self._database.execute("INSERT INTO events SELECT * FROM told WHERE seq >= ?", (seq,))
        return self._database.execute("DELETE FROM told WHERE seq >= ?", (seq,)).rowcount

    def answered(self, command: str, at: str, answer: bytes) -> None:
        """The command was done (or refused for good) and answered so."""
        self._database.execute("INSERT INTO commands VALUES (?, ?, ?)", (command, at, answer))

    def doubt(self, item: Confirmation) -> None:
        """A person should look at this; an item of the same id is replaced."""
        self._database.execute(
            "INSERT OR REPLACE INTO confirmations VALUES (?, ?, ?, ?)", msgspec.structs.astuple(item)
        )

    def settle_doubt(self, number: str) -> None:
        """A person has looked, or it is over."""
        self._database.execute("DELETE FROM confirmations WHERE id = ?", (number,))

    def session(self, name: str, started: str, boot: str, version: str) -> None:
        """A controller was started."""
        self._database.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (name, started, boot, version))

    def finish(self) -> None:
        """Writes the counters; `Journal.transaction` does this before the commit."""
        self._database.execute(
            "UPDATE counters SET seq = ?, rev = ?, match = ?, told_t = ?",
            (self.counters.seq, self.counters.rev, self.counters.match, self.counters.told_t),
        )


def _last_entry(database: sqlite3.Connection, match: int | None) -> int:
    number: int = database.execute(
        "SELECT coalesce(max(seq), 0) FROM entries WHERE match = ?",
        (BETWEEN_MATCHES if match is None else match,),
    ).fetchone()[0]
    return number


def _take(path: Path) -> int:
    # A lock of its own file: closing any descriptor of the database's would drop SQLite's own locks.
    with named(path):
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise JournalInUse(path) from None
    return lock
