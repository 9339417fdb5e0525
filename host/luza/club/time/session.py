"""A session of a table: the fold of its entries. Pure.

A session is stays at tables, one after the other, and pauses within them. Each has a beginning and an end;
nothing is counted up while it lasts, so nothing is lost while nobody counts.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Literal

import msgspec

from luza.club.time.entries import (
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
from luza.club.time.prices import Discount
from luza.club.time.pricing import Piece
from luza.club.time.spans import Span, without

LONGEST = timedelta(days=31)
"""An end further ahead, or a beginning longer ago, is a slip of the pen."""


class Stay(msgspec.Struct, frozen=True):
    """Time at one table; `end` is None while it lasts."""

    table: str
    tariff: str | None
    begin: datetime
    end: datetime | None = None


class Pause(msgspec.Struct, frozen=True):
    """A pause; `end` is None while it lasts."""

    begin: datetime
    end: datetime | None = None


class Session(msgspec.Struct, frozen=True):
    """What the entries amount to. `last`: the instant of the latest change; nothing earlier can be entered.
    `payers`: entrants at whose cost something was done without the organiser's leave (CODE 15)."""

    stays: tuple[Stay, ...]
    last: datetime
    pauses: tuple[Pause, ...] = ()
    ends_at: datetime | None = None
    closed_at: datetime | None = None
    discount: Discount | None = None
    tournament: str | None = None
    paid: Paid | None = None
    payers: tuple[str, ...] = ()
    entries: int = 1

    @property
    def table(self) -> str:
        """The table it is at, or was at last."""
        return self.stays[-1].table

    @property
    def opened_at(self) -> datetime:
        """When it began."""
        return self.stays[0].begin

    @property
    def paused(self) -> bool:
        """Whether time stands still now."""
        return self.closed_at is None and bool(self.pauses) and self.pauses[-1].end is None

    @property
    def phase(self) -> Literal["running", "paused", "closed", "paid"]:
        """Where it stands."""
        if self.paid is not None:
            return "paid"
        if self.closed_at is not None:
            return "closed"
        return "paused" if self.paused else "running"

    def pieces(self, now: datetime) -> tuple[Piece, ...]:
        """The time to be billed up to `now`, in order: the stays without the pauses."""
        until = self.closed_at or max(self.last, now)
        if self.ends_at is not None:
            until = min(until, max(self.ends_at, self.last))
        pauses = [Span(pause.begin, pause.end or until) for pause in self.pauses]
        return tuple(
            Piece(span, stay.table, stay.tariff)
            for stay in self.stays
            for span in without(Span(stay.begin, stay.end or until), pauses)
        )


def fold(entries: Iterable[Entry]) -> Session:
    """The session of its entries, in order; raises TimeRefused where one cannot follow those before it."""
    session: Session | None = None
    for entry in entries:
        session = after(session, entry)
    if session is None:
        raise TimeRefused("no_such_session")
    return session


def after(session: Session | None, entry: Entry) -> Session:
    """The session after one more entry; raises TimeRefused where it cannot be."""
    if isinstance(entry, Opened):
        if session is not None:
            raise TimeRefused("open_already", table=session.table)
        _check_plan(entry.ends_at, entry.at)
        stay = Stay(entry.table, entry.tariff, entry.at)
        payers: tuple[str, ...] = () if entry.payer is None else (entry.payer,)
        return Session((stay,), entry.at, (), entry.ends_at, tournament=entry.tournament, payers=payers)
    if session is None:
        raise TimeRefused("no_such_session")
    if entry.at < session.last:
        raise TimeRefused("before_last")
    if session.paid is not None and not isinstance(entry, Refunded):
        raise TimeRefused("paid")
    changed = _apply(entry, session)
    payers = changed.payers
    if entry.payer is not None and entry.payer not in payers:
        payers = (*payers, entry.payer)
    return msgspec.structs.replace(changed, last=entry.at, payers=payers, entries=session.entries + 1)


@singledispatch
def _apply(entry: Entry, session: Session) -> Session:
    raise TypeError(f"{type(entry).__name__} is no entry of a session")


@_apply.register
def _pause(entry: Paused, session: Session) -> Session:
    _check_open(session)
    if session.paused:
        raise TimeRefused("paused_already", table=session.table)
    return msgspec.structs.replace(session, pauses=(*session.pauses, Pause(entry.at)))


@_apply.register
def _resume(entry: Resumed, session: Session) -> Session:
    _check_open(session)
    if not session.paused:
        raise TimeRefused("not_paused", table=session.table)
    return msgspec.structs.replace(session, pauses=_ended_pauses(session, entry.at))


@_apply.register
def _move(entry: Moved, session: Session) -> Session:
    _check_open(session)
    if entry.table == session.table:
        raise TimeRefused("same_table", table=entry.table)
    left = msgspec.structs.replace(session.stays[-1], end=entry.at)
    new = Stay(entry.table, entry.tariff, entry.at)
    return msgspec.structs.replace(session, stays=(*session.stays[:-1], left, new))


@_apply.register
def _plan(entry: Planned, session: Session) -> Session:
    _check_open(session)
    _check_plan(entry.ends_at, entry.at)
    return msgspec.structs.replace(session, ends_at=entry.ends_at)


@_apply.register
def _discount(entry: Discounted, session: Session) -> Session:
    return msgspec.structs.replace(session, discount=entry.discount)


@_apply.register
def _close(entry: Closed, session: Session) -> Session:
    _check_open(session)
    stay = msgspec.structs.replace(session.stays[-1], end=entry.at)
    return msgspec.structs.replace(
        session,
        stays=(*session.stays[:-1], stay),
        pauses=_ended_pauses(session, entry.at),
        closed_at=entry.at,
    )


@_apply.register
def _reopen(entry: Reopened, session: Session) -> Session:
    if session.closed_at is None:
        raise TimeRefused("not_closed", table=session.table)
    stay = msgspec.structs.replace(session.stays[-1], end=None)
    pauses = session.pauses
    # Only a pause that the closing itself ended goes on.
    if pauses and pauses[-1].end == session.closed_at:
        pauses = (*pauses[:-1], Pause(pauses[-1].begin))
    return msgspec.structs.replace(
        session, stays=(*session.stays[:-1], stay), pauses=pauses, closed_at=None, ends_at=None
    )


@_apply.register
def _pay(entry: Paid, session: Session) -> Session:
    if session.closed_at is None:
        raise TimeRefused("close_first", table=session.table)
    return msgspec.structs.replace(session, paid=entry)


@_apply.register
def _refund(entry: Refunded, session: Session) -> Session:
    if session.paid is None:
        raise TimeRefused("not_paid", table=session.table)
    return msgspec.structs.replace(session, paid=None)


def _ended_pauses(session: Session, at: datetime) -> tuple[Pause, ...]:
    if not session.paused:
        return session.pauses
    return (*session.pauses[:-1], msgspec.structs.replace(session.pauses[-1], end=at))


def _check_open(session: Session) -> None:
    if session.closed_at is not None:
        raise TimeRefused("closed", table=session.table)


def _check_plan(ends_at: datetime | None, at: datetime) -> None:
    if ends_at is not None and not at < ends_at <= at + LONGEST:
        raise TimeRefused("bad_plan")
