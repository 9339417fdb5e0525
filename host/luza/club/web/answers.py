"""What the API answers: the shapes that are not the history's own."""

from datetime import datetime

import msgspec

from luza.club.hearing.hall import TableNow
from luza.club.history.figures import Against, Figures
from luza.club.history.lists import MatchLine, PlayerLine, ShotLine
from luza.club.history.records import Record
from luza.messages import Alert, ClockView, Health, Words
from luza.view import FrameResult, FrameView, ShotView


class Trouble(msgspec.Struct, frozen=True):
    """Why there is no answer."""

    code: str
    words: Words


class Refusal(msgspec.Struct, frozen=True):
    """The body of every answer whose status is 400 or more."""

    error: Trouble


class Players(msgspec.Struct, frozen=True):
    """A page of players by name; `next` is the offset of the next page, null on the last."""

    items: list[PlayerLine]
    total: int
    next: int | None


class Matches(msgspec.Struct, frozen=True):
    """A page of matches, the latest first."""

    items: list[MatchLine]
    total: int
    next: int | None


class Shots(msgspec.Struct, frozen=True):
    """The shots of a match that stand, in order."""

    items: list[ShotLine]


class PlayerDetail(msgspec.Struct, frozen=True):
    """A player, and the doubles who count for him."""

    player: PlayerLine
    doubles: list[PlayerLine]


class PlayerFigures(msgspec.Struct, frozen=True):
    """What a player did in the part of the history that was asked for."""

    player: PlayerLine
    figures: Figures


class Ranking(msgspec.Struct, frozen=True):
    """Everybody who played in that part, the one with the most frames won first."""

    items: list[PlayerFigures]
    total: int
    next: int | None


class HeadToHead(msgspec.Struct, frozen=True):
    """Two players against each other."""

    players: tuple[PlayerLine, PlayerLine]
    against: Against


class Records(msgspec.Struct, frozen=True):
    """The club's records in that part of the history."""

    items: list[Record]


class TableLine(msgspec.Struct, frozen=True):
    """A table as it stands. Moments are by the server's clock; the table's is `clock_ahead_s` ahead.

    `match` is the id of the match in the history, null where nobody plays.
    """

    club: str
    table: str
    name: str
    online: bool
    away_since: datetime | None
    heard: datetime | None
    clock_ahead_s: float | None
    idle: bool
    match: str | None
    match_since: datetime | None
    at_table_since: datetime | None
    game: str | None
    players: tuple[str, ...]
    race_to: int | None
    frames_won: tuple[int, ...]
    frames: tuple[FrameResult, ...]
    frame: FrameView | None
    last_shot: ShotView | None
    clock: ClockView | None
    status: Words | None
    health: Health | None
    alerts: list[Alert]


class Tables(msgspec.Struct, frozen=True):
    """All tables that are heard."""

    items: list[TableLine]


class ServerHealth(msgspec.Struct, frozen=True):
    """How the server itself is. `heard`: whether it hears all that tables say, for the live picture and for
    the history; `waiting`: events that are heard and not yet in the database."""

    state: str
    version: str
    tables: int
    heard: bool
    waiting: int
    written: int
    troubles: list[Words]


def table_line(table: TableNow) -> TableLine:
    """A table of the hall as a value."""
    state = table.state
    place = table.place
    on = state is not None and state.match is not None
    return TableLine(
        club=place.club,
        table=place.slug,
        name=place.name or place.slug,
        online=table.online,
        away_since=table.away_since,
        heard=table.heard,
        clock_ahead_s=table.ahead_s,
        idle=table.idle,
        match=f"{place.club}.{place.slug}.{state.match}" if state and on else None,
        match_since=table.match_since,
        at_table_since=table.at_table_since,
        game=state.game if state else None,
        players=state.players if state else (),
        race_to=state.race_to if state and on else None,
        frames_won=state.frames_won if state else (),
        frames=state.frames if state else (),
        frame=state.frame if state else None,
        last_shot=state.last_shot if state else None,
        clock=state.clock if state and on else None,
        status=state.words.status if state else None,
        health=table.health,
        alerts=list(table.alerts.values()),
    )
