"""What can go wrong with the club's database, named with its place and its mend."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from luza.errors import LuzaError


class StoreError(LuzaError):
    """The database did not take or give something. What was being written is as if it had not been tried."""

    def __init__(self, place: str, text: str) -> None:
        super().__init__(f"database {place}: {text}")
        self.place = place


class StoreLocked(StoreError):
    """Another program holds the database; the same again a moment later may do."""


class StoreFull(StoreError):
    """There is no room left."""


class StoreGone(StoreError):
    """The database cannot be reached or opened."""


class StoreTooNew(StoreError):
    """A later version of the program has changed the database."""


class StoreUnusable(StoreError):
    """Damaged, or not a database of the club's."""


_SQLITE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (StoreLocked, "another program holds it; close what has it open"),
    sqlite3.SQLITE_LOCKED: (StoreLocked, "another program holds it; close what has it open"),
    sqlite3.SQLITE_FULL: (StoreFull, "the disk is full; make room on it, what waits is written then"),
    sqlite3.SQLITE_CANTOPEN: (StoreGone, "cannot be opened; mend the path or the folder's rights"),
    sqlite3.SQLITE_READONLY: (StoreGone, "may only be read; mend the file's and the folder's rights"),
    sqlite3.SQLITE_IOERR: (StoreGone, "the disk does not answer; look at the card or the cable"),
    sqlite3.SQLITE_CORRUPT: (
        StoreUnusable,
        "damaged; restore a copy, or start anew and run luza club sync",
    ),
    sqlite3.SQLITE_NOTADB: (StoreUnusable, "not a database; name another file in [database] url"),
}
_POSTGRES: tuple[tuple[str, type[StoreError], str], ...] = (
    ("53100", StoreFull, "the server's disk is full; make room on it, what waits is written then"),
    ("53", StoreLocked, "the server has no room for another connection now"),
    ("55P03", StoreLocked, "another program holds it"),
    ("40", StoreLocked, "another program wrote the same at the same time"),
    ("28", StoreGone, "the server does not let this account in; check [database] url"),
    ("3D", StoreGone, "the server has no database of that name; create it or mend [database] url"),
    ("08", StoreGone, "the server does not answer"),
    ("57P", StoreGone, "the server is being stopped or started"),
)
"""SQLSTATE, or what it begins with (PostgreSQL manual, appendix A)."""


@contextmanager
def named(place: str) -> Iterator[None]:
    """Turns what the driver says into a StoreError; a broken constraint (IntegrityError) passes through."""
    try:
        yield
    except DBAPIError as problem:
        error = of(problem, place)
        if error is None:
            raise
        raise error from problem


def of(problem: DBAPIError, place: str) -> StoreError | None:
    """The error of ours for the driver's, or None where it is no trouble with the database itself."""
    cause = problem.orig
    if isinstance(cause, sqlite3.Error):
        found = _SQLITE.get(getattr(cause, "sqlite_errorcode", -1) & 0xFF)
        return None if found is None else found[0](place, found[1])
    state = getattr(cause, "sqlstate", None)
    if state is None and not isinstance(problem, OperationalError | InterfaceError):
        return None  # what was to be written cannot be, such as a text with a zero byte
    if state is None:
        return StoreGone(place, f"the server cannot be reached ({_first_line(cause)}); check [database] url")
    for code, kind, text in _POSTGRES:
        if state.startswith(code):
            return kind(place, text)
    return None


def _first_line(cause: BaseException | None) -> str:
    return (str(cause).strip().splitlines() or ["no answer"])[0]
