"""Whatever ends the program, the next HELLO says it, and what the host has on disk keeps its order."""

import asyncio

import pytest
from luza.sources.simulator import process
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza_link import messages as m
from luza_link.outputs import BootChanged, Linked
from luza_table import reset

from tests.firmware.desk import Desk

pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def balls(count: int) -> Wave:
    """So many balls, one after the other."""
    wave = Wave("balls")
    for number in range(count):
        wave.ball_in_pocket(number * 20_000, number % 6, 2.0, cue=False)
    return wave


async def another_boot(desk: Desk, boots: int) -> None:
    """Until the board has said for so many boots that it is another one."""
    await desk.until(lambda: not desk.is_open or len(desk.of(BootChanged)) >= boots)
    if not desk.is_open:
        desk.open()
    await desk.until(lambda: len(desk.of(BootChanged)) >= boots)


def test_every_end_of_a_run_is_told_and_loses_no_order() -> None:
    """Memory, a failure, the reset pin, a dip of the supply, a power cut, one after the other."""

    async def run() -> None:
        limits = {"rest": {"quiet_ms": 20_000}}
        async with SimulatedBoard(speed=20.0, limits=limits) as board, Desk(board) as desk:
            await desk.until(lambda: desk.of(Linked))
            for boots, (cause, end) in enumerate(
                (
                    ("out of memory", lambda: board.fail(memory=True)),
                    ("crash", board.fail),
                    ("reset pin", lambda: board.power_cycle(reset=process.PIN)),
                    ("brown-out", lambda: board.power_cycle(reset=process.BROWN_OUT)),
                    ("power", lambda: board.power_cycle()),
                ),
                1,
            ):
                await board.until(board.send(balls(4)))
                told = 4 * boots
                await desk.until(lambda told=told: len(pockets(desk)) == told)
                ending = end()
                if ending is not None:
                    await ending
                await another_boot(desk, boots)
                hello = desk.of(Linked)[-1].hello
                assert m.RESET_NAMES[hello.reset_cause] == cause
                assert ("the program failed" in hello.ended) == (cause in ("out of memory", "crash"))
                assert len(pockets(desk)) == told
        # What came of each boot came whole, in its order, and nothing twice.
        seqs = [event.seq for event in desk.events]
        starts = [at for at, seq in enumerate(seqs) if seq == 1]
        assert len(starts) >= 5
        for start, end_at in zip(starts, [*starts[1:], len(seqs)], strict=True):
            assert seqs[start:end_at] == list(range(1, end_at - start + 1))

    asyncio.run(run())


def pockets(desk: Desk) -> list[int]:
    """The balls so far, by their channels."""
    return [event.channel for event in desk.events if event.kind == m.POCKET]


@pytest.mark.parametrize(
    ("word", "watchdog", "chip", "kept", "cause"),
    [
        (None, False, 1 << 8, False, m.RESET_POWER),
        (None, False, 1 << 8, True, m.RESET_BROWN_OUT),
        (None, False, reset.HAD_RUN, True, m.RESET_PIN),
        (None, True, 1 << 8, True, m.RESET_WATCHDOG),
        ("started anew with new settings", False, 1 << 8, True, m.RESET_SOFT),
        ("the program failed, MemoryError: memory allocation failed", False, 1 << 8, True, m.RESET_MEMORY),
        ("the program failed, OSError: 5, File main.py", False, 1 << 8, True, m.RESET_CRASH),
    ],
)
def test_the_cause_of_a_reset(word: str | None, watchdog: bool, chip: int, kept: bool, cause: int) -> None:
    memory = {reset.CHIP_RESET: chip, reset.MARK: reset.MARKED if kept else 0x1234}
    assert reset.cause(memory, watchdog, word) == cause
    assert memory[reset.MARK] == reset.MARKED
