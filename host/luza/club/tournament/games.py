"""Entries about frames and matches: to a table, begun, shelves, results, corrections. Pure."""

from typing import Literal

from msgspec.structs import replace

from luza.club.tournament import checks
from luza.club.tournament.bracket import key
from luza.club.tournament.entries import (
    ORGANISER,
    Annulled,
    Assigned,
    Corrected,
    Entry,
    Moved,
    Playing,
    Recalled,
    Reported,
    Score,
    Shelves,
    ShotSeen,
)
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.resolve import resolve
from luza.club.tournament.round_robin import may_be_finished
from luza.club.tournament.state import ON_TABLE, UNRECORDED, Game, Report, State


def put(state: State, where: str, game: Game) -> State:
    """The state with this game at this key."""
    return replace(state, games={**state.games, where: game})


def key_of(state: State, game: Game) -> str:
    """Where a game is kept."""
    return game.id if state.schedule is None else key(game.id, game.players)


def assigned(state: State, entry: Entry, what: Assigned) -> State:
    """A match of the schedule goes to a table; its result comes back under its id."""
    checks.running(state)
    if state.schedule is None:
        raise NotTaken("no_schedule")
    if what.match not in state.schedule.by_id:
        raise NotTaken("no_such_match", match=what.match)
    meeting = resolve(state).meetings[what.match]
    if meeting.pair is None:
        raise NotTaken("not_ready", match=what.match)
    if not meeting.ready:
        raise NotTaken("match_over", match=what.match, who=state.name(meeting.winner or ""))
    if meeting.game is not None and meeting.game.status in ON_TABLE:
        raise NotTaken("already_called", match=what.match, table=meeting.game.table or "")
    for id in meeting.pair:
        checks.free_player(state, id)
    checks.free_table(state, what.table)
    game = Game(what.match, meeting.pair, state.begun + 1, what.table, "called", entry.at)
    return put(replace(state, begun=state.begun + 1), key(what.match, meeting.pair), game)


def playing(state: State, entry: Entry, what: Playing) -> State:
    """The table has begun it."""
    checks.running(state)
    where, game = checks.game(state, what.match)
    again = game.status == "playing" and what.table_match not in (None, game.table_match)
    if game.status != "called" and not again:
        raise NotTaken("not_called", match=game.id)
    return put(state, where, replace(game, status="playing", table_match=what.table_match))


def moved(state: State, entry: Entry, what: Moved) -> State:
    """To another table, before its frame is on; a frame that is on stays where its balls lie."""
    checks.running(state)
    where, game = checks.game(state, what.match)
    if game.status == "playing":
        raise NotTaken("frame_on_table", table=game.table or "", match=game.id)
    if game.status != "called":
        raise NotTaken("not_called", match=game.id)
    checks.free_table(state, what.table)
    return put(state, where, replace(game, table=what.table))


def recalled(state: State, entry: Entry, what: Recalled) -> State:
    """Off its table, without a result."""
    checks.running(state)
    _, game = checks.game(state, what.match)
    if game.status not in ON_TABLE:
        raise NotTaken("not_called", match=game.id)
    if game.status == "playing" and not what.begun:
        raise NotTaken("frame_on_table", table=game.table or "", match=game.id)
    return cut(state, entry, game)


def cut(state: State, entry: Entry, game: Game) -> State:
    """The frame ends without a result and is not recorded (AMB-22); its table is free."""
    state = put(state, key_of(state, game), replace(game, status="cut", ended=entry.at, doubtful=False))
    return table_freed(state, entry, game)


def concede(state: State, entry: Entry, game: Game, loser: str, score: Score | None) -> State:
    """The player gives the frame up; the score stands as said, else as the shelves, else at nothing."""
    seat = game.seat(loser)
    balls = game.shelves if state.plan.by_balls else None
    written = checks.report(state, game.id, score or balls or (0, 0), seat)
    done = replace(game, status="done", result=written, reports={ORGANISER: written}, doubtful=False)
    state = finish(state, key_of(state, game), done, entry)
    return table_freed(state, entry, game)


def finish(state: State, where: str, game: Game, entry: Entry) -> State:
    """The state with this game as the latest that has left its table with a result."""
    number = state.finished + 1
    return put(replace(state, finished=number), where, replace(game, ended=entry.at, finished=number))


def shelves(state: State, entry: Entry, what: Shelves) -> State:
    """Balls on the shelves; where a table has come free meanwhile, they say whether an extra frame may be
    finished (CODE 2.3)."""
    checks.running(state)
    where, game = checks.game(state, what.match)
    if game.status not in ON_TABLE:
        raise NotTaken("not_called", match=game.id)
    game = replace(game, shelves=what.balls, status="playing")
    state = put(state, where, replace(game, doubtful=False))
    if game.doubtful and not may_be_finished(what.balls):
        return cut(state, entry, game)
    return state


def table_freed(state: State, entry: Entry, by: Game) -> State:
    """A table has come free: an extra frame begun while all were busy goes on with five balls on a shelf,
    else is cut; where the shelves are not known, somebody has to look (CODE 2.3, AMB-22)."""
    for where, game in state.games.items():
        if not game.extra or game.status not in ON_TABLE or game.id == by.id:
            continue
        if game.shelves is None:
            state = put(state, where, replace(game, doubtful=True))
        elif may_be_finished(game.shelves):
            state = put(state, where, replace(game, extra=False))
        else:
            state = put(state, where, replace(game, status="cut", ended=entry.at))
    return state


def reported(state: State, entry: Entry, what: Reported) -> State:
    """A result is written; it stands when a second one has written the same (CODE 3.2), on a schedule at
    once, and where the organiser has written it. Who alone has written it may write another."""
    checks.not_over(state)
    where, game = checks.game(state, what.match)
    checks.may_report(game, entry, what.source)
    if game.doubtful:
        raise NotTaken("shelves_first", match=game.id)
    written = checks.report(state, game.id, what.score, what.conceded)
    if game.status in ("cut", "annulled"):
        raise NotTaken("not_recorded", match=game.id)
    if what.table_match is not None:
        game = replace(game, table_match=what.table_match)
    if game.status == "done" and set(game.reports) == {what.source}:
        return settle(put(state, where, weigh(state, game, what.source, written)), entry)
    if game.status == "done":
        if game.result != written:
            raise NotTaken("already_recorded", match=game.id, score=score_text(game))
        return put(state, where, replace(game, reports={**game.reports, what.source: written}))
    if game.status not in ON_TABLE:
        return put(state, where, weigh(state, game, what.source, written))
    game = weigh(state, game, what.source, written)
    return table_freed(finish(state, where, game, entry), entry, game)


def score_text(game: Game) -> str:
    """A result as it is written: 8:5."""
    assert game.result is not None
    return f"{game.result.score[0]}:{game.result.score[1]}"


def weigh(state: State, game: Game, source: str, written: Report) -> Game:
    """The game with one report more: done, waiting for the second, or disputed."""
    reports = {**game.reports, source: written}
    agreed = set(map(_agreement, reports.values()))
    status: Literal["reported", "disputed", "done"]
    if source == ORGANISER or (len(agreed) == 1 and len(reports) >= state.plan.confirmations):
        return replace(game, status="done", reports=reports, result=written)
    status = "reported" if len(agreed) == 1 else "disputed"
    return replace(game, status=status, reports=reports)


def _agreement(report: Report) -> tuple[Score, int]:
    """What two writers have to agree in."""
    return report.score, report.winner


def corrected(state: State, entry: Entry, what: Corrected) -> State:
    """The organiser's word on a result, also a disputed one. What follows from it is derived anew."""
    where, game = checks.game(state, what.match)
    if game.status != "done" and game.status not in UNRECORDED:
        raise NotTaken("no_result", match=game.id)
    written = checks.report(state, game.id, what.score, what.conceded)
    reports = {**game.reports, ORGANISER: written}
    done = replace(game, status="done", result=written, reports=reports, corrected=what.reason)
    return _amended(state, put(state, where, done), entry)


def annulled(state: State, entry: Entry, what: Annulled) -> State:
    """A result counts no more."""
    where, game = checks.game(state, what.match)
    if game.status != "done" and game.status not in UNRECORDED:
        raise NotTaken("no_result", match=game.id)
    gone = replace(game, status="annulled", corrected=what.reason)
    return _amended(state, put(state, where, gone), entry)


def _amended(before: State, state: State, entry: Entry) -> State:
    """What follows from a result that is another now. A tournament that has ended keeps a champion: nothing
    could be played anew there."""
    state = settle(state, entry)
    if before.phase == "over" and resolve(before).champion and not resolve(state).champion:
        raise NotTaken("end_stands", who=before.name(resolve(before).champion or ""))
    return state


def settle(state: State, entry: Entry) -> State:
    """On a schedule: matches at tables whose pair is another now are called off."""
    if state.schedule is None:
        return state
    meetings = resolve(state).meetings
    for where, game in state.games.items():
        meeting = meetings[game.id]
        theirs = meeting.pair is not None and key(game.id, meeting.pair) == where
        if game.status in ON_TABLE and not (theirs and meeting.how == "open"):
            state = put(state, where, replace(game, status="cut", ended=entry.at))
    return state


def shot_seen(state: State, entry: Entry, what: ShotSeen) -> State:
    """A shot that may win a prize; the same one again replaces what was known of it (CODE 13)."""
    checks.not_over(state)
    _, game = checks.game(state, what.match)
    if game.seat(what.player) is None:
        raise NotTaken("not_in_match", match=game.id, who=state.name(what.player))
    return replace(state, shots={**state.shots, (what.match, what.n): what})
