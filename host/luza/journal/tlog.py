"""Matches to `*.tlog` files and back, line for line and byte for byte."""

from collections.abc import Iterable, Iterator

from luza.entries import parse_log
from luza.errors import LuzaError
from luza.journal.store import Journal, Match


class NoSuchMatch(LuzaError):
    """The journal has no match of that number."""

    exit_status = 2

    def __init__(self, journal: Journal, number: int) -> None:
        super().__init__(
            f"journal {journal.path}: there is no match {number}; `luza journal list` shows them"
        )
        self.number = number


def export_match(journal: Journal, number: int) -> Iterator[str]:
    """The lines of the match's table log, without line feeds; NoSuchMatch where there is none."""
    match = journal.match(number)
    if match is None:
        raise NoSuchMatch(journal, number)
    yield match.header
    yield from journal.lines(number)


def import_log(journal: Journal, lines: Iterable[bytes]) -> Match:
    """A table log as a finished match of the journal, beside the one being played.

    Lines may end in a line feed; blank ones are left out. BadEntry names the first line that cannot be read,
    and nothing is imported then.
    """
    whole = [line.removesuffix(b"\n").removesuffix(b"\r") for line in lines]
    kept = [whole[number - 1].decode() for number, _ in parse_log(whole)]
    with journal.transaction() as work:
        match = work.add_match(kept[0])
        work.append_to(match.id, kept[1:])
    return match
