"""Journals' files as a source of history: opened beside a controller that may be writing to them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from luza.club.history.intake import Place
from luza.club.history.journals import Recorded
from luza.errors import LuzaError
from luza.journal import Journal
from luza.messages import Meta
from luza.mqtt.topics import PREFIX


class UnknownTable(LuzaError):
    """A journal does not say which table's it is, and neither did the command."""

    exit_status = 2

    def __init__(self, where: str) -> None:
        super().__init__(f"{where}: does not say which table's journal it is; name it with --table")


class NotThere(LuzaError):
    """A journal that is to be read is not there."""

    exit_status = 2

    def __init__(self, where: str) -> None:
        super().__init__(f"{where}: there is no such journal; name the file or the table's pages (http://…)")


class _Entered(msgspec.Struct):
    at: str | None = None


class JournalFile:
    """The journal at `path`; `club` and `slug` where the journal does not say them itself.

    Raises JournalError where it cannot be read; the file is not changed.
    """

    def __init__(self, path: Path, club: str | None = None, slug: str | None = None) -> None:
        self._path = path
        self._club = club
        self._slug = slug

    def read(self) -> tuple[Place, list[Recorded]]:
        """Whose it is and all matches that say when they were begun; raises UnknownTable."""
        journal = Journal.open(self._path, sole=False)
        try:
            return self._place(journal), list(_matches(journal))
        finally:
            journal.close()

    def _place(self, journal: Journal) -> Place:
        # The newest says what the table is called now.
        for held in sorted(journal.outbox.retained(), key=lambda held: -held.seq):
            parts = held.topic.removeprefix(f"{PREFIX}/").split("/")
            if len(parts) == 4 and parts[3] == "meta":
                meta = msgspec.json.decode(held.payload, type=Meta)
                return Place(self._club or parts[0], self._slug or parts[2], meta.table_name)
        if self._club is None or self._slug is None:
            raise UnknownTable(str(self._path))
        return Place(self._club, self._slug)


def _matches(journal: Journal) -> Iterator[Recorded]:
    current = journal.current()
    for match in journal.matches():
        lines = tuple(journal.lines(match.id))
        # A match that was read in from a file began when its first entry was made.
        started = match.started or _first_moment(lines)
        if started is None:
            continue
        playing = current is not None and current.id == match.id
        ended = match.ended or (None if playing else _first_moment(tuple(reversed(lines))))
        yield Recorded(match.name, match.header, lines, started, ended, journal.told_t if playing else None)


def _first_moment(lines: tuple[str, ...]) -> str | None:
    for line in lines:
        at = msgspec.json.decode(line, type=_Entered).at
        if at is not None:
            return at
    return None
