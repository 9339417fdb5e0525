"""The club's records: the best that was ever done, by whom, when and where."""

from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import and_, case, func, null, select
from sqlalchemy.orm import Session, aliased

from luza.club.history.figures import GOOD
from luza.club.history.models import Frame, FrameScore, Match, Player, Seat, Shot
from luza.club.history.scope import Query, Roots, Scope

Kind = Literal["best_run", "balls_in_a_stroke", "largest_win", "strokes_in_a_frame"]


class Record(msgspec.Struct, frozen=True):
    """One record; the first to do it holds it. `player` is None where it is a frame's, not a player's."""

    kind: Kind
    value: int
    player: str | None
    name: str | None
    match: str
    frame: int
    game: str
    at: datetime


def records(session: Session, scope: Scope) -> list[Record]:
    """The records of the scope; what nobody has done is left out."""
    roots = Roots(session)
    found = []
    for kind, query in _queries(scope).items():
        row = session.execute(query).first()
        if row is not None:
            value, player, key, frame, game, at = row
            holder = None if player is None else session.get(Player, roots.of(player))
            name, number = (None, None) if holder is None else (holder.name, holder.id)
            found.append(Record(kind, int(value), number, name, key, frame, game, at))
    return found


def _queries(scope: Scope) -> dict[Kind, Query]:
    return {
        "best_run": _best_shot(scope, Shot.run),
        "balls_in_a_stroke": _best_shot(scope, Shot.potted),
        "largest_win": _largest_win(scope),
        "strokes_in_a_frame": _longest(scope),
    }


def _best_shot(scope: Scope, what: Query) -> Query:
    query = (
        select(what, Seat.player_id, Match.key, Shot.frame, Match.game, Match.started)
        .select_from(Shot)
        .join(Seat, and_(Seat.match_id == Shot.match_id, Seat.seat == Shot.seat))
        .where(Shot.withdrawn.is_(False), Shot.verdict.in_(GOOD), what > 0)
    )
    return scope.seats(query).order_by(what.desc(), Match.started, Match.key, Shot.n).limit(1)


def _largest_win(scope: Scope) -> Query:
    """By how much the winner was ahead of the next best."""
    own = FrameScore.seat == Frame.winner
    won = func.max(case((own, FrameScore.score)))
    best = func.max(case((~own, FrameScore.score)))
    margins = (
        select(FrameScore.match_id, FrameScore.number, (won - best).label("margin"))
        .join(Frame, and_(Frame.match_id == FrameScore.match_id, Frame.number == FrameScore.number))
        .where(Frame.ended, Frame.winner.is_not(None))
        .group_by(FrameScore.match_id, FrameScore.number)
        .subquery()
    )
    frame = aliased(Frame)
    query = (
        select(margins.c.margin, Seat.player_id, Match.key, margins.c.number, Match.game, Match.started)
        .select_from(margins)
        .join(frame, and_(frame.match_id == margins.c.match_id, frame.number == margins.c.number))
        .join(Seat, and_(Seat.match_id == frame.match_id, Seat.seat == frame.winner))
        .where(margins.c.margin > 0)
    )
    return scope.seats(query).order_by(margins.c.margin.desc(), Match.started, Match.key).limit(1)


def _longest(scope: Scope) -> Query:
    frames = (
        select(Shot.match_id, Shot.frame, func.count().label("strokes"))
        .join(Frame, and_(Frame.match_id == Shot.match_id, Frame.number == Shot.frame))
        .where(Shot.withdrawn.is_(False), Frame.ended)
        .group_by(Shot.match_id, Shot.frame)
        .subquery()
    )
    query = (
        select(frames.c.strokes, null(), Match.key, frames.c.frame, Match.game, Match.started)
        .select_from(frames)
        .join(Match, Match.id == frames.c.match_id)
    )
    return scope.of(query).order_by(frames.c.strokes.desc(), Match.started, Match.key).limit(1)
