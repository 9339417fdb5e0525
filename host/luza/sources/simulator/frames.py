"""Shots to play: frames of free pyramid from a rigid-body simulation (frames.jsonl).

331 strokes of a simple bot in pooltool 0.3.3: 16 balls of 68 mm and 285 g on a surface of 3.55 by 1.775 m,
corner pockets of 74.5 mm, middle ones of 83 mm. Friction and restitution are plausible, not measured. Nobody
puts balls back: it is a source of shots, not of scores.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from luza.facts import Ball, CushionName, PocketName

FRAMES = Path(__file__).with_name("frames.jsonl")


class Happening(msgspec.Struct, frozen=True):
    """Something that happened, `t` seconds after the stroke; fields that its type has not are None.

    v: the ball's speed in m/s just before a cushion or a pocket. x, y: place of a cushion's contact in
    metres.
    """

    t: float
    type: Literal["strike", "contact", "cushion", "centre_line", "pocket", "rest"]
    ball: Ball | None = None
    balls: tuple[Ball, Ball] | None = None
    cushion: CushionName | None = None
    pocket: PocketName | None = None
    towards: Literal["front", "rear"] | None = None
    v: float = 0.0
    x: float = 0.0
    y: float = 0.0


class Shot(msgspec.Struct, frozen=True):
    """One stroke: the ball struck, where the balls lay (metres from the front left corner), what happened."""

    frame: int
    n: int
    cue: Ball
    positions: dict[str, tuple[float, float]]
    facts: tuple[Happening, ...]

    @property
    def pots(self) -> int:
        """Balls that fall."""
        return sum(fact.type == "pocket" for fact in self.facts)

    @property
    def length_s(self) -> float:
        """Seconds from the stroke until all balls lie still."""
        return self.facts[-1].t


@cache
def shots() -> tuple[Shot, ...]:
    """All shots, in the order in which they were played."""
    return msgspec.json.decode(
        b"[" + b",".join(FRAMES.read_bytes().splitlines()) + b"]", type=tuple[Shot, ...]
    )


def lively(pot_every: int = 2, longest_s: float = 9.0) -> Iterator[Shot]:
    """Shots for ever, chosen to be watched: every `pot_every`-th one pots, none takes longer than
    `longest_s`.

    A break is the first of them; who needs another break asks `breaks`.
    """
    played = [shot for shot in shots() if shot.n > 1 and shot.length_s <= longest_s]
    pots = _around([shot for shot in played if shot.pots])
    misses = _around([shot for shot in played if not shot.pots and len(shot.facts) > 4])
    yield next(breaks())
    number = 0
    while True:
        number += 1
        yield next(misses if number % pot_every else pots)


def breaks() -> Iterator[Shot]:
    """The breaks of all frames, for ever."""
    return _around([shot for shot in shots() if shot.n == 1])


def _around(some: list[Shot]) -> Iterator[Shot]:
    while True:
        yield from some
