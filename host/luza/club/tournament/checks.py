"""What several kinds of entries ask before they apply. Each raises NotTaken, and changes nothing."""

from typing import Literal

from luza.club.tournament.bracket import Fixture, key
from luza.club.tournament.entries import ORGANISER, TABLE, Entry, Score
from luza.club.tournament.plan import Plan
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.resolve import resolve
from luza.club.tournament.state import Entrant, Game, Report, State

BALLS_MOST = 99
"""No frame ends with more, debts among them: more is a slip of the finger, and would decide the evening."""


def entrant(state: State, id: str) -> Entrant:
    """Who has this id."""
    found = state.entrants.get(id)
    if found is None:
        raise NotTaken("no_such_entrant", who=id)
    return found


def present(state: State, id: str) -> Entrant:
    """Who has this id and is in it still."""
    found = entrant(state, id)
    if found.out is not None:
        raise NotTaken("is_out", who=found.name)
    return found


def running(state: State) -> None:
    """It has begun and is not over."""
    if state.phase == "registration":
        raise NotTaken("not_begun")
    if state.phase == "over":
        raise NotTaken("over")


def not_over(state: State) -> None:
    """The organiser has not ended it."""
    if state.phase == "over":
        raise NotTaken("over")


def free_table(state: State, table: str) -> None:
    """The table is open and nobody is sent to it."""
    if table not in state.tables:
        raise NotTaken("table_not_open", table=table)
    taken = state.on_table(table)
    if taken is not None:
        raise NotTaken("table_taken", table=table, who=state.names(taken.players), match=taken.id)


def free_player(state: State, id: str) -> None:
    """The entrant is in it still and at no table."""
    found = present(state, id)
    game = state.playing(id)
    if game is not None:
        raise NotTaken("player_busy", who=found.name, table=game.table or "", match=game.id)


def find(state: State, match: str) -> tuple[str, Game] | None:
    """The key and game of a match as it stands now: on a schedule, that of its present pair."""
    if state.schedule is None:
        if match not in state.games:
            raise NotTaken("no_such_match", match=match)
        return match, state.games[match]
    if match not in state.schedule.by_id:
        raise NotTaken("no_such_match", match=match)
    pair = resolve(state).meetings[match].pair
    if pair is None:
        return None
    game = state.games.get(key(match, pair))
    return None if game is None else (key(match, pair), game)


def game(state: State, match: str) -> tuple[str, Game]:
    """The same; raises NotTaken where the pair has not been sent to a table, so cannot have played."""
    found = find(state, match)
    if found is None:
        raise NotTaken("not_played", match=match)
    return found


def report(state: State, match: str, score: Score, conceded: Literal[0, 1] | None) -> Report:
    """The result as it is written down: the loser's minus is added to the winner's balls, 9:0 for 8:-1
    (CODE 8.10). Raises NotTaken for a score that such a match cannot end with."""
    plan = state.plan
    if plan.by_balls:
        score = official(score)
        limit = plan.target
    else:
        limit = race(plan, state, match)
    if conceded is None and score[0] == score[1]:
        raise NotTaken("draw", match=match, first=score[0], second=score[1])
    written = Report(score, conceded)
    best, least = score[written.winner], score[1 - written.winner]
    if max(score) > BALLS_MOST:
        raise NotTaken("too_many_balls", match=match, first=score[0], second=score[1], most=BALLS_MOST)
    if min(score) < 0:
        raise NotTaken("bad_score", match=match, first=score[0], second=score[1], limit=limit)
    enough = best >= limit if plan.by_balls else best == limit
    if conceded is None and not (enough and least < limit):
        raise NotTaken("bad_score", match=match, first=score[0], second=score[1], limit=limit)
    if conceded is not None and max(score) >= limit:
        raise NotTaken("not_conceded", match=match, first=score[0], second=score[1], limit=limit)
    return written


def official(score: Score) -> Score:
    """At a shutout the loser's debt improves the winner's result (CODE 8.10)."""
    one, other = score
    if other < 0 < one:
        return (one - other, 0)
    if one < 0 < other:
        return (0, other - one)
    return score


def race(plan: Plan, state: State, match: str) -> int:
    """Frames that win a match of the schedule."""
    assert state.schedule is not None
    fixture = state.schedule.by_id.get(match)
    if fixture is None:
        raise NotTaken("no_such_match", match=match)
    return length(plan, fixture, state.schedule.rounds("upper"))


def length(plan: Plan, fixture: Fixture, rounds: int) -> int:
    """Frames that win a fixture; `rounds`: those of the upper bracket."""
    races = plan.races
    if fixture.stage == "group":
        return races.groups
    last = fixture.stage == "final" or (
        fixture.stage == "upper" and fixture.round == rounds and plan.kind != "double"
    )
    if last and races.final is not None:
        return races.final
    listed = races.losers if fixture.stage == "lower" and races.losers else races.rounds
    return listed[min(fixture.round, len(listed)) - 1] if fixture.stage != "final" else listed[-1]


def may_report(game: Game, entry: Entry, source: str) -> None:
    """The source is entitled, and who enters it is the source or the organiser."""
    if entry.role == "organiser":
        entitled = source in (ORGANISER, TABLE, *game.players)
    elif entry.role == "table":
        entitled = source == TABLE
    else:
        entitled = source == entry.by and source in game.players
    if not entitled:
        raise NotTaken("not_entitled", match=game.id, who=entry.by)
