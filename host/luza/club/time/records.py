"""Table time in the database: values in, values out, within a transaction that the caller has opened."""

import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import or_, select, text
from sqlalchemy.orm import Session as Work

from luza.club.time.bill import Bill
from luza.club.time.entries import Entry
from luza.club.time.lamp import Override
from luza.club.time.models import EntryRow, FrameRow, HoldRow, LampRow, PricesRow, SessionRow
from luza.club.time.played import LONGEST_FRAME, Frame
from luza.club.time.prices import PriceList
from luza.club.time.pricing import Edition
from luza.club.time.session import Session, fold
from luza.club.time.spans import Span


class Stored(msgspec.Struct, frozen=True):
    """A session with its id and its entries."""

    id: str
    session: Session
    entries: tuple[Entry, ...]


class Records:
    """One club's table time, in one transaction."""

    def __init__(self, work: Work, club: str) -> None:
        self._work = work
        self._club = club
        self._editions: tuple[Edition, ...] | None = None

    def alone(self) -> None:
        """Returns when no other server changes this club's table time; until the transaction ends."""
        if self._work.get_bind().dialect.name == "postgresql":
            lock = zlib.crc32(f"luza time {self._club}".encode())
            self._work.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})

    def session(self, id_: str) -> Stored | None:
        """A session by its id."""
        row = self._work.get(SessionRow, id_)
        return None if row is None or row.club != self._club else self._stored([row])[0]

    def open_at(self, table: str) -> Stored | None:
        """The session that is open at a table."""
        found = self._rows(SessionRow.open_table == table)
        return found[0] if found else None

    def open(self) -> tuple[Stored, ...]:
        """All open sessions."""
        return self._rows(SessionRow.closed_at.is_(None))

    def overdue(self, now: datetime) -> tuple[Stored, ...]:
        """The open sessions whose planned end has come."""
        return self._rows(SessionRow.closed_at.is_(None), SessionRow.ends_at <= now)

    def touching(self, span: Span) -> tuple[Stored, ...]:
        """The sessions that were open at some time of the span, in order."""
        ended = or_(SessionRow.closed_at.is_(None), SessionRow.closed_at > span.begin)
        return self._rows(SessionRow.opened_at < span.end, ended)

    def since(self, at: datetime) -> tuple[Stored, ...]:
        """The sessions that have been open at some time since then."""
        return self._rows(or_(SessionRow.closed_at.is_(None), SessionRow.closed_at > at))

    def open_tables(self, now: datetime) -> frozenset[str]:
        """The tables with a session whose planned end has not come."""
        found = self._work.execute(
            select(SessionRow.open_table, SessionRow.ends_at).filter(
                SessionRow.club == self._club, SessionRow.open_table.is_not(None)
            )
        )
        return frozenset(
            table for table, ends_at in found if table is not None and (ends_at is None or ends_at > now)
        )

    def by_key(self, key: str) -> tuple[str, Entry] | None:
        """The session's id and the entry that were written under a key."""
        row = self._work.scalars(select(EntryRow).filter_by(club=self._club, key=key)).first()
        return None if row is None else (row.session_id, _entry(row))

    def begin(self, id_: str, session: Session) -> None:
        """Makes a session's row."""
        self._work.add(
            SessionRow(
                id=id_,
                club=self._club,
                open_table=session.table,
                opened_at=session.opened_at,
                ends_at=session.ends_at,
            )
        )
        self._work.flush()

    def write(self, id_: str, session: Session, entry: Entry, key: str | None, bill: Bill | None) -> None:
        """Adds an entry, and writes down where the session stands after it."""
        row = self._work.get_one(SessionRow, id_)
        row.open_table = session.table if session.closed_at is None else None
        row.closed_at = session.closed_at
        row.ends_at = session.ends_at
        row.kopecks = None if bill is None else bill.kopecks
        row.bill = None if bill is None else msgspec.to_builtins(bill)
        self._work.add(
            EntryRow(
                session_id=id_,
                number=session.entries,
                club=self._club,
                key=key,
                body=msgspec.to_builtins(entry),
            )
        )
        self._work.flush()

    def bill(self, id_: str) -> Bill | None:
        """The bill as it was written down after the session's closing."""
        body = self._work.get_one(SessionRow, id_).bill
        return None if body is None else msgspec.convert(body, Bill)

    def editions(self) -> tuple[Edition, ...]:
        """The price lists in order."""
        if self._editions is None:
            rows = self._work.scalars(select(PricesRow).filter_by(club=self._club).order_by(PricesRow.since))
            self._editions = tuple(Edition(row.since, msgspec.convert(row.body, PriceList)) for row in rows)
        return self._editions

    def put_prices(self, since: datetime, prices: PriceList, by: str) -> None:
        """A price list from an instant on; it replaces one that would begin then."""
        body = msgspec.to_builtins(prices)
        self._editions = None
        self._work.merge(PricesRow(club=self._club, since=since, by=by, body=body))

    def holds(self) -> dict[str, str]:
        """The tables that tournaments hold, and which."""
        rows = self._work.scalars(
            select(HoldRow).filter(HoldRow.club == self._club, HoldRow.held_table.is_not(None))
        )
        return {row.table: row.tournament for row in rows}

    def hold(self, table: str, tournament: str, at: datetime, by: str) -> None:
        """A tournament holds a table from now on."""
        self._work.add(
            HoldRow(
                club=self._club,
                table=table,
                held_table=table,
                tournament=tournament,
                begin=at,
                end=None,
                by=by,
            )
        )
        self._work.flush()

    def release(self, table: str, at: datetime) -> None:
        """Nobody holds the table any more."""
        row = self._work.scalars(select(HoldRow).filter_by(club=self._club, held_table=table)).first()
        if row is not None:
            row.held_table, row.end = None, max(at, row.begin)

    def overrides(self) -> dict[str, Override]:
        """The lamps that were switched by hand, the expired ones too."""
        rows = self._work.scalars(select(LampRow).filter_by(club=self._club))
        return {row.table: Override(row.on, row.until, row.by) for row in rows}

    def put_override(self, table: str, override: Override | None) -> None:
        """A lamp is switched by hand; None: it follows its table again."""
        if override is None:
            row = self._work.get(LampRow, (self._club, table))
            if row is not None:
                self._work.delete(row)
            return
        self._work.merge(
            LampRow(club=self._club, table=table, on=override.on, until=override.until, by=override.by)
        )

    def frames(self, span: Span) -> tuple[Frame, ...]:
        """The frames that were in progress at some time of the span."""
        rows = self._work.scalars(
            select(FrameRow).filter(
                FrameRow.club == self._club,
                FrameRow.begin < span.end,
                or_(FrameRow.end.is_(None), FrameRow.end > span.begin),
            )
        )
        return tuple(Frame(row.table, row.begin, row.end) for row in rows)

    def frames_in_progress(self, now: datetime) -> tuple[Frame, ...]:
        """The frames that have no end, as far as one can still be in progress."""
        rows = self._work.scalars(
            select(FrameRow).filter(
                FrameRow.club == self._club, FrameRow.end.is_(None), FrameRow.begin > now - LONGEST_FRAME
            )
        )
        return tuple(Frame(row.table, row.begin, None) for row in rows)

    def frame(self, table: str, match: str, number: int) -> FrameRow | None:
        """The row of a frame, to be changed."""
        return self._work.get(FrameRow, (self._club, table, match, number))

    def unfinished_frames(self, table: str) -> Sequence[FrameRow]:
        """The rows of a table's frames that have no end, to be changed."""
        return self._work.scalars(
            select(FrameRow).filter(
                FrameRow.club == self._club, FrameRow.table == table, FrameRow.end.is_(None)
            )
        ).all()

    def add_frame(self, table: str, match: str, number: int, begin: datetime, seq: int) -> None:
        """A frame has begun."""
        self._work.add(
            FrameRow(club=self._club, table=table, match=match, number=number, begin=begin, end=None, seq=seq)
        )
        self._work.flush()

    def _rows(self, *conditions: object) -> tuple[Stored, ...]:
        rows = self._work.scalars(
            select(SessionRow)
            .filter(SessionRow.club == self._club, *conditions)  # type: ignore[arg-type]
            .order_by(SessionRow.opened_at, SessionRow.id)
        )
        return self._stored(rows.all())

    def _stored(self, rows: Iterable[SessionRow]) -> tuple[Stored, ...]:
        ids = [row.id for row in rows]
        found: dict[str, list[Entry]] = {id_: [] for id_ in ids}
        for row in self._work.scalars(
            select(EntryRow).filter(EntryRow.session_id.in_(ids)).order_by(EntryRow.number)
        ):
            found[row.session_id].append(_entry(row))
        return tuple(Stored(id_, fold(entries), tuple(entries)) for id_, entries in found.items())


def _entry(row: EntryRow) -> Entry:
    entry: Entry = msgspec.convert(row.body, Entry)
    return entry
