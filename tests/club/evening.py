"""Evenings at real controllers, and what the club's database holds of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from luza.club.history.intake import HistoryEvent, Intake, Place
from luza.club.history.models import ClubTable, Foul, Frame, FrameScore, Match, Player, Pot, Seat, Shot
from luza.club.store import Store
from luza.entries import Options
from luza.facts import CentreLine, Contact, Cushion, Fact, Pocket, Rest, Strike
from luza.messages import Availability, FrameEvent, MatchEvent, ShotEvent
from sqlalchemy import select

from tests.controller.world import HandClocks, World

KINDS: dict[str, type[HistoryEvent]] = {
    "event/match": MatchEvent,
    "event/frame": FrameEvent,
    "event/shot": ShotEvent,
}
START = 1.75e9
AT = "2025-06-15T15:06:40.000Z"


def pot(pocket: str = "middle-right", ball: int | str | None = None) -> list[Fact]:
    """A legal shot that pots a ball."""
    return [
        Strike(0.0),
        Contact(0.3),
        Pocket(1.0, pocket, ball),  # type: ignore[arg-type]
        Rest(3.0),
    ]


def miss() -> list[Fact]:
    """A legal shot that pots nothing: two balls reach cushions after the contact."""
    return [
        Strike(0.0),
        Contact(0.3),
        Cushion(0.6, "left"),
        CentreLine(0.7),
        Cushion(0.8, "right"),
        Cushion(1.1, "rear"),
        Rest(3.0),
    ]


class Evening:
    """One table of the club `club`, its controller and its journal, and all that it told."""

    def __init__(self, folder: Path, slug: str = "one", ahead_s: float = 0.0) -> None:
        folder = folder / slug
        folder.mkdir()
        self.place = Place("club", slug, f"Стол {slug}")
        names = {"root": f"luza/v1/club/table/{slug}", "table": slug, "table_name": f"Стол {slug}"}
        self.world = World(folder, HandClocks(wall=START + ahead_s), **names)
        self.told: list[HistoryEvent] = []

    @property
    def path(self) -> Path:
        return self.world.path

    def listen(self) -> list[HistoryEvent]:
        """What was told for the history since the last time."""
        news = [
            msgspec.convert(payload, KINDS[topic]) for topic, payload in self.world.news() if topic in KINDS
        ]
        self.told += news
        return news

    def play(self, *shots: list[Fact]) -> None:
        """Strokes, five seconds apart."""
        for shot in shots:
            self.world.clocks.forward(5.0)
            self.world.feel(*shot)
        self.listen()

    def say(self, type: str, **fields: Any) -> None:
        self.world.clocks.forward(1.0)
        self.world.say(type, **fields)
        self.listen()

    def held(self, topic: str) -> bytes:
        """The retained message of a topic as it is published; what is over MQTT alone is made up."""
        if topic == "availability":
            return msgspec.json.encode(Availability(state="online", since=AT, at=AT))
        return msgspec.json.encode(self.world.held(topic))

    def end(self) -> None:
        self.world.end()


def a_short_match(evening: Evening, players: tuple[str, str] = ("Анна", "Борис"), to: int = 2) -> None:
    """A match to one frame of two balls: a foul, a call, an undo, a run, a win."""
    evening.world.clocks.forward(60.0)
    evening.world.start(players=list(players), race_to=1, options=Options(target=to))
    evening.play(miss(), miss())
    evening.say("call", foul="touched_ball")
    evening.say("undo")
    evening.play(pot("front-left"), miss(), pot())
    evening.say("undo")
    evening.play(*[pot("middle-left")] * to)
    evening.world.clocks.forward(30.0)
    evening.world.run(evening.world.table.stop_match())
    evening.listen()


def take_all(store: Store, place: Place, events: list[HistoryEvent]) -> None:
    with store.writing() as session:
        intake = Intake(session)
        for event in events:
            intake.take(place, event)


def rows(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All of the history by names that a rebuild does not change, without what was taken back."""
    with store.reading() as session:
        keys = dict(session.execute(select(Match.id, Match.key)).all())
        slugs = dict(session.execute(select(ClubTable.id, ClubTable.slug)).all())
        gone = {(shot.match_id, shot.n) for shot in session.scalars(select(Shot)) if shot.withdrawn}

        def plain(model: Any) -> Iterator[dict[str, Any]]:
            for row in session.scalars(select(model)):
                if (getattr(row, "match_id", 0), getattr(row, "n", 0)) in gone:
                    continue
                found = {c.name: getattr(row, c.name) for c in model.__table__.columns}
                found.pop("known_t", None)
                found.pop("heard_seq", None)
                if model in (Match, ClubTable):
                    found.pop("id")
                for name, names in (("match_id", keys), ("table_id", slugs)):
                    if name in found:
                        found[name] = names[found[name]]
                yield found

        return {
            model.__tablename__: sorted(plain(model), key=str)
            for model in (ClubTable, Player, Match, Seat, Frame, FrameScore, Shot, Foul, Pot)
        }
