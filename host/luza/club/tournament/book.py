"""The log of every tournament, in the club's database."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

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


class Taken(Exception):
    """Somebody else has entered under this number meanwhile; read on and enter again."""


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

    def add(self, id: str, number: int, entry: Entry) -> None:
        """The entry with this number. Raises Taken."""
        try:
            with self._store.writing() as session:
                session.add(_row(id, number, entry))
        except IntegrityError:
            raise Taken from None

    def read(self, id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a tournament after that number, in order."""
        query = (
            select(TournamentEntryRow.body)
            .join(TournamentRow)
            .where(
                TournamentRow.club == self._club,
                TournamentEntryRow.tournament_id == id,
                TournamentEntryRow.number > after,
            )
            .order_by(TournamentEntryRow.number)
        )
        with self._store.reading() as session:
            return tuple(parse(body) for body in session.scalars(query))

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


def _row(id: str, number: int, entry: Entry) -> TournamentEntryRow:
    return TournamentEntryRow(tournament_id=id, number=number, entry=entry.id, body=write(entry).decode())
