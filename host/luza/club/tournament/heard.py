"""What a table says, as entries of the tournament that has sent a match to it. Pure.

A table knows its players by name and the match by its own name; who is who follows from the match that the
tournament has at that table. What nobody has sent there is still recorded if both are entrants (CODE 2.5).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from luza.club.history.names import same_name
from luza.club.tournament.entries import TABLE, Played, Playing, Reported, Score, Shelves, ShotSeen, Told
from luza.club.tournament.needs import top_up
from luza.club.tournament.state import ON_TABLE, Game, State
from luza.messages import FrameEvent, MatchEvent, ShotEvent
from luza.messages import State as TableState

BREAK = "CODE 5.1"


Heard = FrameEvent | MatchEvent | ShotEvent | TableState
"""The messages of a table that a tournament listens to."""


def heard(state: State, table: str, names: Sequence[str], message: Heard) -> Iterator[Told]:
    """The entries that follow from a table's message; `names`: the players of its match, as it has them.

    Entries that say nothing new may be among them: they change nothing, or are refused.
    """
    if state.phase == "registration" or len(names) != 2 or message.match is None:
        return
    game = _game(state, table, message.match)
    seats = None if game is None else _seats(state, game, names)
    if game is None or seats is None:
        yield from _unasked(state, table, names, message)
    elif isinstance(message, MatchEvent):
        yield from _match(state, game, seats, message)
    elif isinstance(message, FrameEvent):
        yield from _frame(state, game, seats, message)
    elif isinstance(message, ShotEvent):
        yield from _shot(state, game, seats, message)
    else:
        yield from _shelves(game, seats, message)


class TopUp(msgspec.Struct, frozen=True, tag_field="type", tag="adjust"):
    """The statement that gives a player his half ball in an even frame; `player` is the seat at the table."""

    player: int
    delta: int
    reason: str


def top_ups(state: State, table: str, names: Sequence[str], message: Heard) -> Iterator[TopUp]:
    """What the table has to be told when a frame starts, for a handicap with a half ball in it."""
    if not isinstance(message, FrameEvent) or message.event != "started":
        return
    game = _game(state, table, message.match)
    seats = None if game is None else _seats(state, game, names)
    if game is None or seats is None:
        return
    for seat, balls in enumerate(_turned(top_up(state, game.id, message.number), seats)):
        if balls:
            yield TopUp(seat, balls, "handicap")


def _game(state: State, table: str, table_match: str) -> Game | None:
    """The game that the table's match is; one that is over may still be judged anew, as a run that goes on
    past the eighth ball is (CODE 13.8)."""
    known = [game for game in state.games.values() if game.table_match == table_match]
    return known[-1] if known else state.on_table(table)


def _seats(state: State, game: Game, names: Sequence[str]) -> tuple[int, int] | None:
    """By seat at the table, the player's place in the game; None if others play there."""
    ours = [same_name(state.name(id)) for id in game.players]
    theirs = [same_name(name) for name in names]
    if theirs == ours:
        return (0, 1)
    return (1, 0) if theirs == ours[::-1] else None


def _turned(pair: Sequence[int], seats: tuple[int, int]) -> Score:
    return (pair[0], pair[1]) if seats == (0, 1) else (pair[1], pair[0])


def _match(state: State, game: Game, seats: tuple[int, int], message: MatchEvent) -> Iterator[Told]:
    if message.event == "started" and game.status in ON_TABLE and game.table_match != message.match:
        yield Playing(game.id, message.match)
    if message.event == "ended" and message.winner is not None and not state.plan.by_balls:
        score = _turned(message.frames_won, seats)
        yield Reported(game.id, score, TABLE, table_match=message.match)


def _frame(state: State, game: Game, seats: tuple[int, int], message: FrameEvent) -> Iterator[Told]:
    result = message.result
    if not state.plan.by_balls or message.event != "ended" or result is None or result.winner is None:
        return
    score = _turned(result.score, seats)
    loser = 1 - seats[result.winner]
    gave_up = max(score) < state.plan.target
    conceded: Literal[0, 1] | None = (0 if loser == 0 else 1) if gave_up else None
    yield Reported(game.id, score, TABLE, conceded, message.match)


def _shot(state: State, game: Game, seats: tuple[int, int], message: ShotEvent) -> Iterator[Told]:
    """A shot with pots that count, or one that had some until it was judged anew."""
    shot = message.shot
    player = game.players[seats[shot.player]]
    counts = shot.verdict in ("legal", "unproven") and not message.withdrawn
    pockets = tuple(fall.pocket for fall in message.fell) if counts else ()
    if pockets or (game.id, shot.n) in state.shots:
        yield ShotSeen(
            game.id,
            shot.n,
            player,
            run=message.run if pockets else 0,
            pockets=pockets,
            called=message.called >= 2,
            on_break=BREAK in shot.articles,
            withdrawn=not pockets,
        )


def _shelves(game: Game, seats: tuple[int, int], message: TableState) -> Iterator[Told]:
    if message.frame is None or game.status not in ON_TABLE:
        return
    one, other = _turned([max(0, balls) for balls in message.frame.shelf], seats)
    if (one, other) != (game.shelves or (0, 0)):
        yield Shelves(game.id, (one, other))


def _unasked(state: State, table: str, names: Sequence[str], message: Heard) -> Iterator[Told]:
    """A frame of two entrants whom nobody had sent to this table."""
    if not (state.plan.by_balls and isinstance(message, FrameEvent) and message.event == "ended"):
        return
    by_name = {same_name(entrant.name): entrant.id for entrant in state.entrants.values()}
    one, other = (by_name.get(same_name(name)) for name in names)
    result = message.result
    if one and other and result is not None and result.winner is not None:
        yield Played((one, other), (result.score[0], result.score[1]), TABLE, table, message.match)
