"""Frames and matches as they are shown. Pure."""

from msgspec.structs import replace

from luza.club.tournament.bracket import Fixture, key
from luza.club.tournament.checks import length
from luza.club.tournament.handicap import half_balls
from luza.club.tournament.naming import round_name
from luza.club.tournament.resolve import Meeting, resolve
from luza.club.tournament.state import Course, Game, State
from luza.club.tournament.view import MatchStatus, MatchView
from luza.locale import say


def matches(state: State) -> tuple[MatchView, ...]:
    """All matches: those of the schedule in its order, or the evening's frames as they began."""
    if state.schedule is None:
        return tuple(_frame(state, game) for game in state.in_order())
    return tuple(_match(state, meeting) for meeting in resolve(state).meetings.values())


def _frame(state: State, game: Game) -> MatchView:
    shown = MatchView(
        id=game.id,
        stage="frame",
        round=say("tournament.round.frame", n=game.number),
        round_number=game.number,
        sides=game.players,
        names=(state.name(game.players[0]), state.name(game.players[1])),
        status=game.status,
        words=say(f"tournament.status.{game.status}"),
        race_to=1,
        winner=game.winner,
    )
    return _with(shown, game)


def _with(shown: MatchView, game: Game) -> MatchView:
    """The match with what its game adds to it."""
    return replace(
        shown,
        table=game.table,
        score=game.result.score if game.result else None,
        conceded=game.result.conceded if game.result else None,
        since=game.since,
        reports={source: report.score for source, report in game.reports.items()},
        **{field: getattr(game, field) for field in Course.__struct_fields__},
    )


def _match(state: State, meeting: Meeting) -> MatchView:
    status = status_of(meeting)
    one, other = (state.name(side) if side else "" for side in meeting.sides)
    shown = replace(
        _of(state, meeting.fixture),
        sides=meeting.sides,
        names=(one, other),
        status=status,
        words=say(f"tournament.status.{status}"),
        winner=meeting.winner or None,
        handicap=handicap(state, meeting.pair),
    )
    game = meeting.game
    return _with(shown, game) if game is not None and game.status == status else shown


def _of(state: State, fixture: Fixture) -> MatchView:
    """A match of the schedule before anything is known of it."""
    assert state.schedule is not None
    rounds = state.schedule.rounds("upper")
    return MatchView(
        id=fixture.id,
        stage=fixture.stage,
        round=round_name(state.plan, fixture, rounds),
        round_number=fixture.round,
        sides=(None, None),
        names=("", ""),
        status="open",
        words=say("tournament.status.open"),
        race_to=length(state.plan, fixture, rounds),
        group=fixture.group,
    )


def handicap(state: State, pair: tuple[str, str] | None) -> tuple[int, int]:
    """Half balls that each of the two starts with."""
    if pair is None:
        return (0, 0)
    return half_balls(state.plan.handicap, (state.entrants[pair[0]].rating, state.entrants[pair[1]].rating))


def status_of(meeting: Meeting) -> MatchStatus:
    """What a match of the schedule is waiting for, or how it ended."""
    if meeting.how == "played":
        return "done"
    if meeting.how != "open":
        return meeting.how
    if meeting.pair is None:
        return "open"
    if meeting.game is not None and meeting.game.status not in ("cut", "annulled"):
        return meeting.game.status
    return "ready"


def voids(state: State) -> tuple[MatchView, ...]:
    """Results that stand no more, because the pair of their match is another now."""
    if state.schedule is None:
        return ()
    meetings = resolve(state).meetings
    found = []
    for where, game in state.games.items():
        meeting = meetings[game.id]
        if game.status != "done" or (meeting.pair is not None and key(game.id, meeting.pair) == where):
            continue
        shown = replace(
            _of(state, meeting.fixture),
            sides=game.players,
            names=(state.name(game.players[0]), state.name(game.players[1])),
            status=game.status,
            words=say("tournament.status.void"),
            winner=game.winner,
        )
        found.append(_with(shown, game))
    return tuple(found)
