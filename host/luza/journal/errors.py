"""What can be wrong with the journal's file. Each text names the file and the mend."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from luza.errors import LuzaError


class JournalError(LuzaError):
    """The journal at `path` could not be read or written. Nothing was entered and nothing was told."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"journal {path}: {reason}")
        self.path = path
        self.reason = reason


class JournalLocked(JournalError):
    """Another program holds the database's lock for longer than an entry can wait."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, "locked by another program; close the database browser or import that has it open"
        )


class JournalInUse(JournalError):
    """Another controller runs on the same journal."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, "another `luza table` runs on it; stop that one, or give this table a journal of its own"
        )


class JournalFull(JournalError):
    """The disk (or the database's page limit) is full."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"the disk is full; free some space under {path.parent} and enter again")


class JournalDamaged(JournalError):
    """The file is no SQLite database, or a damaged one."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            path,
            f"damaged ({found}); move it aside, start again, and rescue its matches with "
            f"`luza journal export --journal` from the copy",
        )


class JournalTooNew(JournalError):
    """A newer Luza wrote the file."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            path, f"written by a newer Luza (format {found}, this one knows up to {known}); update this one"
        )
        self.found = found
        self.known = known


class JournalUnusable(JournalError):
    """The system refuses the file: rights, a missing folder, a failing disk."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            path, f"{found}; check that {path.parent} exists, is writable, and is on a healthy disk"
        )


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turns what SQLite and the system say about `path` into the errors above."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise _explain(path, problem) from problem
    except OSError as problem:
        raise JournalUnusable(path, problem.strerror or str(problem)) from problem


def _explain(path: Path, problem: sqlite3.DatabaseError) -> JournalError:
    # The low byte is the primary code, the rest says more closely what happened.
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalLocked(path)
    if code == sqlite3.SQLITE_FULL:
        return JournalFull(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return JournalDamaged(path, str(problem))
    return JournalUnusable(path, str(problem))
