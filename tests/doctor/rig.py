"""A walk on a simulated board: a technician who tries each step, until the walk is over."""

import asyncio
import time
from collections.abc import Callable

from luza.doctor import Walk
from luza.doctor.steps import Step
from luza.sources import board_files
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.talk import Clock, Talk
from luza.sources.tuning import current
from luza_link import messages as m
from luza_link.outputs import Output
from luza_link.service_values import Live

from tests.doctor.technician import do

SPEED = 12.0
TRIES = 5
Doing = Callable[[SimulatedBoard, Step, int], None]


async def walked(board: SimulatedBoard, doing: Doing = do, only: tuple[str, ...] = ()) -> Walk:
    """The walk of a whole table; steps of other kinds than `only` are skipped, if there are any."""
    walks: list[Walk] = []
    readings: list[Live] = []

    def heard(output: Output) -> None:
        if isinstance(output, Live):
            readings.append(output)
        for walk in walks:
            walk.take(output)

    def clock() -> float:
        return time.monotonic() * board.speed

    async with Talk(board.stable_port, "test", heard=heard, clock=clock) as talk:
        await talk.ready()
        pins = await current(talk)
        assert pins is not None
        walk = Walk(pins, board_files.limits())
        walks.append(walk)

        def seen_s() -> float:
            """The host's time up to which the board has told what it felt, however late that comes here."""
            return talk.link.clock.host_s(readings[-1].time_us) if readings else 0.0

        async with asyncio.timeout(90):
            while walk.phase == "walking":
                await talk.order(m.ORDER_LIVE, 255)
                await _step(board, talk, walk, doing, only, clock, seen_s)
    return walk


async def _step(
    board: SimulatedBoard,
    talk: Talk,
    walk: Walk,
    doing: Doing,
    only: tuple[str, ...],
    clock: Clock,
    seen_s: Clock,
) -> None:
    at = walk.view().step
    step = walk.steps[at]
    if only and step.kind not in only:
        walk.skip()
        return
    for nth in range(TRIES if step.kind != "quiet" else 1):
        before = (at, walk.view().felt)
        doing(board, step, nth)
        until = clock() + (2.0 if step.kind != "quiet" else 12.0)
        while (walk.view().step, walk.view().felt) == before and seen_s() < until:
            await talk.for_a_while(0.02)
        if walk.view().step != at or walk.phase != "walking":
            return
    walk.skip()
