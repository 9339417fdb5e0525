"""Two boards of one table, both running the real firmware: one order of facts, each its own health."""

import asyncio
import time
from contextlib import AsyncExitStack

import msgspec
from luza.facts import Cushion, Pocket, Rest, Strike
from luza.sources.board import BoardAway, BoardFitted, BoardFound
from luza.sources.link import LinkSource
from luza.sources.merge import Merger
from luza.sources.pins import read_pins
from luza.sources.simulator.frames import lively
from luza.sources.simulator.simulated import SimulatedBoard

from tests.sources.owner import Owner

SPEED = 8.0
WAIT_S = 0.6 * SPEED
"""A process that has to wait for its turn is no board that tells too late."""
RAILS, NETS = "e661a4d4173b5a2c", "e661a4d4173b5aff"


def fast() -> float:
    """The host's clock, as fast as the boards'."""
    return time.monotonic() * SPEED


def boards() -> tuple[SimulatedBoard, SimulatedBoard]:
    """One with rails, line and slate; one with the pockets."""
    pins = read_pins()
    none = msgspec.structs.replace(pins.wiring, colour=None, reference=None)
    rails = msgspec.structs.replace(pins, wiring=msgspec.structs.replace(none, pocket=None))
    nets = msgspec.structs.replace(
        pins, wiring=msgspec.structs.replace(none, cushion=None, centre_line=None, slate=None)
    )
    return (
        SimulatedBoard(speed=SPEED, pins=rails, uid=RAILS),
        SimulatedBoard(speed=SPEED, pins=nets, uid=NETS),
    )


async def table() -> Owner:
    """A shot with a ball in a pocket; then the pockets' board is unplugged, and another shot is played."""
    owner = Owner()
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(board) for board in boards()]
        merger = Merger(owner, wait_s=WAIT_S, clock=fast)
        running = [asyncio.create_task(merger.run())]
        for board in both:
            source = LinkSource(
                board.stable_port, merger.sink(), version="test", silence_s=20 * SPEED, clock=fast
            )
            running.append(asyncio.create_task(source.run()))
        # Each takes a stroke once it has been quiet, and says so.
        await owner.until(lambda: {batch.uid for batch in owner.batches} == {RAILS, NETS})
        await owner.until(lambda: len(owner.of(BoardFitted)) == 2)
        shot = next(
            shot for shot in lively(1) if shot.pots and sum(h.type == "cushion" for h in shot.facts) > 2
        )
        await asyncio.gather(*(board.play(shot) for board in both))
        await owner.until(lambda: owner.facts and isinstance(owner.facts[-1], Rest) and len(owner.facts) > 4)
        before = len(owner.facts)
        both[1].unplug()
        await owner.until(lambda: owner.of(BoardAway))
        await both[0].play(shot)
        await owner.until(lambda: len(owner.facts) > before and isinstance(owner.facts[-1], Rest))
        for task in running:
            task.cancel()
        await asyncio.wait(running)
    return owner


def test_two_boards_are_one_table() -> None:
    owner = asyncio.run(table())
    assert {found.uid for found in owner.of(BoardFound)} == {RAILS, NETS}
    away = {report.uid for report in owner.of(BoardAway) if report.uid}
    assert away == {NETS}
    facts = owner.facts
    assert [fact.t for fact in facts] == sorted(fact.t for fact in facts)
    strikes = [at for at, fact in enumerate(facts) if isinstance(fact, Strike)]
    assert len(strikes) == 2
    first, second = facts[strikes[0] : strikes[1]], facts[strikes[1] :]
    assert [type(fact) for fact in first].count(Rest) == 1
    assert any(isinstance(fact, Pocket) for fact in first)
    assert any(isinstance(fact, Cushion) for fact in first)
    # Without the pockets' board the rails go on being felt.
    assert any(isinstance(fact, Cushion) for fact in second)
    assert not any(isinstance(fact, Pocket) for fact in second)
