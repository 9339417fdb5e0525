"""Shots whose first contact the stroke drowns, from the pins of a real board to the verdict.

Nobody could feel whether there was a contact: the verdict leaves it open, and is no foul for want of one.
"""

import asyncio
from pathlib import Path

from luza.controller import Controller, SystemClocks
from luza.journal import Journal
from luza.messages import State
from luza.sources.link import LinkSource
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza.view import ShotView

from tests.controller.world import header, profile
from tests.mqtt.harness import run
from tests.protocol.rig import running

LIMITS = {"rest": {"quiet_ms": 600}, "slate": {"contact_doubt_ms": 300}}


def stroke(*contacts_ms: float) -> Wave:
    """A stroke, and contacts so long after it."""
    wave = Wave("first contact")
    wave.slate(0, 3.0)
    for at in contacts_ms:
        wave.slate(at * 1000, 1.5)
    return wave


def with_rails(wave: Wave, *times_ms: float) -> Wave:
    """Balls that meet cushions, one after another."""
    for at, name in zip(times_ms, ("rear", "front", "left-rear", "right-front"), strict=False):
        wave.rail(at * 1000, name, 2.0)
    return wave


SHOTS: tuple[tuple[str, Wave, str, tuple[str, ...]], ...] = (
    ("break", with_rails(stroke(60), 150, 200, 250), "legal", ()),
    ("plain: a contact, then a cushion", with_rails(stroke(60), 200), "legal", ()),
    ("plain: a contact and nothing more", stroke(60), "legal", ()),
    ("frozen: a cushion is the next thing", with_rails(stroke(2), 150), "unproven", ()),
    ("frozen: a second contact comes after the cushion", with_rails(stroke(2, 350), 150), "unproven", ()),
    ("frozen: nothing more", stroke(2), "unproven", ()),
)


def test_what_the_stroke_drowned_is_never_a_foul(tmp_path: Path) -> None:
    async def test() -> tuple[list[ShotView], State]:
        journal = Journal.open(tmp_path / "table.db")
        table = Controller(journal, profile(), SystemClocks())
        stepped = asyncio.Event()
        table.on_step(stepped.set)
        async with SimulatedBoard(limits=LIMITS) as board:
            source = LinkSource(board.port, table, version="0.1.0")
            async with running(source):
                # The detectors take a stroke once it has been quiet, and say so.
                while not any('"rest"' in line for line in journal.lines(0)):
                    await asyncio.sleep(0.01)
                await table.start_match(header(game="classic"))
                for count, (_, wave, _, _) in enumerate(SHOTS, 1):
                    board.send(wave)
                    while table.play is None or len(table.play.table.shots) < count:
                        stepped.clear()
                        await stepped.wait()
        assert table.play is not None
        found = [shot.view for shot in table.play.table.shots]
        state = table.snapshots["state"]
        assert isinstance(state, State)
        journal.close()
        return [view for view in found if view is not None], state

    found, state = run(test())
    for (name, _, verdict, fouls), view in zip(SHOTS, found, strict=True):
        assert (view.verdict, view.fouls) == (verdict, fouls), name
    assert state.needs_confirmation == ()  # no person is troubled
