"""Sensors at the Pi's own pins, on gpiozero's mock pins: the same facts as from the board's detectors."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from gpiozero import InputDevice
from gpiozero.pins.mock import MockFactory, MockPin
from luza.errors import LuzaError
from luza.facts import Cushion, Fact, Pocket, Rest, Strike
from luza.sources.board import (
    BoardFitted,
    BoardFound,
    BoardPosition,
    BoardReport,
    BoardRestarted,
    BoardSays,
    BoardVitals,
    InputsHealth,
    InputsSeen,
    SensorHealth,
)
from luza.sources.gpio import UID, GpioSource
from luza.sources.gpio_detectors import GpioError, detectors, wires
from luza.sources.link_facts import Translator
from luza.sources.pins import BadPins, PinMap, read_pins
from luza.sources.simulator.frames import lively
from luza.sources.simulator.waveform import wave_of
from luza_link.values import Event

from tests.sources.owner import Owner

PI_PINS = """
format = 1
name = "small table"

[wiring.pocket]
active = "high"
pull = "up"
pins.front-left = 4
pins.front-right = 17
pins.middle-left = 27
pins.middle-right = 22
pins.rear-left = 23
pins.rear-right = 24

[wiring.cushion]
active = "low"
pull = "up"
pins = { front = 5, rear = 6, left-front = 13, left-rear = 19, right-front = 26, right-rear = 12 }

[wiring.centre_line]
active = "high"
pull = "none"
pins = { house = 16, pyramid = 20 }

[wiring.slate]
active = "high"
pull = "down"
pins = { slate = 21 }
"""


@pytest.fixture
def pins(tmp_path: Path) -> PinMap:
    path = tmp_path / "gpio.toml"
    path.write_text(PI_PINS)
    return read_pins(path, linked=False)


class Hand:
    """The host's clock and the pins' time in one, turned by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", self)
        monkeypatch.setattr(MockFactory, "ticks", staticmethod(self))

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return Hand(monkeypatch)


class Driven(MockPin):  # type: ignore[misc]
    """A pin that a sensor drives: the pull does not move it."""

    def _set_pull(self, value: str) -> None:
        self._pull = value


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=Driven)
    yield made
    made.close()


class Pi:
    """A GpioSource whose time goes by hand."""

    def __init__(self, source: GpioSource, owner: Owner, pins: PinMap, factory: Any, hand: Hand) -> None:
        self.source, self.owner, self.hand = source, owner, hand
        self._wires = wires(pins)
        self._factory = factory

    async def edge(self, number: int, active: bool, t: float | None = None) -> None:
        """An input becomes active, or lets go, at a time of the host."""
        if t is not None:
            await self.until(t)
        gpio, high, _ = self._wires[number]
        pin = self._factory.pin(gpio)
        (pin.drive_high if active == high else pin.drive_low)()

    async def until(self, t: float) -> None:
        """Time goes on, with a turn every 10 ms as in the product."""
        while self.hand.now < t:
            self.hand.now = min(t, self.hand.now + 0.01)
            await asyncio.sleep(0)
            self.source.turn()
        await asyncio.sleep(0)


@asynccontextmanager
async def pi(
    pins: PinMap, factory: Any, hand: Hand, owner: Owner | None = None, active: tuple[int, ...] = ()
) -> AsyncIterator[Pi]:
    """A Pi with nothing active but the inputs in `active`, its facts on their way to an owner."""
    for number, (gpio, high, pull) in wires(pins).items():
        pin = factory.pin(gpio)
        pin.pull = "floating" if pull == "none" else pull
        (pin.drive_high if (number in active) == high else pin.drive_low)()
    owner = owner or Owner()
    async with GpioSource(pins, owner, factory=factory, clock=hand) as source:
        handing_on = asyncio.create_task(source._hand_on())
        yield Pi(source, owner, pins, factory, hand)
        handing_on.cancel()


def board_facts(pins: PinMap, edges: list[tuple[int, int, bool]], until_us: int, zero: float) -> list[Any]:
    """What the board's detectors make of the edges, as the host's facts."""
    events: list[Event] = []
    table = detectors(pins).table(lambda *fact: events.append(Event(len(events) + 1, *fact)))

    class Clock:
        error_s: float | None = None
        drift = 0.0

        def host_s(self, time_us: int) -> float:
            return zero + time_us / 1e6

    table.start(0, 0)
    for t, number, active in edges:
        table.tick(t)
        table.edge(t, number, active)
    table.tick(until_us)
    translate = Translator(Clock(), lambda: zero + until_us / 1e6)
    translate.begin(UID, 1)
    return [fact for said in translate(events) for fact in getattr(said, "facts", ())]


def test_simulated_shots_give_the_same_facts_as_on_the_board(
    pins: PinMap, factory: MockFactory, hand: Hand
) -> None:
    start = 6_000_000
    edges: list[tuple[int, int, bool]] = []
    for shot in islice(lively(2), 4):
        wave = wave_of(shot, 1.0)
        edges += [(start + edge.t_us, edge.number, edge.active) for edge in wave.edges()]
        start += round(shot.length_s * 1e6) + 6_000_000
    edges = [edge for edge in edges if edge[1] in wires(pins)]
    zero = hand.now
    expected = board_facts(pins, edges, start, zero)

    async def play() -> list[Fact]:
        async with pi(pins, factory, hand) as table:
            for t, number, active in edges:
                await table.edge(number, active, zero + t / 1e6)
            await table.until(zero + start / 1e6)
            return table.owner.facts

    felt = asyncio.run(play())
    assert [type(fact) for fact in felt] == [type(fact) for fact in expected]
    for one, other in zip(felt, expected, strict=True):
        assert one.t == pytest.approx(other.t, abs=1e-3)
        assert msgspec.structs.replace(one, t=0) == msgspec.structs.replace(other, t=0)
    assert {Strike, Cushion, Pocket, Rest} <= {type(fact) for fact in felt}


def test_it_says_what_it_is_fitted_with_and_how_it_is(pins: PinMap, factory: MockFactory, hand: Hand) -> None:
    async def listen() -> Owner:
        async with pi(pins, factory, hand, active=(2,)) as table:
            await table.until(hand.now + 3.0)
            return table.owner

    owner = asyncio.run(listen())
    (found,) = owner.of(BoardFound)
    assert (found.uid, found.port) == (UID, "GPIO")
    (fitted,) = owner.of(BoardFitted)
    assert set(fitted.dictionary["sensors"]) >= {"pocket", "cushion", "centre_line", "strike", "rest"}  # type: ignore[arg-type]
    assert owner.of(InputsSeen) == [InputsSeen(UID, ("pocket middle-left",), ())]
    assert owner.of(BoardRestarted) == []
    # It has lain in the beam for longer than a ball may.
    assert [(h.input, h.state) for h in owner.of(SensorHealth)] == [("pocket middle-left", "blocked")]
    assert owner.of(BoardVitals)[-1].faulty == ("pocket middle-left",)
    (told,) = [one for one in owner.of(InputsHealth)[-1].inputs if one.state != "ok"]
    assert (told.input, told.state, told.spells) == ("pocket middle-left", "blocked", 1)
    assert not [fact for fact in owner.facts if isinstance(fact, Pocket)]


def test_a_pin_that_chatters_is_muted_and_the_others_go_on(
    pins: PinMap, factory: MockFactory, hand: Hand
) -> None:
    async def chatter() -> Owner:
        async with pi(pins, factory, hand) as table:
            await table.until(hand.now + 6.0)
            start = hand.now
            for turn in range(4000):
                await table.edge(0, turn % 2 == 0, start + turn * 1e-4)
            await table.edge(14, True)
            await table.edge(14, False, hand.now + 0.002)
            await table.edge(5, True, hand.now + 0.5)
            await table.edge(5, False, hand.now + 0.04)
            await table.until(hand.now + 7.0)
            return table.owner

    owner = asyncio.run(chatter())
    assert [says.text for says in owner.of(BoardSays) if "too many edges" in says.text]
    states = [h.state for h in owner.of(SensorHealth) if h.input == "pocket front-left"]
    assert states[0] == "noisy"
    assert states[-1] == "ok"
    assert [fact.pocket for fact in owner.facts if isinstance(fact, Pocket)] == ["rear-right"]


def test_a_program_that_is_started_anew_says_that_facts_may_be_missing(
    pins: PinMap, factory: MockFactory, hand: Hand
) -> None:
    async def listen() -> Owner:
        owner = Owner()
        owner.places[UID] = BoardPosition(7, 12)
        async with pi(pins, factory, hand, owner) as table:
            await table.until(hand.now + 0.1)
        return owner

    assert [report.uid for report in asyncio.run(listen()).of(BoardRestarted)] == [UID]


def test_run_listens_and_hands_on_until_it_is_cancelled(pins: PinMap, factory: MockFactory) -> None:
    async def run() -> Owner:
        owner = Owner()
        async with GpioSource(pins, owner, factory=factory) as source:
            task = asyncio.create_task(source.run())
            await owner.until(lambda: owner.of(BoardVitals))
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
        return owner

    assert asyncio.run(run()).of(BoardFound)


def test_what_the_owner_raises_ends_it(pins: PinMap, factory: MockFactory) -> None:
    class Full(Owner):
        async def board_report(self, report: BoardReport) -> None:
            raise LuzaError("the disk is full")

    async def run() -> None:
        async with GpioSource(pins, Full(), factory=factory) as source:
            await source.run()

    with pytest.raises(LuzaError, match="the disk is full"):
        asyncio.run(run())


def test_an_edge_that_is_timed_by_another_clock_is_as_old_as_its_call(
    pins: PinMap, factory: MockFactory, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MockFactory, "ticks", staticmethod(lambda: 1.7e9))

    async def roll() -> tuple[float, list[Fact]]:
        async with pi(pins, factory, hand) as table:
            await table.until(hand.now + 6.0)
            await table.edge(14, True)
            await table.edge(14, False, hand.now + 0.002)
            await table.edge(5, True, hand.now + 0.5)
            await table.edge(5, False, hand.now + 0.04)
            fell = hand.now
            await table.until(hand.now + 1.0)
            return fell, table.owner.facts

    fell, facts = asyncio.run(roll())
    (ball,) = [fact for fact in facts if isinstance(fact, Pocket)]
    assert ball.t == pytest.approx(fell, abs=1e-3)


def test_a_loop_that_is_held_up_makes_no_ball_shorter(pins: PinMap, factory: MockFactory, hand: Hand) -> None:
    """A disk that thinks holds up the loop while a ball falls; the next thing it does is its turn here."""

    async def roll() -> list[Fact]:
        async with pi(pins, factory, hand) as table:
            await table.until(hand.now + 6.0)
            for number, active, after in (
                (14, True, 0.002),
                (14, False, 0.5),
                (5, True, 0.04),
                (5, False, 0.1),
            ):
                await table.edge(number, active)
                hand.now += after
            table.source.turn()
            await table.until(hand.now + 1.0)
            return table.owner.facts

    facts = [fact for fact in asyncio.run(roll()) if isinstance(fact, Strike | Pocket)]
    assert [type(fact) for fact in facts] == [Strike, Pocket]
    assert facts[1].t - facts[0].t == pytest.approx(0.542, abs=1e-3)


def test_pins_that_cannot_be_used_are_named(pins: PinMap, factory: MockFactory, tmp_path: Path) -> None:
    async def enter() -> None:
        async with GpioSource(pins, Owner(), factory=factory):
            pass

    with (
        InputDevice(4, pin_factory=factory),
        pytest.raises(GpioError, match="are the pins of the pin map free"),
    ):
        asyncio.run(enter())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("slate = 21", "slate = 4"), "GP4 is already"),
        (("slate = 21", "slab = 21"), "no such input"),
        (("slate = 21", "slate = 99"), "<= 28"),
        (("format = 1", "format = 2"), "format"),
    ],
)
def test_a_bad_pin_map_is_refused_with_its_place(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    path = tmp_path / "gpio.toml"
    path.write_text(PI_PINS.replace(*change))
    with pytest.raises(BadPins, match=said):
        read_pins(path, linked=False)


def test_what_needs_a_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gpio.toml"
    path.write_text(PI_PINS + "[wiring.reference]\nout = 2\nin = 3\n")
    with pytest.raises(GpioError, match=r"\[wiring.reference\]"):
        detectors(read_pins(path, linked=False))
    path.write_text(PI_PINS + "[limits.pocket]\nball_min_ms = 1\n")
    with pytest.raises(GpioError, match="ball_min_ms"):
        detectors(read_pins(path, linked=False))
