"""Which part of the history is asked for, and who is who in it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from luza.club.history.models import ClubTable, Match, Player, Seat

Query = Any
"""A `select`; what its rows are made of is each query's own business."""


class Scope(msgspec.Struct, frozen=True):
    """Matches of a game, a table, begun in a period (`until` is not in it); None: of any."""

    game: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    club: str | None = None
    table: str | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """What `Match` and `ClubTable` must fulfil; `Match` is known by more than its shots."""
        found: list[ColumnElement[bool]] = [Match.game != ""]
        if self.game is not None:
            found.append(Match.game == self.game)
        if self.since is not None:
            found.append(Match.started >= self.since)
        if self.until is not None:
            found.append(Match.started < self.until)
        if self.club is not None:
            found.append(ClubTable.club == self.club)
        if self.table is not None:
            found.append(ClubTable.slug == self.table)
        return found

    def of(self, query: Query) -> Query:
        """The query, which is about `Match`, within this scope."""
        return query.join(ClubTable, ClubTable.id == Match.table_id).where(*self.conditions())

    def seats(self, query: Query, players: Iterable[str] | None = None) -> Query:
        """The query, which is about `Seat`, within this scope and of these players."""
        found = self.of(query.join(Match, Match.id == Seat.match_id))
        return found if players is None else found.where(Seat.player_id.in_(list(players)))


class Roots:
    """Who counts for whom: players who were merged count for the one they were merged into."""

    def __init__(self, session: Session) -> None:
        self._into: dict[str, str | None] = dict(session.execute(select(Player.id, Player.merged_into)).all())

    def of(self, player: str) -> str:
        """The player for whom this one counts: itself, unless it was merged."""
        while (into := self._into.get(player)) is not None:
            player = into
        return player

    def group(self, root: str) -> list[str]:
        """All ids that count for this player."""
        return [player for player in self._into if self.of(player) == root]
