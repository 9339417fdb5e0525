"""Opens the club's database, brings it up to date, and hands out sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from luza.club.store.errors import StoreGone, StoreTooNew, named

BUSY_S = 5.0
"""How long a write waits for another program's lock before it is refused, in seconds."""
_WRITES = "luza_writes"


class Store:
    """The club's database at `url`: `sqlite:////var/lib/luza/club.db`, `postgresql://user@host/luza`.

    May be used from several threads; a session belongs to one.
    """

    def __init__(self, url: str, busy_s: float = BUSY_S) -> None:
        """Opens nothing yet; raises StoreGone for a URL that cannot be meant."""
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreGone(url, "no database's URL; such as sqlite:////var/lib/luza/club.db") from None
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        self.place = parsed.render_as_string(hide_password=True)
        if parsed.get_backend_name() == "sqlite":
            self.engine = _sqlite(str(parsed.database or ""), self.place, busy_s)
        elif parsed.drivername == "postgresql+psycopg":
            options = f"-c timezone=UTC -c lock_timeout={int(busy_s * 1000)}"
            try:
                self.engine = create_engine(
                    parsed, pool_pre_ping=True, connect_args={"options": options, "connect_timeout": 5}
                )
            except ModuleNotFoundError:
                raise StoreGone(self.place, "PostgreSQL needs the extra luza[postgres]; install it") from None
        else:
            raise StoreGone(self.place, "SQLite and PostgreSQL are known")

    def migrate(self) -> None:
        """Makes the database, or brings an older one up to date; nothing is lost by it.

        Raises StoreTooNew where a later version of the program was here, or another StoreError.
        """
        config = config_for()
        scripts = ScriptDirectory.from_config(config)
        with named(self.place), self.engine.connect().execution_options(**{_WRITES: True}) as connection:
            if connection.dialect.name == "postgresql":
                # Two servers that start together: one brings it up to date, the other waits.
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7210917)")
            found = MigrationContext.configure(connection).get_current_revision()
            if found is not None and not _known(scripts, found):
                raise StoreTooNew(
                    self.place, f"its version {found} is not known here; install the newer program again"
                )
            if found != scripts.get_current_head():
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            connection.commit()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only looks; on SQLite all of it sees one state, on PostgreSQL each query."""
        with named(self.place), Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose work is in the database when the block ends, or none of it; no commit of its own.

        Waits for another writer, for `busy_s` at most. Raises StoreError, and IntegrityError where the work
        breaks a constraint.
        """
        with (
            named(self.place),
            self.engine.connect().execution_options(**{_WRITES: True}) as connection,
            connection.begin(),
            Session(connection, expire_on_commit=False) as session,
        ):
            yield session
            session.flush()

    def close(self) -> None:
        """Gives back all connections."""
        self.engine.dispose()


def config_for() -> Config:
    """Alembic's settings for the migrations that come with this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _known(scripts: ScriptDirectory, revision: str) -> bool:
    try:
        return scripts.get_revision(revision) is not None
    except CommandError:
        return False


def _sqlite(file: str, place: str, busy_s: float) -> Engine:
    if not file or file == ":memory:":
        raise StoreGone(place, "name a file: sqlite:////var/lib/luza/club.db")
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreGone(place, f"{problem.strerror}; mend the path or the folder's rights") from None
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": busy_s, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver would begin transactions by itself, too late for a lock to be waited for.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
