"""The search for worlds against the brute force that looks at every one."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.evidence import Proof, assess
from luza.facts import ALL_SENSORS, CentreLine, Contact, Cushion, CushionName, Fact, OffTable, Pocket

from tests.evidence.oracle import RULES, judge
from tests.evidence.shots import REQUIREMENTS, Seen, small


def expected(name: str, seen: Seen) -> tuple[Proof, Proof] | None:
    return judge(seen.facts, seen.struck, seen.sensors, seen.on_table, RULES[name])


def found(name: str, seen: Seen) -> tuple[Proof, Proof]:
    finding = assess(seen.facts, seen.struck, seen.sensors, seen.on_table, REQUIREMENTS[name])
    return finding.contact, finding.completed


def named(seen: Seen) -> set[object]:
    balls: set[object] = {seen.struck}
    for fact in seen.facts:
        balls.update(fact.balls or () if isinstance(fact, Contact) else [getattr(fact, "ball", None)])
    return balls - {None, "object"}


@pytest.mark.parametrize("name", REQUIREMENTS)
@settings(max_examples=50, derandomize=True)
@given(st.integers(0, 2**32))
def test_what_is_found_is_what_all_worlds_say(name: str, seed: int) -> None:
    seen = small(random.Random(seed))
    if len(named(seen)) <= seen.on_table:
        wanted = expected(name, seen)
        assert wanted is None or found(name, seen) == wanted


FIRST = ALL_SENSORS - {"contact"} | {"first_contact"}
NONE = ALL_SENSORS - {"contact"}


def at(side: CushionName) -> Callable[..., Cushion]:
    """Facts of a cushion: `at("rear")(0.5, 4)` is ball 4 on the rear one."""
    return lambda t, ball=None: Cushion(t, side, ball)


LEFT, LEFT_REAR, REAR, FRONT = at("left-front"), at("left-rear"), at("rear"), at("front")

CASES: dict[str, tuple[str, Seen, str]] = {
    "two balls moved and three sides were touched: one of them touched two": (
        "free stroke",
        Seen((Contact(0.1), LEFT(1), REAR(2), FRONT(3)), None, ALL_SENSORS, 12),
        "proven",
    ),
    "with two sides it may have been a ball each": (
        "free stroke",
        Seen((Contact(0.1), LEFT(1), REAR(2)), None, ALL_SENSORS, 12),
        "unproven",
    ),
    "front and rear 0.2 s apart were two balls'": (
        "free break",
        Seen((Contact(0.1), FRONT(1), REAR(1.2)), "cue", ALL_SENSORS, 16),
        "refuted",
    ),
    "0.3 s apart they may have been one's": (
        "free break",
        Seen((Contact(0.1), FRONT(1), REAR(1.3)), "cue", ALL_SENSORS, 16),
        "unproven",
    ),
    "one cushion twice without a touch between: two balls, as the tournament's break asks": (
        "code break",
        Seen((Contact(0.1), REAR(1), REAR(2)), "cue", ALL_SENSORS, 16),
        "proven",
    ),
    "the two halves of a long side may be one ball's in a middle pocket's jaws": (
        "code break",
        Seen((Contact(0.1), LEFT(1), LEFT_REAR(1.01)), "cue", ALL_SENSORS, 16),
        "unproven",
    ),
    "whatever moves was driven by the struck ball, which came off a cushion first": (
        "dynamic stroke",
        Seen((LEFT(0.2), Contact(0.5), REAR(1)), "cue", FIRST, 12),
        "proven",
    ),
    "a deed of its own that comes back to a ball has not driven it": (
        "dynamic stroke",
        Seen(
            (
                Contact(0.1, ("cue", 1)),
                LEFT(0.5, 1),
                Contact(1, (1, "cue")),
                Contact(1.5, (1, "cue")),
                LEFT(2, 1),
                CentreLine(3, 2),
            ),
            "cue",
            ALL_SENSORS - {"strike"},
            3,
        ),
        "none",
    ),
    "a fall by a ball that nothing had touched before is no world at all": (
        "free stroke",
        Seen((Pocket(0.2, "rear-left", 2), Contact(0.5, ("cue", 3))), "cue", ALL_SENSORS, 12),
        "none",
    ),
    "the last ball has none to touch that stands flush": (
        "dynamic stroke",
        Seen((Contact(1, ("cue", None)), OffTable(1.05, "cue"), FRONT(1.1)), "cue", FIRST, 2),
        "refuted",
    ),
    "a jumped ball may have touched another before it left": (
        "dynamic break",
        Seen(
            (FRONT(0.2, 6), LEFT(0.3), OffTable(0.301), CentreLine(0.302, 14), FRONT(0.303), FRONT(0.503)),
            1,
            NONE,
            3,
        ),
        "unproven",
    ),
    "which of the resting balls was driven matters": (
        "dynamic stroke",
        Seen(
            (
                Contact(1, (13, 2)),
                Contact(1.1, (None, 13)),
                REAR(2.1),
                LEFT(2.2),
                Contact(2.3, (5, None)),
                CentreLine(3.3),
            ),
            None,
            ALL_SENSORS,
            3,
        ),
        "unproven",
    ),
    "a ball that no fact names may have stood between, rather than one that acts later": (
        "dynamic stroke",
        Seen((FRONT(0.2, 3), FRONT(0.4, "object"), FRONT(0.6, "cue"), FRONT(0.65)), None, NONE, 3),
        "unproven",
    ),
    "a pocket that is not felt may have taken a ball": (
        "free stroke",
        Seen((Contact(0.1, ("cue", 1)),), "cue", ALL_SENSORS - {"pocket"}, 12),
        "unproven",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_case(case: str) -> None:
    """Small enough tables are asked of the oracle too."""
    name, seen, proof = CASES[case]
    if proof != "none":
        assert found(name, seen)[1].name.lower() == proof
    few = Seen(seen.facts, seen.struck, seen.sensors, min(seen.on_table, max(3, len(named(seen)))))
    wanted = expected(name, few)
    assert (wanted is None) == (proof == "none")
    assert wanted is None or found(name, few) == wanted


def test_no_number_of_facts_is_too_large() -> None:
    """A sensor that chatters costs time, not the table."""
    chatter: list[Fact] = [Contact(0.1)]
    chatter += [LEFT(1 + n / 10) if n % 2 else REAR(1 + n / 10) for n in range(3000)]
    for requirement in REQUIREMENTS.values():
        assert assess(chatter, None, ALL_SENSORS, 16, requirement).completed is not Proof.REFUTED
