"""The board's time: where its counter wraps, and on a machine that is too busy to keep it."""

import pytest
from luza.sources.simulator import process, simulated
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza_link import messages as m

from tests.firmware.desk import Desk, balls, with_board

pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def test_time_goes_on_where_the_counter_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five strokes, a second apart, and it wraps between them."""
    decided = False

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        nonlocal decided
        await desk.ready()
        decided = board.now_us < wraps_us - 4_000_000
        if not decided:
            return
        first, strokes = wraps_us - board.now_us - 2_500_000, 5
        wave = Wave("the same moment")
        for start in range(first, first + strokes * 1_000_000, 1_000_000):
            wave.beam(m.INPUT_SLATE, start, start + 3_000)
            wave.beam(m.INPUT_POCKETS + m.POCKET_NAMES.index("rear-left"), start, start + 60_000)
        assert board.send(wave) > wraps_us + 1_000_000
        await desk.until(lambda: len(desk.facts()) == 1 + 4 * strokes)
        assert [kind for kind, _, _ in desk.facts()[1:]] == ["strike", "contact", "pocket", "rest"] * strokes
        times = [event.time_us for event in desk.events if event.kind != m.HEALTH]
        for stroke, contact, pocket, rest in zip(*(times[at::4] for at in (1, 2, 3, 4)), strict=True):
            assert 60_000 <= pocket - stroke < 61_000
            assert contact == pocket  # and doubtful: nothing but the ball was felt
            assert rest - pocket == 500_000
        assert {event.value for event in desk.events if event.kind == m.POCKET} == {60}

    # So far ahead that the board, however long it takes to start here, is up before it.
    for wraps_us in (20_000_000, 60_000_000, 180_000_000, 540_000_000):
        monkeypatch.setattr(process, "COUNTER_START", (1 << 30) - wraps_us)
        with_board(test)
        if decided:
            return
    assert decided


def test_what_a_busy_machine_tells_too_late_keeps_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two balls of which the simulated table hears only when they should be through."""
    monkeypatch.setattr(simulated, "LEAD_S", -0.1)

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        wave = Wave("too late")
        wave.beam(m.INPUT_POCKETS + m.POCKET_NAMES.index("rear-left"), 0, 60_000)
        wave.beam(m.INPUT_POCKETS + m.POCKET_NAMES.index("front-right"), 0, 25_000)
        board.send(wave)
        await desk.until(lambda: len(balls(desk)) == 2)
        assert [event.value for event in desk.events if event.kind == m.POCKET] == [25, 60]

    with_board(test, quiet_ms=20_000)
