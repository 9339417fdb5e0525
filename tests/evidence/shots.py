"""Shots to assess: the simulated frames under masks, each requirement by name, and small made-up shots."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from luza.evidence import Requirement
from luza.facts import (
    ALL_SENSORS,
    Ball,
    CentreLine,
    Contact,
    Cushion,
    CushionName,
    Fact,
    OffTable,
    Pocket,
    Rest,
    Strike,
)
from luza.rules import dynamic, dynamic_code, free
from luza.sources.simulator.frames import Happening, shots

REQUIREMENTS: dict[str, Requirement | None] = {
    "free break": free.BREAK,
    "free stroke": free.STROKE,
    "dynamic break": dynamic.BREAK,
    "dynamic stroke": dynamic.STROKE,
    "code break": dynamic_code.BREAK,
    "code stroke": dynamic_code.STROKE,
    "contact": None,
}

FULL = ALL_SENSORS
KIT = ALL_SENSORS - {"contact", "ball_number"} | {"first_contact"}
BARE = frozenset({"cushion", "pocket"})


class Seen(NamedTuple):
    """A shot as a table sees it: its facts, the ball struck as far as the game knows it, the sensors."""

    facts: tuple[Fact, ...]
    struck: Ball | None
    sensors: frozenset[str]
    on_table: int


class Played(NamedTuple):
    """A simulated shot: frame and number, where the balls lay, and all that is to be known of it."""

    frame: int
    n: int
    positions: dict[str, tuple[float, float]]
    seen: Seen


def _fact(happening: Happening) -> Fact:
    t, ball = happening.t, happening.ball
    match happening.type:
        case "strike":
            return Strike(t, ball)
        case "contact":
            return Contact(t, happening.balls)
        case "cushion":
            assert happening.cushion is not None
            return Cushion(t, happening.cushion, ball)
        case "centre_line":
            return CentreLine(t, ball, happening.towards)
        case "pocket":
            assert happening.pocket is not None
            return Pocket(t, happening.pocket, ball)
    return Rest(t)


@cache
def played() -> tuple[Played, ...]:
    """All simulated shots, every ball known."""
    return tuple(
        Played(
            shot.frame,
            shot.n,
            shot.positions,
            Seen(tuple(map(_fact, shot.facts)), shot.cue, FULL, len(shot.positions)),
        )
        for shot in shots()
    )


def unnamed(fact: Fact) -> Fact:
    """The fact without its ball."""
    match fact:
        case Contact():
            return Contact(fact.t)
        case Cushion():
            return Cushion(fact.t, fact.cushion)
        case Pocket():
            return Pocket(fact.t, fact.pocket)
        case CentreLine():
            return CentreLine(fact.t, towards=fact.towards)
        case Rest():
            return fact
    return type(fact)(fact.t)


def first_contact_only(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts as a table lists them that feels only the first contact of a shot."""
    listed = 0
    kept: list[Fact] = []
    for fact in facts:
        listed += isinstance(fact, Contact)
        if not isinstance(fact, Contact) or listed == 1:
            kept.append(fact)
    return tuple(kept)


def full(shot: Played) -> Seen:
    """As it stands."""
    return shot.seen


def kit(shot: Played) -> Seen:
    """The standard table: the first contact alone, only of a potted ball its kind; on the break of the free
    games the coloured ball is struck, afterwards it may be any."""
    facts = [
        Pocket(fact.t, fact.pocket, fact.ball if fact.ball in (None, "cue") else "object")
        if isinstance(fact, Pocket)
        else unnamed(fact)
        for fact in first_contact_only(shot.seen.facts)
    ]
    return Seen(tuple(facts), "cue" if shot.n == 1 else None, KIT, shot.seen.on_table)


def bare(shot: Played) -> Seen:
    """Pockets and cushions alone."""
    facts = tuple(unnamed(fact) for fact in shot.seen.facts if isinstance(fact, Pocket | Cushion))
    return Seen(facts, "cue" if shot.n == 1 else None, BARE, shot.seen.on_table)


SENSED: dict[str, type[Fact]] = {"cushion": Cushion, "centre_line": CentreLine, "pocket": Pocket}


def masked(seen: Seen, chance: random.Random, balls: float, sensors: Sequence[str] = ()) -> Seen:
    """The shot with each ball hidden with the probability `balls`, and without these sensors
    (`first_contact` for: all contacts but the first)."""

    def ball(named: Ball | None) -> Ball | None:
        return None if chance.random() < balls else named

    facts: list[Fact] = []
    for fact in seen.facts:
        if isinstance(fact, Contact):
            a, b = map(ball, fact.balls or (None, None))
            facts.append(Contact(fact.t, None if a is None and b is None else (a, b)))
        else:
            facts.append(unnamed(fact) if chance.random() < balls else fact)
    felt = set(seen.sensors)
    for sensor in sensors:
        felt.discard(sensor)
        if sensor in SENSED:
            facts = [fact for fact in facts if not isinstance(fact, SENSED[sensor])]
        elif sensor == "first_contact":
            if "contact" in felt:
                felt.add(sensor)
            felt.discard("contact")
            facts = list(first_contact_only(facts))
        elif sensor == "contact":
            felt.discard("first_contact")
            facts = [fact for fact in facts if not isinstance(fact, Contact)]
    struck = None if chance.random() < balls else seen.struck
    return Seen(tuple(facts), struck, frozenset(felt), seen.on_table)


def partly(shot: Played) -> Seen:
    """Every contact, but of ten balls three unknown, as to a camera that looks away."""
    return masked(shot.seen, random.Random(shot.frame * 1000 + shot.n), 0.3)


def nameless(shot: Played) -> Seen:
    """Every contact, no ball known: a piezo under the slate that hears all."""
    return masked(shot.seen, random.Random(0), 1.0)


MASKS: dict[str, Callable[[Played], Seen]] = {
    "full": full,
    "partly": partly,
    "nameless": nameless,
    "kit": kit,
    "bare": bare,
}


SIDES: tuple[tuple[CushionName, ...], ...] = (
    ("front", "rear", "left", "right"),
    ("left-front", "left-rear", "front"),
    ("left", "rear"),
)


def small(chance: random.Random) -> Seen:
    """A made-up shot small enough for the oracle; few of them could be played."""
    felt = set(FULL)
    contacts = chance.choice(["contact", "contact", "first_contact", ""])
    if contacts != "contact":
        felt.remove("contact")
        felt |= {contacts} - {""}
    unfelt = [name for name in ("centre_line", "cushion", "pocket") if chance.random() < 0.12]
    felt.difference_update(unfelt)
    large = contacts == "contact" and not unfelt
    balls = chance.choice([2, 3, 4, 5] if large else [2, 3])
    facts_most = {2: 8, 3: 8, 4: 6, 5: 6} if large else {2: 5, 3: 3 if len(unfelt) > 1 else 4}
    names: list[Ball] = ["cue", *chance.sample(range(1, 16), 5)]
    if chance.random() < 0.2:
        names.pop(0)
    names = names[:balls]
    named = chance.choice([0.0, 0.0, 0.2, 0.5, 0.8])
    cushions = chance.choice(SIDES)
    touches = chance.choice([1, 2, 4])
    t, listed = 0.0, 0
    facts: list[Fact] = []

    def ball() -> Ball | None:
        if chance.random() < named:
            return chance.choice(names)
        return "object" if chance.random() < 0.05 else None

    for _ in range(chance.randint(1, facts_most[balls])):
        t += chance.choice([0.001, 0.05, 0.1, 0.2, 1.0])
        kind = chance.choices(["touch", "cushion", "cross", "pot", "jump"], [touches, 4, 1, 0.2, 0.2])[0]
        if kind == "touch" and contacts != "contact" and (not contacts or listed):
            kind = "cushion"
        if kind == "touch":
            a, b = ball(), ball()
            listed += 1
            facts.append(Contact(t, (a, None if a == b and a != "object" else b)))
        elif kind == "cushion":
            facts.append(Cushion(t, chance.choice(cushions), ball()))
        elif kind == "cross":
            facts.append(CentreLine(t, ball()))
        else:
            facts.append(Pocket(t, "rear-left", ball()) if kind == "pot" else OffTable(t, ball()))
    return Seen(tuple(facts), chance.choice([names[0], None]), frozenset(felt), balls)
