"""`luza doctor` as a process: skipped through, left, refused."""

import asyncio
from pathlib import Path

import pytest
from luza.sources.pins import CHECKOUT, read_pins
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.talk import Talk
from luza_link import messages as m
from luza_link.outputs import Output
from luza_link.values import Event

from tests.install.command import luza

FOUR = read_pins(CHECKOUT / "firmware" / "examples" / "four-pockets.toml")
pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def test_the_walk_on_a_terminal(tmp_path: Path) -> None:
    async def test() -> None:
        async with SimulatedBoard(limits={"rest": {"quiet_ms": 300}}, pins=FOUR) as board:
            before = (board.flash / "settings.json").read_bytes()
            port = ("--port", board.stable_port, "--report", str(tmp_path / "report.html"))
            skipped = await luza("doctor", *port, lang="ru", typed="\n" * 5)
            assert skipped.status == 0, skipped.err
            assert "Закатите белый шар в лузу «Окно, левая», 2 раза" not in skipped.err
            assert "Стол ещё не годен" in skipped.out
            assert "менять нечего" in skipped.out
            assert "Окно, левая" in (tmp_path / "report.html").read_text()
            left = await luza("doctor", *port, typed="q\n")
            assert "The walk was left" in left.out
            assert (board.flash / "settings.json").read_bytes() == before
            board.beam_break("rear-left", 40)
            said: list[Output] = []
            async with Talk(board.stable_port, "test", heard=said.append) as talk:
                while not any(isinstance(one, Event) and one.kind == m.POCKET for one in said):
                    await talk.for_a_while(0.05)
            refused = await luza("doctor", *port)
            assert refused.status == 1
            assert "--drop-facts" in refused.err

    asyncio.run(test())
