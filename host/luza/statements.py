"""What people said: one frozen class a statement, in the words of the table log.

A statement comes from the referee's panel, a rail button, an MQTT command or a recording. `t` is in seconds
from the match's start; `player` is an index into the match's players. Whether a statement may be said now is
the match's business; here stands only its shape.
"""

from typing import Annotated, Literal

import msgspec

from luza.facts import Ball, Number, PocketName, Sensor

PlayerIndex = Annotated[int, msgspec.Meta(ge=0, le=3)]
CueBall = Literal["as_lies", "house", "anywhere"]
Case = Literal[
    "hanging_fell",
    "hanging_fell_affected",
    "disturbed",
    "disturbed_rerack",
    "cue_returned",
    "on_rail",
    "fell_while_aiming",
    "rolled_down",
    "miscalled",
    "not_removed",
    "in_pocket_zone",
    "moved_three",
]


class Setup(msgspec.Struct, frozen=True, tag="setup", omit_defaults=True):
    """Takes over a frame in progress; a negative `score` is debt."""

    t: float
    score: list[int]
    at_table: PlayerIndex
    on_table: Annotated[int, msgspec.Meta(ge=0, le=16)]
    cue_ball: CueBall = "as_lies"
    object_only: bool = False
    balls: list[Number] | None = None
    frames_won: list[Annotated[int, msgspec.Meta(ge=0)]] | None = None
    breaker: PlayerIndex | None = None
    run: Annotated[int, msgspec.Meta(ge=0)] = 0


class Lag(msgspec.Struct, frozen=True, tag="lag", omit_defaults=True):
    """The lag was won, or has to be repeated (GEN 2.1 to 2.3, FREE 7)."""

    t: float
    winner: PlayerIndex | None = None
    repeat: bool = False


class Lot(msgspec.Struct, frozen=True, tag="lot", omit_defaults=True):
    """The lot fell on `winner`, who breaks (CL 6.1)."""

    t: float
    winner: PlayerIndex


class Call(msgspec.Struct, frozen=True, tag="call", omit_defaults=True):
    """A foul was called; without `player` it is the foul of who shot."""

    t: float
    foul: str
    player: PlayerIndex | None = None


class Incident(msgspec.Struct, frozen=True, tag="incident", omit_defaults=True):
    """Something happened that the rules treat in a way of its own."""

    t: float
    case: Case
    ball: Ball | None = None
    pocket: PocketName | None = None


class Rule(msgspec.Struct, frozen=True, tag="rule", omit_defaults=True):
    """The referee's ruling on a shot that the facts left unproven."""

    t: float
    verdict: Literal["legal", "foul"]


class Nominate(msgspec.Struct, frozen=True, tag="nominate", omit_defaults=True):
    """A call made before the stroke: the balls, the own ball, the pocket (CL 4, DA 4.1, CODE 1.В-1)."""

    t: float
    balls: list[Number | Literal["object"]] | None = None
    own: bool = False
    pocket: PocketName | None = None
    text: str | None = None


class Identify(msgspec.Struct, frozen=True, tag="identify", omit_defaults=True):
    """Names the last potted ball that was not yet known."""

    t: float
    ball: Ball
    pocket: PocketName | None = None


class Choose(msgspec.Struct, frozen=True, tag="choose", omit_defaults=True):
    """Answers the pending decision; `player`, where given, must be the one who may answer."""

    t: float
    option: str
    ball: Ball | None = None
    player: PlayerIndex | None = None


class Removed(msgspec.Struct, frozen=True, tag="removed", omit_defaults=True):
    """An object ball was taken from the table for an own ball or a penalty."""

    t: float
    ball: Ball | None = None


class Clock(msgspec.Struct, frozen=True, tag="clock", omit_defaults=True):
    """The shot clock was switched; `limit_s` in seconds (FREE 24.1, CODE 7)."""

    t: float
    on: bool
    limit_s: Annotated[float, msgspec.Meta(gt=0, le=3600)] | None = None


class Warned(msgspec.Struct, frozen=True, tag="warned", omit_defaults=True):
    """The warning before the limit was given (FREE 24.1, 24.3)."""

    t: float


class Bent(msgspec.Struct, frozen=True, tag="bent", omit_defaults=True):
    """The player bent down to the shot, or straightened up again (FREE 24.4)."""

    t: float
    on: bool


class Extension(msgspec.Struct, frozen=True, tag="extension", omit_defaults=True):
    """The player takes an extension of the limit (FREE 24.5)."""

    t: float
    player: PlayerIndex


class Affair(msgspec.Struct, frozen=True, tag="affair", omit_defaults=True):
    """The named player plays out of turn, on a dare (CODE 16.1)."""

    t: float
    player: PlayerIndex
    ball: Ball | None = None


class AffairResult(msgspec.Struct, frozen=True, tag="affair_result", omit_defaults=True):
    """Whether the dare was met, where the facts cannot tell (CODE 16.2, 16.3)."""

    t: float
    success: bool


class ContinueRun(msgspec.Struct, frozen=True, tag="continue_run", omit_defaults=True):
    """The winner goes on past the target (CODE 13.8)."""

    t: float


class Undo(msgspec.Struct, frozen=True, tag="undo", omit_defaults=True):
    """Takes back the latest shot or statement, with all that followed from it."""

    t: float


class Redo(msgspec.Struct, frozen=True, tag="redo", omit_defaults=True):
    """Puts back what the latest undo took, while nothing else was entered since."""

    t: float


class Adjust(msgspec.Struct, frozen=True, tag="adjust", omit_defaults=True):
    """A correction of the score by the referee."""

    t: float
    player: PlayerIndex
    delta: int
    reason: str


class Concede(msgspec.Struct, frozen=True, tag="concede", omit_defaults=True):
    """The player gives up the frame."""

    t: float
    player: PlayerIndex


class UnfeltFall(msgspec.Struct, frozen=True, tag="fell", omit_defaults=True):
    """A ball fell that no sensor felt: in the shot in progress, or in the last one, as for `call`."""

    t: float
    pocket: PocketName
    ball: Ball | None = None


class Sensors(msgspec.Struct, frozen=True, tag="sensors", omit_defaults=True):
    """What the table feels from now on; a sensor that fails makes its question unknown, never a no.

    `off`: what people have switched off, until they switch it on again. No `undo` is about it.
    """

    t: float
    fitted: list[Sensor]
    off: list[Sensor] = []


class Sides(msgspec.Struct, frozen=True, tag="sides", omit_defaults=True):
    """Displays show the players the other way round, or not. It is no step of the match: no `undo` is
    about it."""

    t: float
    swapped: bool


Statement = (
    Setup
    | Lag
    | Lot
    | Call
    | Incident
    | Rule
    | Nominate
    | Identify
    | Choose
    | Removed
    | Clock
    | Warned
    | Bent
    | Extension
    | Affair
    | AffairResult
    | ContinueRun
    | Undo
    | Redo
    | Adjust
    | Concede
    | UnfeltFall
    | Sensors
    | Sides
)
