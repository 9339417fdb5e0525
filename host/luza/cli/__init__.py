"""The command line: `luza COMMAND`. One file a command; a command's module is imported when it is named.

A command is a function named as its module is, or a typer app called `app` where it has commands of its own.
Exit status: 0 done, 1 fault, 2 bad input.
"""

import importlib
import importlib.util
import os
import sys
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from luza.errors import LuzaError

COMMANDS = ("demo", "table", "club", "replay", "journal", "doctor", "firmware", "config")
"""The commands, in the order of `luza --help`. One whose module this installation lacks is not listed."""


def language() -> str:
    """The language to speak with the person at the keyboard: `LUZA_LANG`, else the locale's; `ru` or `en`."""
    for variable in ("LUZA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if named := os.environ.get(variable):
            return "ru" if named.startswith("ru") else "en"
    return "en"


class Commands(TyperGroup):
    """Imports a command's module only when the command is run or helped with."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands that this installation has."""
        return [name for name in COMMANDS if importlib.util.find_spec(f"luza.cli.{name}")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, its module imported by now; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"luza.cli.{cmd_name}")
        app = getattr(module, "app", None)
        if app is None:
            app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            app.command(cmd_name)(getattr(module, cmd_name))
        command = typer.main.get_command(app)
        command.name = cmd_name
        return command


app = typer.Typer(cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"luza {version('luza')}")
        raise typer.Exit


@app.callback()
def luza(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version)
    ] = False,
) -> None:
    """The controller of a smart table for Russian billiards (pyramid)."""


def main() -> None:
    """Runs the command of the process's arguments and exits with its status."""
    try:
        app()
    except LuzaError as error:
        from luza.settings.problems import SettingsError
        from luza.sources.trouble import BoardTrouble

        text = error.text(language()) if isinstance(error, SettingsError) else str(error)
        if isinstance(error, BoardTrouble):
            text = error.words.ru if language() == "ru" else error.words.en
        print(f"luza: {text}", file=sys.stderr)
        sys.exit(error.exit_status)
    except BrokenPipeError:
        # The reader (head, less) has gone: not a fault, and nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
