"""The tables of table time in the database. The entries are the truth; the rest follows from them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from luza.club.store import Base, Moment


class SessionRow(Base):
    """A session. `open_table`: where it is open, so that no table has two; `kopecks` and `bill` (values of
    `bill.Bill`) as they were when it was last changed after its closing."""

    __tablename__ = "time_sessions"
    __table_args__ = (
        UniqueConstraint("club", "open_table"),
        Index(None, "club", "opened_at"),
        Index(None, "club", "closed_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club: Mapped[str] = mapped_column(String(32))
    open_table: Mapped[str | None] = mapped_column(String(32))
    opened_at: Mapped[datetime] = mapped_column(Moment)
    closed_at: Mapped[datetime | None] = mapped_column(Moment)
    ends_at: Mapped[datetime | None] = mapped_column(Moment)
    kopecks: Mapped[int | None] = mapped_column(BigInteger)
    bill: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class EntryRow(Base):
    """An entry of a session (`entries.Entry` in `body`), never changed. `key`: what a repeat is known by."""

    __tablename__ = "time_entries"
    __table_args__ = (UniqueConstraint("club", "key"),)

    session_id: Mapped[str] = mapped_column(ForeignKey("time_sessions.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    club: Mapped[str] = mapped_column(String(32))
    key: Mapped[str | None] = mapped_column(String(80))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class PricesRow(Base):
    """A price list (`prices.PriceList` in `body`) and since when it is in force."""

    __tablename__ = "time_prices"

    club: Mapped[str] = mapped_column(String(32), primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment, primary_key=True)
    by: Mapped[str] = mapped_column(String(80))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class HoldRow(Base):
    """A table that a tournament holds, from `begin` until it is released."""

    __tablename__ = "time_holds"
    __table_args__ = (UniqueConstraint("club", "held_table"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club: Mapped[str] = mapped_column(String(32))
    table: Mapped[str] = mapped_column("table_slug", String(32))
    held_table: Mapped[str | None] = mapped_column(String(32))
    tournament: Mapped[str] = mapped_column(String(64))
    begin: Mapped[datetime] = mapped_column("begins", Moment)
    end: Mapped[datetime | None] = mapped_column("ends", Moment)
    by: Mapped[str] = mapped_column(String(80))


class LampRow(Base):
    """A lamp that somebody switched by hand, and until when."""

    __tablename__ = "time_lamps"

    club: Mapped[str] = mapped_column(String(32), primary_key=True)
    table: Mapped[str] = mapped_column("table_slug", String(32), primary_key=True)
    on: Mapped[bool] = mapped_column("is_on")
    until: Mapped[datetime] = mapped_column("lasts_until", Moment)
    by: Mapped[str] = mapped_column(String(80))


class FrameRow(Base):
    """When a frame was in progress, as the server heard it; `seq`: of the latest message about it."""

    __tablename__ = "time_frames"
    __table_args__ = (Index(None, "club", "table_slug", "begins"),)

    club: Mapped[str] = mapped_column(String(32), primary_key=True)
    table: Mapped[str] = mapped_column("table_slug", String(32), primary_key=True)
    match: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    begin: Mapped[datetime] = mapped_column("begins", Moment)
    end: Mapped[datetime | None] = mapped_column("ends", Moment)
    seq: Mapped[int] = mapped_column(BigInteger)
