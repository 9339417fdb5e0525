"""A host that does not read for long: what was felt meanwhile is told once and in order."""

import asyncio

import pytest
from luza.facts import POCKETS
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard

from tests.firmware.desk import Desk

pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def test_a_host_that_does_not_read_for_a_minute_gets_every_ball_once() -> None:
    async def run() -> None:
        limits = {"rest": {"quiet_ms": 20_000}}
        async with SimulatedBoard(speed=30.0, limits=limits) as board, Desk(board) as desk:
            await desk.ready()
            loop = asyncio.get_running_loop()
            loop.remove_reader(desk.fd)
            start = board.now_us
            for nth in range(24):
                board.beam_break(POCKETS[nth % 6], 40)
                await board.until(start + (nth + 1) * 2_500_000)
            loop.add_reader(desk.fd, desk.readable)
            await desk.until(lambda: len([one for one in desk.facts() if one[0] == "pocket"]) == 24)
            assert [one[1] for one in desk.facts() if one[0] == "pocket"] == list(POCKETS) * 4
            seqs = [event.seq for event in desk.events]
            assert seqs == list(range(1, len(seqs) + 1))

    asyncio.run(run())
