"""A chain of clubs: the files by which each club's Mosquitto is bridged to the chain's broker.

Events go out, commands come in, and the bridge itself says on the chain's broker whether its club is there.
A bridge speaks MQTT 3.1.1: one that speaks version 5 cannot keep its session, and would lose what happened
while the line was down.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from luza.club.interfaces.errors import BadInterface
from luza.mqtt.clubbroker import (
    QUEUE,
    TABLE_WRITES,
    certificates,
    password_in,
    settings,
    user_line,
    write_file,
)
from luza.mqtt.topics import PREFIX

SERVER, DISPLAY = "chain", "display"
"""The chain's accounts besides the bridges': its server reads all and commands; displays read."""

CLUB_SAYS = ("club/availability", "club/tables", "club/tournament/#")
BRIDGE = "club/bridge"
"""Retained, raw: `1` while the club's bridge is connected to the chain's broker, `0` when it is not."""


def bridge_account(club: str) -> str:
    """The account of a club's bridge at the chain's broker."""
    return f"bridge-{club}"


def bridge_settings(
    club: str, host: str, port: int, password: str, ca_file: Path | None, username: str | None = None
) -> str:
    """The lines for a club's mosquitto.conf. `ca_file`: the chain's `ca.crt`, None without TLS."""
    out = [f"table/+/{leaf}" for leaf in TABLE_WRITES] + list(CLUB_SAYS)
    lines = [
        "# The club's bridge to the chain's broker. Written by luza club bridge; holds a password.",
        "connection luza-chain",
        f"address {_address(host, port)}",
        "bridge_protocol_version mqttv311",
        f"remote_clientid luza-bridge-{club}",
        f"remote_username {username or bridge_account(club)}",
        f"remote_password {password}",
        "# What happens while the line is down waits, on both sides.",
        "cleansession false",
        "local_cleansession false",
        f"max_queued_messages {QUEUE}",
        "start_type automatic",
        "restart_timeout 1 30",
        "keepalive_interval 20",
        "try_private true",
        "# Whether the club is there: 1 or 0, retained, also as the bridge's will.",
        "notifications true",
        f"notification_topic {PREFIX}/{club}/{BRIDGE}",
    ]
    if ca_file is not None:
        lines.append(f"bridge_cafile {ca_file}")
    lines.append("# Events out, commands in.")
    lines += [f"topic {PREFIX}/{club}/{leaf} out 1" for leaf in out]
    lines += [f"topic {PREFIX}/{club}/table/+/command/+ in 1", ""]
    return "\n".join(lines)


def chain_acl(clubs: Sequence[str]) -> str:
    """The chain's access list: a bridge speaks for its own club only, and hears its commands."""
    lines = ["# Who may read and write what. Written by luza club chain; run it again for another club."]
    for club in clubs:
        root = f"{PREFIX}/{club}"
        lines += ["", f"user {bridge_account(club)}"]
        lines += [f"topic write {root}/table/+/{leaf}" for leaf in TABLE_WRITES]
        lines += [f"topic write {root}/{leaf}" for leaf in (*CLUB_SAYS, BRIDGE)]
        lines.append(f"topic read {root}/table/+/command/+")
    lines += ["", "# The chain's server: it reads all clubs and commands their tables.", f"user {SERVER}"]
    lines += [f"topic read {PREFIX}/#", f"topic write {PREFIX}/+/table/+/command/+"]
    lines += [f"topic write {PREFIX}/+/club/#"]
    lines += ["", "# Displays: they read.", f"user {DISPLAY}", f"topic read {PREFIX}/#", ""]
    return "\n".join(lines)


def write_chain(folder: Path, clubs: Sequence[str], hosts: Sequence[str]) -> list[Path]:
    """Writes the files of the chain's Mosquitto into `folder`; `hosts`: the names it is reached by.

    What is there already is kept: run again, it adds a club. Raises BadInterface for a name that is none,
    `luza.mqtt.clubbroker.BadBroker` without openssl, OSError where the folder cannot be written.
    """
    for club in clubs:
        _check_club(club)
    folder = folder.resolve()
    (folder / "passwords").mkdir(parents=True, exist_ok=True, mode=0o700)
    names = [*(bridge_account(club) for club in clubs), SERVER, DISPLAY]
    passwords = {name: password_in(folder / "passwords" / name) for name in names}
    # The club's settings serve here too: accounts, TLS for everyone, all kept over a restart.
    text = settings(folder)
    lines = [user_line(name, password) for name, password in passwords.items()]
    return [
        write_file(folder / "mosquitto.conf", text),
        write_file(folder / "acl", chain_acl(clubs)),
        write_file(folder / "users", "\n".join(lines) + "\n", 0o640),
        *(folder / "passwords" / name for name in names),
        *certificates(folder, hosts),
    ]


def write_bridge(
    file: Path, club: str, host: str, port: int, password_file: Path, ca_file: Path | None
) -> Path:
    """Writes the bridge's lines into `file`, for `include_dir` or the end of mosquitto.conf.

    Raises BadInterface for a name or an address that is none, and without the password from `write_chain`.
    """
    _check_club(club)
    if not re.fullmatch(r"[0-9A-Za-z.:-]{1,253}", host) or not 0 < port < 65_536:
        raise BadInterface("bridge_host", host=f"{host}:{port}")
    try:
        password = password_file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError):
        password = ""
    if not password:
        raise BadInterface("bridge_password", name=bridge_account(club), folder=str(password_file.parent))
    text = bridge_settings(club, host, port, password, None if ca_file is None else ca_file.resolve())
    try:
        return write_file(file, text, 0o640)
    except OSError as problem:
        raise BadInterface("bridge_file", file=str(file), problem=problem.strerror or str(problem)) from None


def _check_club(club: str) -> None:
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", club):
        raise BadInterface("bridge_name", name=club)


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
