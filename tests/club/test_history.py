"""What is heard live and what is rebuilt from the journals are the same rows, however it comes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from luza.club.history.files import JournalFile
from luza.club.history.sync import sync
from luza.club.store import Store

from tests.club.databases import Postgres, Sqlite
from tests.club.evening import Evening, a_short_match, miss, pot, rows, take_all

Opened = Callable[..., Evening]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Opened]:
    """Opens tables; they end with the test."""
    opened: list[Evening] = []

    def make(slug: str = "one", ahead_s: float = 0.0) -> Evening:
        opened.append(Evening(tmp_path, slug, ahead_s))
        return opened[-1]

    yield make
    for one in opened:
        one.end()


def journals(*tables: Evening) -> list[tuple[object, object]]:
    found = []
    for table in tables:
        place, matches = JournalFile(table.path).read()
        found += [(place, match) for match in matches]
    return found


def test_a_rebuild_gives_what_was_heard(store: Store, databases: Sqlite | Postgres, evening: Opened) -> None:
    tables = evening("one"), evening("two", ahead_s=3600.0)
    for table in tables:
        a_short_match(table)
        table.world.start(players=["Борис", "Вера"], first_breaker=1)
        table.play(miss(), pot("rear-left", 3), miss())
        table.say("call", foul="no_foot")
    # As they came: by the server's clock, not by the tables'.
    for number in range(max(len(table.told) for table in tables)):
        for table in tables:
            take_all(store, table.place, table.told[number : number + 1])
    heard = rows(store)
    assert len(heard["matches"]) == 4
    assert len(heard["shots"]) > 15 and heard["fouls"] and heard["pots"]
    rebuilt = Store(databases.create())
    outcome = sync(rebuilt, journals(*tables))
    assert (outcome.written, outcome.problems) == (4, [])
    assert rows(rebuilt) == heard
    assert sync(rebuilt, journals(*tables)).written == 4
    assert rows(rebuilt) == heard
    sync(store, journals(*tables))
    assert rows(store) == heard
    rebuilt.close()
