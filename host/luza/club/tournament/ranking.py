"""The table of a group of a schedule, with a strict order: somebody has to go on. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from luza.club.tournament.state import Game


class Line(msgspec.Struct, frozen=True):
    """An entrant's line: matches won, lost and still to play (`left`), frames won and lost.

    `tied`: what comes before lots and seeding leaves him equal to a neighbour of the table.
    """

    entrant: str
    won: int
    lost: int
    left: int
    frames_won: int
    frames_lost: int
    tied: bool = False

    @property
    def frames(self) -> int:
        """Won less lost."""
        return self.frames_won - self.frames_lost


def rank(
    entrants: Sequence[str], decided: Iterable[tuple[str, str, Game | None]], lots: Sequence[str]
) -> tuple[Line, ...]:
    """Best first. `entrants` by seed; `decided`: winner, loser and, if it was played, the game.

    By matches won, then by those among the equal ones, then by the difference of frames, then by `lots`,
    then by seed.
    """
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    frames: Counter[str] = Counter()
    conceded: Counter[str] = Counter()
    games = list(decided)
    for winner, loser, game in games:
        won[winner] += 1
        lost[loser] += 1
        if game is not None and game.result is not None:
            for seat, name in enumerate(game.players):
                frames[name] += game.result.score[seat]
                conceded[name] += game.result.score[1 - seat]
    among = Counter(winner for winner, loser, _ in games if won[winner] == won[loser])
    merits = {name: (-won[name], -among[name], conceded[name] - frames[name]) for name in entrants}
    drawn = {name: place for place, name in enumerate(lots)}
    ordered = sorted(entrants, key=lambda name: (merits[name], drawn.get(name, len(lots))))
    same = Counter(merits.values())
    matches = len(entrants) - 1
    return tuple(
        Line(
            name,
            won[name],
            lost[name],
            matches - won[name] - lost[name],
            frames[name],
            conceded[name],
            tied=same[merits[name]] > 1,
        )
        for name in ordered
    )
