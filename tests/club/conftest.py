"""Every test that asks for `url` or `store` runs on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator

import pytest
from luza.club.store import Store

from tests.club.databases import Postgres, Sqlite


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the tests' own."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    """A maker of SQLite files."""
    return Sqlite(tmp_path_factory.mktemp("club"))


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest) -> Iterator[Sqlite | Postgres]:
    """A maker of databases, of each kind in turn."""
    maker: Sqlite | Postgres = request.getfixturevalue(request.param)
    given = maker.given
    yield maker
    maker.give_back(given)


@pytest.fixture
def url(databases: Sqlite | Postgres) -> str:
    """A database of the test's own, with all tables and nothing in them."""
    return databases.create()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """The same, opened."""
    opened = Store(url)
    yield opened
    opened.close()
