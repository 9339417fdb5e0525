"""The history's tables in the database.

A row is made of what a table says of itself alone (its names, its match's own time `t` in seconds), so that
what was heard live and what is rebuilt from a journal are the same rows. Seats count players from 0.
`known_t` is the moment of the match up to which a row is known: something older never takes its place.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from luza.club.store import Base, Moment


class ClubTable(Base):
    """A table of the club (or of one club of a chain); `slug` is its name in the topics.

    `heard_seq`: the `seq` up to which its events are in the history; None where none was heard.
    """

    __tablename__ = "club_tables"
    __table_args__ = (UniqueConstraint("club", "slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club: Mapped[str] = mapped_column(String(32))
    slug: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(80))
    heard_seq: Mapped[int | None] = mapped_column(BigInteger)


class Player(Base):
    """A player; `id` follows from the name as first entered (`names.player_id`): it outlives a rebuild.

    `merged_into`: the same person under another name, which counts for both.
    """

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    note: Mapped[str] = mapped_column(Text, default="")
    merged_into: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)


class Match(Base):
    """A match. `key` is `<club>.<table>.<name>`; `game` is empty while only its shots were heard."""

    __tablename__ = "matches"
    __table_args__ = (Index(None, "started"), Index(None, "name", "started"))

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(140), unique=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("club_tables.id"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(32))
    race_to: Mapped[int | None]
    started: Mapped[datetime] = mapped_column(Moment)
    ended: Mapped[bool]
    winner: Mapped[int | None]
    known_t: Mapped[float] = mapped_column(Double)


class Seat(Base):
    """Who played a match at which seat, and the score with which frames began there."""

    __tablename__ = "match_players"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id"), index=True)
    handicap: Mapped[int]
    frames_won: Mapped[int]


class Frame(Base):
    """A frame; `winner` and `draw` count once it has `ended`."""

    __tablename__ = "frames"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    breaker: Mapped[int | None]
    ended: Mapped[bool]
    winner: Mapped[int | None]
    draw: Mapped[bool]
    known_t: Mapped[float] = mapped_column(Double)


class FrameScore(Base):
    """The official score of a finished frame, a row a seat."""

    __tablename__ = "frame_scores"
    __table_args__ = (
        ForeignKeyConstraint(
            ["match_id", "number"], ["frames.match_id", "frames.number"], ondelete="CASCADE"
        ),
    )

    match_id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    score: Mapped[int]


class Shot(Base):
    """A judged shot as its last verdict has it; one that was taken back stays, `withdrawn`, and never counts.

    `gain`: by how much the shooter's own score changed; `deltas`: everybody's; `run`: the balls of the visit
    after it; `opened_t`: when it was played.
    """

    __tablename__ = "shots"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    frame: Mapped[int]
    seat: Mapped[int]
    verdict: Mapped[str] = mapped_column(String(8))
    potted: Mapped[int]
    spotted: Mapped[int]
    gain: Mapped[int]
    run: Mapped[int]
    deltas: Mapped[list[int]] = mapped_column(JSON)
    articles: Mapped[list[str]] = mapped_column(JSON)
    withdrawn: Mapped[bool]
    opened_t: Mapped[float | None] = mapped_column(Double)
    known_t: Mapped[float] = mapped_column(Double)


def _of_a_shot() -> tuple[Any, ...]:
    return (ForeignKeyConstraint(["match_id", "n"], ["shots.match_id", "shots.n"], ondelete="CASCADE"),)


class Foul(Base):
    """A foul of a shot, by its id in the contract."""

    __tablename__ = "fouls"
    __table_args__ = _of_a_shot()

    match_id: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32), primary_key=True)


class Pot(Base):
    """A ball that fell in a shot, in order; `ball`: `cue`, `object`, a number, or not known."""

    __tablename__ = "pots"
    __table_args__ = _of_a_shot()

    match_id: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    pocket: Mapped[str] = mapped_column(String(16))
    ball: Mapped[str | None] = mapped_column(String(8))
