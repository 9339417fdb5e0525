"""The club's database: made and brought up to date on both kinds, and its troubles named."""

import importlib
import pkgutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import luza.club
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from luza.club.history.models import ClubTable, Match, Player
from luza.club.store import Base, Store, StoreFull, StoreGone, StoreLocked, StoreTooNew, StoreUnusable
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tests.club.databases import Postgres, Sqlite


def test_the_migrations_make_what_the_models_say(store: Store) -> None:
    for module in pkgutil.walk_packages(luza.club.__path__, "luza.club."):
        if module.name.endswith(".models"):
            importlib.import_module(module.name)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_bringing_it_up_to_date_twice_and_by_two_at_once_changes_nothing(
    databases: Sqlite | Postgres,
) -> None:
    url = databases.create(migrated=False)
    stores = [Store(url, busy_s=60.0) for _ in range(2)]
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda store: store.migrate(), stores))
    stores[0].migrate()
    with stores[1].writing() as session:
        session.add(Player(id="a", name="Anna", note="", merged_into=None))
    stores[0].migrate()
    with stores[0].reading() as session:
        assert session.scalars(select(Player.name)).all() == ["Anna"]
    for store in stores:
        store.close()


def test_a_database_of_a_later_version_is_left_alone(store: Store) -> None:
    with store.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreTooNew, match="version 9999 is not known here"):
        store.migrate()


def test_a_block_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add_all(Player(id=name, name="A", note="", merged_into=None) for name in ("a", "b", "a"))
    with store.reading() as session:
        assert session.scalars(select(Player)).all() == []


def test_what_points_nowhere_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add(Player(id="a", name="Anna", note="", merged_into="nobody"))


def test_moments_are_utc_whatever_zone_they_come_from(store: Store) -> None:
    noon = datetime(2026, 3, 1, 15, tzinfo=timezone(timedelta(hours=3)))
    with store.writing() as session:
        session.add(ClubTable(id=1, club="arena", slug="table-1", name="1"))
        session.flush()
        session.add(
            Match(
                key="arena.table-1.1", table_id=1, name="1", game="free", race_to=1,
                started=noon, ended=False, winner=None, known_t=0.0,
            )
        )  # fmt: skip
    with store.reading() as session:
        found = session.scalars(select(Match.started)).one()
    assert (found, found.tzinfo) == (noon, UTC)


def test_a_lock_that_another_program_holds_is_named(store: Store) -> None:
    """Nothing of what was being written is left; the same a moment later is taken."""
    quick = Store(store.engine.url.render_as_string(hide_password=False), busy_s=0.05)
    anna = {"id": "a", "name": "Anna", "note": "", "merged_into": None}
    with store.writing() as holder:
        if store.engine.dialect.name == "postgresql":
            holder.execute(text("LOCK TABLE players IN EXCLUSIVE MODE"))
        with pytest.raises(StoreLocked, match="another program holds it"), quick.writing() as session:
            session.add(Player(**anna))
    with quick.writing() as session:
        session.add(Player(**anna))
    quick.close()


def test_a_full_disk_is_named_and_loses_nothing(sqlite: Sqlite) -> None:
    store = Store(sqlite.create())
    with store.writing() as session:
        session.add(Player(id="a", name="Anna", note="", merged_into=None))
    with pytest.raises(StoreFull, match="make room on it"), store.writing() as session:
        _fill(session)
    with store.reading() as session:
        assert session.scalars(select(Player.name)).all() == ["Anna"]
    store.close()


def _fill(session: Session) -> None:
    pages = session.execute(text("PRAGMA page_count")).scalar_one()
    session.execute(text(f"PRAGMA max_page_count = {pages}"))
    for number in range(200):
        session.add(Player(id=str(number), name="x" * 200, note="y" * 5000, merged_into=None))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "no database's URL"),
        ("mysql://club/luza", "SQLite and PostgreSQL are known"),
        ("sqlite://", "name a file"),
        ("sqlite:////proc/luza/club.db", "mend the path"),
    ],
)
def test_an_address_that_cannot_be_meant_is_named(url: str, said: str) -> None:
    with pytest.raises(StoreGone, match=said):
        Store(url)


def test_a_server_that_is_not_there_is_named_without_the_password(tmp_path: Path) -> None:
    store = Store(f"postgresql://luza:secret@/luza?host={tmp_path}")
    with pytest.raises(StoreGone, match="cannot be reached") as caught:
        store.migrate()
    assert "secret" not in str(caught.value)


def test_a_database_that_the_server_does_not_have_is_named(postgres: Postgres) -> None:
    with pytest.raises(StoreGone, match="no_such"):
        Store(postgres.url("no_such")).migrate()


def test_a_file_that_is_no_database_is_named_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(b"shopping list" * 100)
    with pytest.raises(StoreUnusable, match="not a database"):
        Store(f"sqlite:///{path}").migrate()
    assert path.read_bytes() == b"shopping list" * 100


def test_sqlite_keeps_its_promises_after_a_power_cut(sqlite: Sqlite) -> None:
    store = Store(sqlite.create())
    with store.reading() as session:
        pragmas = [
            session.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert pragmas == ["wal", 2, 1]
    assert sqlite3.sqlite_version_info >= (3, 35)
    store.close()
