"""How tables stand: sessions, bills, played time. Only looking; nothing here changes a session or a price."""

from collections.abc import Iterable
from datetime import datetime

from luza.club.time.bill import make_bill
from luza.club.time.lamp import Lamps
from luza.club.time.played import Frame, played_us, unbilled_us
from luza.club.time.records import Records, Stored
from luza.club.time.spans import Span
from luza.club.time.views import SessionView, TableView, Takings
from luza.club.time.wording import bill_lines


def view_of(records: Records, stored: Stored, now: datetime) -> SessionView:
    """A session as it stands."""
    session = stored.session
    frames = records.frames(Span(session.opened_at, session.closed_at or now))
    return _view(records, stored, frames, now)


def tables(
    records: Records, names: Iterable[str], lamps: Lamps | None, now: datetime
) -> tuple[TableView, ...]:
    """The named tables, and any other that has an open session or is held."""
    sessions = {stored.session.table: stored for stored in records.open()}
    holds = records.holds()
    begin = min((stored.session.opened_at for stored in sessions.values()), default=now)
    frames = records.frames(Span(begin, now))
    playing = {frame.table: frame.begin for frame in records.frames_in_progress(now)}
    lit = () if lamps is None else lamps.tables
    return tuple(
        TableView(
            table=table,
            held_by=holds.get(table),
            session=_view(records, sessions[table], frames, now) if table in sessions else None,
            lamp=lamps.view(table, now) if lamps is not None and table in lit else None,
            unopened_since=None if table in sessions else playing.get(table),
        )
        for table in dict.fromkeys([*names, *sorted(sessions), *sorted(holds)])
    )


def takings(records: Records, period: Span, now: datetime) -> tuple[Takings, ...]:
    """Each table over a period: of billed and played time what lies in it, of money what was closed in it.

    A session that was moved brings its money to the table where it was closed.
    """
    until = min(period.end, now)
    within = Span(period.begin, max(period.begin, until))
    stored = records.touching(period)
    frames = records.frames(within)
    names = {stay.table for one in stored for stay in one.session.stays} | {one.table for one in frames}
    return tuple(_takings(table, records, stored, frames, within, now) for table in sorted(names))


def _takings(
    table: str,
    records: Records,
    stored: Iterable[Stored],
    frames: tuple[Frame, ...],
    within: Span,
    now: datetime,
) -> Takings:
    sessions = [one.session for one in stored]
    closed = [
        one
        for one in stored
        if one.session.table == table
        and one.session.closed_at is not None
        and within.begin <= one.session.closed_at < within.end
    ]
    bills = [(one, records.bill(one.id)) for one in closed]
    return Takings(
        table=table,
        billed_us=sum(
            _inside(piece.span, within)
            for one in sessions
            for piece in one.pieces(now)
            if piece.table == table
        ),
        played_us=sum(_inside(frame.span(now), within) for frame in frames if frame.table == table),
        unbilled_us=unbilled_us(sessions, frames, table, within),
        sessions=len(closed),
        kopecks=sum(bill.kopecks for _, bill in bills if bill is not None),
        paid_kopecks=sum(one.session.paid.kopecks for one in closed if one.session.paid is not None),
    )


def _inside(span: Span, within: Span) -> int:
    begin, end = max(span.begin, within.begin), min(span.end, within.end)
    return Span(begin, end).microseconds if begin < end else 0


def _view(records: Records, stored: Stored, frames: Iterable[Frame], now: datetime) -> SessionView:
    session = stored.session
    bill = (records.bill(stored.id) if session.paid else None) or make_bill(session, records.editions(), now)
    return SessionView(
        id=stored.id,
        table=session.table,
        phase=session.phase,
        opened_at=session.opened_at,
        opened_by=stored.entries[0].by,
        ends_at=session.ends_at,
        closed_at=session.closed_at,
        paused_since=session.pauses[-1].begin if session.paused else None,
        discount=session.discount,
        tournament=session.tournament,
        payers=session.payers,
        billed_us=bill.billed_us,
        played_us=played_us(session, frames, now),
        bill=bill,
        lines=bill_lines(bill),
    )
