"""A tournament as a test enters it: one line an entry, the clock a minute further each time."""

from datetime import datetime, timedelta, timezone
from typing import Any

from luza.club.tournament.entries import (
    Assigned,
    Begun,
    Deed,
    Entry,
    Opened,
    Paired,
    Registered,
    Reported,
    Role,
    TableOpened,
    Withdrew,
)
from luza.club.tournament.fold import Tournament
from luza.club.tournament.plan import Kind, Plan
from luza.club.tournament.resolve import Resolved, resolve
from luza.club.tournament.state import Game, State

START = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=3)))


class Desk:
    """An organiser with a clock. Entries are `e1`, `e2`, …; entrants are their own names."""

    def __init__(self, kind: Kind, *names: str, tables: int = 2, begin: bool = True, **plan: Any) -> None:
        self.count = 0
        self.now = START
        opening = self.entry(Opened(Plan(name="Кубок", kind=kind, start=START, **plan)))
        self.tournament = Tournament(opening)
        for n in range(1, tables + 1):
            self(TableOpened(f"t{n}"))
        for name in names:
            self(Registered(name, name))
        if begin:
            self(Begun())

    def entry(self, what: Deed, by: str = "Ольга", role: Role = "organiser") -> Entry:
        """The next entry, a minute after the last."""
        self.count += 1
        self.now += timedelta(minutes=1)
        return Entry(f"e{self.count}", self.now, by, role, what)

    def __call__(self, what: Deed, by: str = "Ольга", role: Role = "organiser") -> str:
        """Enters it; gives the entry's id."""
        entry = self.entry(what, by, role)
        self.tournament.enter(entry)
        return entry.id

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.tournament.state

    @property
    def resolved(self) -> Resolved:
        """The schedule as it stands."""
        return resolve(self.state)

    def pair(self, one: str, other: str, table: str = "t1", **more: Any) -> Game:
        """Two players go to a table."""
        self(Paired((one, other), table, **more))
        return self.state.games[f"G{self.state.begun}"]

    def write(self, match: str, score: tuple[int, int], *sources: str, **more: Any) -> None:
        """Each source writes the result."""
        for source in sources:
            self(Reported(match, score, source, **more))

    def frame(self, one: str, other: str, score: tuple[int, int], table: str = "t1") -> Game:
        """A whole frame of the evening, written by both players."""
        game = self.pair(one, other, table, insist=True)
        self.write(game.id, score, one, other)
        return self.state.games[game.id]

    def play(self, match: str, winner: str, race: int = 3) -> None:
        """A whole match of a schedule, won to nothing by `winner`."""
        self(Assigned(match, self.state.free_tables()[0]))
        pair = self.resolved.meetings[match].pair
        assert pair is not None
        score = (race, 0) if pair[0] == winner else (0, race)
        self(Reported(match, score, "organiser"))

    def gone(self, who: str, **more: Any) -> None:
        """Somebody is out."""
        self(Withdrew(who, **more))
