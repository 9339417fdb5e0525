"""Boards with other wiring are settings files: each of firmware/examples, on the real MicroPython."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from luza.sources.pins import CHECKOUT, BadPins, PinMap, board_settings, read_pins
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza_link import messages as m
from luza_link.outputs import Dictionary
from luza_link.values import Event
from luza_table.settings import Settings, SettingsError

from tests.firmware.desk import Desk

EXAMPLES = sorted((CHECKOUT / "firmware" / "examples").glob("*.toml"))
pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def example(name: str) -> PinMap:
    """One of the examples."""
    return read_pins(CHECKOUT / "firmware" / "examples" / f"{name}.toml")


def on(pins: PinMap, test: Callable[[SimulatedBoard, Desk], Awaitable[None]], *, speed: float = 3.0) -> None:
    """Run a board with this wiring, a host, and the test between them."""

    async def run() -> None:
        limits = {"rest": {"quiet_ms": 500}}
        async with SimulatedBoard(speed=speed, limits=limits, pins=pins) as board, Desk(board) as desk:
            await desk.ready()
            await test(board, desk)

    asyncio.run(run())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_starts_and_says_what_it_is_fitted_with(path: Path) -> None:
    pins = read_pins(path)
    assert board_settings(pins.settings()) == pins

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.until(lambda: desk.of(Dictionary))
        told = msgspec.json.decode(desk.of(Dictionary)[0].text)
        assert told["name"] == pins.name
        assert told["names"] == pins.names
        fitted = {m.INPUT_NAMES[number] for number in (*pins.inputs(), *pins.channels())}
        assert fitted <= set(told["inputs"])
        board.beam_break("rear-left", 40)
        await desk.until(lambda: ("pocket", "rear-left") in [fact[:2] for fact in desk.facts()])

    on(pins, test)


def test_a_converter_is_as_good_as_comparators() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        board.knock(m.INPUT_SLATE, 1500)
        board.knock(m.INPUT_CUSHIONS + 1, 1800, half_us=3000, after_ms=100)
        board.knock(m.INPUT_CUSHIONS + 2, 240, half_us=3000, after_ms=100)  # below its threshold of 250 mV
        await desk.until(lambda: len(desk.facts()) > 3 and desk.facts()[-1][0] == "rest")
        kinds = [fact[:2] for fact in desk.facts() if fact[0] != "rest"]
        assert kinds[0] == ("strike", "")
        assert kinds.count(("cushion", "rear")) == 1
        assert ("cushion", "left-front") not in kinds

    on(example("adc-mcp3208"), test)


def test_a_stronger_knock_has_the_longer_pulse() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        lengths = []
        for peak in (400, 3000):
            board.knock(m.INPUT_CUSHIONS + 4, peak, half_us=3000)
            seen = len(desk.events)
            await desk.until(lambda seen=seen: any(cushion(one) for one in desk.events[seen:]))
            lengths.append(next(one.value for one in desk.events[seen:] if cushion(one)))
        weak, strong = lengths
        # By half in 3 ms: from 3,000 mV it is 10.1 ms down to 250 - 60 mV; from 400 mV 3.2 ms.
        assert 2000 < weak < 5000
        assert 8000 < strong < 14_000

    def cushion(event: Event) -> bool:
        return event.kind == m.CUSHION and event.channel == 4

    on(example("adc-mcp3208"), test)


def test_a_converter_that_does_not_answer_is_named_and_the_pockets_go_on() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        board.silence_converter(True)
        sampled = {m.INPUT_SLATE, *(m.INPUT_CUSHIONS + rail for rail in range(6))}
        await desk.until(lambda: sampled <= unwell(desk))
        board.beam_break("front-right", 40)
        await desk.until(lambda: ("pocket", "front-right") in [fact[:2] for fact in desk.facts()])
        board.silence_converter(False)
        await desk.until(lambda: not sampled & unwell(desk))

    def unwell(desk: Desk) -> set[int]:
        state = {one.channel: one.value for one in desk.events if one.kind == m.HEALTH}
        return {channel for channel, value in state.items() if value != m.HEALTH_OK}

    on(example("adc-mcp3208"), test)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"adc":{"chip":"mcp3208"', '"adc":{"chip":"ads1115"', ("adc.chip: ads1115", "mcp3208")),
        ('"rear":1,', '"rear":0,', ("wiring.cushion.channels.rear: channel 0 is taken",)),
        ('"cs":17', '"cs":2', ("wiring.pocket.pins.front-left: GP2 is already adc.cs",)),
        ('"threshold_mv":250', '"threshold_mv":4000', ("threshold_mv: 4000", "20 to 3300")),
        ('"hysteresis_mv":60', '"hysteresis_mv":300', ("hysteresis_mv: leaves no room beside",)),
        ('"own_mv":{"front"', '"own_mv":{"frnt"', ("own_mv: frnt", "front")),
        ('"name":"12', '"name":"' + "x" * 60 + "12", ("name: a text of at most 48 bytes",)),
        ('"format":1', '"format":1,"revision":-1', ("revision: -1",)),
        ('"format":1', '"format":1,"names":{"pocket x":"y"}', ("names: pocket x",)),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, words: tuple[str, ...]) -> None:
    blob = example("adc-mcp3208").settings().decode()
    assert old in blob
    with pytest.raises(SettingsError) as refused:
        Settings(blob.replace(old, new, 1).encode())
    assert all(word in str(refused.value) for word in words), str(refused.value)


def test_channels_without_a_converter_are_refused() -> None:
    pins = msgspec.structs.replace(example("adc-mcp3208"), adc=None)
    with pytest.raises(SettingsError, match="there is no converter"):
        Settings(pins.settings())


def test_a_channel_that_is_no_input_names_its_file(tmp_path: Path) -> None:
    text = EXAMPLES[0].read_text().replace("channels = { slate = 6 }", "channels = { slat = 6 }")
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(BadPins, match=r"wiring\.slate\.channels\.slat"):
        read_pins(path)
