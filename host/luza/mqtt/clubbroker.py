"""The files of a club's Mosquitto: settings, accounts, who may read and write what, certificates.

    python -m luza.mqtt.clubbroker FOLDER --club arena --table table-1 --table table-2 --host broker.club.lan

writes them into FOLDER, with a password of its own for every account. Run again, it keeps passwords and
certificates that are there and adds what is missing.
"""

import argparse
import base64
import hashlib
import ipaddress
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from luza.errors import LuzaError
from luza.mqtt.topics import PREFIX, Topics

PEOPLE = ("display", "panel", "club", "lamps")
"""The accounts that are no table's: displays read; the referees' panels and the club's server command too;
`lamps` is for the lamps over the tables, or for the bridge they are behind."""

QUEUE = 100_000
"""Messages that the broker keeps for one client that is away: some days of a big club."""

CA, CERTIFICATE, KEY = "ca.crt", "server.crt", "server.key"
_CA_KEY = "ca.key"
_ROUNDS = 101
TABLE_WRITES = (
    "availability",
    "meta",
    "state",
    "score",
    "clock",
    "health",
    "event/+",
    "alert/+",
    "response/#",
)
"""What a table says, below its root."""
_TABLE_READS = ("availability", "health", "command/+")
_LAMPS_HEAR = ("cmnd/#", "zigbee2mqtt/#")
_LAMPS_SAY = ("stat/#", "tele/#", "zigbee2mqtt/#", "tasmota/discovery/#")


class BadBroker(LuzaError):
    """The club's broker cannot be set up as asked; the text says what to change."""


def acl(club: str, tables: Sequence[str]) -> str:
    """Mosquitto's access list: what is not allowed here is not allowed."""
    lines = [
        "# Who may read and write what. Written by luza.mqtt.clubbroker; run it again for another table."
    ]
    for table in tables:
        topics = Topics(club, table)
        lines += ["", "# A table speaks under its own root only, and hears its commands.", f"user {table}"]
        lines += [f"topic write {topics.root}/{leaf}" for leaf in TABLE_WRITES]
        lines += [f"topic read {topics.root}/{leaf}" for leaf in _TABLE_READS]
        lines.append(f"topic write homeassistant/device/{topics.client_id}/config")
    everything = f"topic read {PREFIX}/{club}/#"
    commands = f"topic write {PREFIX}/{club}/table/+/command/+"
    lines += ["", "# Scoreboards, dashboards, home-made displays: they read.", "user display", everything]
    lines += ["", "# The referees' panels: they read and command.", "user panel", everything, commands]
    lines += [
        "",
        "# The club's server: it commands, and speaks for the club.",
        "user club",
        everything,
        commands,
    ]
    lines.append(f"topic write {PREFIX}/{club}/club/#")
    # A lamp's name may have slashes in it, so the filters cannot be narrower.
    lines += [f"topic write {topic}" for topic in _LAMPS_HEAR]
    lines += [f"topic read {topic}" for topic in _LAMPS_SAY]
    lines += ["", "# The lamps over the tables: they hear how to be and say how they are.", "user lamps"]
    lines += [f"topic read {topic}" for topic in _LAMPS_HEAR]
    lines += [*(f"topic write {topic}" for topic in _LAMPS_SAY), ""]
    return "\n".join(lines)


def settings(folder: Path, port: int = 8883) -> str:
    """Mosquitto's settings: TLS for everyone, a plain listener for what runs on the same machine."""
    return "\n".join(
        [
            "# The club's broker for Luza. Written by luza.mqtt.clubbroker.",
            "per_listener_settings false",
            "allow_anonymous false",
            f"password_file {folder / 'users'}",
            f"acl_file {folder / 'acl'}",
            "",
            "listener 1883 127.0.0.1",
            "",
            f"listener {port}",
            f"certfile {folder / CERTIFICATE}",
            f"keyfile {folder / KEY}",
            "",
            "# What is retained, and what waits for a table that is away, outlives a restart.",
            "persistence true",
            "persistence_location /var/lib/mosquitto/",
            "autosave_interval 60",
            "",
            "# The largest message of a table has a few kilobytes.",
            "max_packet_size 262144",
            "# What tables say while the club's server is away waits for it.",
            f"max_queued_messages {QUEUE}",
            "max_inflight_messages 100",
            "set_tcp_nodelay true",
            "",
        ]
    )


def user_line(name: str, password: str) -> str:
    """A line of Mosquitto's password file: PBKDF2 with SHA-512, as mosquitto_passwd writes it."""
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    text = "$".join(
        ["", "7", str(_ROUNDS), base64.b64encode(salt).decode(), base64.b64encode(digest).decode()]
    )
    return f"{name}:{text}"


def write(folder: Path, club: str, tables: Sequence[str], hosts: Sequence[str]) -> list[Path]:
    """Writes all files for that club into `folder` and returns them; `hosts`: the broker's names.

    Raises BadBroker where a table's name is one of PEOPLE, or where openssl is missing or fails.
    """
    taken = sorted(set(PEOPLE) & set(tables))
    if taken:
        raise BadBroker(f"a table cannot be called {taken[0]!r}: an account of that name is there for people")
    folder = folder.resolve()
    (folder / "passwords").mkdir(parents=True, exist_ok=True, mode=0o700)
    files = [
        write_file(folder / "mosquitto.conf", settings(folder)),
        write_file(folder / "acl", acl(club, tables)),
    ]
    passwords = {name: password_in(folder / "passwords" / name) for name in (*tables, *PEOPLE)}
    lines = [user_line(name, password) for name, password in passwords.items()]
    files.append(write_file(folder / "users", "\n".join(lines) + "\n", 0o640))
    files += [folder / "passwords" / name for name in passwords]
    return files + certificates(folder, hosts)


def certificates(folder: Path, hosts: Sequence[str]) -> list[Path]:
    """A certificate authority of the club's own and the broker's certificate for `hosts`, made by openssl.

    `ca.crt` is what tables and displays are given (`mqtt.ca_file`); the keys never leave the folder.
    """
    if not (folder / CA).exists():
        _openssl(
            f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7300 "
            f"-keyout {_CA_KEY} -out {CA} -subj /CN=Luza-club-broker-authority",
            folder,
        )
    if not (folder / CERTIFICATE).exists():
        names = ",".join(f"{'IP' if _is_address(host) else 'DNS'}:{host}" for host in hosts)
        (folder / "server.ext").write_text(f"subjectAltName={names}\nextendedKeyUsage=serverAuth\n")
        _openssl(
            f"req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout {KEY} "
            f"-out server.csr -subj /CN={hosts[0]}",
            folder,
        )
        _openssl(
            f"x509 -req -in server.csr -CA {CA} -CAkey {_CA_KEY} -CAcreateserial -days 3650 "
            f"-extfile server.ext -out {CERTIFICATE}",
            folder,
        )
    for key in (_CA_KEY, KEY):
        (folder / key).chmod(0o600)
    return [folder / name for name in (CA, _CA_KEY, CERTIFICATE, KEY)]


def password_in(path: Path) -> str:
    """The password that stands in a file; a new one is made and written where there is none."""
    if not path.exists():
        write_file(path, secrets.token_urlsafe(18) + "\n", 0o600)
    return path.read_text(encoding="utf-8").partition("\n")[0].strip()


def write_file(path: Path, text: str, mode: int = 0o644) -> Path:
    """Writes a file that nobody but those whom `mode` names may read, at any time; returns its path."""
    # Never readable by others, not even for a moment.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
        file.write(text)
    path.chmod(mode)
    return path


def _openssl(arguments: str, folder: Path) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise BadBroker("openssl is not installed; install it with: sudo apt-get install openssl")
    done = subprocess.run(
        [program, *arguments.split()], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BadBroker(f"openssl {arguments.split()[0]}: {done.stderr.strip().splitlines()[-1:]}")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m luza.mqtt.clubbroker", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the files go, such as /etc/mosquitto/luza")
    parser.add_argument("--club", required=True, help="the club's name in the topics")
    parser.add_argument("--table", action="append", required=True, help="a table's name; one for each")
    parser.add_argument("--host", action="append", required=True, help="a name or address of the broker")
    given = parser.parse_args(arguments)
    try:
        files = write(given.folder, given.club, given.table, given.host)
    except (BadBroker, OSError) as problem:
        print(f"luza: {problem}", file=sys.stderr)
        return 1
    print(*files, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
