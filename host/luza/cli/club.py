"""`luza club`: the server of a club. Its other commands stand in files of their own beside this one."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from luza.cli import club_chain, club_players, club_prices, language
from luza.cli.club_settings import SettingsFile, read
from luza.cli.ending import until_told
from luza.cli.supervised import supervised

if TYPE_CHECKING:
    from luza.club.settings import ClubSettings

app = typer.Typer(
    help="The club's server: all tables, history, API.", add_completion=False, no_args_is_help=True
)

app.add_typer(club_players.app, name="players")


@app.command()
def run(settings: SettingsFile = None) -> None:
    """Run the club's server: it hears all tables, keeps the history, answers at its pages' address.

    Ends on Ctrl-C or SIGTERM. What is heard and not yet written, the broker keeps.
    """
    found = read(settings)
    logging.basicConfig(
        level=found.log.level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("alembic").setLevel(logging.WARNING)
    until_told(_run(found))


async def _run(settings: "ClubSettings") -> None:
    from luza.club.service import ClubService
    from luza.club.web.pages.routes import ClubPages

    pages = ClubPages(Path(settings.staff.path))
    async with ClubService(settings, pages=pages) as service:
        assert service.address is not None
        logging.info("the club's server is at %s", service.address)
        pins = pages.first_start(service.address)
        if pins is not None:
            print(pins.ru if language() == "ru" else pins.en, flush=True)
        async with supervised():
            await service.run()


@app.command("print")
def print_settings(
    settings: SettingsFile = None,
    defaults: Annotated[bool, typer.Option("--defaults", help="The defaults, whatever a file says.")] = False,
    lang: Annotated[
        Literal["ru", "en"] | None,
        typer.Option("--lang", help="The language of the comments.", show_default=False),
    ] = None,
) -> None:
    """Print the server's settings with what each key means: also a file to start from."""
    found = read(settings)
    from luza.club.settings import ClubSettings, text_of

    chosen: Literal["ru", "en"] = lang or ("ru" if language() == "ru" else "en")
    print(text_of(ClubSettings() if defaults else found, chosen), end="")


@app.command()
def check(file: Annotated[Path, typer.Argument(help="The settings file.")]) -> None:
    """Check a settings file of the server: everything that is wrong with it, at once. Status 2: not good."""
    read(file)
    print(f"{file}: {'в порядке' if language() == 'ru' else 'good'}")


@app.command()
def sync(
    journals: Annotated[
        list[str],
        typer.Argument(help="Tables' journals: files (/var/lib/luza/table.db), or tables' pages (http://…)."),
    ],
    settings: SettingsFile = None,
    table: Annotated[
        str | None, typer.Option("--table", help="Whose the journal is, where it does not say so itself.")
    ] = None,
    club: Annotated[
        str | None, typer.Option("--club", help="Its club, if it is another than the settings'.")
    ] = None,
) -> None:
    """Rebuild the history from the tables' journals. May be done at any time; nothing is counted twice.

    Status 1 where something could not be read: all else is written.
    """
    found = read(settings)
    from luza.club.history.rebuild import rebuild

    outcome = rebuild(found, journals, club, table)
    for problem in outcome.problems:
        typer.echo(f"luza: {problem}", err=True)
    ru = f"матчей записано: {outcome.written}, уже известно больше: {outcome.kept}, копий: {outcome.copies}"
    en = f"matches written: {outcome.written}, known further: {outcome.kept}, copies: {outcome.copies}"
    print(ru if language() == "ru" else en)
    if outcome.problems:
        raise typer.Exit(1)


app.command("chain")(club_chain.chain)
app.command("bridge")(club_chain.bridge)
app.add_typer(club_prices.app, name="prices")
