"""The tournaments in the database: their entries, which are the whole truth, and what finds them."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from luza.club.store import Base, Moment


class TournamentRow(Base):
    """A tournament as it was announced."""

    __tablename__ = "tournaments"
    __table_args__ = (Index(None, "club", "start"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    club: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(16))
    season: Mapped[str] = mapped_column(String(40))
    start: Mapped[datetime] = mapped_column(Moment)


class TournamentEntryRow(Base):
    """An entry (`entries.Entry` as JSON in `body`), never changed. `number` counts from 1; two servers that
    enter at once cannot take the same one."""

    __tablename__ = "tournament_entries"
    __table_args__ = (UniqueConstraint("tournament_id", "entry"),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[str] = mapped_column(String(64))
    body: Mapped[str] = mapped_column(Text)
