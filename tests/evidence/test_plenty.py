"""The short way, for tables that feel the first contact at most, against the search."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.evidence.course import Course
from luza.evidence.effects import Sense
from luza.evidence.events import ANY, Event, events_of
from luza.evidence.plenty import plenty
from luza.evidence.search import Search
from luza.facts import CentreLine, Contact, Cushion, Fact

from tests.evidence.shots import BARE, REQUIREMENTS, SIDES, Played, Seen, bare, kit, played


def searched(events: list[Event], struck: int, on_table: int, sense: Sense, name: str) -> tuple[bool, bool]:
    """(may the stroke be left uncompleted, may it be completed) as the search finds."""
    requirement = REQUIREMENTS[name]
    assert requirement is not None
    course = Course(events, struck, on_table)
    avoidable, possible = (Search(course, sense, requirement, reach).exists() for reach in (False, True))
    return avoidable, possible


def hear(chance: random.Random, first_felt: bool) -> list[Fact]:
    """What a table without names may list of a shot."""
    sides = chance.choice(SIDES)
    facts: list[Fact] = []
    t = 0.0
    for _ in range(chance.randint(1, 8)):
        t += chance.choice([0.001, 0.05, 0.2, 1.0])
        facts.append(CentreLine(t) if chance.random() < 0.3 else Cushion(t, chance.choice(sides)))
    if first_felt:
        at = chance.choice([0, 0, 1, len(facts)])
        facts.insert(at, Contact(facts[at - 1].t if at else 0.0))
    return facts


@settings(max_examples=80)
@given(
    name=st.sampled_from([name for name, requirement in REQUIREMENTS.items() if requirement]),
    seed=st.integers(0, 2**32),
    first_felt=st.booleans(),
    lines_felt=st.booleans(),
    struck=st.sampled_from([ANY, 0, 3]),
    on_table=st.integers(2, 12),
)
def test_it_finds_what_the_search_finds(
    name: str, seed: int, first_felt: bool, lines_felt: bool, struck: int, on_table: int
) -> None:
    events = events_of(hear(random.Random(seed), first_felt))
    sense = Sense(not first_felt, True, False, not lines_felt)
    requirement = REQUIREMENTS[name]
    assert requirement is not None
    short = plenty(events, on_table, sense, requirement)
    if short is not None:
        assert searched(events, struck, on_table, sense, name) == (True, short)


@pytest.mark.parametrize("mask", [kit, bare])
def test_it_is_the_way_of_most_shots(mask: Callable[[Played], Seen]) -> None:
    """What it is for: strokes (breaks are few) without a pot or a miss."""
    requirement = REQUIREMENTS["free stroke"]
    assert requirement is not None
    led = 0
    for shot in played():
        seen = mask(shot)
        sense = Sense(seen.sensors == BARE, True, False, seen.sensors == BARE)
        led += plenty(events_of(seen.facts), seen.on_table, sense, requirement) is not None
    assert led > 0.75 * len(played())
