"""A table that nobody plays on, for as long as a technician has its board."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from luza.entries import Header, parse_log
from luza.journal import Journal, export_match
from luza.journal.errors import JournalInUse
from luza.settings import Settings
from luza.sources.trouble import BoardTrouble
from luza.table import Table


@contextmanager
def table_stopped(settings: Settings) -> Iterator[None]:
    """Keep the table's controller from running meanwhile.

    Raises BoardTrouble where it runs, or where it was stopped in the middle of a stroke; JournalError where
    the journal is damaged. A journal that is not there, or that this user may not write, says nothing: then
    the port's own lock is all there is.
    """
    path = Path(settings.journal.path)
    if not os.access(path, os.R_OK | os.W_OK):
        yield
        return
    table = settings.table.name
    try:
        journal = Journal.open(path)
    except JournalInUse:
        raise BoardTrouble("table_runs", table=table) from None
    try:
        if _stroke_in_progress(journal):
            raise BoardTrouble("stroke_on", table=table)
        yield
    finally:
        journal.close()


def _stroke_in_progress(journal: Journal) -> bool:
    """Whether the match being played ends with a stroke whose balls have not come to rest."""
    match = journal.current()
    if match is None:
        return False
    table: Table | None = None
    for _, entry in parse_log(export_match(journal, match.id)):
        if isinstance(entry, Header):
            table = Table(entry)
        elif table is not None:
            table.enter(entry)
    return table is not None and table.shot_open and table.settle_at is None
