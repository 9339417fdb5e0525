"""What the core tells the world after an entry: plain values, no words, no time but the table's own.

The controller turns them into messages. One entry may tell several of them, in order.
"""

import msgspec

from luza.facts import Ball, PocketName
from luza.view import FrameResult, ShotView


class BallFell(msgspec.Struct, frozen=True):
    """A ball fell, at once, before the shot is judged; `player` is None outside any shot."""

    t: float
    pocket: PocketName
    ball: Ball | None
    player: int | None


class ShotOpened(msgspec.Struct, frozen=True):
    """A shot began."""

    t: float
    player: int


class ShotJudged(msgspec.Struct, frozen=True):
    """A shot has a verdict; `amended` where it replaces an earlier one of the same number."""

    shot: ShotView
    amended: bool


class ShotWithdrawn(msgspec.Struct, frozen=True):
    """A shot that had a verdict is gone (an undo); `shot` is as it stood."""

    shot: ShotView


class FrameStarted(msgspec.Struct, frozen=True):
    """A frame began; `breaker` is None while the lag is open."""

    number: int
    breaker: int | None


class FrameEnded(msgspec.Struct, frozen=True):
    """A frame is decided (until it is taken back)."""

    result: FrameResult


class FrameReopened(msgspec.Struct, frozen=True):
    """A frame that had ended goes on: a call or an undo took its end back."""

    number: int


class MatchEnded(msgspec.Struct, frozen=True):
    """The match is decided (until it is taken back)."""

    winner: int
    frames_won: tuple[int, ...]


class Doubt(msgspec.Struct, frozen=True):
    """What the facts and the state cannot both be right about: a person should look.

    `code` names the kind (`too_many_balls`, `ball_twice`, `late_fact`, `facts_disagree`, `double_strike`),
    `data` what it is about.
    """

    t: float
    code: str
    data: dict[str, str | int] = {}


Told = (
    BallFell
    | ShotOpened
    | ShotJudged
    | ShotWithdrawn
    | FrameStarted
    | FrameEnded
    | FrameReopened
    | MatchEnded
    | Doubt
)


def merged(told: list[Told]) -> list[Told]:
    """What several entries together told, as one: of each shot the last word alone, where its first stood.

    A shot that was judged and at once judged anew was never seen otherwise; one that came and went within
    the same entries never was.
    """
    last: dict[int, ShotJudged | ShotWithdrawn] = {}
    first: dict[int, ShotJudged | ShotWithdrawn] = {}
    for one in told:
        if isinstance(one, ShotJudged | ShotWithdrawn):
            last[one.shot.n] = one
            first.setdefault(one.shot.n, one)
    found: list[Told] = []
    for one in told:
        if not isinstance(one, ShotJudged | ShotWithdrawn):
            found.append(one)
        elif one is first[one.shot.n]:
            found += _last_word(one, last[one.shot.n])
    return found


def _last_word(first: "ShotJudged | ShotWithdrawn", last: "ShotJudged | ShotWithdrawn") -> list[Told]:
    known = isinstance(first, ShotWithdrawn) or first.amended
    if isinstance(last, ShotJudged):
        return [ShotJudged(last.shot, amended=known)]
    return [last] if known else []
