"""`luza club players`: who played here, notes, and doubles who are one person."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from luza.cli import language
from luza.cli.club_settings import SettingsFile, read

if TYPE_CHECKING:
    from luza.club.store import Store

app = typer.Typer(
    help="List players, mend names and notes, merge doubles.", add_completion=False, no_args_is_help=True
)

PlayerId = Annotated[str, typer.Argument(help="The player's id, as `luza club players list` shows it.")]


@app.command("list")
def list_players(
    search: Annotated[str, typer.Argument(help="A part of the name.")] = "", settings: SettingsFile = None
) -> None:
    """Show players by name, with their ids; `->`: who a double counts for."""
    from luza.club.history.lists import Page, players

    with _store(settings) as store, store.reading() as session:
        for one in players(session, search, Page(limit=100_000))[0]:
            into = f"  -> {one.merged_into}" if one.merged_into else ""
            note = f"  ({one.note})" if one.note else ""
            print(f"{one.id}  {one.name}{note}{into}")


@app.command()
def names(settings: SettingsFile = None) -> None:
    """Print every player's name, doubles left out: the list that `[panel] players` of a table offers."""
    from luza.club.history.lists import Page, players

    with _store(settings) as store, store.reading() as session:
        for one in players(session, "", Page(limit=100_000))[0]:
            if one.merged_into is None:
                print(one.name)


@app.command()
def merge(double: PlayerId, into: PlayerId, settings: SettingsFile = None) -> None:
    """From now on all that DOUBLE played counts for INTO; nothing is lost by it."""
    from luza.club.history import people

    with _store(settings) as store, store.writing() as session:
        people.merge(session, double, into)


@app.command()
def part(double: PlayerId, settings: SettingsFile = None) -> None:
    """Take a merge back."""
    from luza.club.history import people

    with _store(settings) as store, store.writing() as session:
        people.part(session, double)


@app.command()
def rename(player: PlayerId, name: Annotated[str, typer.Argument()], settings: SettingsFile = None) -> None:
    """Mend the spelling of a name; who is meant stays the same."""
    from luza.club.history import people

    with _store(settings) as store, store.writing() as session:
        people.change(session, player, name=name)


@app.command()
def note(player: PlayerId, text: Annotated[str, typer.Argument()], settings: SettingsFile = None) -> None:
    """Write a note about a player; an empty one takes it away."""
    from luza.club.history import people

    with _store(settings) as store, store.writing() as session:
        people.change(session, player, note=text)


@contextmanager
def _store(settings: Path | None) -> Iterator["Store"]:
    """The club's database, brought up to date; what is refused is said in the language of the keyboard."""
    found = read(settings)
    from luza.club.history.people import PlayerRefused
    from luza.club.settings import database_url
    from luza.club.store import Store

    store = Store(database_url(found.database))
    try:
        store.migrate()
        yield store
    except PlayerRefused as no:
        typer.echo(f"luza: {no.words.ru if language() == 'ru' else no.words.en}", err=True)
        raise typer.Exit(no.exit_status) from None
    finally:
        store.close()
