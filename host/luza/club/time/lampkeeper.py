"""What is wanted of the lamps, out of open sessions and what was switched by hand."""

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from luza.club.store import Store
from luza.club.time.errors import TimeRefused
from luza.club.time.lamp import LONGEST_OVERRIDE, Lamps, Override
from luza.club.time.permission import Actor
from luza.club.time.transactions import changing, looking


class Wanted(msgspec.Struct, frozen=True):
    """What the database says: tables with an open session at `at`, and lamps that were switched by hand."""

    at: datetime
    open_tables: frozenset[str]
    overrides: dict[str, Override]


class LampKeeper:
    """Keeps `lamps` up to date: `read` may wait for the database and belongs in a thread, `apply` in the loop
    that owns the lamps. Where the database does not answer, lamps stay wanted as they were."""

    def __init__(self, store: Store, club: str, wall: Callable[[], datetime], lamps: Lamps) -> None:
        self._store = store
        self._club = club
        self._wall = wall
        self._lamps = lamps

    def read(self) -> Wanted:
        """What is wanted now; raises TimeRefused where the database does not answer."""
        now = self._wall()
        with looking(self._store, self._club) as records:
            return Wanted(now, records.open_tables(now), records.overrides())

    def apply(self, wanted: Wanted) -> None:
        """Hands it to the lamps."""
        for table in self._lamps.tables:
            self._lamps.want(table, table in wanted.open_tables, wanted.overrides.get(table), wanted.at)

    def override(self, actor: Actor, table: str, on: bool, until: datetime) -> None:
        """Switches a lamp by hand, until an instant that lies ahead."""
        now = self._wall()
        if until.tzinfo is None:
            raise TimeRefused("no_zone")
        if not now < until <= now + LONGEST_OVERRIDE:
            raise TimeRefused("override_past")
        self._put(table, Override(on, until.astimezone(UTC), actor.name))

    def follow(self, table: str) -> None:
        """The lamp follows its table again."""
        self._put(table, None)

    def _put(self, table: str, override: Override | None) -> None:
        if table not in self._lamps.tables:
            raise TimeRefused("no_lamp", table=table)
        with changing(self._store, self._club) as records:
            records.put_override(table, override)
