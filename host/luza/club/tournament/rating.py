"""The rating of a season: what its evenings come to for each player. Pure.

Rating points are frames won less frames lost, less what etiquette took off (CODE 3.4); among equals the
difference of balls decides, of which the Code says that the rating counts it (CODE 1.Е). Whom both leave
equal share a place (CODE 13.7).
"""

from collections.abc import Callable, Iterable

import msgspec

from luza.club.history.names import same_name
from luza.club.tournament.state import State
from luza.club.tournament.viewing import table


class RatingLine(msgspec.Struct, frozen=True):
    """A player's season. `key`: the club's player, or his name where he is not one."""

    place: int
    key: str
    name: str
    tournaments: int
    points: int
    balls: int
    penalty: int


def rating(
    evenings: Iterable[State], counts_for: Callable[[str], str] = lambda person: person
) -> tuple[RatingLine, ...]:
    """Best first. An evening that has not ended does not count, nor for whom it brought nothing.

    `counts_for`: the player whom a player is now, after doubles were merged.
    """
    found: dict[str, RatingLine] = {}
    for state in evenings:
        if state.phase != "over":
            continue
        for line in table(state):
            if not (line.won or line.lost or line.points):
                continue
            entrant = state.entrants[line.id]
            key = counts_for(entrant.person) if entrant.person else same_name(entrant.name)
            was = found.get(key) or RatingLine(0, key, entrant.name, 0, 0, 0, 0)
            found[key] = RatingLine(
                0,
                key,
                entrant.name,
                was.tournaments + 1,
                was.points + line.frames - line.points,
                was.balls + line.balls,
                was.penalty + line.points,
            )
    ordered = sorted(found.values(), key=lambda line: (-line.points, -line.balls, line.name))
    placed: list[RatingLine] = []
    for number, one in enumerate(ordered, start=1):
        last = placed[-1] if placed else None
        equal = last is not None and (last.points, last.balls) == (one.points, one.balls)
        placed.append(msgspec.structs.replace(one, place=last.place if equal and last else number))
    return tuple(placed)
