"""`luza club chain` and `luza club bridge`: the files by which clubs become a chain."""

from pathlib import Path
from typing import Annotated

import typer

from luza.cli.club_words import refused
from luza.errors import LuzaError

TLS_PORT = 8883
PLAIN_PORT = 1883


def chain(
    folder: Annotated[Path, typer.Argument(help="Where the files go, such as /etc/mosquitto/luza.")],
    club: Annotated[list[str], typer.Option("--club", help="A club's name in the topics; one for each.")],
    host: Annotated[list[str], typer.Option("--host", help="A name or address that clubs reach it by.")],
) -> None:
    """Write the files of the chain's broker: settings, accounts, access lists, certificates."""
    from luza.club.interfaces.chain import write_chain

    try:
        files = write_chain(folder, club, host)
    except (LuzaError, OSError) as problem:
        refused(problem)
    print(*files, sep="\n")


def bridge(
    file: Annotated[Path, typer.Argument(help="Where the lines go: /etc/mosquitto/conf.d/luza-bridge.conf.")],
    club: Annotated[str, typer.Option("--club", help="This club's name in the topics.")],
    to: Annotated[str, typer.Option("--to", help="The chain's broker, HOST or HOST:PORT.")],
    passwords: Annotated[
        Path, typer.Option("--password", help="The file that `luza club chain` made for it.")
    ],
    ca: Annotated[
        Path | None, typer.Option("--ca", help="The chain's ca.crt; without it the line is not encrypted.")
    ] = None,
) -> None:
    """Write the lines that bridge this club's Mosquitto to the chain's broker."""
    from luza.club.interfaces.chain import bridge_account, write_bridge

    host, _, port = to.rpartition(":") if to.rpartition(":")[2].isdigit() else (to, "", "")
    number = int(port) if port else PLAIN_PORT if ca is None else TLS_PORT
    secret = passwords / bridge_account(club) if passwords.is_dir() else passwords
    try:
        print(write_bridge(file, club, host.strip("[]"), number, secret, ca))
    except LuzaError as problem:
        refused(problem)
