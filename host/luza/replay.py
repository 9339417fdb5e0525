"""Folding a recording: lines of a table log in, the table at its end out."""

from collections.abc import Iterable

from luza.entries import Header, parse_log
from luza.errors import BadEntry, Refused
from luza.table import Table


def replay(lines: Iterable[str | bytes]) -> Table:
    """The table after a whole recording, a shot in progress at its end judged as closed.

    Raises BadEntry at the first line that is malformed or cannot apply, with the line's number.
    """
    table: Table | None = None
    for number, entry in parse_log(lines):
        try:
            if isinstance(entry, Header):
                table = Table(entry)
            elif table is not None:
                table.enter(entry)
        except Refused as refused:
            raise BadEntry(number, refused.reason) from None
    assert table is not None
    table.finish()
    return table
