"""When the matches of a schedule are likely to be played: as long as planned, on the open tables. Pure."""

from datetime import datetime, timedelta

import msgspec

from luza.club.tournament.bracket import LoserOf, PlaceIn, Source, WinnerOf
from luza.club.tournament.matches import matches
from luza.club.tournament.state import State
from luza.messages import Words


class Slot(msgspec.Struct, frozen=True):
    """A match in the timetable; `planned`: it has not begun, so its times are an estimate."""

    match: str
    round: Words
    names: tuple[str, str]
    table: str | None
    start: datetime
    end: datetime
    planned: bool


def timetable(state: State) -> tuple[Slot, ...]:
    """Each match that is or will be played, in the order of the schedule. A match follows those that its
    players come from, and takes the table that is free first; without a table nothing is planned."""
    if state.schedule is None:
        return ()
    length = timedelta(minutes=state.plan.minutes)
    free = dict.fromkeys(state.tables, state.plan.start)
    over: dict[str, datetime] = {}
    slots = []
    for match in matches(state):
        fixture = state.schedule.by_id[match.id]
        earliest = max(
            (over[id] for source in fixture.sources for id in _before(state, source) if id in over),
            default=state.plan.start,
        )
        if match.status in ("bye", "walkover", "unneeded"):
            over[match.id] = earliest
            continue
        if match.since is not None:
            start, table, planned = match.since, match.table, False
            end = match.ended or start + length
        elif free:
            table = min(free, key=lambda one: max(free[one], earliest))
            start = max(free[table], earliest)
            end, planned = start + length, True
        else:
            continue
        if table in free:
            free[table] = max(free[table], end)
        over[match.id] = end
        slots.append(Slot(match.id, match.round, match.names, table, start, end, planned))
    return tuple(slots)


def _before(state: State, source: Source) -> tuple[str, ...]:
    """The matches that a player comes from."""
    if isinstance(source, WinnerOf | LoserOf):
        return (source.match,)
    if isinstance(source, PlaceIn) and state.schedule is not None:
        return tuple(one.id for one in state.schedule.fixtures if one.group == source.group)
    return ()
