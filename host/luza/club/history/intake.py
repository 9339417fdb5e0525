"""Events of the tables into the history, each once, however often and in whatever order they come.

Within a match the table itself says what came after what (`t`, which never runs backwards across restarts): a
row is only replaced by what is as late or later. So a message that comes twice, from two servers or again
after a rebuild changes nothing, and one that comes late fills the gap it left.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, select, update
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
from luza.club.history.names import player_id
from luza.club.store.upsert import Guard, upsert
from luza.messages import FrameEvent, MatchEvent, ShotEvent

HistoryEvent = MatchEvent | FrameEvent | ShotEvent
"""The events that make the history; pockets and fouls are in the shots."""

NAME_MOST = 200


class Place(msgspec.Struct, frozen=True):
    """Which table speaks: its club's and its own name in the topics, and what people call it."""

    club: str
    slug: str
    name: str = ""


class Started(msgspec.Struct, frozen=True):
    """What is known of a match from elsewhere: its table's state, where its beginning was not heard."""

    game: str
    players: tuple[str, ...]
    race_to: int | None


Lookup = Callable[[Place, str], Started | None]
"""From a table and a match's name to what the table shows of it now."""


def match_key(place: Place, name: str) -> str:
    """The name of a match that no other match of any club has."""
    return f"{place.club}.{place.slug}.{name}"


class Intake:
    """Takes events within one writing session."""

    def __init__(self, session: Session, lookup: Lookup = lambda place, name: None) -> None:
        self._session = session
        self._lookup = lookup
        self._tables: dict[Place, int] = {}
        self._matches: dict[str, int] = {}

    def take(self, place: Place, event: HistoryEvent) -> None:
        """Takes one event of a table."""
        match event:
            case MatchEvent():
                self._match_event(place, event)
            case FrameEvent():
                self._frame_event(self.match_id(place, event.match, event.at), event)
            case ShotEvent():
                self._shot_event(self.match_id(place, event.match, event.at), event)

    def match_id(self, place: Place, name: str, at: str) -> int:
        """The match's row, made where it is missing from what the table shows of it; `at` stands in for its
        beginning until that is heard or read from the journal."""
        key = match_key(place, name)
        if key not in self._matches:
            found = self._session.scalar(select(Match.id).where(Match.key == key))
            if found is None:
                found = self._begin(place, name, self._lookup(place, name), moment(at))
            self._matches[key] = found
        return self._matches[key]

    def table_id(self, place: Place) -> int:
        """The table's row, made where it is missing; its name is kept up to date."""
        if place not in self._tables:
            values = {"club": place.club, "slug": place.slug, "name": place.name or place.slug}
            renamed = ["name"] if place.name else []
            upsert(self._session, ClubTable, values, ("club", "slug"), update=renamed)
            self._tables[place] = self._session.execute(
                select(ClubTable.id).where(ClubTable.club == place.club, ClubTable.slug == place.slug)
            ).scalar_one()
        return self._tables[place]

    # -- matches --------------------------------------------------------------------------------------

    def _begin(self, place: Place, name: str, known: Started | None, started: datetime) -> int:
        key = match_key(place, name)
        values = {
            "key": key,
            "table_id": self.table_id(place),
            "name": name,
            "game": known.game if known else "",
            "race_to": known.race_to if known else None,
            "started": started,
            "ended": False,
            "winner": None,
            "known_t": 0.0,
        }
        upsert(self._session, Match, values, ("key",), update=[])
        number = self._session.execute(select(Match.id).where(Match.key == key)).scalar_one()
        if known is not None:
            self._seat(number, known.players, ())
        return number

    def _match_event(self, place: Place, event: MatchEvent) -> None:
        number = self.match_id(place, event.match, event.at)
        told: dict[str, object] = {"game": event.game}
        if event.race_to is not None:
            told["race_to"] = event.race_to
        if event.event == "started":
            told["started"] = moment(event.at)
        self._session.execute(update(Match).where(Match.id == number).values(told))
        self._seat(number, event.players, event.handicap)
        self._stand(number, event)

    def _stand(self, number: int, event: MatchEvent) -> None:
        newest = update(Match).where(Match.id == number)
        values: dict[str, object] = {"ended": event.event == "ended", "winner": event.winner}
        if event.t is not None:
            newest = newest.where(Match.known_t <= event.t)
            values["known_t"] = event.t
        if not self._session.execute(newest.values(values)).rowcount:  # type: ignore[attr-defined]
            return
        for seat, won in enumerate(event.frames_won):
            self._session.execute(
                update(Seat).where(Seat.match_id == number, Seat.seat == seat).values(frames_won=won)
            )

    def _seat(self, number: int, players: tuple[str, ...], handicap: tuple[int, ...]) -> None:
        for seat, name in enumerate(players):
            player = self.player(name)
            start = handicap[seat] if seat < len(handicap) else 0
            values = {
                "match_id": number,
                "seat": seat,
                "player_id": player,
                "handicap": start,
                "frames_won": 0,
            }
            upsert(self._session, Seat, values, ("match_id", "seat"), update=["player_id", "handicap"])

    def player(self, name: str) -> str:
        """The player of that name, entered where new; the id."""
        number = player_id(name)
        values = {"id": number, "name": name[:NAME_MOST], "note": "", "merged_into": None}
        upsert(self._session, Player, values, ("id",), update=[])
        return number

    # -- frames and shots -----------------------------------------------------------------------------

    def _frame_event(self, number: int, event: FrameEvent) -> None:
        result = event.result
        values = {
            "match_id": number,
            "number": event.number,
            "breaker": event.breaker,
            "ended": event.event == "ended",
            "winner": result.winner if result else None,
            "draw": bool(result and result.draw),
            "known_t": self._since(number, event.t),
        }
        if upsert(self._session, Frame, values, ("match_id", "number"), guard=_later(Frame)):
            place = (FrameScore.match_id == number, FrameScore.number == event.number)
            self._session.execute(delete(FrameScore).where(*place))
            for seat, score in enumerate(result.score if result else ()):
                self._session.add(FrameScore(match_id=number, number=event.number, seat=seat, score=score))
            if event.event == "reopened":
                # The next one had begun, and now it has not.
                later = (Frame.number > event.number, Frame.known_t <= values["known_t"])
                self._session.execute(delete(Frame).where(Frame.match_id == number, *later))
            self._session.flush()

    def _shot_event(self, number: int, event: ShotEvent) -> None:
        shot = event.shot
        values = {
            "match_id": number,
            "n": shot.n,
            "frame": shot.frame,
            "seat": shot.player,
            "verdict": shot.verdict,
            "potted": shot.potted,
            "spotted": shot.spotted,
            "gain": shot.delta[shot.player],
            "run": event.run,
            "deltas": list(shot.delta),
            "articles": list(shot.articles),
            "withdrawn": event.withdrawn,
            "opened_t": event.opened_t,
            "known_t": self._since(number, event.t),
        }
        if upsert(self._session, Shot, values, ("match_id", "n"), guard=_later(Shot)):
            self._details(number, event)

    def _details(self, number: int, event: ShotEvent) -> None:
        n = event.shot.n
        for model in (Foul, Pot):
            self._session.execute(delete(model).where(model.match_id == number, model.n == n))
        if not event.withdrawn:
            self._session.add_all(Foul(match_id=number, n=n, kind=kind) for kind in event.shot.fouls)
            self._session.add_all(
                Pot(
                    match_id=number,
                    n=n,
                    place=place,
                    pocket=fall.pocket,
                    ball=None if fall.ball is None else str(fall.ball),
                )
                for place, fall in enumerate(event.fell)
            )
        self._session.flush()

    def _since(self, number: int, t: float | None) -> float:
        """A table of an older version tells no `t`: what it says last stands."""
        if t is not None:
            return t
        latest = select(Shot.known_t).where(Shot.match_id == number).order_by(Shot.known_t.desc()).limit(1)
        return self._session.scalar(latest) or 0.0


def moment(at: str) -> datetime:
    """A payload's `at`."""
    return datetime.fromisoformat(at)


def _later(model: type[Frame] | type[Shot]) -> Guard:
    def later(offered: Any) -> ColumnElement[bool]:
        not_older: ColumnElement[bool] = model.known_t <= offered.known_t
        return not_older

    return later
