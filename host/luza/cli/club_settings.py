"""What the commands of `luza club` share: the option that names the settings, and reading them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from luza.errors import LuzaError

if TYPE_CHECKING:
    from luza.club.settings import ClubSettings

SettingsFile = Annotated[
    Path | None,
    typer.Option(
        "--settings",
        help="The settings file; else $LUZA_CLUB_SETTINGS, else /etc/luza/club.toml, else the defaults.",
        show_default=False,
    ),
]


class ClubMissing(LuzaError):
    """The libraries of the club's server are not installed."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is not installed: the club's server needs the extra `club` "
            "(host/setup/venv.sh .venv '.[club]'), for PostgreSQL `postgres`"
        )


def read(path: Path | None) -> "ClubSettings":
    """The club's settings; raises SettingsError, and ClubMissing without the extra."""
    try:
        from luza.club.settings import load
    except ModuleNotFoundError as problem:
        raise ClubMissing(str(problem.name)) from None
    return load(path)
