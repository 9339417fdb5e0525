"""The buttons on the rail: bounce, long press and light on gpiozero's mock pins; what each press enters."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.entries import Options
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.panel.rail import Rail
from luza.settings import SettingsError, parse
from luza.sources.buttons import ButtonsError, Name, Presses, RailButtons

from tests.panel.hall import Hall

FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]
GAMES = ["free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code"]
PINS: dict[Name, int] = {"next": 5, "foul": 6, "undo": 13, "extension": 19}


# -- contacts ------------------------------------------------------------------------------------------


def run(presses: Presses, edges: list[tuple[Name, bool, float]], until: float) -> list[tuple[Name, float]]:
    """Feeds edges at their times; each press with the time it was told at."""
    found: list[tuple[Name, float]] = []

    def advance(t: float) -> None:
        while (due := presses.due()) is not None and due <= t:
            found.extend((name, due) for name in presses.tick(due))

    for name, down, t in edges:
        advance(t)
        presses.edge(name, down, t)
    advance(until)
    return found


def test_a_press_is_told_once_when_the_contact_stands() -> None:
    bouncing: list[tuple[Name, bool, float]] = [
        *((("next", bool(i % 2 == 0), i * 0.004)) for i in range(7)),
        *((("next", bool(i % 2), 1.0 + i * 0.004)) for i in range(7)),
    ]
    told = run(Presses(0.05, 0.8), bouncing, 3.0)
    assert [name for name, _ in told] == ["next"]
    assert told[0][1] == pytest.approx(6 * 0.004 + 0.05)


def test_a_spark_is_no_press() -> None:
    assert run(Presses(0.05, 0.8), [("next", True, 0.0), ("next", False, 0.02)], 3.0) == []


def test_what_is_dangerous_is_held() -> None:
    short: list[tuple[Name, bool, float]] = [("foul", True, 0.0), ("foul", False, 0.5)]
    assert run(Presses(0.05, 0.8), short, 3.0) == []
    long: list[tuple[Name, bool, float]] = [("undo", True, 0.0), ("undo", False, 2.0)]
    assert run(Presses(0.05, 0.8), long, 3.0) == [("undo", 0.8)]


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.sampled_from(["next", "foul"]), st.booleans(), st.integers(1, 400)), max_size=30)
)
def test_there_are_never_more_presses_than_times_that_a_contact_stood(
    edges: list[tuple[Any, bool, int]],
) -> None:
    t, timed = 0.0, []
    for name, down, ms in edges:
        t += ms / 1000
        timed.append((name, down, t))
    told = run(Presses(0.05, 0.2), timed, t + 1.0)
    for name in ("next", "foul"):
        stood, down = 0, False
        own = [(d, at) for n, d, at in timed if n == name]
        for (d, at), (_, after) in pairwise([*own, (False, t + 1.0)]):
            if d != down and after - at >= 0.05 - 1e-9:
                down = d
                stood += d
        assert sum(one == name for one, _ in told) <= stood


# -- pins ----------------------------------------------------------------------------------------------


class Bench:
    """Buttons on mock pins, and what was pressed."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.pressed: asyncio.Queue[Name] = asyncio.Queue()
        self.takes = True

    async def take(self, name: Name) -> bool:
        await self.pressed.put(name)
        return self.takes

    @asynccontextmanager
    async def buttons(self) -> AsyncIterator[RailButtons]:
        async with RailButtons(
            PINS, self.take, led=26, bounce_s=0.01, hold_s=0.03, factory=self.factory
        ) as found:
            yield found

    async def next_press(self) -> Name:
        async with asyncio.timeout(60):
            return await self.pressed.get()


def test_each_button_is_heard_on_its_pin() -> None:
    async def work() -> None:
        bench = Bench()
        async with bench.buttons():
            for name, number in PINS.items():
                pin = bench.factory.pin(number)
                pin.drive_low()
                assert await bench.next_press() == name
                pin.drive_high()

    asyncio.run(work())


@pytest.mark.parametrize(("takes", "blinks"), [(True, 1), (False, 3)])
def test_the_light_answers(takes: bool, blinks: int) -> None:
    async def work() -> list[bool]:
        bench = Bench()
        bench.takes = takes
        async with bench.buttons() as buttons:
            led = bench.factory.pin(26)
            bench.factory.pin(5).drive_low()
            await bench.next_press()
            async with asyncio.timeout(60):
                while buttons._led._blink_thread is None:
                    await asyncio.sleep(0)
            thread = buttons._led._blink_thread
            await asyncio.to_thread(thread.join, 60)
            return [state.state for state in led.states]

    states = asyncio.run(work())
    assert states.count(True) == blinks and not states[-1]


def test_pins_that_are_not_there_are_named_with_the_mend() -> None:
    async def work() -> None:
        factory = MockFactory()
        async with RailButtons({"next": 99}, Bench().take, factory=factory):
            pass

    with pytest.raises(ButtonsError, match=r"buttons: .*\[buttons\]"):
        asyncio.run(work())


def test_two_buttons_on_one_pin_are_a_mistake_of_the_settings() -> None:
    with pytest.raises(SettingsError, match=r"\[buttons\] undo = 5: that pin is next's already"):
        parse("[buttons]\nnext = 5\nundo = 5")


# -- meaning -------------------------------------------------------------------------------------------


def press(hall: Hall, name: Name) -> bool:
    hall.clocks.forward(1.0)
    return hall.run(Rail(hall.table).press(name))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_kept_by_buttons_where_nothing_is_felt(hall: Hall, game: str) -> None:
    hall.start(game=game)
    play = hall.table.play
    assert play is not None
    assert press(hall, "next")
    assert play.table.frame.at_table == 1 and play.table.last_shot.verdict == "legal"  # type: ignore[union-attr]
    before = play.table.view()
    assert press(hall, "foul")
    assert play.table.last_shot.verdict == "foul"  # type: ignore[union-attr]
    assert press(hall, "undo")
    assert play.table.view() == before
    assert {line["source"] for line in hall.lines()} == {"buttons"}


def test_on_a_table_that_feels_next_says_yes(hall: Hall) -> None:
    hall.start(sensors=FELT)
    assert not press(hall, "next")
    hall.feel(Strike(0.0), Contact(0.2))
    assert press(hall, "next")  # the stroke is over
    assert hall.table.play.table.frame.decision is not None  # type: ignore[union-attr]
    assert press(hall, "next")  # the default is chosen
    assert hall.table.play.table.frame.decision is None  # type: ignore[union-attr]
    with hall.table._keeper.step() as step:
        step.doubt("facts_missing", {"uid": "x"})
    assert press(hall, "next")  # somebody has looked
    assert hall.table.waiting == ()
    assert not press(hall, "next")


def test_on_a_table_that_feels_a_foul_is_about_the_last_stroke(hall: Hall) -> None:
    hall.start(sensors=FELT)
    assert not press(hall, "foul")
    hall.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(3.0))
    hall.feel(Strike(1.0), Contact(1.2), Cushion(1.5, "rear"), Cushion(2.5, "left"), Rest(4.0))
    assert press(hall, "foul")
    assert hall.lines()[-1]["type"] == "rule"
    assert hall.table.play.table.last_shot.fouls == ("bad_completion",)  # type: ignore[union-attr]


def test_an_extension_is_for_the_player_at_the_table(hall: Hall) -> None:
    hall.start(options=Options(clock_s=45))
    assert press(hall, "extension")
    assert hall.lines()[-1]["player"] == 0
    assert not press(hall, "extension")


def test_nothing_is_pressed_where_no_match_is_on(hall: Hall) -> None:
    for name in PINS:
        assert not press(hall, name)
