"""What players have done: figures over any part of the history, and two players against each other."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Integer, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session, aliased

from luza.club.history.models import Foul, Frame, FrameScore, Match, Pot, Seat, Shot
from luza.club.history.scope import Query, Roots, Scope

GOOD = ("legal", "unproven")
"""Verdicts under which what fell counts."""


class Figures(msgspec.Struct, frozen=True):
    """What a player did. Balls are points of finished frames; in the classic game a ball counts its number.

    `potting`: the share of strokes that gained something, 0 to 1, None without strokes; `runs`: how many
    visits ended with so many balls; `pockets`: balls that counted, by pocket: the heat map of the table.
    """

    matches: int
    matches_won: int
    frames: int
    frames_won: int
    frames_drawn: int
    balls_for: int
    balls_against: int
    strokes: int
    pots: int
    potting: float | None
    best_run: int
    runs: dict[int, int]
    fouls: dict[str, int]
    pockets: dict[str, int]
    games: dict[str, int]


class Against(msgspec.Struct, frozen=True):
    """Two players against each other: matches, frames and balls, the first one's first."""

    matches: int
    matches_won: tuple[int, int]
    frames: int
    frames_won: tuple[int, int]
    balls: tuple[int, int]


def figures(session: Session, scope: Scope, player: str | None = None) -> dict[str, Figures]:
    """The figures of everybody who played in the scope, or of one player and whoever counts for it."""
    roots = Roots(session)
    among = None if player is None else roots.group(player)
    tally: dict[str, _Tally] = defaultdict(_Tally)
    for add in (_matches, _frames, _balls, _strokes, _runs, _fouls, _pockets):
        add(session, scope, among, lambda id_: tally[roots.of(id_)])
    return {root: one.figures() for root, one in tally.items()}


def nothing() -> Figures:
    """The figures of somebody who has not played."""
    return _Tally().figures()


def against(session: Session, scope: Scope, one: str, other: str) -> Against:
    """The first player's matches against the other; players may be merged ones' roots."""
    roots = Roots(session)
    mine, theirs = aliased(Seat), aliased(Seat)
    pairs: Query = scope.of(
        select(Match.id, Match.winner, mine.seat, theirs.seat)
        .join(mine, mine.match_id == Match.id)
        .join(theirs, and_(theirs.match_id == Match.id, theirs.seat != mine.seat))
        .where(mine.player_id.in_(roots.group(one)), theirs.player_id.in_(roots.group(other)))
    )
    found = list(session.execute(pairs))
    seats = {match: (a, b) for match, _, a, b in found}
    won = Counter(winner for match, winner, a, b in found for winner in (_side(winner, a, b),))
    frames: Counter[int | None] = Counter()
    ended = select(Frame.match_id, Frame.winner).where(Frame.match_id.in_(seats), Frame.ended)
    for match, winner in session.execute(ended):
        frames[_side(winner, *seats[match])] += 1
    balls = [0, 0]
    scores = select(FrameScore.match_id, FrameScore.seat, func.sum(FrameScore.score))
    scores = scores.where(FrameScore.match_id.in_(seats)).group_by(FrameScore.match_id, FrameScore.seat)
    for match, seat, points in session.execute(scores):
        side = _side(seat, *seats[match])
        if side is not None:
            balls[side] += points
    return Against(
        matches=len(seats),
        matches_won=(won[0], won[1]),
        frames=sum(frames.values()),
        frames_won=(frames[0], frames[1]),
        balls=(balls[0], balls[1]),
    )


def _side(seat: int | None, mine: int, theirs: int) -> int | None:
    return {mine: 0, theirs: 1}.get(-1 if seat is None else seat)


class _Tally:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

        self.runs: Counter[int] = Counter()
        self.fouls: Counter[str] = Counter()
        self.pockets: Counter[str] = Counter()
        self.games: Counter[str] = Counter()

    def figures(self) -> Figures:
        counts = self.counts
        strokes, pots = counts["strokes"], counts["pots"]
        return Figures(
            matches=counts["matches"],
            matches_won=counts["matches_won"],
            frames=counts["frames"],
            frames_won=counts["frames_won"],
            frames_drawn=counts["frames_drawn"],
            balls_for=counts["for"],
            balls_against=counts["against"],
            strokes=strokes,
            pots=pots,
            potting=round(pots / strokes, 3) if strokes else None,
            best_run=max(self.runs, default=0),
            runs=dict(sorted(self.runs.items())),
            fouls=dict(self.fouls.most_common()),
            pockets=dict(sorted(self.pockets.items())),
            games=dict(self.games.most_common()),
        )


Among = Sequence[str] | None
Tallies = Any  # from a player's id to the tally it counts for


def _count(condition: Any) -> Any:
    return func.coalesce(func.sum(cast(case((condition, 1), else_=0), Integer)), 0)


def _matches(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    query: Query = select(Seat.player_id, Match.game, func.count(), _count(Match.winner == Seat.seat))
    for player, game, matches, won in session.execute(
        scope.seats(query.select_from(Seat), among).group_by(Seat.player_id, Match.game)
    ):
        tally = of(player)
        tally.counts["matches"] += matches
        tally.counts["matches_won"] += won
        tally.games[game] += matches


def _frames(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    query: Query = (
        select(Seat.player_id, func.count(), _count(Frame.winner == Seat.seat), _count(Frame.draw))
        .select_from(Seat)
        .join(Frame, and_(Frame.match_id == Seat.match_id, Frame.ended))
    )
    for player, frames, won, drawn in session.execute(scope.seats(query, among).group_by(Seat.player_id)):
        counts = of(player).counts
        counts["frames"] += frames
        counts["frames_won"] += won
        counts["frames_drawn"] += drawn


def _balls(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    own = FrameScore.seat == Seat.seat
    query = (
        select(
            Seat.player_id,
            func.coalesce(func.sum(case((own, FrameScore.score), else_=0)), 0),
            func.coalesce(func.sum(case((own, 0), else_=FrameScore.score)), 0),
        )
        .select_from(Seat)
        .join(FrameScore, FrameScore.match_id == Seat.match_id)
    )
    for player, scored, conceded in session.execute(scope.seats(query, among).group_by(Seat.player_id)):
        counts = of(player).counts
        counts["for"] += scored
        counts["against"] += conceded


def _own_shots(query: Query) -> Query:
    return query.select_from(Seat).join(
        Shot, and_(Shot.match_id == Seat.match_id, Shot.seat == Seat.seat, Shot.withdrawn.is_(False))
    )


def _strokes(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    potted = and_(Shot.potted > 0, Shot.verdict.in_(GOOD))
    query = _own_shots(select(Seat.player_id, func.count(), _count(potted)))
    for player, strokes, pots in session.execute(scope.seats(query, among).group_by(Seat.player_id)):
        counts = of(player).counts
        counts["strokes"] += strokes
        counts["pots"] += pots


def _runs(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    """A visit ends with the last shot whose run the next one does not carry on."""
    order = {"partition_by": Shot.match_id, "order_by": Shot.n}
    played = scope.seats(select(Seat.match_id).select_from(Seat), among)
    numbered = (
        select(
            Shot.match_id,
            Shot.seat,
            Shot.run,
            Shot.frame,
            func.lead(Shot.seat).over(**order).label("next_seat"),  # type: ignore[arg-type]
            func.lead(Shot.frame).over(**order).label("next_frame"),  # type: ignore[arg-type]
            func.lead(Shot.run).over(**order).label("next_run"),  # type: ignore[arg-type]
        )
        .where(Shot.withdrawn.is_(False), Shot.match_id.in_(played))
        .subquery()
    )
    last = or_(
        numbered.c.next_run.is_(None),
        numbered.c.next_seat != numbered.c.seat,
        numbered.c.next_frame != numbered.c.frame,
        numbered.c.next_run <= numbered.c.run,
    )
    query = (
        select(Seat.player_id, numbered.c.run, func.count())
        .select_from(Seat)
        .join(numbered, and_(numbered.c.match_id == Seat.match_id, numbered.c.seat == Seat.seat))
        .where(numbered.c.run > 0, last)
    )
    for player, run, times in session.execute(
        scope.seats(query, among).group_by(Seat.player_id, numbered.c.run)
    ):
        of(player).runs[run] += times


def _fouls(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    query = _own_shots(select(Seat.player_id, Foul.kind, func.count())).join(
        Foul, and_(Foul.match_id == Shot.match_id, Foul.n == Shot.n)
    )
    for player, kind, times in session.execute(scope.seats(query, among).group_by(Seat.player_id, Foul.kind)):
        of(player).fouls[kind] += times


def _pockets(session: Session, scope: Scope, among: Among, of: Tallies) -> None:
    query = (
        _own_shots(select(Seat.player_id, Pot.pocket, func.count()))
        .join(Pot, and_(Pot.match_id == Shot.match_id, Pot.n == Shot.n))
        .where(Shot.verdict.in_(GOOD))
    )
    for player, pocket, balls in session.execute(
        scope.seats(query, among).group_by(Seat.player_id, Pot.pocket)
    ):
        of(player).pockets[pocket] += balls
