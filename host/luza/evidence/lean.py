"""Which way the facts lean where they prove nothing: a chance that the stroke was legal, and why.

Two deeds in order complete a stroke if one ball did both, or one that it has driven did the second. How
likely that is can be told from what they were and how long it took: off the rear cushion and 0.05 s later at
a long one is a ball in a corner; 3 s later it may be another. Each such pair of a shot has its chance by a
logistic model, the shot the chance that any of them holds, and that is brought into line with what was seen
(but not where one cushion twice is all there is: a ball off it rarely sends another back to it).

The coefficients were fitted to the simulated frames of free pyramid (`python -m tests.bench.fit_lean` makes
them anew and says how they fare on frames that they were not fitted to). They know of times and of
cushions, not of tables: pace and size are those of a 12-foot one.
"""

from collections.abc import Iterator, Sequence, Set
from math import exp, log
from typing import NamedTuple

import msgspec

from luza.evidence.events import index, least_seconds
from luza.evidence.marks import CROSS, CUSHIONS, SIDES, Requirement
from luza.facts import SIDE, Ball, CentreLine, Contact, Cushion, Fact, Pocket

KINDS = ("corner", "ends", "sides", "end_line", "side_line", "line_end", "line_side", "again")
"""What two deeds are: cushions that meet in a corner; others, one of them an end; the two long ones; an end
cushion and the centre line; a long one and the line; the line first, then an end, or a long one; the same
cushion (or the line) twice."""

_AGAIN = 7
_ENDS = ("front", "rear")
_FRONT_HALF, _REAR_HALF, _EITHER = 1, 2, 3
_HALF = {
    "front": _FRONT_HALF,
    "left-front": _FRONT_HALF,
    "right-front": _FRONT_HALF,
    "rear": _REAR_HALF,
    "left-rear": _REAR_HALF,
    "right-rear": _REAR_HALF,
}
"""The half of the table that a cushion lies in; a whole long one lies in either."""

Weights = tuple[tuple[float, ...], tuple[float, ...], float, float, float, float]
"""By kind a weight, and one of the logarithm of the seconds between; then of the logarithms of the seconds
since the contact and of the deeds between; then two that make the shot's chance of its pairs' chances."""

OWN: Weights = (
    (-0.2024, -0.6439, -0.7678, -0.9318, -0.0978, 0.1652, 0.4749, 0.0),
    (-0.428, 0.4587, 1.1283, 0.9503, -0.2211, 0.4838, -0.158, 0.0),
    0.0357,
    -0.3995,
    0.8097,
    0.9913,
)
"""Both deeds are one ball's."""

DRIVEN: Weights = (
    (-0.0297, -0.6517, -0.7134, -0.7122, 0.1184, 1.3568, 1.4553, -2.1367),
    (-0.2474, 0.7862, 1.4921, 1.3416, -0.0033, 0.3709, -0.1245, 0.7008),
    -0.3273,
    -0.4348,
    0.4982,
    0.9207,
)
"""One ball's, or the second is of one that it has driven."""

BY_TOUCH = 0.05
"""The chance that a touch of a ball flush on a cushion completed it: not once in 17 shots that needed one."""
BY_FALL = 0.98
"""The chance of a ball that fell where the contact is not felt: nearly every one falls after it."""
UNKNOWN = 0.5

STRONG = (0.2, 0.9)
"""Up to the first a stroke leans strongly against its player, from the second on strongly for him."""


class Lean(msgspec.Struct, frozen=True):
    """Which way the facts of a shot lean. `chance`: of its being legal, 0 to 1. `legal`: the likelier side.
    `strong`: whether that is likely enough to stand on.

    `reason` with its `data`: `journey` (the likeliest pair: `kind`, `first`, `second`, `seconds`; a deed is a
    cushion's name or `line`), `touch_only` (nothing but a touch of a flush ball could have completed it),
    `fell` (a ball fell), `zone` (it may have ended in a pocket's zone), `open` (the facts say nothing).
    """

    chance: float
    legal: bool
    strong: bool
    reason: str
    data: dict[str, str | float] = {}


class Pair(NamedTuple):
    """Two deeds of a shot that complete the stroke if they go together: their places among the facts."""

    first: int
    second: int
    kind: int
    seconds: float
    since: float
    between: int


def lean(
    facts: Sequence[Fact],
    struck: Ball | None,
    sensors: Set[str],
    on_table: int,
    requirement: Requirement | None,
) -> Lean:
    """Which way the facts lean, of a shot that `assess` leaves unproven; the same arguments."""
    if requirement is None or requirement.tally is not None or "cushion" not in sensors:
        return _lean(UNKNOWN, "open")
    if any(isinstance(fact, Pocket) for fact in facts):
        return _lean(BY_FALL, "fell")
    found = list(pairs(facts, sensors, requirement))
    if not found:
        if requirement.unseen:
            return _lean(UNKNOWN, "zone")
        return _lean(BY_TOUCH, "touch_only") if "centre_line" in sensors else _lean(UNKNOWN, "open")
    weights = DRIVEN if drives(requirement) else OWN
    chances = [pair_chance(pair, weights) for pair in found]
    chance = shot_chance(found, chances, weights)
    if requirement.unseen:
        chance = max(chance, UNKNOWN)
    best = found[max(range(len(found)), key=chances.__getitem__)]
    return _lean(
        chance,
        "journey",
        kind=KINDS[best.kind],
        first=_name(facts[best.first]),
        second=_name(facts[best.second]),
        seconds=best.seconds,
    )


def pairs(facts: Sequence[Fact], sensors: Set[str], requirement: Requirement) -> Iterator[Pair]:
    """The pairs of deeds that would complete the stroke, and may: in time, and in the half of the table
    that the ball was in if every crossing is felt."""
    deeds = requirement.deeds
    if deeds is None:
        return
    contact = next((n for n, fact in enumerate(facts) if isinstance(fact, Contact)), -1)
    done = [n for n, fact in enumerate(facts) if isinstance(fact, Cushion | CentreLine)]
    if requirement.after_contact:
        done = [n for n in done if n > contact]
    if not done:
        return
    start = facts[contact if contact >= 0 else done[0]].t
    own_only = not drives(requirement)
    felt = "centre_line" in sensors
    for a, first in enumerate(done):
        before = facts[first]
        one = 1 << _deed(before)
        halves = _leaves(before) if felt else _EITHER
        for b, second in enumerate(done[a + 1 :]):
            then = facts[second]
            if not halves & _enters(then):
                continue
            if isinstance(then, CentreLine):
                halves |= _leaves(then)
            other = _deed(then)
            if deeds(one, 0, other) is None and deeds(0, one, other) is None:
                continue
            if then.t - before.t < least_seconds(before, then) or (own_only and _two(before, then)):
                continue
            kind = _kind(before, then)
            yield Pair(first, second, kind, then.t - before.t, max(0.0, before.t - start), b)


def drives(requirement: Requirement) -> bool:
    """Does it count what a driven ball does?"""
    deeds = requirement.deeds
    return deeds is not None and deeds(0, CUSHIONS, CROSS) is not None


def features(pair: Pair) -> list[float]:
    """What the model sees of a pair."""
    seen = [0.0] * (2 * len(KINDS) + 2)
    seen[pair.kind] = 1.0
    seen[len(KINDS) + pair.kind] = log(pair.seconds + 0.02)
    seen[-2] = log(pair.since + 0.05)
    seen[-1] = log(1.0 + pair.between)
    return seen


def pair_chance(pair: Pair, weights: Weights) -> float:
    """The chance that the two deeds go together."""
    itself, slope, since, between, _, _ = weights
    flat = (*itself, *slope, since, between)
    return _logistic(sum(weight * seen for weight, seen in zip(flat, features(pair), strict=True)))


def shot_chance(found: Sequence[Pair], chances: Sequence[float], weights: Weights) -> float:
    """The chance that any of the pairs, with their chances, goes together."""
    odds = any_of(chances)
    if all(pair.kind == _AGAIN for pair in found):
        return _logistic(odds)
    return _logistic(weights[4] + weights[5] * odds)


def any_of(chances: Sequence[float]) -> float:
    """The log odds that one of some independent chances comes true, kept within 9 either way."""
    none = 1.0
    for chance in chances:
        none *= 1.0 - chance
    some = min(max(1.0 - none, 1e-4), 1.0 - 1e-4)
    return log(some / (1.0 - some))


def _lean(chance: float, reason: str, **data: str | float) -> Lean:
    against, fore = STRONG
    return Lean(chance, chance >= 0.5, chance <= against or chance >= fore, reason, data)


def _logistic(odds: float) -> float:
    return 1.0 / (1.0 + exp(-min(max(odds, -30.0), 30.0)))


def _name(fact: Fact) -> str:
    return fact.cushion if isinstance(fact, Cushion) else "line"


def _deed(fact: Fact) -> int:
    return SIDES[fact.cushion] if isinstance(fact, Cushion) else CROSS


def _two(one: Fact, other: Fact) -> bool:
    """Do the facts name two balls?"""
    a, b = index(getattr(one, "ball", None)), index(getattr(other, "ball", None))
    return a >= 0 and b >= 0 and a != b


def _kind(one: Fact, other: Fact) -> int:
    """The place in KINDS of two deeds in order."""
    if not isinstance(one, Cushion):
        return _AGAIN if not isinstance(other, Cushion) else 5 + (other.cushion not in _ENDS)
    if not isinstance(other, Cushion):
        return 3 + (one.cushion not in _ENDS)
    if SIDE[one.cushion] == SIDE[other.cushion]:
        return _AGAIN
    ends = (one.cushion in _ENDS) + (other.cushion in _ENDS)
    if ends != 1:
        return 1 if ends else 2
    return int(_apart(one, other))


def _enters(deed: Fact) -> int:
    """The halves of the table that a ball may come from that does this."""
    if isinstance(deed, CentreLine):
        return _EITHER if deed.towards is None else _FRONT_HALF if deed.towards == "rear" else _REAR_HALF
    return _HALF.get(deed.cushion, _EITHER) if isinstance(deed, Cushion) else _EITHER


def _leaves(deed: Fact) -> int:
    """The halves of the table that a ball may be in once it has done this."""
    entered = _enters(deed)
    return _EITHER ^ entered if isinstance(deed, CentreLine) and entered != _EITHER else entered


def _apart(one: Fact, other: Fact) -> bool:
    """Do two cushions lie in different halves of the table?"""
    return not _enters(one) & _enters(other)
