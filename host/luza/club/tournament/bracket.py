"""The schedule of a tournament: its matches and where their players come from. Pure, and fixed at the start.

Single elimination by the usual seeding (the first two seeds can only meet in the final); double elimination
with the losers of each upper round dropping into the lower bracket, every other time in reverse order so
that a pair meets again as late as it can; groups by the snake and the circle method.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from luza.club.tournament.plan import Plan

Stage = Literal["group", "upper", "lower", "final", "third"]


class Seed(msgspec.Struct, frozen=True):
    """The n-th of the seeded entrants, from 1; one that there is not is a bye."""

    number: int


class WinnerOf(msgspec.Struct, frozen=True):
    """Who wins a match."""

    match: str


class LoserOf(msgspec.Struct, frozen=True):
    """Who loses a match."""

    match: str


class PlaceIn(msgspec.Struct, frozen=True):
    """Who takes a place, from 1, in a group."""

    group: str
    place: int


Source = Seed | WinnerOf | LoserOf | PlaceIn


class Fixture(msgspec.Struct, frozen=True):
    """A match of the schedule. `round` counts from 1 in its stage; `number` within the round from 1.

    `again`: the second grand final, played only if the first was lost by who had come unbeaten.
    """

    id: str
    stage: Stage
    round: int
    number: int
    sources: tuple[Source, Source]
    group: str = ""
    again: bool = False


class Schedule(msgspec.Struct, frozen=True, dict=True):
    """All matches, each after those that its players come from; `groups` by name, of seeds."""

    fixtures: tuple[Fixture, ...]
    groups: Mapping[str, tuple[int, ...]] = {}

    @cached_property
    def by_id(self) -> Mapping[str, Fixture]:
        """The matches by id."""
        return {fixture.id: fixture for fixture in self.fixtures}

    def rounds(self, stage: Stage) -> int:
        """How many rounds a stage has."""
        return max((fixture.round for fixture in self.fixtures if fixture.stage == stage), default=0)


def key(match: str, pair: tuple[str, str]) -> str:
    """Under what a result is kept: it belongs to the match and to the two, each come from where he came."""
    return "/".join((match, *pair))


def schedule(plan: Plan, entrants: int) -> Schedule | None:
    """The schedule for so many entrants; None for the evening, whose pairs find themselves."""
    if plan.kind == "evening":
        return None
    if plan.kind == "single":
        return Schedule(tuple(_single(_seeds(entrants), plan.third_place)))
    if plan.kind == "double":
        return Schedule(tuple(_double(_seeds(entrants), plan.reset)))
    many = 1 if plan.kind == "round_robin" else plan.groups
    groups = snake(entrants, many)
    fixtures = [fixture for name, seeds in groups.items() for fixture in _group(name, seeds)]
    if plan.kind == "groups":
        fixtures.extend(_single(_qualifiers(tuple(groups), plan.advance), plan.third_place))
    return Schedule(tuple(fixtures), groups)


def places(entrants: int) -> int:
    """The places of a knock-out for so many: the next power of two."""
    return 1 << max(1, (entrants - 1).bit_length())


def seeding(size: int) -> list[int]:
    """Seeds from top to bottom of a bracket of `size` places: each pair of neighbours adds up to size + 1."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def _seeds(entrants: int) -> list[Source]:
    return [Seed(n) for n in seeding(places(entrants))]


def _upper(slots: Sequence[Source]) -> Iterator[list[Fixture]]:
    """The rounds of a knock-out over slots from top to bottom."""
    sources, number = list(slots), 0
    while len(sources) > 1:
        number += 1
        made = [
            Fixture(f"U{number}.{i + 1}", "upper", number, i + 1, (sources[2 * i], sources[2 * i + 1]))
            for i in range(len(sources) // 2)
        ]
        yield made
        sources = [WinnerOf(fixture.id) for fixture in made]


def _single(slots: Sequence[Source], third_place: bool) -> Iterator[Fixture]:
    rounds = list(_upper(slots))
    for made in rounds:
        yield from made
    if third_place and len(rounds) > 1:
        first, second = rounds[-2]
        yield Fixture("T1.1", "third", 1, 1, (LoserOf(first.id), LoserOf(second.id)))


def _double(slots: Sequence[Source], reset: bool) -> Iterator[Fixture]:
    rounds = list(_upper(slots))
    yield from rounds[0]
    survivors: list[Source] = [LoserOf(fixture.id) for fixture in rounds[0]]
    number = 0
    for drop, made in enumerate(rounds[1:]):
        yield from made
        number += 1
        first = _lower(number, list(zip(survivors[::2], survivors[1::2], strict=True)))
        yield from first
        fallen: list[Source] = [LoserOf(fixture.id) for fixture in (made[::-1] if drop % 2 == 0 else made)]
        number += 1
        second = _lower(number, list(zip(fallen, (WinnerOf(f.id) for f in first), strict=True)))
        yield from second
        survivors = [WinnerOf(fixture.id) for fixture in second]
    final = Fixture("F1.1", "final", 1, 1, (WinnerOf(rounds[-1][0].id), survivors[0]))
    yield final
    if reset:
        yield Fixture("F2.1", "final", 2, 1, (WinnerOf(final.id), LoserOf(final.id)), again=True)


def _lower(number: int, pairs: Sequence[tuple[Source, Source]]) -> list[Fixture]:
    return [Fixture(f"L{number}.{i + 1}", "lower", number, i + 1, pair) for i, pair in enumerate(pairs)]


def snake(entrants: int, groups: int) -> dict[str, tuple[int, ...]]:
    """The seeds of each group, dealt out to and fro: 1 to A, 2 to B, …, back from the last."""
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for seed in range(1, entrants + 1):
        row, column = divmod(seed - 1, groups)
        dealt[column if row % 2 == 0 else groups - 1 - column].append(seed)
    return {chr(ord("A") + i): tuple(seeds) for i, seeds in enumerate(dealt)}


def _group(name: str, seeds: Sequence[int]) -> Iterator[Fixture]:
    """Everybody against everybody, a round at a time (the circle method: one stands, the others go round)."""
    ring: list[int | None] = [*seeds] if len(seeds) % 2 == 0 else [*seeds, None]
    for number in range(1, len(ring)):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        played = [(one, other) for one, other in pairs if one is not None and other is not None]
        for i, (one, other) in enumerate(played, start=1):
            sources = (Seed(one), Seed(other))
            yield Fixture(f"{name}{number}.{i}", "group", number, i, sources, group=name)
        ring = [ring[0], ring[-1], *ring[1:-1]]


def _qualifiers(groups: Sequence[str], advance: int) -> list[Source]:
    """The slots of the knock-out after groups: winners are seeded before seconds, those before thirds; where
    two of one group would meet at once, the later one changes places with a neighbour of his row."""
    rows = [[PlaceIn(group, place) for group in groups] for place in range(1, advance + 1)]
    seeded = [place for row in rows for place in row]
    size = places(len(seeded))
    for i in range(len(groups), len(seeded)):
        row = range(i - i % len(groups), i - i % len(groups) + len(groups))
        if _clash(seeded, i, size):
            for j in row:
                seeded[i], seeded[j] = seeded[j], seeded[i]
                if not (_clash(seeded, i, size) or _clash(seeded, j, size)):
                    break
                seeded[i], seeded[j] = seeded[j], seeded[i]
    return [seeded[n - 1] if n <= len(seeded) else Seed(0) for n in seeding(size)]


def _clash(seeded: Sequence[PlaceIn], i: int, size: int) -> bool:
    """Whether the one seeded i-th (from 0) meets one of his own group in the first round."""
    other = size - 1 - i
    return other < len(seeded) and other != i and seeded[i].group == seeded[other].group
