"""What `luza club sync` is told to read: files, and tables over the network."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from luza.club.history.files import JournalFile, NotThere
from luza.club.history.intake import Place
from luza.club.history.journals import Recorded
from luza.club.history.pages import TablePages
from luza.club.history.sync import Outcome, sync
from luza.club.settings import ClubSettings, database_url
from luza.club.store import Store
from luza.errors import LuzaError


def rebuild(
    settings: ClubSettings, sources: Sequence[str], club: str | None = None, table: str | None = None
) -> Outcome:
    """Reads every source and writes what it has; one that cannot be read is told among the problems.

    `club`, `table`: whose a source is that does not say so itself. Raises StoreError.
    """
    store = Store(database_url(settings.database))
    problems: list[str] = []
    try:
        store.migrate()
        found = list(_read(sources, club, settings.club.id, table, problems))
        outcome = sync(store, found)
    finally:
        store.close()
    outcome.problems[:0] = problems
    return outcome


def _read(
    sources: Sequence[str], club: str | None, home: str, table: str | None, problems: list[str]
) -> Iterator[tuple[Place, Recorded]]:
    for source in sources:
        try:
            if source.startswith(("http://", "https://")):
                place, matches = TablePages(source).read(club, table)
            else:
                path = Path(source)
                if not path.is_file():
                    raise NotThere(source)
                # With a table's name alone, the club is the settings' own.
                place, matches = JournalFile(path, club or (home if table else None), table).read()
        except LuzaError as problem:
            problems.append(str(problem))
        else:
            yield from ((place, match) for match in matches)
