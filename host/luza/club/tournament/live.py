"""What the club says of a tournament over MQTT, retained: `…/club/tournament/<id>/standings` and `…/next`."""

from typing import Literal

import msgspec

from luza.club.tournament.needs import needs
from luza.club.tournament.state import State
from luza.club.tournament.view import GroupView, TournamentView
from luza.messages import Snapshot, Words


class StandingLine(msgspec.Struct, frozen=True):
    """A line of the standings: place, frames (or matches) won and lost, and both differences."""

    place: int
    name: str
    won: int
    lost: int
    frames: int
    balls: int


class GroupLines(msgspec.Struct, frozen=True):
    """A group's lines, best first; the differences are of frames."""

    group: str
    lines: tuple[StandingLine, ...]


class Standings(Snapshot, frozen=True, kw_only=True):
    """`…/standings`. `lines` of the evening; `groups` of a schedule with groups; `champion` once there is
    one. `rev` is the number of the tournament's entries."""

    tournament: str
    name: str
    kind: str
    phase: Literal["registration", "running", "over"]
    lines: tuple[StandingLine, ...]
    groups: tuple[GroupLines, ...]
    champion: str | None
    words: Words


class NextMatch(msgspec.Struct, frozen=True):
    """A match at a table, or one to be called next; `table` None while all are taken."""

    match: str | None
    players: tuple[str, str]
    table: str | None
    state: Literal["called", "playing", "next"]
    words: Words


class Next(Snapshot, frozen=True, kw_only=True):
    """`…/next`: who plays where, and who is next. `rev` as in `…/standings`."""

    tournament: str
    name: str
    matches: tuple[NextMatch, ...]
    free_tables: tuple[str, ...]
    notes: tuple[Words, ...]


def standings(view: TournamentView) -> Standings:
    """The standings to be published; the speaker stamps `session`, `seq` and `at`."""
    return Standings(
        rev=view.entries,
        tournament=view.id,
        name=view.plan.name,
        kind=view.plan.kind,
        phase=view.phase,
        lines=tuple(
            StandingLine(line.place, line.name, line.won, line.lost, line.frames, line.balls)
            for line in view.standings
        ),
        groups=tuple(map(_group, view.groups)),
        champion=view.champion_name or None,
        words=view.phase_words,
    )


def _group(group: GroupView) -> GroupLines:
    return GroupLines(
        group.name,
        tuple(
            StandingLine(line.place, line.name, line.won, line.lost, line.frames, 0) for line in group.lines
        ),
    )


def upcoming(view: TournamentView, state: State) -> Next:
    """What is played and what comes next, to be published; stamped as the standings are."""
    at_tables = [
        NextMatch(need.match, need.names, need.table, _state(need.sent, need.playing), need.round)
        for need in needs(state)
    ]
    proposed = [NextMatch(None, one.names, one.table, "next", view.phase_words) for one in view.proposals]
    taken = {one.table for one in at_tables if one.state != "next"}
    return Next(
        rev=view.entries,
        tournament=view.id,
        name=view.plan.name,
        matches=(*at_tables, *proposed),
        free_tables=tuple(one.table for one in view.tables if one.table not in taken),
        notes=tuple(note.words for note in view.notes),
    )


def _state(sent: bool, playing: bool) -> Literal["called", "playing", "next"]:
    return ("playing" if playing else "called") if sent else "next"
