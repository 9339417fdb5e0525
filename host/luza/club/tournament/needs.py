"""Which match goes to which table, and what the table is told to begin. Pure."""

import msgspec

from luza.club.tournament.entries import Pair
from luza.club.tournament.handicap import starts
from luza.club.tournament.matches import matches
from luza.club.tournament.state import State
from luza.club.tournament.view import MatchView
from luza.messages import Words

CODE_TARGET = 8
"""Balls that win a frame where nothing else is said."""


class Start(msgspec.Struct, frozen=True):
    """The `args` of the command `start` that begins a match at its table; what is not said is the table's own
    default."""

    game: str
    players: tuple[str, str]
    race_to: int
    options: dict[str, object]


class Need(msgspec.Struct, frozen=True):
    """A match that has to be played. `table`: where it was sent to, or the free one that is proposed
    (`sent` says which), None while all are taken. `handicap` in half balls.

    Its result comes back under `match`.
    """

    match: str
    round: Words
    players: Pair
    names: tuple[str, str]
    race_to: int
    table: str | None
    sent: bool
    playing: bool
    handicap: tuple[int, int]
    start: Start


def needs(state: State) -> tuple[Need, ...]:
    """Matches at tables, then those that are ready, in the order of the schedule; each free table is proposed
    once, and nobody for two tables at a time."""
    if state.phase != "running":
        return ()
    shown = matches(state)
    at_tables = [_need(state, one, one.table, True) for one in shown if one.status in ("called", "playing")]
    free = list(state.free_tables())
    busy = {id for need in at_tables for id in need.players}
    waiting = []
    for one in sorted((one for one in shown if one.status == "ready"), key=lambda one: one.round_number):
        pair = _pair(one)
        table = free.pop(0) if free and not busy & set(pair) else None
        if table is not None:
            busy.update(pair)
        waiting.append(_need(state, one, table, False))
    return (*at_tables, *waiting)


def _pair(match: MatchView) -> Pair:
    one, other = match.sides
    assert one and other, "what is called or ready has its players"
    return one, other


def _need(state: State, match: MatchView, table: str | None, sent: bool) -> Need:
    return Need(
        match=match.id,
        round=match.round,
        players=_pair(match),
        names=match.names,
        race_to=match.race_to,
        table=table,
        sent=sent,
        playing=match.status == "playing",
        handicap=match.handicap,
        start=start(state, match),
    )


def start(state: State, match: MatchView) -> Start:
    """What the table begins the match with: the game, the names, the race, the shot clock (CODE 7), and the
    balls that each starts with in odd frames; `top_up` has what even ones add to it."""
    first = starts(match.handicap, 1)
    options: dict[str, object] = {}
    if state.plan.target != CODE_TARGET:
        options["target"] = state.plan.target
    if any(first):
        options["handicap"] = list(first)
    if state.plan.clock_s is not None:
        options["clock_s"] = state.plan.clock_s
    return Start(state.plan.game, match.names, match.race_to, options)


def top_up(state: State, match: str, frame: int) -> tuple[int, int]:
    """The balls that a half ball adds to what the match was begun with, in this frame (from 1)."""
    half = next((one.handicap for one in matches(state) if one.id == match), (0, 0))
    first, now = starts(half, 1), starts(half, frame)
    return (now[0] - first[0], now[1] - first[1])
