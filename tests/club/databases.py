"""Real databases for the club's tests: a private PostgreSQL as a child process, and SQLite files."""

import pwd
import shutil
import subprocess
import tempfile
import threading
from itertools import count
from os import getuid
from pathlib import Path

import psycopg
from luza.club.store import Store

READY = b"database system is ready to accept connections"


class Postgres:
    """A PostgreSQL of our own, on a socket in a folder of its own; it ends with `stop`."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="luza-postgres-"))
        # PostgreSQL refuses to run as root.
        self._user = None if getuid() else _somebody()
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._numbers = count(1)
        self._template: str | None = None
        data = self._folder / "data"
        self._run("initdb", "-D", str(data), "-U", "luza", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        settings = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=50")
        self._server = subprocess.Popen(
            [
                *(_program("postgres"), "-D", str(data), "-k", str(self._folder)),
                *(part for setting in settings for part in ("-c", setting)),
            ],
            user=self._user,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
        )
        assert self._server.stderr is not None
        said = []
        for line in self._server.stderr:
            said.append(line)
            if READY in line:
                break
        else:
            raise RuntimeError(b"".join(said).decode())
        threading.Thread(target=self._server.stderr.read, daemon=True).start()

    def url(self, database: str = "postgres") -> str:
        """The URL of a database of this server."""
        return f"postgresql://luza@/{database}?host={self._folder}"

    def create(self, migrated: bool = True) -> str:
        """A new database, its tables made unless said otherwise; its URL."""
        if migrated and self._template is None:
            self._template = self._create("template0")
            store = Store(self.url(self._template))
            store.migrate()
            store.close()
        return self.url(self._create(self._template if migrated and self._template else "template0"))

    def stop(self) -> None:
        """Ends the server and removes its files."""
        self._server.terminate()
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _create(self, template: str) -> str:
        name = f"club_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [_program(program), *arguments],
            user=self._user,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
        )


class Sqlite:
    """SQLite files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._template: Path | None = None

    def create(self, migrated: bool = True) -> str:
        """A new database, its tables made unless said otherwise; its URL."""
        path = self._folder / f"club-{next(self._numbers)}.db"
        if migrated and self._template is None:
            self._template = self._folder / "template.db"
            store = Store(f"sqlite:///{self._template}")
            store.migrate()
            store.close()
        if migrated and self._template is not None:
            shutil.copy(self._template, path)
        return f"sqlite:///{path}"


def _program(name: str) -> str:
    # Debian keeps them off the path: several versions may live on one machine.
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name) or name


def _somebody() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
