"""A time desk on a database, with a clock that the test moves."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count

import pytest
from luza.club.store import Store
from luza.club.time.book import TimeBook
from luza.club.time.desk import TimeDesk
from luza.club.time.permission import Actor

from tests.club.time.terms import PRICES, START

VERA = Actor("Vera")
BOSS = Actor("Boss", "manager")
OLGA = Actor("Olga", "organiser", "cup")


_numbers = count()


class Club:
    """A club's desk and book; `now` is what its clock shows."""

    def __init__(self, store: Store, name: str = "arena") -> None:
        self.store = store
        self.name = name
        self.now = START
        self.desk = TimeDesk(store, name, self.clock)
        self.book = TimeBook(store, name, self.clock)

    def clock(self) -> datetime:
        """The time."""
        return self.now

    def pass_(self, **how: float) -> None:
        """Time goes by."""
        self.now += timedelta(**how)

    def again(self) -> "Club":
        """The same club after its server was started anew."""
        other = Club(self.store, self.name)
        other.now = self.now
        return other


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A database of each kind for all tests of a module: each test has a club of its own in it."""
    opened = Store(request.getfixturevalue(request.param).create())
    yield opened
    opened.close()


@pytest.fixture
def club(shared: Store) -> Club:
    """A club with a price list."""
    made = Club(shared, f"arena-{next(_numbers)}")
    made.book.set_prices(BOSS, PRICES)
    return made
