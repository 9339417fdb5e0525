"""The evening of the Code: who may play whom, at which table, and what is proposed (CODE 2). Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from luza.club.tournament import checks
from luza.club.tournament.entries import Entry, Pair, Paired, Played
from luza.club.tournament.games import finish, put, weigh
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.round_robin import Result, opponents
from luza.club.tournament.state import ON_TABLE, UNRECORDED, Game, State


class Proposal(msgspec.Struct, frozen=True):
    """Two who could play now; `table` None: as soon as one comes free. `round` counts their meetings."""

    players: Pair
    table: str | None
    round: int


def results(state: State) -> tuple[Result, ...]:
    """The recorded frames by their end, with their winners."""
    done = [game for game in state.in_order() if game.status == "done"]
    done.sort(key=lambda game: game.finished)
    return tuple(Result(game.players, game.result.score, game.result.winner) for game in done if game.result)


def _met(state: State) -> tuple[Result, ...]:
    """Whom everybody has met, frames that wait for their second entry among them."""
    counted = (*UNRECORDED, "done")
    return tuple(
        Result(game.players, next(iter(game.reports.values())).score)
        for game in state.in_order()
        if game.status in counted
    )


def may_meet(state: State, pair: Pair) -> bool:
    """Whether neither has somebody whom he has to meet first (CODE 2.1, CODE 2.2)."""
    here, met = state.here(), _met(state)
    one, other = pair
    return other in opponents(one, here, met) and one in opponents(other, here, met)


def unrecorded(state: State, entrant: str) -> Game | None:
    """A frame of his whose result is not written by both yet (CODE 2.5)."""
    return next((g for g in state.games.values() if entrant in g.players and g.status in UNRECORDED), None)


def paired(state: State, entry: Entry, what: Paired) -> State:
    """Two players begin a frame: free, with nothing left to be written down, and it is their turn to meet;
    an extra one of a pair that has just played needs all tables busy (CODE 2.2, CODE 2.3, CODE 2.5)."""
    checks.running(state)
    if state.schedule is not None:
        raise NotTaken("has_schedule")
    one, other = what.players
    if one == other:
        raise NotTaken("alone", who=state.name(one))
    if entry.role == "player" and (what.insist or entry.by not in what.players):
        raise NotTaken("organiser_only", who=entry.by)
    for id in what.players:
        checks.free_player(state, id)
        waiting = unrecorded(state, id)
        if waiting is not None and not what.insist:
            raise NotTaken("write_first", who=state.names(waiting.players), match=waiting.id)
    checks.free_table(state, what.table)
    if what.extra:
        _all_busy(state, what)
    elif not what.insist and not may_meet(state, what.players):
        raise NotTaken("not_their_turn", who=state.names(what.players))
    number = state.begun + 1
    game = Game(f"G{number}", what.players, number, what.table, "called", entry.at, extra=what.extra)
    return put(replace(state, begun=number), game.id, game)


def _all_busy(state: State, what: Paired) -> None:
    """The other tables are all taken, and the two have just played at this one (CODE 2.3)."""
    others = [table for table in state.free_tables() if table != what.table]
    if others:
        raise NotTaken("not_all_busy", table=others[0])
    last = max(
        (g for g in state.games.values() if g.table == what.table and g.status not in ON_TABLE),
        key=lambda game: game.number,
        default=None,
    )
    if last is None or set(last.players) != set(what.players):
        raise NotTaken("not_just_freed", who=state.names(what.players), table=what.table)


def played(state: State, entry: Entry, what: Played) -> State:
    """A frame that nobody had called is recorded all the same, since every frame played counts (CODE 2.5)."""
    checks.running(state)
    if state.schedule is not None:
        raise NotTaken("never_played", who=state.names(what.players))
    if what.players[0] == what.players[1]:
        raise NotTaken("alone", who=state.name(what.players[0]))
    for id in what.players:
        checks.free_player(state, id)
    number = state.begun + 1
    game = Game(f"G{number}", what.players, number, what.table, "reported", entry.at, unasked=True)
    game = replace(game, table_match=what.table_match)
    checks.may_report(game, entry, what.source)
    written = checks.report(state, game.id, what.score, None)
    game = weigh(state, game, what.source, written)
    return finish(replace(state, begun=number), game.id, game, entry)


def proposals(state: State) -> tuple[Proposal, ...]:
    """Pairs of free players for the free tables, then such as wait for one; who has played least comes first.

    A pair is proposed if both may meet; free tables go in their order.
    """
    if state.phase != "running" or state.plan.kind != "evening":
        return ()
    met = _met(state)
    here = state.here()
    free = [id for id in here if state.playing(id) is None and unrecorded(state, id) is None]
    games = Counter(id for result in met for id in result.players)
    allowed = {id: opponents(id, here, met) for id in free}
    pairs = _match(free, allowed, games)
    tables: list[str | None] = [*state.free_tables()]
    tables.extend([None] * len(pairs))
    return tuple(
        Proposal(pair, table, 1 + sum(set(result.players) == set(pair) for result in met))
        for pair, table in zip(pairs, tables, strict=False)
    )


def _match(
    free: Sequence[str], allowed: Mapping[str, tuple[str, ...]], games: Mapping[str, int]
) -> list[Pair]:
    """Pairs from the first of `free` on, each with the first of those who may meet; of players with as many
    frames who has fewer to choose from goes first, so that few are left over."""
    left = list(free)
    pairs: list[Pair] = []
    while left:
        choices = {id: [o for o in left if o in allowed[id] and id in allowed[o]] for id in left}
        able = [id for id in left if choices[id]]
        if not able:
            break
        one = min(able, key=lambda id: (games[id], len(choices[id])))
        other = min(choices[one], key=lambda id: (games[id], len(choices[id])))
        pairs.append((one, other))
        left = [id for id in left if id not in (one, other)]
    return pairs
