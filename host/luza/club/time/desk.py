"""The time desk: what staff and organisers do about tables, and how things stand. The way in for pages."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import msgspec

from luza.club.store import Store
from luza.club.time.bill import make_bill
from luza.club.time.entries import (
    Action,
    Closed,
    Discounted,
    Entry,
    Moved,
    Opened,
    Paid,
    Paused,
    Planned,
    Refunded,
    Reopened,
    Resumed,
)
from luza.club.time.errors import TimeRefused
from luza.club.time.money import roubles
from luza.club.time.permission import Actor, check_manager, check_may_act, check_till
from luza.club.time.prices import Discount
from luza.club.time.pricing import in_force
from luza.club.time.records import Records, Stored
from luza.club.time.session import LONGEST, after
from luza.club.time.transactions import changing, looking
from luza.club.time.views import SessionView
from luza.club.time.watch import view_of

PLAN = "plan"
"""Who closes a session whose planned end has come."""


class Doing(msgspec.Struct, frozen=True):
    """What an action may bring besides itself. `at`: since when it holds, where that is before now; `payer`:
    the entrant who pays for it (CODE 15); `key`: by which a repeat is known, which is not done again."""

    at: datetime | None = None
    payer: str | None = None
    note: str = ""
    key: str | None = None


NOW = Doing()


class TimeDesk:
    """One club's sessions. Each method is one transaction, may be called from any thread, and raises
    TimeRefused where it is not done; then nothing has changed. `wall` gives the time (UTC)."""

    def __init__(self, store: Store, club: str, wall: Callable[[], datetime]) -> None:
        self._store = store
        self._club = club
        self._wall = wall

    def open(
        self,
        actor: Actor,
        table: str,
        *,
        tariff: str | None = None,
        ends_at: datetime | None = None,
        doing: Doing = NOW,
    ) -> SessionView:
        """Time begins at a table: by a named tariff or the table's own, until `ends_at` or until closed."""
        with self._changing() as records:
            at, noted = self._instants(doing, None)
            _check_zone(ends_at)
            entry = Opened(
                at=at,
                by=_name(actor.name),
                noted=noted,
                payer=doing.payer,
                note=doing.note,
                table=table,
                tariff=tariff,
                ends_at=ends_at,
                tournament=records.holds().get(table),
            )
            if repeated := _repeated(records, doing.key, entry):
                return self._view(records, repeated)
            check_may_act(actor, {table: entry.tournament}, doing.payer)
            self._check_tariff(records, tariff, at)
            _check_free(records, table, at, None)
            session, id_ = after(None, entry), uuid4().hex
            records.begin(id_, session)
            records.write(id_, session, entry, doing.key, None)
            return self._view(records, id_)

    def pause(self, actor: Actor, session: str, doing: Doing = NOW) -> SessionView:
        """Time stands still."""
        return self._do(actor, session, doing, lambda common: Paused(**common))

    def resume(self, actor: Actor, session: str, doing: Doing = NOW) -> SessionView:
        """Time goes on."""
        return self._do(actor, session, doing, lambda common: Resumed(**common))

    def close(self, actor: Actor, session: str, doing: Doing = NOW) -> SessionView:
        """Time is over; the bill is made."""
        return self._do(actor, session, doing, lambda common: Closed(**common))

    def reopen(self, actor: Actor, session: str, doing: Doing = NOW) -> SessionView:
        """The closing was a mistake; possible while nobody else has had the table."""
        return self._do(actor, session, doing, lambda common: Reopened(**common))

    def plan(self, actor: Actor, session: str, ends_at: datetime | None, doing: Doing = NOW) -> SessionView:
        """The session ends by itself then, whether or not a server runs; None: it does not."""
        _check_zone(ends_at)
        return self._do(actor, session, doing, lambda common: Planned(ends_at=ends_at, **common))

    def move(
        self, actor: Actor, session: str, table: str, tariff: str | None = None, doing: Doing = NOW
    ) -> SessionView:
        """The session goes on at another, free table. Who moves must be allowed at both."""
        return self._do(actor, session, doing, lambda common: Moved(table=table, tariff=tariff, **common))

    def discount(
        self, actor: Actor, session: str, discount: str | Discount | None, doing: Doing = NOW
    ) -> SessionView:
        """A discount by its name in the price list, or a manager's own; None takes it away."""
        if isinstance(discount, Discount):
            check_manager(actor)
        elif discount is not None:
            with looking(self._store, self._club) as records:
                discount = in_force(records.editions(), self._wall()).discount(discount)
        return self._do(actor, session, doing, lambda common: Discounted(discount=discount, **common))

    def pay(self, actor: Actor, session: str, kopecks: int, doing: Doing = NOW) -> SessionView:
        """The bill was paid; `kopecks` is what the payer was shown, and must be what it comes to."""
        return self._do(actor, session, doing, lambda common: Paid(kopecks=kopecks, **common))

    def refund(self, actor: Actor, session: str, doing: Doing = NOW) -> SessionView:
        """The payment was a mistake; managers only."""
        check_manager(actor)
        return self._do(actor, session, doing, lambda common: Refunded(**common))

    def hold(self, actor: Actor, tables: Sequence[str], tournament: str) -> None:
        """A tournament holds these tables: only its organiser opens and closes them (CODE 15)."""
        _check_organises(actor, tournament)
        with self._changing() as records:
            holds = records.holds()
            for table in tables:
                if holds.get(table, tournament) != tournament:
                    raise TimeRefused("held_already", table=table)
                if table not in holds:
                    if records.open_at(table) is not None:
                        raise TimeRefused("open_already", table=table)
                    records.hold(table, tournament, self._wall(), _name(actor.name))

    def release(self, actor: Actor, tables: Sequence[str], tournament: str) -> None:
        """The tournament no longer needs these tables; what is open there has been closed before."""
        _check_organises(actor, tournament)
        with self._changing() as records:
            holds = records.holds()
            for table in tables:
                if holds.get(table) != tournament:
                    raise TimeRefused("not_held", table=table)
                if records.open_at(table) is not None:
                    raise TimeRefused("open_already", table=table)
                records.release(table, self._wall())

    def settle(self) -> int:
        """Closes the sessions whose planned end has come, at that end; how many. Called every second."""
        with looking(self._store, self._club) as records:
            if not records.overdue(self._wall()):
                return 0
        with changing(self._store, self._club) as records:
            return self._settle(records)

    def _do(
        self, actor: Actor, session: str, doing: Doing, make: Callable[[dict[str, Any]], Entry]
    ) -> SessionView:
        with self._changing() as records:
            stored = records.session(session)
            if stored is None:
                raise TimeRefused("no_such_session")
            at, noted = self._instants(doing, stored)
            common = {"by": _name(actor.name), "noted": noted, "payer": doing.payer, "note": doing.note}
            entry = make({"at": at, **common})
            if repeated := _repeated(records, doing.key, entry, session):
                return self._view(records, repeated)
            self._check(records, actor, stored, entry, doing.payer)
            self._write(records, stored, entry, doing.key)
            return self._view(records, session)

    def _check(self, records: Records, actor: Actor, stored: Stored, entry: Entry, payer: str | None) -> None:
        if isinstance(entry, Discounted | Paid | Refunded):
            check_till(actor)
            return
        holds, table = records.holds(), stored.session.table
        places = {table: holds.get(table) or stored.session.tournament}
        if isinstance(entry, Moved):
            places[entry.table] = holds.get(entry.table)
            self._check_tariff(records, entry.tariff, entry.at)
        check_may_act(actor, places, payer)
        if isinstance(entry, Moved):
            _check_free(records, entry.table, entry.at, stored.id)
        elif isinstance(entry, Reopened) and stored.session.closed_at is not None:
            _check_free(records, table, stored.session.closed_at, stored.id)

    def _write(self, records: Records, stored: Stored, entry: Entry, key: str | None) -> None:
        session = after(stored.session, entry)
        bill = None
        if session.closed_at is not None:
            bill = make_bill(session, records.editions(), entry.at)
            if isinstance(entry, Paid) and entry.kopecks != bill.kopecks:
                raise TimeRefused("another_sum", due=roubles(bill.kopecks), given=roubles(entry.kopecks))
        records.write(stored.id, session, entry, key, bill)

    def _settle(self, records: Records) -> int:
        overdue = records.overdue(self._wall())
        for stored in overdue:
            at = max(stored.session.ends_at or self._wall(), stored.session.last)
            self._write(records, stored, Closed(at=at, by=PLAN, noted=self._wall()), None)
        return len(overdue)

    def _instants(self, doing: Doing, stored: Stored | None) -> tuple[datetime, datetime | None]:
        """Since when an action holds, and when it was entered where that is later.

        A clock that was put back does not hold up the desk: "now" is never before the latest change.
        """
        now = self._wall()
        if doing.at is None:
            return (now if stored is None else max(now, stored.session.last)), None
        _check_zone(doing.at)
        if doing.at > now:
            raise TimeRefused("in_future")
        if now - doing.at > LONGEST:
            raise TimeRefused("long_ago", days=LONGEST.days)
        return doing.at.astimezone(UTC), now

    def _check_tariff(self, records: Records, tariff: str | None, at: datetime) -> None:
        prices = in_force(records.editions(), at)
        if tariff is not None and not prices.has_tariff(tariff):
            raise TimeRefused("no_such_tariff", name=tariff)

    def _view(self, records: Records, id_: str) -> SessionView:
        stored = records.session(id_)
        if stored is None:
            raise TimeRefused("no_such_session")
        return view_of(records, stored, self._wall())

    @contextmanager
    def _changing(self) -> Iterator[Records]:
        with changing(self._store, self._club) as records:
            self._settle(records)
            yield records


def _repeated(records: Records, key: str | None, entry: Entry, session: str | None = None) -> str | None:
    """The session where the same was done under that key before; TimeRefused where it was something else."""
    if key is None or (known := records.by_key(key)) is None:
        return None
    id_, before = known
    if session not in (None, id_) or _meaning(before) != _meaning(entry):
        raise TimeRefused("key_reused")
    return id_


def _meaning(entry: Action) -> Action:
    """An entry without its instants, which differ when it is repeated."""
    return msgspec.structs.replace(entry, at=datetime.min, noted=None)


def _check_free(records: Records, table: str, since: datetime, but: str | None) -> None:
    """Raises TimeRefused where another session has been at the table since then."""
    if not _is_slug(table):
        raise TimeRefused("bad_table", table=table)
    there = records.open_at(table)
    if there is not None and there.id != but:
        raise TimeRefused("open_already", table=table)
    for stored in records.since(since):
        if stored.id != but and any(
            stay.table == table and (stay.end is None or stay.end > since) for stay in stored.session.stays
        ):
            raise TimeRefused("taken_since", table=table)


def _check_organises(actor: Actor, tournament: str) -> None:
    if actor.role == "organiser" and actor.tournament != tournament:
        raise TimeRefused("other_tournament_yours")


def _check_zone(at: datetime | None) -> None:
    if at is not None and at.tzinfo is None:
        raise TimeRefused("no_zone")


def _is_slug(table: str) -> bool:
    return re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", table) is not None


def _name(name: str) -> str:
    if not name.strip() or len(name) > 80:
        raise TimeRefused("bad_name")
    return name.strip()
