"""`luza journal`: matches out of a table's journal and into it, as table logs."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from luza.entries import parse_header
from luza.errors import LuzaError
from luza.journal import Journal, export_match, import_log
from luza.journal.store import Match
from luza.settings import load

app = typer.Typer(
    help="List a journal's matches, write one to a table log, read one in.",
    add_completion=False,
    no_args_is_help=True,
)

Where = Annotated[
    Path | None,
    typer.Option(
        "--journal", help="The journal's file; else the one that the settings name.", show_default=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


class NotThere(LuzaError):
    """A file that is to be read is not there, or may not be read."""

    exit_status = 2

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


@app.command("list")
def list_matches(journal: Where = None, as_json: AsJson = False) -> None:
    """Show the matches, the oldest first."""
    with _opened(journal) as found:
        matches = found.matches()
        if as_json:
            rows = [_row(match, len(found.lines(match.id))) for match in matches]
            print(msgspec.json.encode(rows).decode())
            return
        for match in matches:
            header = parse_header(match.header)
            state = "" if match.ended or match.started is None else "  (being played)"
            players = " – ".join(header.players)
            print(f"{match.id:5d}  {match.started or 'imported':24s}  {header.game:12s}  {players}{state}")


@app.command("export")
def export(
    match: Annotated[int, typer.Argument(help="The match's number, as `luza journal list` shows it.")],
    file: Annotated[Path | None, typer.Argument(help="The table log to write (*.tlog); else stdout.")] = None,
    journal: Where = None,
) -> None:
    """Write a match to a table log, line for line as it was entered."""
    with _opened(journal) as found:
        text = "".join(f"{line}\n" for line in export_match(found, match)).encode()
    if file is None:
        sys.stdout.buffer.write(text)
        return
    try:
        file.write_bytes(text)
    except OSError as problem:
        raise NotThere(file, f"cannot be written ({problem.strerror})") from problem


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A table log (*.tlog).")], journal: Where = None
) -> None:
    """Read a table log in as a match of its own; the match being played is left alone. Prints its number.

    Status 2 at the first line that cannot be read, with its number; nothing is imported then.
    """
    try:
        lines = file.read_bytes().splitlines()
    except OSError as problem:
        raise NotThere(file, f"cannot be read ({problem.strerror})") from problem
    with _opened(journal, made=True) as found:
        print(import_log(found, lines).id)


class _opened:
    """The journal for looking at it, beside a controller that may be running on it."""

    def __init__(self, path: Path | None, made: bool = False) -> None:
        self._path = Path(load().journal.path) if path is None else path
        self._made = made

    def __enter__(self) -> Journal:
        if not self._made and not self._path.exists():
            raise NotThere(self._path, "there is no journal; name it with --journal")
        self._journal = Journal.open(self._path, sole=False)
        return self._journal

    def __exit__(self, *_: object) -> None:
        self._journal.close()


def _row(match: Match, entries: int) -> dict[str, object]:
    header = parse_header(match.header)
    return {
        "id": match.id,
        "name": match.name,
        "game": header.game,
        "players": header.players,
        "started": match.started,
        "ended": match.ended,
        "entries": entries,
    }
