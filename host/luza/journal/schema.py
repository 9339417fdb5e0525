"""The database's tables, and how an older file becomes a newer one.

`PRAGMA user_version` is the number of steps of `MIGRATIONS` that a file has gone through. A step that was
ever released is never edited: a later one mends it.
"""

import sqlite3
from pathlib import Path

from luza.journal.errors import JournalTooNew, named

BUSY_MS = 250
"""How long an entry waits for another program's lock, in milliseconds, before it is refused."""

MIGRATIONS: tuple[str, ...] = (
    """
    -- One row: the counters of the table, and the match that is being played.
    CREATE TABLE counters (
        one    INTEGER PRIMARY KEY CHECK (one = 1),
        seq    INTEGER NOT NULL,  -- of the last message made
        rev    INTEGER NOT NULL,  -- of the state
        match  INTEGER,           -- being played, or NULL
        told_t REAL NOT NULL      -- everything of that match up to this t has been told
    );
    INSERT INTO counters VALUES (1, 0, 0, NULL, 0.0);

    CREATE TABLE matches (
        id       INTEGER PRIMARY KEY AUTOINCREMENT,
        name     TEXT NOT NULL UNIQUE,  -- as displays know it
        header   TEXT NOT NULL,         -- the table log's first line, verbatim
        started  TEXT,                  -- wall clock, only shown
        ended    TEXT,
        boot     TEXT,                  -- boot whose clock `zero` is of
        zero     REAL,                  -- CLOCK_BOOTTIME at t = 0, in seconds
        wall     REAL                   -- wall clock at t = 0 of that boot, seconds since 1970
    );

    -- Match 0 keeps what the sensors felt between matches.
    CREATE TABLE entries (
        match   INTEGER NOT NULL,
        seq     INTEGER NOT NULL,
        line    TEXT NOT NULL,          -- verbatim: fields that this version does not know survive
        t       REAL GENERATED ALWAYS AS (json_extract(line, '$.t')) VIRTUAL,
        source  TEXT GENERATED ALWAYS AS (json_extract(line, '$.source')) VIRTUAL,
        wall    TEXT GENERATED ALWAYS AS (json_extract(line, '$.at')) VIRTUAL,
        PRIMARY KEY (match, seq)
    ) WITHOUT ROWID;

    -- The last fact of each board that is on disk: what its next acknowledgement says.
    CREATE TABLE boards (
        uid   TEXT PRIMARY KEY,
        boot  INTEGER NOT NULL,
        seq   INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- Events that wait for the broker, in the order in which they are told. Without an index: each page that
    -- an entry touches is written to disk before the entry is told.
    CREATE TABLE events (
        seq      INTEGER PRIMARY KEY,
        topic    TEXT NOT NULL,
        payload  BLOB NOT NULL,
        qos      INTEGER NOT NULL,
        expiry   INTEGER                -- seconds
    );

    -- Events that the broker has, kept a while for `replay`.
    CREATE TABLE told (
        seq      INTEGER PRIMARY KEY,
        topic    TEXT NOT NULL,
        payload  BLOB NOT NULL,
        qos      INTEGER NOT NULL,
        expiry   INTEGER
    );

    -- The newest of each retained topic: both what is to be sent and the manifest of what a broker holds.
    CREATE TABLE retained (
        topic    TEXT PRIMARY KEY,
        seq      INTEGER NOT NULL,
        sent     INTEGER NOT NULL,
        qos      INTEGER NOT NULL,
        expiry   INTEGER,
        payload  BLOB NOT NULL          -- empty: the topic is being cleared
    );

    -- Commands that were answered, so that the same id is not done twice.
    CREATE TABLE commands (
        id      TEXT PRIMARY KEY,
        at      TEXT NOT NULL,
        answer  BLOB NOT NULL
    );

    -- What a person should look at and has not yet said that they did.
    CREATE TABLE confirmations (
        id     TEXT PRIMARY KEY,
        since  TEXT NOT NULL,
        code   TEXT NOT NULL,
        data   TEXT NOT NULL            -- JSON
    );

    CREATE TABLE sessions (
        name     TEXT PRIMARY KEY,
        started  TEXT NOT NULL,
        boot     TEXT NOT NULL,
        version  TEXT NOT NULL
    );
    """,
)


def open_database(path: Path) -> sqlite3.Connection:
    """A connection to the journal at `path`, made or brought up to date where needed.

    Raises a JournalError that names the file and the mend.
    """
    with named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        with named(path):
            _prepare(database, path)
    except BaseException:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    found = _version(database)
    if found > len(MIGRATIONS):
        raise JournalTooNew(path, found, len(MIGRATIONS))
    for number in range(found, len(MIGRATIONS)):
        # One transaction a step: a power cut leaves either version, never one between.
        database.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[number]}; PRAGMA user_version = {number + 1}; COMMIT;"
        )


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version
