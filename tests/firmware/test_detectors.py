"""The detectors against labelled edges, the same on CPython and MicroPython."""

import json

import pytest
from luza_link import messages as m

from tests.firmware.case import HOUSE, PYRAMID, SLATE, Case, over_line
from tests.firmware.cases import CASES
from tests.firmware.play_edges import run
from tests.firmware.runtimes import outcomes

NEAR_WRAP = (1 << 30) - 7_000_000
LONG_AFTER = 50 * 24 * 3600 * 1_000_000


def played(facts: list[list[int]], case: Case) -> list[list[int]]:
    """The facts without rests that the case does not speak of, and without the values it leaves open."""
    named = {kind for _, kind, _, _, _ in case.expected()}
    known = [fact for fact in facts if fact[1] != m.REST or m.REST in named]
    if m.REST in named:
        known = known[1:]  # the rest with which the board begins
    return [
        [t, kind, channel, -1 if kind not in (m.CENTRE_LINE, m.HEALTH) else value, flags]
        for t, kind, channel, value, flags in known
    ]


def expected(case: Case) -> list[list[int]]:
    """What a case asks for; a stroke's value is not looked at."""
    return [
        [t, kind, channel, -1 if kind == m.STRIKE else value, flags]
        for t, kind, channel, value, flags in case.expected()
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_on_cpython(case: Case) -> None:
    assert played(run(case.given()), case) == expected(case)


@pytest.mark.parametrize("every_us", [3_300, 90_000, 3_000_000])
def test_a_loop_that_turns_faster_or_slower_tells_the_same(every_us: int) -> None:
    for case in CASES:
        assert run(case.given(every_us)) == run(case.given()), case.name


@pytest.mark.parametrize("origin", [NEAR_WRAP, LONG_AFTER])
def test_the_time_of_day_does_not_matter(origin: int) -> None:
    for case in CASES:
        assert run(case.given(origin=origin)) == run(case.given()), case.name


def test_on_micropython(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = outcomes([case.given() for case in CASES], tmp_path_factory.mktemp("cases"))
    assert len(found) == len(CASES)
    for case, facts in zip(CASES, found, strict=True):
        assert played(facts, case) == expected(case), case.name


def test_facts_never_go_back_in_time() -> None:
    for case in CASES:
        times = [fact[0] for fact in run(case.given())]
        assert times == sorted(times), case.name


@pytest.mark.parametrize("every_us", [3_300, 3_000_000])
@pytest.mark.parametrize("knock", [700, 1000])
def test_a_knock_while_a_ball_creeps_over_the_line_is_no_sure_contact(every_us: int, knock: int) -> None:
    """The crossing is known long after the knock; whether it came before depends on the ball."""
    case = Case("creeps", (*over_line(900, 0.1), (SLATE, knock, 2)), (), touch=False)
    facts = run(case.given(every_us))
    (contact,) = [fact for fact in facts if fact[1] == m.CONTACT]
    sure = every_us > 1_000_000 and knock < 900  # all was known when it was told
    assert contact[4] == (0 if sure else m.FLAG_DOUBTFUL)


def test_a_ball_that_lies_on_the_line_leaves_a_contact_sure() -> None:
    pulses = ((HOUSE, -5500, 13_000), (PYRAMID, -5400, 12_900), (SLATE, 600, 2))
    case = Case("lies there", pulses, (), touch=False)
    (contact,) = [fact for fact in run(case.given()) if fact[1] == m.CONTACT]
    assert contact[4] == 0


def test_cases_have_names_of_their_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    assert json.dumps([case.given() for case in CASES])
