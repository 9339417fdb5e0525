"""The walk round the table: what it asks for, what it makes of what was felt, what it proposes."""

import asyncio
import struct
from collections.abc import Iterator

import msgspec
import pytest
from luza.doctor import Report, Walk, html, lines
from luza.doctor.proposals import applied
from luza.doctor.steps import QUIET_S, Step, steps_for
from luza.facts import POCKETS
from luza.sources import board_files
from luza.sources.pins import CHECKOUT, PinMap, read_pins
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza_link import messages as m
from luza_link.service_values import Live

from tests.doctor.rig import SPEED, walked
from tests.doctor.technician import do

NEEDS_BOARD = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")
Pulses = dict[int, tuple[int, int]]
"""Input to how long it was active (us) and its highest sample (mV)."""


class Hands:
    """Feeds a walk with live readings, ten a second, without a board."""

    def __init__(self, pins: PinMap) -> None:
        self.walk = Walk(pins, board_files.limits())
        self._t = 0

    def feel(self, pulses: Pulses, colours: dict[int, tuple[int, int]] | None = None) -> None:
        """Something happens, and then it is quiet until the walk has made up its mind."""
        self._tell(pulses, colours or {})
        for _ in range(9):
            self._tell({}, {})

    def quiet(self, pulses: Pulses | None = None) -> None:
        """The first step, with or without disturbances."""
        self._tell({}, {})
        if pulses:
            self.feel(pulses)
        while self.walk.view().step == 0:
            self._tell({}, {})

    def to(self, kind: str) -> Step:
        """Skip to the next step of a kind."""
        while self.step.kind != kind:
            self.walk.skip()
        return self.step

    @property
    def step(self) -> Step:
        """What is asked for."""
        return self.walk.steps[self.walk.view().step]

    def over(self) -> Walk:
        """Skip the rest."""
        while self.walk.phase == "walking":
            self.walk.skip()
        return self.walk

    def _tell(self, pulses: Pulses, colours: dict[int, tuple[int, int]]) -> None:
        self._t += 100_000
        parts = [struct.pack(m.LIVE_INPUT, int(n in pulses), *pulses.get(n, (0, 0))) for n in range(15)]
        parts += [struct.pack(m.LIVE_COLOUR, *colours.get(n, (0, 0))) for n in range(6)]
        self.walk.take(Live(self._t, 0, 0, b"".join(parts)))


@pytest.fixture
def hands() -> Iterator[Hands]:
    return Hands(read_pins())


def places(walk: Walk) -> dict[str, tuple[int, int]]:
    """What is proposed, by its place."""
    return {one.place: (one.before, one.after) for one in walk.proposals}


@NEEDS_BOARD
def test_a_wired_table_is_walked_round_and_found_fit() -> None:
    async def test() -> Walk:
        async with SimulatedBoard(speed=SPEED) as board:
            return await walked(board)

    view = asyncio.run(test()).view()
    assert [row.outcome for row in view.rows] == ["fine"] * view.steps
    assert view.verdict.en.startswith("The table is fit")
    assert view.changes == ()


@NEEDS_BOARD
def test_swapped_plugs_a_dead_beam_and_a_cut_wire_are_named() -> None:
    wrong = {0: 4, 4: 0}

    def doing(board: SimulatedBoard, step: Step, nth: int) -> None:
        if step.kind == "pocket" and step.input not in (1, 3):
            do(board, Step("pocket", wrong.get(step.input, step.input)), nth)

    async def test() -> Walk:
        async with SimulatedBoard(speed=SPEED, broken=(m.INPUT_POCKETS + 1,)) as board:
            return await walked(board, doing, only=("pocket", "quiet"))

    walk = asyncio.run(test())
    rows = {walk.steps[at].input: row for at, row in enumerate(walk.view().rows) if row.wanted == 2}
    assert {POCKETS[n]: rows[n].outcome for n in range(6)} == {
        "front-left": "elsewhere",
        "rear-left": "elsewhere",
        "front-right": "stuck",
        "middle-right": "silent",
        "middle-left": "fine",
        "rear-right": "fine",
    }
    assert "дальняя" in rows[0].said.ru or "задняя левая" in rows[0].said.ru
    assert "not fit" in walk.view().verdict.en


def test_the_steps_follow_what_is_fitted() -> None:
    assert [one.kind for one in steps_for(())] == ["quiet"]
    assert len(steps_for(range(21))) == 1 + 12 + 6 + 1 + 1
    four = read_pins(CHECKOUT / "firmware" / "examples" / "four-pockets.toml")
    walk = Walk(four, board_files.limits())
    assert [one.kind for one in walk.steps] == ["quiet"] + ["pocket"] * 4
    assert walk.asked(walk.steps[1]).ru == "Закатите белый шар в лузу «Бар, левая», 2 раза"


def test_a_ball_that_is_too_quick_for_the_threshold_lowers_it() -> None:
    fast = msgspec.structs.replace(read_pins(), limits={"pocket": {"ball_min_ms": 25}})
    hands = Hands(fast)
    hands.quiet()
    hands.feel({0: (18_000, 0)})
    hands.feel({0: (230_000, 0)})
    walk = hands.over()
    before, after = places(walk)["limits.pocket.ball_min_ms"]
    assert (before, after) == (25, 9)
    assert applied(fast, walk.proposals).limits["pocket"]["ball_min_ms"] == 9


def test_numbers_that_fit_are_left_alone(hands: Hands) -> None:
    hands.quiet({6: (60, 0), 14: (80, 0)})
    hands.feel({0: (20_000, 0)}, {0: (2000, 8)})
    hands.feel({0: (220_000, 0)}, {0: (2100, 9)})
    hands.feel({0: (50_000, 0)}, {0: (1400, 75)})
    hands.to("cushion")
    for strength in (2_500, 5_000, 9_000):
        hands.feel({hands.step.input: (strength, 0)})
    walk = hands.over()
    assert places(walk) == {}
    assert walk.findings == ()


def test_a_threshold_lies_between_the_noise_and_the_weakest_knock(hands: Hands) -> None:
    hands.quiet({6: (400, 0)})
    hands.to("cushion")
    for strength in (1_600, 5_000, 9_000):
        hands.feel({hands.step.input: (strength, 0)})
    before, after = places(hands.over())["limits.cushion.knock_min_us"]
    assert (before, after) == (150, 800)


def test_noise_like_the_real_thing_is_a_finding_not_a_number(hands: Hands) -> None:
    hands.quiet({6: (1_500, 0)})
    hands.to("cushion")
    for strength in (1_600, 5_000, 9_000):
        hands.feel({hands.step.input: (strength, 0)})
    walk = hands.over()
    assert places(walk) == {}
    assert [one.code for one in walk.findings] == ["noisy"]
    assert "1,5 мс" in walk.findings[0].words.ru


def test_each_channel_of_a_converter_gets_a_threshold_of_its_own() -> None:
    pins = read_pins(CHECKOUT / "firmware" / "examples" / "adc-mcp3208.toml")
    hands = Hands(pins)
    hands.quiet({8: (0, 240)})
    while hands.step.input != 8:
        hands.walk.skip()
    for peak in (700, 1_500, 3_000):
        hands.feel({8: (4_000, peak)})
    walk = hands.over()
    assert places(walk) == {"wiring.cushion.own_mv.left-front": (250, 410)}
    cushion = applied(pins, walk.proposals).wiring.cushion
    assert cushion is not None
    assert cushion.own_mv == {"front": 280, "rear": 280, "left-front": 410}


def test_colours_are_parted_where_they_can_be(hands: Hands) -> None:
    hands.quiet()
    hands.feel({0: (40_000, 0)}, {0: (2000, 30)})
    hands.feel({0: (40_000, 0)}, {0: (1800, 28)})
    hands.feel({0: (40_000, 0)}, {0: (1400, 75)})
    assert places(hands.over())["limits.colour.object_max_percent"] == (25, 45)


def test_a_step_can_be_repeated_and_left(hands: Hands) -> None:
    hands.quiet()
    hands.feel({0: (40_000, 0)})
    assert hands.walk.view().felt == 1
    hands.walk.again()
    assert (hands.walk.view().felt, hands.walk.view().step) == (0, 1)
    hands.walk.again()
    assert hands.walk.view().step == 0
    assert int(QUIET_S) == 8


def test_a_step_that_was_left_is_called_skipped(hands: Hands) -> None:
    hands.walk.skip()
    hands.feel({0: (40_000, 0)})
    walk = hands.over()
    rows = walk.view().rows
    assert [row.outcome for row in rows[:3]] == ["skipped", "skipped", "silent"]
    assert all("пропущено" in row.said.ru and "skipped" in row.said.en for row in rows)


def test_the_report_says_it_all_in_both_languages_and_lets_no_markup_in() -> None:
    pins = msgspec.structs.replace(read_pins(), name="<b>Стол</b>")
    hands = Hands(pins)
    hands.quiet()
    hands.feel({3: (40_000, 0)})
    walk = hands.over()
    report = Report(walk.view(), "2026-11-30 12:00", "e661", "0.2.0", 3, 4, (walk.name(6),))
    russian, english = "\n".join(lines(report, "ru")), "\n".join(lines(report, "en"))
    assert "Стол ещё не годен" in russian and "The table is not fit yet" in english
    assert "набор настроек теперь: 4" in russian
    for lang in ("ru", "en"):
        page = html(report, lang)
        assert "<b>Стол" not in page and "&lt;b&gt;Стол" in page
        assert page.count("<tr>") >= len(walk.steps)
        assert "http" not in page
