"""What a game is: its numbers, its requirements and the functions that differ.

A game is one value of `Game`, made in a module of its own from parts that games share. Nothing overrides
anything: what a game does is what stands in its module.
"""

from collections.abc import Callable, Sequence

import msgspec

from luza.evidence import Finding, Requirement
from luza.evidence.lean import Lean
from luza.facts import Ball, Fact, Pocket
from luza.rules.frame import Frame
from luza.rules.ledger import Ledger
from luza.statements import Incident
from luza.view import CueBall, Decision, VerdictName


class Terms(msgspec.Struct, frozen=True):
    """What the players agreed for the match, as far as the rules may depend on it (CL 4.1, 4.4, 7.11).

    `overtime_called`: a stroke past the limit is a foul only where somebody calls it (FREE 24.1).
    """

    players: int = 2
    target: int | None = None
    handicap: tuple[int, ...] = ()
    entered: bool = False
    waived: frozenset[str] = frozenset()
    own_in_hand: str = "counts"
    penalty_per: str = "stroke"
    void_on: str = "every_foul"
    lean: bool = False
    overtime_called: bool = False


class Stroke(msgspec.Struct, frozen=True):
    """One shot as the rules see it: the facts in order and what people said of it.

    `moving`: whose balls were still moving when it began, None where none were. `overtime`: it came too
    late by the clock (FREE 24). `won_on`: the winner went on after it (CODE 13.8). `forgotten`: the ball
    for its own ball was never taken from the table (CODE 8.11). `dared`: whether the dare was met, where
    a person has said so (CODE 16).
    """

    player: int
    facts: tuple[Fact, ...]
    sensors: frozenset[str]
    moving: int | None = None
    double: bool = False
    overtime: bool = False
    called: tuple[str, ...] = ()
    incidents: tuple[Incident, ...] = ()
    ruling: str | None = None
    dared: bool | None = None
    won_on: bool = False
    forgotten: bool = False
    struck: Ball | None = None


class Pots(msgspec.Struct, frozen=True):
    """What fell in a stroke, in order: object balls, the cue ball, and both as `falls` (in the free games
    all are objects)."""

    objects: tuple[Pocket, ...] = ()
    own: tuple[Pocket, ...] = ()
    falls: tuple[Pocket, ...] = ()


class Case(msgspec.Struct):
    """A stroke being judged: what a game's functions look at."""

    game: "Game"
    terms: Terms
    frame: Frame
    stroke: Stroke
    pots: Pots
    ledger: Ledger
    jumped: int = 0
    cue_jumped: bool = False
    fouls: set[str] = msgspec.field(default_factory=set)
    voids: set[str] = msgspec.field(default_factory=set)
    articles: list[str] = msgspec.field(default_factory=list)
    leaning: Lean | None = None

    @property
    def player(self) -> int:
        """Who plays the stroke."""
        return self.stroke.player

    @property
    def cue_in_hand(self) -> bool:
        """The cue ball lies in a pocket or off the table after the stroke."""
        return self.cue_jumped or bool(self.pots.own)


class Credit(msgspec.Struct, frozen=True):
    """What a lawful stroke's pots came to.

    `counted`: how many counted; `again`: the same player plays on; `cue_ball` and `object_only` for the
    next stroke.
    """

    counted: int
    again: bool
    cue_ball: CueBall = "as_lies"
    object_only: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """A judged stroke: the contract's words, the finding behind them and the frame that follows.

    `excess`: balls that fell beyond those that can have been on the table, which are not scored. `twice`:
    numbers that fell though they had fallen before. `leaning`: which way an unproven stroke leans, where the
    match goes by that.
    """

    verdict: VerdictName
    fouls: tuple[str, ...]
    potted: int
    delta: tuple[int, ...]
    spotted: int
    articles: tuple[str, ...]
    frame: Frame
    finding: Finding
    excess: int = 0
    twice: tuple[int, ...] = ()
    own_credited: bool = False
    leaning: Lean | None = None


class Ending(msgspec.Struct, frozen=True):
    """How a frame ended: the winner, or None for a draw, and the official score."""

    winner: int | None
    score: tuple[int, ...]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game of Russian billiards.

    `target`: points that win a frame, by number of players. `fouls`: id to the clause that penalises it;
    `voids`: ids that only void the pots. `any_ball`: every ball may be the cue ball (FREE 3.1).
    `jumped_foul`: a jumped object ball is a foul (AMB-07). `opener`: who opens the next frame. `in_hand`:
    where a cue ball that is not on the table is played from. `break_clause` and `stroke_clause`: what a
    stroke cites that pots nothing, where no part of its requirement is proven by itself. `debt_clause` and
    `own_ball_clause`: what pots cite that pay a debt, and that are own balls. `listed_voids`: the fouls that
    void the pots where only those that the text lists do (AMB-08). `calls`: what may be nominated before a
    stroke. `below_zero`: a score below zero is no debt (AMB-18 (b)). `numbered`: a ball is worth its number.
    `setup`: why a frame taken over cannot be, or None. `between`: what the table needs after a stroke.
    """

    id: str
    target: dict[int, int]
    fouls: dict[str, str]
    voids: dict[str, str] = {}
    any_ball: bool = False
    jumped_foul: bool = False
    cue_potted_foul: bool = False
    break_: Requirement | None = None
    stroke: Requirement | None = None
    penalise: Callable[[Case | None, int, Ledger], None]
    credit: Callable[[Case], Credit]
    after_foul: Callable[[Case, Frame], Frame]
    after_call: Callable[["Game", Frame, int], Frame]
    after_bad_break: Callable[[Case, Frame], Decision | None] | None = None
    ending: Callable[["Game", Terms, Frame, int], Ending | None]
    values: Callable[[Terms, Sequence[int | None], bool], int] | None = None
    opener: str = "alternate"
    by_lot: bool = False
    extensions: bool = False
    clock_foul: bool = False
    incidents: frozenset[str]
    one_penalty: bool = False
    pot_clause: str = "GEN 5.1"
    break_clause: str = "AMB-10"
    stroke_clause: str = "AMB-10"
    debt_clause: str = "FREE 2.2"
    own_ball_clause: str | None = None
    replay_clause: str = "FREE 25.1"
    in_hand: CueBall = "as_lies"
    listed_voids: frozenset[str] = frozenset()
    own_motion_free: bool = False
    calls: frozenset[str] = frozenset()
    setup: Callable[[Terms, Frame], str | None] = lambda terms, frame: None
    between: Callable[[Frame], Frame] | None = None
    below_zero: bool = False
    numbered: bool = False
    dares: bool = False
