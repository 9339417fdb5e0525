"""The state of a frame: what the rules turn, stroke by stroke, into the next one. Frozen."""

from operator import sub
from typing import Literal

import msgspec

from luza.facts import Ball, PocketName
from luza.view import CueBall, Decision, FrameView, Phase, ToRemove

FULL = 16
"""All balls of a set, the cue ball included (FREE 8, MOSC 2, CL 1.1, DA 2)."""


class Nomination(msgspec.Struct, frozen=True):
    """What was called before the stroke: an own half and a half with balls, each with its pocket.

    `own` and `objects` say whether the half was called; a pocket of None is any pocket.
    """

    own: bool = False
    own_pocket: PocketName | None = None
    objects: bool = False
    balls: tuple[int | Literal["object"], ...] = ()
    pocket: PocketName | None = None


class Dare(msgspec.Struct, frozen=True):
    """A stroke out of turn, on a dare (CODE 16): who plays it, at which ball."""

    player: int
    ball: Ball | None = None


class Frame(msgspec.Struct, frozen=True):
    """One frame. Tuples are by player index; `on_table` counts the cue ball, also while it is in hand.

    `owed` is the part of `debt` that goes to the opponent's shelf when it is paid (CODE 16.3). `balls` are
    the numbers of the object balls still on the table where that is known (CLASSIC), else None; `unnamed`
    counts the balls that were potted there without a number. `out` are the numbers that have fallen since
    a ball was last put back, so that none can fall again. `run` counts the balls of the visit (CODE 13.8).
    `past_target`: the winner goes on (CODE 13.8). `hanging`: how many of the balls to spot fell by
    themselves and go back to the pocket's edge (FREE 22A.1). `lifted`, `dropped`: of the balls taken off for
    an own ball or a penalty since the last stroke, how many were said to be and may yet be dropped through a
    pocket, and how many were dropped through one and may yet be named.
    """

    number: int
    breaker: int | None
    phase: Phase
    shelf: tuple[int, ...]
    debt: tuple[int, ...]
    at_table: int | None
    cue_ball: CueBall = "house"
    object_only: bool = False
    on_table: int = FULL
    to_spot: int = 0
    hanging: int = 0
    to_remove: ToRemove = ToRemove()
    lifted: int = 0
    dropped: int = 0
    decision: Decision | None = None
    owed: tuple[int, ...] = ()
    balls: frozenset[int] | None = None
    unnamed: int = 0
    out: frozenset[int] = frozenset()
    run: int = 0
    nominated: Nomination | None = None
    dare: Dare | None = None
    past_target: bool = False

    @property
    def score(self) -> tuple[int, ...]:
        """What the scoreboard shows: shelf minus debt."""
        return tuple(map(sub, self.shelf, self.debt))

    def view(self) -> FrameView:
        """The frame in the contract's words."""
        return FrameView(
            number=self.number,
            breaker=self.breaker,
            phase=self.phase,
            score=self.score,
            shelf=self.shelf,
            debt=self.debt,
            at_table=self.at_table,
            cue_ball=self.cue_ball,
            object_only=self.object_only,
            on_table=self.on_table,
            to_spot=self.to_spot,
            hanging=min(self.hanging, self.to_spot),
            to_remove=self.to_remove,
            decision=self.decision,
            run=self.run,
        )


NOTHING = ToRemove()
change = msgspec.structs.replace


def other(player: int, players: int) -> int:
    """The next player in order; with two, the opponent (AMB-18 (c) for three and four)."""
    return (player + 1) % players


def changed(values: tuple[int, ...], player: int, by: int) -> tuple[int, ...]:
    """The tuple with one player's number changed."""
    return (*values[:player], values[player] + by, *values[player + 1 :])
