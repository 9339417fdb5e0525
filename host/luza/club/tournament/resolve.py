"""Who plays whom now: the schedule with its results, walkovers and byes put in. Pure.

A result stands as long as the two who played it are the two of that match, each come from where he came.
After a correction the pair of a later match may be another: its old result is then void, and stands again
should the pair come back. Of two who are both out, the one who stayed longer goes on; so somebody always
does, and a later withdrawal never turns an earlier walkover round.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from luza.club.tournament.bracket import Fixture, LoserOf, PlaceIn, Seed, Source, WinnerOf, key
from luza.club.tournament.ranking import Line, rank
from luza.club.tournament.state import Game, State

BYE = ""
"""Nobody: whoever meets him goes on without playing."""

How = Literal["open", "played", "walkover", "bye", "unneeded"]


class Meeting(msgspec.Struct, frozen=True):
    """A match as it stands. A side is an entrant's id, BYE, or None while it is not known yet."""

    fixture: Fixture
    sides: tuple[str | None, str | None]
    how: How = "open"
    winner: str | None = None
    loser: str | None = None
    game: Game | None = None

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two entrants, once both are known."""
        one, other = self.sides
        return (one, other) if one and other else None

    @property
    def ready(self) -> bool:
        """Whether it can be played now."""
        return self.how == "open" and self.pair is not None


class Resolved(msgspec.Struct, frozen=True):
    """All meetings by match, the groups' tables, and who has won the tournament."""

    meetings: Mapping[str, Meeting]
    tables: Mapping[str, tuple[Line, ...]]
    champion: str | None


def resolve(state: State) -> Resolved:
    """The schedule as it stands; empty for the evening and before the beginning. Worked out once a state."""
    known = state.__dict__.get("resolved")
    if not isinstance(known, Resolved):
        known = state.__dict__["resolved"] = _resolve(state)
    return known


def _resolve(state: State) -> Resolved:
    if state.schedule is None:
        return Resolved({}, {}, None)
    grouped: dict[str, list[Meeting]] = {group: [] for group in state.schedule.groups}
    meetings: dict[str, Meeting] = {}
    tables: dict[str, tuple[Line, ...]] = {}
    for fixture in state.schedule.fixtures:
        if fixture.stage != "group" and not tables:
            tables = {group: _table(state, group, played) for group, played in grouped.items()}
        first, second = (_entrant(state, source, meetings, tables) for source in fixture.sources)
        meeting = meetings[fixture.id] = _meet(state, fixture, (first, second), meetings)
        if fixture.group:
            grouped[fixture.group].append(meeting)
    tables = tables or {group: _table(state, group, played) for group, played in grouped.items()}
    return Resolved(meetings, tables, _champion(state, meetings, tables))


def _entrant(
    state: State,
    source: Source,
    meetings: Mapping[str, Meeting],
    tables: Mapping[str, tuple[Line, ...]],
) -> str | None:
    if isinstance(source, Seed):
        return state.order[source.number - 1] if 1 <= source.number <= len(state.order) else BYE
    if isinstance(source, WinnerOf):
        return meetings[source.match].winner
    if isinstance(source, LoserOf):
        return meetings[source.match].loser
    return _placed(tables[source.group], source)


def _placed(lines: tuple[Line, ...], source: PlaceIn) -> str | None:
    if any(line.left for line in lines):
        return None
    return lines[source.place - 1].entrant if source.place <= len(lines) else BYE


def _table(state: State, group: str, played: Sequence[Meeting]) -> tuple[Line, ...]:
    assert state.schedule is not None
    entrants = [state.order[seed - 1] for seed in state.schedule.groups[group]]
    return rank(entrants, [(m.winner, m.loser, m.game) for m in played if m.winner and m.loser], state.lots)


def _meet(
    state: State,
    fixture: Fixture,
    sides: tuple[str | None, str | None],
    meetings: Mapping[str, Meeting],
) -> Meeting:
    one, other = sides
    if fixture.again and _unneeded(fixture, meetings):
        return Meeting(fixture, (None, None), "unneeded")
    if one is None or other is None:
        return Meeting(fixture, sides)
    if not (one and other):
        return Meeting(fixture, sides, "bye", one or other, BYE)
    game = state.games.get(key(fixture.id, (one, other)))
    if game is not None and (winner := game.winner):
        return Meeting(fixture, sides, "played", winner, other if winner == one else one, game)
    if (winner := _walkover(state, one, other)) is not None:
        return Meeting(fixture, sides, "walkover", winner, other if winner == one else one, game)
    return Meeting(fixture, sides, game=game)


def _unneeded(fixture: Fixture, meetings: Mapping[str, Meeting]) -> bool:
    """The first grand final was won by who had come unbeaten."""
    source = fixture.sources[0]
    assert isinstance(source, WinnerOf)
    first = meetings[source.match]
    return first.winner is not None and first.winner == first.sides[0]


def _walkover(state: State, one: str, other: str) -> str | None:
    """Who goes on without playing; None while both are there."""
    first, second = state.entrants[one].out, state.entrants[other].out
    if first is None and second is None:
        return None
    if first is None or second is None:
        return one if first is None else other
    return one if first.order > second.order else other


def _champion(
    state: State, meetings: Mapping[str, Meeting], tables: Mapping[str, tuple[Line, ...]]
) -> str | None:
    if state.plan.kind == "round_robin":
        lines = tables["A"]
        return None if any(line.left for line in lines) else lines[0].entrant
    last = [meeting for meeting in meetings.values() if meeting.fixture.stage in ("upper", "final")]
    decisive = next(meeting for meeting in reversed(last) if meeting.how != "unneeded")
    return decisive.winner
