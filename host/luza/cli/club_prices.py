"""`luza club prices`: the price list of table time, as a file to look at, to check and to put in force."""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from luza.cli import language
from luza.cli.club_settings import SettingsFile, read
from luza.cli.club_words import refused
from luza.errors import LuzaError

if TYPE_CHECKING:
    from luza.club.time.book import TimeBook
    from luza.club.time.prices import PriceList

app = typer.Typer(
    help="The price list of table time: print, check, set.", add_completion=False, no_args_is_help=True
)

PricesFile = Annotated[Path, typer.Argument(help="The price list, a TOML file.")]


@app.command("print")
def print_prices(settings: SettingsFile = None) -> None:
    """Print the price list that is in force now, as JSON."""
    import msgspec

    try:
        print(msgspec.json.format(msgspec.json.encode(_book(settings).prices())).decode())
    except LuzaError as problem:
        refused(problem)


@app.command()
def check(file: PricesFile) -> None:
    """Check a price list. Status 2: it is no good."""
    _read(file)
    print(f"{file}: {'в порядке' if language() == 'ru' else 'good'}")


@app.command("set")
def set_prices(
    file: PricesFile,
    since: Annotated[
        datetime | None,
        typer.Option(
            "--since", formats=["%Y-%m-%dT%H:%M"], help="From when on, by the club's clocks; else from now."
        ),
    ] = None,
    settings: SettingsFile = None,
) -> None:
    """Put a price list in force. Open sessions are billed by each list for its own time."""
    from luza.club.time.permission import Actor

    prices = _read(file)
    begin = None if since is None else since.replace(tzinfo=prices.zone)
    try:
        _book(settings).set_prices(Actor("console", "manager"), prices, begin)
    except LuzaError as problem:
        refused(problem)
    print(f"{file}: {'действует' if language() == 'ru' else 'in force'}" + (f" {begin}" if begin else ""))


def _read(file: Path) -> "PriceList":
    from luza.club.time.errors import TimeRefused
    from luza.club.time.prices import read_prices

    try:
        return read_prices(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        refused(TimeRefused("prices_unreadable", problem=f"{file}: {problem}"))
    except TimeRefused as problem:
        refused(problem)


def _book(settings: Path | None) -> "TimeBook":
    from datetime import UTC

    from luza.club.settings import database_url
    from luza.club.store import Store
    from luza.club.time.book import TimeBook

    found = read(settings)
    store = Store(database_url(found.database))
    store.migrate()
    return TimeBook(store, found.club.id, lambda: datetime.now(UTC))
