"""What a tournament shows of itself: values for the desk, the wall, programs and papers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec

from luza.club.tournament.entries import Score
from luza.club.tournament.money import Purse
from luza.club.tournament.plan import Plan
from luza.club.tournament.prizes import Kind as PrizeKind
from luza.club.tournament.state import Course, Status, Warning
from luza.messages import Words

MatchStatus = Status | Literal["open", "ready", "walkover", "bye", "unneeded"]
"""`open`: a player is not known yet; `ready`: waits for a table; the rest as `state.Status`."""


class EntrantView(msgspec.Struct, frozen=True):
    """A line of the table of players. `at_table`: where he plays; `warnings`: how many he has."""

    id: str
    name: str
    number: int
    rating: int | None
    seed: int | None
    newcomer: bool
    out: str | None
    at_table: str | None
    warnings: int
    games: int


class StandingView(msgspec.Struct, frozen=True):
    """A line of the standings; equal lines share a place. `points` are rating points taken off."""

    place: int
    id: str
    name: str
    won: int
    lost: int
    frames: int
    potted: int
    conceded: int
    balls: int
    points: int
    here: bool


class GroupLine(msgspec.Struct, frozen=True):
    """A line of a group's table; `goes_on`: he has a place in the knock-out, as it stands."""

    place: int
    id: str
    name: str
    won: int
    lost: int
    left: int
    frames: int
    tied: bool
    goes_on: bool


class GroupView(msgspec.Struct, frozen=True):
    """A group's table; `over`: nothing is left to play in it."""

    name: str
    lines: tuple[GroupLine, ...]
    over: bool


class MatchView(Course, frozen=True):
    """A frame of the evening or a match of the schedule.

    A side is an entrant's id, empty for a bye, or None while it is not known; `names` go with it, empty
    where there is none. `handicap` in half balls. `reports`: who wrote which result.
    """

    id: str
    stage: str
    round: Words
    round_number: int
    sides: tuple[str | None, str | None]
    names: tuple[str, str]
    status: MatchStatus
    words: Words
    race_to: int
    table: str | None = None
    score: Score | None = None
    conceded: int | None = None
    winner: str | None = None
    since: datetime | None = None
    handicap: tuple[int, int] = (0, 0)
    reports: Mapping[str, Score] = {}
    group: str = ""


class ProposalView(msgspec.Struct, frozen=True):
    """Two who could play now; `table` None: as soon as one is free."""

    players: tuple[str, str]
    names: tuple[str, str]
    table: str | None
    round: int


class TableView(msgspec.Struct, frozen=True):
    """An open table and the match that it is taken by."""

    table: str
    match: str | None


class PrizeView(msgspec.Struct, frozen=True):
    """A prize: `who` None while it is still to be won. `due`: he has a right to it, being present and, once
    the tournament is over, having stayed to the end (CODE 13.9)."""

    kind: PrizeKind | Literal["place"]
    what: Words
    who: str | None
    name: str
    due: bool
    words: Words


class Note(msgspec.Struct, frozen=True):
    """Something that a person has to look at or say; `code` for programs, `match` where it is about one."""

    code: str
    match: str
    words: Words


class UnheardView(msgspec.Struct, frozen=True):
    """What a table told and could not be taken: what, why, and what to do; `id` is that of its entry."""

    id: str
    at: datetime
    table: str
    told: Words
    why: Words
    mend: Words


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the log; `undone`: it was taken back."""

    id: str
    at: datetime
    by: str
    type: str
    words: Words
    undone: bool


class TournamentView(msgspec.Struct, frozen=True):
    """Everything about a tournament. `voids` are results that stand no more; `warnings` have names where
    the state has ids; `entries`: how many were entered, which grows with every change."""

    id: str
    plan: Plan
    kind: Words
    phase: Literal["registration", "running", "over"]
    phase_words: Words
    entries: int
    entrants: tuple[EntrantView, ...]
    standings: tuple[StandingView, ...]
    groups: tuple[GroupView, ...]
    matches: tuple[MatchView, ...]
    voids: tuple[MatchView, ...]
    proposals: tuple[ProposalView, ...]
    tables: tuple[TableView, ...]
    prizes: tuple[PrizeView, ...]
    purse: Purse
    warnings: tuple[Warning, ...]
    notes: tuple[Note, ...]
    unheard: tuple[UnheardView, ...]
    champion: str | None
    champion_name: str
    ended: datetime | None
