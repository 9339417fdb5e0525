"""What people have to look at or say now. Pure."""

from collections.abc import Iterator, Sequence

from luza.club.tournament.entries import Played, Playing, Reported, Shelves, ShotSeen, Told
from luza.club.tournament.matches import voids
from luza.club.tournament.resolve import resolve
from luza.club.tournament.round_robin import SEVENTH
from luza.club.tournament.state import ON_TABLE, Game, Report, State
from luza.club.tournament.view import Note, UnheardView
from luza.locale import join, same, say
from luza.messages import Words


def notes(state: State) -> tuple[Note, ...]:
    """All of them; the most pressing first."""
    return (*_at_tables(state), *_results(state), *_schedule(state))


def _at_tables(state: State) -> Iterator[Note]:
    """Extra frames that may have to be cut (CODE 2.3), the seventh ball (CODE 3.3), balls to be taken off a
    shelf (CODE 3.4)."""
    for game in state.in_order():
        if game.status not in ON_TABLE:
            continue
        table = game.table or ""
        if game.doubtful:
            yield Note("doubtful", game.id, say("tournament.note.doubtful", table=table))
        for seat, balls in enumerate(game.shelves or ()):
            if balls == SEVENTH:
                who = state.name(game.players[seat])
                yield Note("seventh", game.id, say("tournament.note.seventh", table=table, who=who))
        for warning in state.warnings:
            if warning.game == game.id and warning.cost in ("ball", "both"):
                who = state.name(warning.entrant)
                yield Note("ball", game.id, say("tournament.note.ball", who=who, match=game.id))


def _results(state: State) -> Iterator[Note]:
    """Results that are not written by both, or differently (CODE 2.5, CODE 3.2)."""
    for game in state.in_order():
        who = state.names(game.players)
        if game.status == "reported":
            yield Note("second", game.id, say("tournament.note.second", match=game.id, who=who))
        elif game.status == "disputed":
            what = join((_author(state, game, *one) for one in game.reports.items()), ", ")
            yield Note(
                "disputed", game.id, say("tournament.note.disputed", match=game.id, who=who, what=what)
            )
        if game.unasked and game.status != "annulled":
            yield Note("unasked", game.id, say("tournament.note.unasked", match=game.id, who=who))


def _author(state: State, game: Game, source: str, report: Report) -> Words:
    known = source in game.players
    name = same(state.name(source)) if known else say(f"tournament.note.{source}")
    return say("tournament.note.author", source=name, score=_score(report.score))


def _schedule(state: State) -> Iterator[Note]:
    """Results that stand no more, and places that only lots or seeding part."""
    for match in voids(state):
        assert match.score is not None
        who = " — ".join(match.names)
        told = say("tournament.note.void", match=match.id, who=who, score=_score(match.score))
        yield Note("void", match.id, told)
    for group, lines in resolve(state).tables.items():
        tied = [state.name(line.entrant) for line in lines if line.tied]
        if tied and not any(line.left for line in lines):
            yield Note("tied", "", say("tournament.note.tied", group=group, who=", ".join(tied)))


def unheard(state: State) -> tuple[UnheardView, ...]:
    """What tables told and could not be taken, the latest first."""
    shown = (
        UnheardView(
            id,
            one.at,
            one.table,
            _told(state, one.told),
            one.why,
            say(f"tournament.mend.{one.told.__struct_config__.tag}"),
        )
        for id, one in state.unheard.items()
    )
    return tuple(shown)[::-1]


def _told(state: State, told: Told) -> Words:
    key = f"tournament.told.{told.__struct_config__.tag}"
    match told:
        case Played(players=pair, score=score):
            return say(key, who=state.names(pair), score=_score(score))
        case Reported(score=score):
            return say(key, match=_match(state, told), score=_score(score))
        case Shelves(balls=balls):
            return say(key, match=_match(state, told), score=_score(balls))
        case ShotSeen(player=player, n=n, run=run):
            return say(key, match=_match(state, told), who=state.name(player), n=n, run=run)
    return say(key, match=_match(state, told))


def _match(state: State, told: Playing | Shelves | Reported | ShotSeen) -> str:
    """A match with the two who play it, as far as they are known."""
    pair = next((game.players for game in state.games.values() if game.id == told.match), None)
    return told.match if pair is None else f"{told.match} ({state.names(pair)})"


def _score(score: Sequence[int]) -> str:
    return f"{score[0]}:{score[1]}".replace("-", "−")
