"""From the state of a tournament to what it shows of itself. Pure."""

from collections import Counter

from msgspec.structs import replace

from luza.club.tournament import evening
from luza.club.tournament.awards import prizes
from luza.club.tournament.fold import Tournament
from luza.club.tournament.matches import matches, voids
from luza.club.tournament.money import purse
from luza.club.tournament.notes import notes, unheard
from luza.club.tournament.resolve import resolve
from luza.club.tournament.round_robin import standings
from luza.club.tournament.state import ON_TABLE, State, Warning
from luza.club.tournament.view import (
    EntrantView,
    GroupLine,
    GroupView,
    ProposalView,
    StandingView,
    TableView,
    TournamentView,
)
from luza.locale import say


def view(id: str, tournament: Tournament) -> TournamentView:
    """All of it."""
    state = tournament.state
    champion = resolve(state).champion
    shown = matches(state)
    return TournamentView(
        id=id,
        plan=state.plan,
        kind=say(f"tournament.kind.{state.plan.kind}"),
        phase=state.phase,
        phase_words=say(f"tournament.phase.{state.phase}"),
        entries=len(tournament.entries),
        entrants=_entrants(state),
        standings=table(state),
        groups=_groups(state),
        matches=shown,
        voids=voids(state),
        proposals=_proposals(state),
        tables=tuple(TableView(one, _taken_by(state, one)) for one in state.tables),
        prizes=prizes(state),
        purse=purse(state),
        warnings=tuple(_named(state, warning) for warning in state.warnings),
        notes=notes(state),
        unheard=unheard(state),
        champion=champion,
        champion_name=state.name(champion) if champion else "",
        ended=state.ended,
    )


def _named(state: State, warning: Warning) -> Warning:
    return replace(
        warning,
        entrant=state.name(warning.entrant),
        by=state.name(warning.by),
        witnesses=tuple(map(state.name, warning.witnesses)),
    )


def _taken_by(state: State, table: str) -> str | None:
    game = state.on_table(table)
    return game.id if game else None


def _entrants(state: State) -> tuple[EntrantView, ...]:
    warned = Counter(warning.entrant for warning in state.warnings)
    played = Counter(id for game in state.games.values() if game.status == "done" for id in game.players)
    on = [game for game in state.games.values() if game.status in ON_TABLE]
    at = {id: game.table for game in on for id in game.players}
    seeds = {id: n for n, id in enumerate(state.order, start=1)} if state.schedule else {}
    return tuple(
        EntrantView(
            one.id,
            one.name,
            one.number,
            one.rating,
            seeds.get(one.id, one.seed),
            one.newcomer is not None,
            one.out.reason if one.out else None,
            at.get(one.id),
            warned[one.id],
            played[one.id],
        )
        for one in state.entrants.values()
    )


def points_off(state: State) -> Counter[str]:
    """Rating points taken off for etiquette, by entrant (CODE 3.4)."""
    return Counter(warning.entrant for warning in state.warnings if warning.cost in ("point", "both"))


def table(state: State) -> tuple[StandingView, ...]:
    """The evening's standings, best first; empty for a schedule (CODE 13.7)."""
    if state.plan.kind != "evening":
        return ()
    points = points_off(state)
    return tuple(
        StandingView(
            line.place,
            line.player,
            state.name(line.player),
            line.won,
            line.lost,
            line.frames,
            line.potted,
            line.conceded,
            line.balls,
            points[line.player],
            state.entrants[line.player].out is None,
        )
        for line in standings(tuple(state.entrants), evening.results(state))
    )


def _groups(state: State) -> tuple[GroupView, ...]:
    advance = state.plan.advance if state.plan.kind == "groups" else 0
    return tuple(
        GroupView(
            name,
            tuple(
                GroupLine(
                    place,
                    line.entrant,
                    state.name(line.entrant),
                    line.won,
                    line.lost,
                    line.left,
                    line.frames,
                    line.tied,
                    place <= advance,
                )
                for place, line in enumerate(lines, start=1)
            ),
            not any(line.left for line in lines),
        )
        for name, lines in resolve(state).tables.items()
    )


def _proposals(state: State) -> tuple[ProposalView, ...]:
    return tuple(
        ProposalView(
            one.players, (state.name(one.players[0]), state.name(one.players[1])), one.table, one.round
        )
        for one in evening.proposals(state)
    )
