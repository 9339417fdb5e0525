"""The log of every tournament, in the club's database."""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from luza.club.history.scope import Roots
from luza.club.store import Store
from luza.club.tournament.entries import Entry, Opened, parse, write
from luza.club.tournament.models import TournamentEntryRow, TournamentRow
from luza.club.tournament.refusal import NotTaken


class Brief(msgspec.Struct, frozen=True):
    """A tournament in the list of all."""

    id: str
    name: str
    kind: str
    season: str
    start: datetime


class Book:
    """The logs of one club's tournaments. Raises StoreError where the database does not take or give."""

    def __init__(self, store: Store, club: str) -> None:
        self._store = store
        self._club = club

    def open(self, id: str, entry: Entry) -> None:
        """A new tournament with its first entry. Raises NotTaken where the id is in use."""
        assert isinstance(entry.what, Opened)
        plan = entry.what.plan
        try:
            with self._store.writing() as session:
                row = TournamentRow(
                    id=id,
                    club=self._club,
                    name=plan.name,
                    kind=plan.kind,
                    season=plan.season,
                    start=plan.start,
                )
                session.add(row)
                session.flush()
                session.add(_row(id, 1, entry))
        except IntegrityError:
            raise NotTaken("tournament_exists", id=id) from None

    def add(self, id: str, after: int, make: Callable[[Sequence[Entry]], Entry | None]) -> None:
        """Adds what `make` gives for the entries after that number; None adds nothing.

        Nobody else can enter anything in between, on no server. What `make` raises leaves all as it was.
        """
        with self._store.writing() as session:
            row = session.get(TournamentRow, id, with_for_update=True)
            if row is None or row.club != self._club:
                raise NotTaken("no_such_tournament", id=id)
            fresh = _read(session, id, after)
            entry = make(fresh)
            if entry is not None:
                session.add(_row(id, after + len(fresh) + 1, entry))

    def read(self, id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a tournament after that number, in order. Raises NotTaken where there is none."""
        with self._store.reading() as session:
            row = session.get(TournamentRow, id)
            if row is None or row.club != self._club:
                raise NotTaken("no_such_tournament", id=id)
            return _read(session, id, after)

    def counts_for(self) -> Callable[[str], str]:
        """From a player to the one for whom he counts now, after doubles were merged."""
        with self._store.reading() as session:
            return Roots(session).of

    def list(self) -> Sequence[Brief]:
        """All tournaments, the latest first."""
        query = (
            select(TournamentRow)
            .where(TournamentRow.club == self._club)
            .order_by(TournamentRow.start.desc(), TournamentRow.id)
        )
        with self._store.reading() as session:
            rows = session.scalars(query)
            return [Brief(row.id, row.name, row.kind, row.season, row.start) for row in rows]


def _read(session: Session, id: str, after: int) -> tuple[Entry, ...]:
    query = (
        select(TournamentEntryRow.body)
        .where(TournamentEntryRow.tournament_id == id, TournamentEntryRow.number > after)
        .order_by(TournamentEntryRow.number)
    )
    return tuple(parse(body) for body in session.scalars(query))


def _row(id: str, number: int, entry: Entry) -> TournamentEntryRow:
    return TournamentEntryRow(tournament_id=id, number=number, entry=entry.id, body=write(entry).decode())
