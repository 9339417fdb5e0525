"""Real databases for the club's tests: a private PostgreSQL as a child process, and SQLite files."""

import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from functools import cache
from itertools import count
from os import getuid
from pathlib import Path

import psycopg
from alembic.script import ScriptDirectory
from luza.club.store import Store
from luza.club.store.store import config_for
from psycopg import sql

READY = b"database system is ready to accept connections"


_TABLES = """SELECT tablename FROM pg_tables
    WHERE schemaname = 'public' AND tablename != 'alembic_version'"""
_COUNT_ANEW = """SELECT setval(format('%I', sequencename)::regclass, 1, false) FROM pg_sequences
    WHERE schemaname = 'public'"""


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
        self._free: list[str] = []
        self._out: list[str] = []
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
        if not migrated:
            return self.url(self._create("template0"))
        if self._template is None:
            self._template = self._create("template0")
            store = Store(self.url(self._template))
            store.migrate()
            store.close()
        name = self._free.pop() if self._free else self._create(self._template)
        self._out.append(name)
        return self.url(name)

    @property
    def given(self) -> int:
        """How many databases are in use."""
        return len(self._out)

    def give_back(self, given: int) -> None:
        """A test is over: its databases, all but the first `given`, are emptied for the next; a new one is a
        thousand files."""
        while len(self._out) > given:
            name = self._out.pop()
            if self._emptied(name):
                self._free.append(name)

    def stop(self) -> None:
        """Ends the server and removes its files."""
        # Not SIGTERM: that would wait for every client to leave by itself.
        self._server.send_signal(signal.SIGINT)
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _emptied(self, name: str) -> bool:
        """Whether it is as new; not where a test changed its version, or somebody still holds it."""
        with psycopg.connect(self.url(name)) as connection:
            connection.execute("SET lock_timeout = '1s'; SET session_replication_role = replica")
            try:
                if _version(connection) != head():
                    return False
                for (table,) in connection.execute(_TABLES).fetchall():
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
                connection.execute(_COUNT_ANEW)
            except psycopg.Error:
                connection.rollback()
                return False
        return True

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

    given = 0

    def give_back(self, given: int) -> None:
        """Nothing: a new file is made in no time."""

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


@cache
def head() -> str | None:
    """The version of a database that is up to date."""
    return ScriptDirectory.from_config(config_for()).get_current_head()


def _version(connection: psycopg.Connection) -> str | None:
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _program(name: str) -> str:
    # Debian keeps them off the path: several versions may live on one machine.
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name) or name


def _somebody() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
