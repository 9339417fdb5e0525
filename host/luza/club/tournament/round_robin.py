"""The free round robin of the Code: who plays whom, what is recorded, who leads (CODE 2, 3, 13, 17).

Pure functions.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction

import msgspec

FINISHES_AT = 5
"""Balls on a shelf with which an extra frame may be finished on a busy table (CODE 2.3)."""
SEVENTH = 7
"""The opponent must announce the seventh ball (CODE 3.3)."""
DECLARED_BEFORE = timedelta(hours=24)
"""The newcomer's right is declared at least so long before the start (CODE 17)."""


class Result(msgspec.Struct, frozen=True):
    """A finished frame of two players with its official score (CODE 8.10 is in it).

    `won` is the winner's place where the other gave up; else he is who has the more balls.
    """

    players: tuple[str, str]
    score: tuple[int, int]
    won: int | None = None

    @property
    def winner(self) -> str:
        """Who has won it."""
        if self.won is not None:
            return self.players[self.won]
        return self.players[0] if self.score[0] > self.score[1] else self.players[1]


class Standing(msgspec.Struct, frozen=True):
    """A player's line of the table: frames won and lost, balls potted and conceded, and the place.

    Players whom both differences leave equal share a place (the text parts them by nothing more).
    """

    player: str
    won: int
    lost: int
    potted: int
    conceded: int
    place: int

    @property
    def frames(self) -> int:
        """Won less lost."""
        return self.won - self.lost

    @property
    def balls(self) -> int:
        """Potted less conceded."""
        return self.potted - self.conceded


def opponents(player: str, present: Sequence[str], results: Iterable[Result]) -> tuple[str, ...]:
    """Whom the player may meet next, whom he has met the least first.

    After a frame the opponent is a new one (CODE 2.2), every other once before anyone twice, so that
    everybody meets everybody (CODE 2.1). Where only the last opponent has been met the least, because
    somebody came later or left, a new one goes before the even round.
    """
    met: Counter[str] = Counter()
    last: str | None = None
    for result in results:
        if player in result.players:
            last = result.players[1 - result.players.index(player)]
            met[last] += 1
    others = [name for name in present if name != player]
    least = min((met[name] for name in others), default=0)
    fair = [name for name in others if met[name] == least]
    new = [name for name in fair if name != last]
    if new or len(others) == 1:
        return tuple(new or fair)
    rest = [name for name in others if name != last]
    next_least = min((met[name] for name in rest), default=0)
    return tuple(name for name in rest if met[name] == next_least)


def may_be_finished(shelves: tuple[int, int]) -> bool:
    """May a frame begun on a busy table be finished when the first table is free (CODE 2.3)? Else it is cut
    and not recorded (AMB-22)."""
    return max(shelves) >= FINISHES_AT


def standings(players: Sequence[str], results: Sequence[Result]) -> tuple[Standing, ...]:
    """The table, best first: by the difference of frames, then by that of balls (CODE 13.7, AMB-40)."""
    lines = []
    for player in players:
        won = lost = potted = conceded = 0
        for result in results:
            if player in result.players:
                mine = result.players.index(player)
                potted += result.score[mine]
                conceded += result.score[1 - mine]
                won += result.winner == player
                lost += result.winner != player
        lines.append(Standing(player, won, lost, potted, conceded, 0))
    lines.sort(key=lambda line: (-line.frames, -line.balls))
    placed: list[Standing] = []
    for i, line in enumerate(lines):
        equal = placed and (placed[-1].frames, placed[-1].balls) == (line.frames, line.balls)
        placed.append(msgspec.structs.replace(line, place=placed[-1].place if equal else i + 1))
    return tuple(placed)


class Share(msgspec.Struct, frozen=True):
    """What a newcomer pays of the entry fee: `part` of it to `player`, None being the organiser."""

    player: str | None
    part: Fraction


def newcomer_pays(
    newcomer: str, declared: datetime, start: datetime, results: Iterable[Result]
) -> tuple[Share, ...]:
    """What the newcomer's right comes to (CODE 17): nothing while he beats everyone; at his first loss half
    the fee to who beat him, half to the organiser, once. Declared too late, the whole fee to the organiser.
    """
    if start - declared < DECLARED_BEFORE:
        return (Share(None, Fraction(1)),)
    for result in results:
        if newcomer in result.players and result.winner != newcomer:
            return (Share(result.winner, Fraction(1, 2)), Share(None, Fraction(1, 2)))
    return ()
