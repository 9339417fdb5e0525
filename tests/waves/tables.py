"""The physics-simulated strokes, also seen in both mirrors of the table: four for each."""

import random
from functools import cache

import msgspec
from luza.facts import Ball
from luza.sources.simulator.frames import Happening, Shot, shots

LENGTH_M = 3.55
WIDTH_M = 1.775
_SIDES = {"left": "right", "right": "left"}
_ENDS = {"front": "rear", "rear": "front"}
SLOWEST_M_S, FASTEST_M_S = 0.3, 4.0
"""A ball's speed over a pocket's lip."""


@cache
def mirrored(across: bool, along: bool) -> tuple[tuple[Shot, ...], tuple[Shot, ...]]:
    """Strokes that pot, and others; `across` swaps left and right, `along` front and rear."""
    swap = {**(_SIDES if across else {}), **(_ENDS if along else {})}
    seen = [_mirror(shot, swap, across, along) for shot in shots()]
    return tuple(shot for shot in seen if shot.pots), tuple(shot for shot in seen if not shot.pots)


def some(chance: random.Random, potting: float) -> Shot:
    """Any stroke; one that pots with this chance, its balls at any speed that there is."""
    pots, others = mirrored(chance.random() < 0.5, chance.random() < 0.5)
    shot = chance.choice(pots if chance.random() < potting else others)
    facts = tuple(
        msgspec.structs.replace(fact, v=chance.uniform(SLOWEST_M_S, FASTEST_M_S))
        if fact.type == "pocket"
        else fact
        for fact in shot.facts
    )
    return msgspec.structs.replace(shot, facts=facts)


def _mirror(shot: Shot, swap: dict[str, str], across: bool, along: bool) -> Shot:
    positions = {
        ball: (WIDTH_M - x if across else x, LENGTH_M - y if along else y)
        for ball, (x, y) in shot.positions.items()
    }
    facts = tuple(_mirror_fact(fact, swap, across, along) for fact in shot.facts)
    return msgspec.structs.replace(shot, positions=positions, facts=facts)


def _mirror_fact(fact: Happening, swap: dict[str, str], across: bool, along: bool) -> Happening:
    changes: dict[str, object] = {
        "x": WIDTH_M - fact.x if across else fact.x,
        "y": LENGTH_M - fact.y if along else fact.y,
    }
    for name in ("cushion", "pocket", "towards"):
        where = getattr(fact, name)
        if where is not None:
            changes[name] = "-".join(swap.get(part, part) for part in where.split("-"))
    return msgspec.structs.replace(fact, **changes)


def kind_of(ball: Ball | None) -> str:
    """Which of the two kinds a ball is."""
    return "cue" if ball == "cue" else "object"
