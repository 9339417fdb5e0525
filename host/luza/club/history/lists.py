"""Players, matches and their shots as values, by pages: what the API answers and the pages show."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from luza.club.history.models import (
    ClubTable,
    Foul,
    Frame,
    FrameScore,
    Match,
    Player,
    Pot,
    Seat,
    Shot,
)
from luza.club.history.names import same_name
from luza.club.history.scope import Roots, Scope


class PlayerLine(msgspec.Struct, frozen=True):
    """A player. `merged_into`: the player for whom this one counts."""

    id: str
    name: str
    note: str
    merged_into: str | None


class SeatLine(msgspec.Struct, frozen=True):
    """Who sat where: `player` is who it counts for, `name` as it was entered or mended."""

    player: str
    name: str
    handicap: int
    frames_won: int


class FrameLine(msgspec.Struct, frozen=True):
    """A frame; `score` is empty until it has ended."""

    number: int
    breaker: int | None
    ended: bool
    winner: int | None
    draw: bool
    score: tuple[int, ...]


class MatchLine(msgspec.Struct, frozen=True):
    """A match; `id` names it for good, `winner` is a seat. `lasted_s`: from its start to its last stroke."""

    id: str
    club: str
    table: str
    table_name: str
    game: str
    race_to: int | None
    started: datetime
    lasted_s: float | None
    ended: bool
    winner: int | None
    players: tuple[SeatLine, ...]
    frames: tuple[FrameLine, ...]


class PotLine(msgspec.Struct, frozen=True):
    """A ball that fell."""

    pocket: str
    ball: str | int | None


class ShotLine(msgspec.Struct, frozen=True):
    """A shot; `t` is when it was played, in seconds from the match's start; `player` is a seat."""

    n: int
    frame: int
    player: int
    t: float | None
    verdict: str
    fouls: tuple[str, ...]
    potted: int
    pots: tuple[PotLine, ...]
    delta: tuple[int, ...]
    run: int
    spotted: int
    articles: tuple[str, ...]


class Page(msgspec.Struct, frozen=True):
    """So many are passed over, so many shown at most."""

    limit: int = 50
    offset: int = 0


def players(session: Session, search: str, page: Page) -> tuple[list[PlayerLine], int]:
    """Players by name whose name contains `search`, however it is spelled; and how many there are."""
    wanted = same_name(search)
    everyone = [player for player in session.scalars(select(Player)) if wanted in same_name(player.name)]
    everyone.sort(key=lambda player: (same_name(player.name), player.id))
    return [line(one) for one in everyone[page.offset : page.offset + page.limit]], len(everyone)


def player(session: Session, number: str) -> PlayerLine | None:
    """One player, or None."""
    found = session.get(Player, number)
    return None if found is None else line(found)


def line(one: Player) -> PlayerLine:
    """A player as a value."""
    return PlayerLine(one.id, one.name, one.note, one.merged_into)


def matches(
    session: Session, scope: Scope, page: Page, player: str | None = None
) -> tuple[list[MatchLine], int]:
    """Matches, the latest first, of one player (and whoever counts for him) if named; and how many."""
    wanted = scope.of(select(Match.id))
    if player is not None:
        group = Roots(session).group(player)
        wanted = wanted.where(Match.id.in_(select(Seat.match_id).where(Seat.player_id.in_(group))))
    total = session.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
    ordered = wanted.order_by(Match.started.desc(), Match.key).limit(page.limit).offset(page.offset)
    return _lines(session, list(session.scalars(ordered))), total


def match(session: Session, key: str) -> MatchLine | None:
    """One match, or None."""
    found = session.scalar(select(Match.id).where(Match.key == key))
    return None if found is None else _lines(session, [found])[0]


def shots(session: Session, key: str) -> list[ShotLine] | None:
    """The shots of a match that stand, in order; None where there is no such match."""
    number = session.scalar(select(Match.id).where(Match.key == key))
    return None if number is None else shots_of(session, number)


def shots_of(session: Session, number: int) -> list[ShotLine]:
    """The same by the match's row."""
    fouls: dict[int, list[str]] = defaultdict(list)
    for foul in session.scalars(select(Foul).where(Foul.match_id == number)):
        fouls[foul.n].append(foul.kind)
    pots: dict[int, list[PotLine]] = defaultdict(list)
    for pot in session.scalars(select(Pot).where(Pot.match_id == number).order_by(Pot.n, Pot.place)):
        ball = int(pot.ball) if pot.ball is not None and pot.ball.isdecimal() else pot.ball
        pots[pot.n].append(PotLine(pot.pocket, ball))
    standing = select(Shot).where(Shot.match_id == number, Shot.withdrawn.is_(False)).order_by(Shot.n)
    return [
        ShotLine(
            n=shot.n,
            frame=shot.frame,
            player=shot.seat,
            t=shot.opened_t,
            verdict=shot.verdict,
            fouls=tuple(sorted(fouls[shot.n])),
            potted=shot.potted,
            pots=tuple(pots[shot.n]),
            delta=tuple(shot.deltas),
            run=shot.run,
            spotted=shot.spotted,
            articles=tuple(shot.articles),
        )
        for shot in session.scalars(standing)
    ]


def _lines(session: Session, numbers: list[int]) -> list[MatchLine]:
    """The matches of these rows, in their order, with a few queries for all of them."""
    roots = Roots(session)
    rows = session.execute(
        select(Match, ClubTable).join(ClubTable, ClubTable.id == Match.table_id).where(Match.id.in_(numbers))
    )
    found = {match.id: (match, table) for match, table in rows}
    lasted: dict[int, float | None] = dict(
        session.execute(
            select(Shot.match_id, func.max(Shot.opened_t))
            .where(Shot.match_id.in_(numbers), Shot.withdrawn.is_(False))
            .group_by(Shot.match_id)
        ).all()
    )
    frames = _frames(session, numbers)
    seats: dict[int, list[tuple[Seat, Player]]] = defaultdict(list)
    for seat, player in session.execute(
        select(Seat, Player)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.match_id.in_(numbers))
        .order_by(Seat.seat)
    ):
        seats[seat.match_id].append((seat, player))
    lines = []
    for number in numbers:
        match, table = found[number]
        won = frames[number]
        lines.append(
            MatchLine(
                id=match.key,
                club=table.club,
                table=table.slug,
                table_name=table.name,
                game=match.game,
                race_to=match.race_to,
                started=match.started,
                lasted_s=lasted.get(number),
                ended=match.ended,
                winner=match.winner,
                players=tuple(
                    SeatLine(
                        player=roots.of(player.id),
                        name=player.name,
                        handicap=seat.handicap,
                        frames_won=seat.frames_won if match.ended else _won(won, seat.seat),
                    )
                    for seat, player in seats[number]
                ),
                frames=tuple(won),
            )
        )
    return lines


def _won(frames: Iterable[FrameLine], seat: int) -> int:
    return sum(frame.ended and frame.winner == seat for frame in frames)


def _frames(session: Session, numbers: list[int]) -> dict[int, list[FrameLine]]:
    scores: dict[tuple[int, int], list[int]] = defaultdict(list)
    for score in session.scalars(
        select(FrameScore).where(FrameScore.match_id.in_(numbers)).order_by(FrameScore.seat)
    ):
        scores[score.match_id, score.number].append(score.score)
    found: dict[int, list[FrameLine]] = defaultdict(list)
    for frame in session.scalars(
        select(Frame).where(Frame.match_id.in_(numbers)).order_by(Frame.match_id, Frame.number)
    ):
        points = tuple(scores[frame.match_id, frame.number])
        found[frame.match_id].append(
            FrameLine(frame.number, frame.breaker, frame.ended, frame.winner, frame.draw, points)
        )
    return found
