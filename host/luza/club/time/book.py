"""The book of table time: how tables stand, what was taken, and the price lists."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from luza.club.store import Store
from luza.club.time.entries import Entry
from luza.club.time.errors import TimeRefused
from luza.club.time.lamp import Lamps
from luza.club.time.permission import Actor, check_manager
from luza.club.time.prices import PriceList, check_prices
from luza.club.time.pricing import Edition, in_force
from luza.club.time.spans import Span
from luza.club.time.transactions import changing, looking
from luza.club.time.views import SessionView, TableView, Takings
from luza.club.time.watch import tables, takings, view_of


class TimeBook:
    """One club's book. May be read from any thread; raises TimeRefused where the database does not answer.
    `wall` gives the time (UTC); `lamps` are what the pages show of them."""

    def __init__(
        self, store: Store, club: str, wall: Callable[[], datetime], lamps: Lamps | None = None
    ) -> None:
        self._store = store
        self._club = club
        self._wall = wall
        self._lamps = lamps

    def tables(self, names: Iterable[str] = ()) -> tuple[TableView, ...]:
        """The named tables, and every other one that has an open session or is held by a tournament."""
        with looking(self._store, self._club) as records:
            return tables(records, names, self._lamps, self._wall())

    def session(self, id_: str) -> SessionView:
        """A session with its bill up to now."""
        with looking(self._store, self._club) as records:
            stored = records.session(id_)
            if stored is None:
                raise TimeRefused("no_such_session")
            return view_of(records, stored, self._wall())

    def entries(self, id_: str) -> tuple[Entry, ...]:
        """Who did what about a session, in order."""
        with looking(self._store, self._club) as records:
            stored = records.session(id_)
            if stored is None:
                raise TimeRefused("no_such_session")
            return stored.entries

    def sessions(self, period: Span) -> tuple[SessionView, ...]:
        """The sessions that were open at some time of the period, in order."""
        with looking(self._store, self._club) as records:
            return tuple(view_of(records, stored, self._wall()) for stored in records.touching(period))

    def takings(self, period: Span) -> tuple[Takings, ...]:
        """Each table over a period: time billed, played, and played with no session open; money."""
        with looking(self._store, self._club) as records:
            return takings(records, period, self._wall())

    def prices(self) -> PriceList:
        """The price list in force now."""
        with looking(self._store, self._club) as records:
            return in_force(records.editions(), self._wall())

    def editions(self) -> tuple[Edition, ...]:
        """All price lists, in order of when they came into force."""
        with looking(self._store, self._club) as records:
            return records.editions()

    def set_prices(self, actor: Actor, prices: PriceList, since: datetime | None = None) -> None:
        """A new price list, from now or a later instant on; managers only. Open sessions are billed by each
        list for its own time."""
        check_manager(actor)
        check_prices(prices)
        with changing(self._store, self._club) as records:
            now = self._wall()
            if since is not None and since.tzinfo is None:
                raise TimeRefused("no_zone")
            if since is not None and since < now and records.editions():
                raise TimeRefused("prices_back")
            records.put_prices((since or now).astimezone(UTC), prices, actor.name)
