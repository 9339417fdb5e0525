"""What a tournament is before anybody plays: its kind, money, race lengths, handicap. Values only."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Kind = Literal["evening", "round_robin", "groups", "single", "double"]
"""`evening`: the free round robin of the Code. `round_robin`: all play all, on a schedule. `groups`: groups,
then a knock-out. `single`, `double`: knock-out by one lost match, or by two."""

Length = Annotated[int, Meta(ge=1, le=99)]
Kopecks = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^/\s]+$")]
"""What names a tournament, an entrant, a match, a table or an entry: no spaces, no slashes."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A moment with its time zone."""


class Races(msgspec.Struct, frozen=True, omit_defaults=True):
    """Frames that win a match, from the first round on; the last number stands for all later rounds.

    `losers`: in the lower bracket (as in the upper one where absent); `final`: in the last match.
    """

    rounds: Annotated[tuple[Length, ...], Meta(min_length=1, max_length=12)] = (3,)
    losers: Annotated[tuple[Length, ...], Meta(max_length=24)] = ()
    final: Length | None = None
    groups: Length = 2


class Handicap(msgspec.Struct, frozen=True):
    """A start for the weaker player: half a ball for every `points` of rating between the two, at most
    `most` half balls."""

    points: Annotated[int, Meta(ge=1, le=10_000)]
    most: Annotated[int, Meta(ge=1, le=14)] = 8


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament as it is announced.

    `fee` in kopecks; `fund_percent` of it goes into the prize fund. `target` are the balls that win a frame.
    `groups` is how many there are and `advance` how many of each go on. `reset`: the loser of the first
    grand final, if he came unbeaten, gets a second one (double). `third_place`: the beaten semi-finalists
    play for it (single, groups). `winners`: how many places of the table have a prize (CODE 13.7). `clock_s`:
    the shot clock (CODE 7). `season` ties tournaments together for the rating. `minutes`: how long a match
    is expected to take, for the timetable.
    """

    name: Name
    kind: Kind
    start: Instant
    game: str = "dynamic-code"
    season: Annotated[str, Meta(max_length=40)] = ""
    fee: Kopecks = 0
    fund_percent: Annotated[int, Meta(ge=0, le=100)] = 100
    tables: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()
    target: Annotated[int, Meta(ge=1, le=100)] = 8
    clock_s: Annotated[float, Meta(gt=0, le=3600)] | None = 60.0
    winners: Annotated[int, Meta(ge=0, le=64)] = 3
    races: Races = Races()
    groups: Annotated[int, Meta(ge=1, le=16)] = 4
    advance: Annotated[int, Meta(ge=1, le=8)] = 2
    reset: bool = True
    third_place: bool = False
    handicap: Handicap | None = None
    minutes: Annotated[int, Meta(ge=5, le=600)] = 40

    @property
    def by_balls(self) -> bool:
        """Whether a result is balls of one frame (the evening of the Code), not frames of a match."""
        return self.kind == "evening"

    @property
    def confirmations(self) -> int:
        """How many have to write a result before it stands: two by the Code (CODE 3.2), else one."""
        return 2 if self.kind == "evening" else 1


MOST_ENTRANTS = {"evening": 200, "round_robin": 32, "groups": 128, "single": 128, "double": 128}
"""Entrants that a kind takes; more would neither be played in a day nor drawn on a page."""
