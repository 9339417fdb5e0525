"""What the table shows of itself: the shapes of `luza replay --json` and of the state that displays read.

Every name here is fixed by the contract; fields may be added, never renamed. `score` is `shelf` minus
`debt`; `on_table` counts the cue ball too; lists are by player index.
"""

from typing import Literal

import msgspec

Phase = Literal["lag", "break", "play", "over"]
VerdictName = Literal["legal", "foul", "unproven", "void"]
CueBall = Literal["as_lies", "house", "anywhere"]


class Decision(msgspec.Struct, frozen=True):
    """A choice that a player (`by`; None: the referee) may make now; `default` is what a strike answers."""

    kind: str
    by: int | None
    options: tuple[str, ...]
    default: str


class ToRemove(msgspec.Struct, frozen=True, gc=False):
    """`n` object balls are to be taken from the table, chosen by the player `by`."""

    by: int | None = None
    n: int = 0


class FrameView(msgspec.Struct, frozen=True):
    """The frame that is being played (the last one, once the match is over).

    `hanging`: how many of `to_spot` fell by themselves from a pocket's edge and go back there (FREE 22A.1).
    """

    number: int
    breaker: int | None
    phase: Phase
    score: tuple[int, ...]
    shelf: tuple[int, ...]
    debt: tuple[int, ...]
    at_table: int | None
    cue_ball: CueBall
    object_only: bool
    on_table: int
    to_spot: int
    to_remove: ToRemove
    decision: Decision | None
    run: int = 0
    hanging: int = 0


class FrameResult(msgspec.Struct, frozen=True):
    """A finished frame with its official score (CODE 8.10 is already in it)."""

    number: int
    winner: int | None
    draw: bool
    score: tuple[int, ...]
    breaker: int | None


class ShotView(msgspec.Struct, frozen=True):
    """A judged shot. `n` runs through the match; `delta` is each player's change of score."""

    n: int
    frame: int
    player: int
    verdict: VerdictName
    fouls: tuple[str, ...]
    potted: int
    delta: tuple[int, ...]
    spotted: int
    articles: tuple[str, ...]


class MatchView(msgspec.Struct, frozen=True):
    """The whole answer of `luza replay --json`."""

    game: str
    players: tuple[str, ...]
    frames_won: tuple[int, ...]
    match_winner: int | None
    frames: tuple[FrameResult, ...]
    frame: FrameView
    shots: tuple[ShotView, ...]
