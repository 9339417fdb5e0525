"""The prizes of an evening, found from the shots and from the table (CODE 13). Pure."""

from collections.abc import Iterator
from typing import Literal, get_args

from luza.club.tournament import evening
from luza.club.tournament.naming import prize_name
from luza.club.tournament.prizes import EIGHTS, Kind, Prize, PrizeShot
from luza.club.tournament.prizes import prizes as won
from luza.club.tournament.round_robin import standings
from luza.club.tournament.state import State
from luza.club.tournament.view import PrizeView
from luza.locale import say
from luza.messages import Words


def prizes(state: State) -> tuple[PrizeView, ...]:
    """Each prize with its winner, or still open; then the head of the table. Only for the evening."""
    if state.plan.kind != "evening":
        return ()
    return (*_by_shots(state), *_by_places(state))


def winners(state: State) -> tuple[Prize, ...]:
    """Who has won what by his shots, as they were entered; shots of a frame that is not recorded, or of a
    result that counts no more, win nothing."""
    gone = {game.id for game in state.games.values() if game.status in ("cut", "annulled")}
    shots = [shot for shot in state.shots.values() if shot.match not in gone and not shot.withdrawn]
    return won(PrizeShot(shot.player, shot.run, shot.pockets, shot.called, shot.on_break) for shot in shots)


def _by_shots(state: State) -> Iterator[PrizeView]:
    found = winners(state)
    for kind in get_args(Kind):
        holders = [prize.player for prize in found if prize.kind == kind]
        places = EIGHTS if kind == "run_8" else 1
        for number in range(places):
            who = holders[number] if number < len(holders) else None
            what = prize_name(kind, number + 1)
            if who is None:
                words = say("tournament.prize.open", what=what)
                yield PrizeView(kind, what, None, "", False, words)
            else:
                yield _held(state, kind, who, what)


def _held(state: State, kind: Kind | Literal["place"], who: str, what: Words) -> PrizeView:
    """A prize that is won; it is handed over to who is present and stays to the official end (CODE 13.9)."""
    here = state.entrants[who].out is None
    answer = say("tournament.prize.yes" if here else "tournament.prize.no")
    words = say("tournament.prize.won", what=what, who=state.name(who), here=answer)
    return PrizeView(kind, what, who, state.name(who), here, words)


def _by_places(state: State) -> Iterator[PrizeView]:
    """The first in the table; who share the last place with a prize all have it (CODE 13.7)."""
    if state.phase == "registration":
        return
    played = {id for game in state.games.values() if game.status == "done" for id in game.players}
    for line in standings(tuple(state.entrants), evening.results(state)):
        if line.place <= state.plan.winners and line.player in played:
            yield _held(state, "place", line.player, say("tournament.prize.place", n=line.place))
