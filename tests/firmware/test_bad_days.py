"""A host that does not read, a cable that goes in the middle of a frame, a board that comes late."""

import asyncio
import time

import pytest
from luza.facts import POCKETS, Pocket
from luza.sources import link
from luza.sources.board import BoardAway, BoardFound
from luza.sources.link import LinkSource
from luza.sources.link_port import matching
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard

from tests.firmware.desk import Desk
from tests.sources.owner import Owner

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


def test_a_cable_that_goes_in_the_middle_of_a_frame_loses_and_doubles_nothing() -> None:
    async def run() -> None:
        async with SimulatedBoard(speed=20.0) as board, Desk(board) as desk:
            await desk.ready()
            for nth, count in enumerate((1, 8, 19)):
                board.cut_after(count)
                board.beam_break(POCKETS[nth], 40)
                await desk.until(lambda: not desk.is_open)
                board.replug()
                desk.open()
                fallen = list(POCKETS[: nth + 1])
                await desk.until(lambda fallen=fallen: _pockets(desk) == fallen)
            seqs = [event.seq for event in desk.events]
            assert seqs == list(range(1, len(seqs) + 1))

    asyncio.run(run())


def test_a_board_that_is_powered_five_minutes_after_the_host_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many looks for it as five minutes have, one a second; the port's absence is told once."""
    monkeypatch.setattr(link, "RETRY_MAX_S", 0.001)
    looks, late = 0, asyncio.Event()

    async def run() -> None:
        async with SimulatedBoard(speed=10.0, limits={"rest": {"quiet_ms": 500}}) as board:
            await board.kill()

            def clock() -> float:
                return time.monotonic() * board.speed

            def ports() -> list[str]:
                nonlocal looks
                looks += 1
                if looks == 300:
                    late.set()
                return matching(board.stable_port)

            owner = Owner()
            work = asyncio.create_task(LinkSource(ports, owner, version="test", clock=clock).run())
            try:
                await late.wait()
                assert len(owner.of(BoardAway)) == 1
                assert not owner.of(BoardFound)
                await board.power_cycle()
                await owner.until(lambda: owner.of(BoardFound))
                board.beam_break("rear-left", 40)
                await owner.until(lambda: any(isinstance(fact, Pocket) for fact in owner.facts))
                assert owner.of(BoardFound)[0].reset_cause == "power"
            finally:
                work.cancel()
                await asyncio.wait([work])

    asyncio.run(run())


def _pockets(desk: Desk) -> list[str]:
    return [where for kind, where, _ in desk.facts() if kind == "pocket"]
