"""What the entries so far come to: frozen values, one step after another."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec

from luza.club.tournament.bracket import Schedule
from luza.club.tournament.entries import Score, ShotSeen, Told
from luza.club.tournament.plan import Plan
from luza.messages import Words

Status = Literal["called", "playing", "reported", "disputed", "done", "cut", "annulled"]
"""`called`: sent to a table; `reported`: waits for the second entry (CODE 3.2); `disputed`: the entries
differ; `cut`: ended without a result, not recorded (CODE 2.3); `annulled`: recorded, counts no more."""

ON_TABLE: frozenset[Status] = frozenset(("called", "playing"))
UNRECORDED: frozenset[Status] = frozenset(("reported", "disputed"))


class Out(msgspec.Struct, frozen=True):
    """Somebody is out: why, when, and how many went out before him (`order`)."""

    reason: Literal["withdrew", "no_show", "left", "excluded"]
    at: datetime
    order: int


class Entrant(msgspec.Struct, frozen=True):
    """A line of the table of players. `number` is that of his registration, from 1."""

    id: str
    name: str
    number: int
    rating: int | None = None
    seed: int | None = None
    person: str | None = None
    newcomer: datetime | None = None
    out: Out | None = None


class Report(msgspec.Struct, frozen=True):
    """A result as somebody wrote it; `conceded` is the player who gave up."""

    score: Score
    conceded: Literal[0, 1] | None = None

    @property
    def winner(self) -> int:
        """0 or 1."""
        if self.conceded is not None:
            return 1 - self.conceded
        return 0 if self.score[0] > self.score[1] else 1


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How a game goes, as it is kept and as it is shown.

    `extra`: begun while all tables were busy (CODE 2.3); `doubtful`: a table has come free since, and how
    many balls were on the shelves then is not known. `unasked`: nobody had sent the two to a table.
    `corrected`: why the organiser changed its result.
    """

    shelves: tuple[int, int] | None = None
    extra: bool = False
    doubtful: bool = False
    unasked: bool = False
    corrected: str | None = None
    ended: datetime | None = None


class Game(Course, frozen=True):
    """A frame or a match of two entrants, on a table or over.

    `number` orders games by their beginning. `table_match`: the table's own name for it. `finished` orders
    games by their end, as it was entered: the clocks of two tables may differ.
    """

    id: str
    players: tuple[str, str]
    number: int
    table: str | None
    status: Status
    since: datetime
    reports: Mapping[str, Report] = {}
    result: Report | None = None
    finished: int = 0
    table_match: str | None = None

    @property
    def winner(self) -> str | None:
        """Who has won it, if its result stands."""
        return self.players[self.result.winner] if self.status == "done" and self.result else None

    def seat(self, entrant: str) -> Literal[0, 1] | None:
        """The player's place in it; None: he is not in it."""
        if entrant == self.players[0]:
            return 0
        return 1 if entrant == self.players[1] else None


class Warning(msgspec.Struct, frozen=True):
    """An etiquette warning and what it costs (CODE 3.4). `game`: the frame whose shelf loses the ball."""

    entrant: str
    by: str
    at: datetime
    reason: str
    witnesses: tuple[str, ...]
    cost: Literal["ball", "point", "both"] | None
    game: str | None


class Payment(msgspec.Struct, frozen=True):
    """Money handed over, or, with `note`, charged or put into the fund; `to` None is the organiser."""

    entrant: str
    kopecks: int
    to: str | None = None
    note: str = ""


class Unheard(msgspec.Struct, frozen=True):
    """What a table told and could not be taken, until the organiser lays it aside."""

    at: datetime
    table: str
    told: Told
    why: Words


class State(msgspec.Struct, frozen=True, dict=True):
    """A tournament. `games` by key (`bracket.key`: the match and, on a schedule, its pair); `tables` in the
    order in which they were opened; `order` the entrants as they are seeded, once it has begun; `shots` by
    match and number, in the order of time; `unheard` by the entry's id."""

    plan: Plan
    phase: Literal["registration", "running", "over"] = "registration"
    entrants: Mapping[str, Entrant] = {}
    tables: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    schedule: Schedule | None = None
    games: Mapping[str, Game] = {}
    begun: int = 0
    finished: int = 0
    warnings: tuple[Warning, ...] = ()
    paid: tuple[Payment, ...] = ()
    charges: tuple[Payment, ...] = ()
    funded: tuple[Payment, ...] = ()
    shots: Mapping[tuple[str, int], ShotSeen] = {}
    lots: tuple[str, ...] = ()
    unheard: Mapping[str, Unheard] = {}
    ended: datetime | None = None

    def name(self, entrant: str) -> str:
        """An entrant's name; his id, where nobody has it."""
        found = self.entrants.get(entrant)
        return found.name if found else entrant

    def names(self, pair: tuple[str, str]) -> str:
        """Two entrants as a sentence has them."""
        return f"{self.name(pair[0])} — {self.name(pair[1])}"

    def here(self) -> tuple[str, ...]:
        """Who is in it still, in the order of registration."""
        return tuple(entrant.id for entrant in self.entrants.values() if entrant.out is None)

    def in_order(self) -> tuple[Game, ...]:
        """All games by their beginning."""
        return tuple(sorted(self.games.values(), key=lambda game: game.number))

    def on_table(self, table: str) -> Game | None:
        """The game that a table is taken by."""
        return next((g for g in self.games.values() if g.table == table and g.status in ON_TABLE), None)

    def playing(self, entrant: str) -> Game | None:
        """The game that an entrant is at a table for."""
        return next((g for g in self.games.values() if entrant in g.players and g.status in ON_TABLE), None)

    def free_tables(self) -> tuple[str, ...]:
        """Open tables that nobody is sent to."""
        taken = {game.table for game in self.games.values() if game.status in ON_TABLE}
        return tuple(table for table in self.tables if table not in taken)
