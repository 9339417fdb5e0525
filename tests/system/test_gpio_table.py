"""A table without a board: beams at the Raspberry Pi's own pins, to the score, through the whole service."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from luza.service import Service
from luza.settings import parse
from luza.sources.gpio import GpioSource

PINS = """
format = 1
name = "two pockets and a slate"
[wiring.pocket]
active = "high"
pull = "down"
pins = { front-left = 4, rear-left = 17 }
[wiring.slate]
active = "high"
pull = "down"
pins = { slate = 27 }
[limits.rest]
quiet_ms = 250
[limits.slate]
contact_doubt_ms = 120
"""


class Hand:
    """The clock that the pins' edges are timed by: a machine that is held up makes no ball longer."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now

    def catch_up(self) -> None:
        """It stands at the machine's own time, if it was behind."""
        self.now = max(self.now, time.monotonic())

    async def until(self, true: Callable[[], object]) -> None:
        """Lets time pass, a little at each look, until something is true."""
        async with asyncio.timeout(60):
            while not true():
                self.now += 0.01
                await asyncio.sleep(0.001)

    def hold(self, factory: MockFactory, gpio: int, seconds: float) -> None:
        """A pin is active for so long; then a hundredth of a second passes."""
        factory.pin(gpio).drive_high()
        self.now += seconds
        factory.pin(gpio).drive_low()
        self.now += 0.01


def test_a_ball_at_the_pis_pin_is_a_ball_on_the_scoreboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    clock = Hand()
    monkeypatch.setitem(GpioSource.__init__.__kwdefaults__, "clock", clock)
    (tmp_path / "gpio.toml").write_text(PINS)
    settings = parse(
        f'[board]\nkind = "gpio"\n[gpio]\npins = "{tmp_path}/gpio.toml"\n'
        f'[journal]\npath = "{tmp_path}/table.db"\n[mqtt]\nenabled = false\n[web]\nenabled = false\n'
        '[sensors]\nfitted = ["strike", "pocket", "rest"]\n[match]\nbreaks_first = 1\n'
    )

    async def play() -> tuple[int, set[str]]:
        async with Service(settings) as service:
            table, journal = service.controller, service.journal
            running = asyncio.create_task(service.run())
            # The detectors take a stroke once it has been quiet, and say so.
            await clock.until(lambda: any('"rest"' in line for line in journal.lines(0)))
            await table.start_match()
            match = table.play
            assert match is not None
            clock.catch_up()  # what was felt before the match is none of its
            clock.hold(factory, 27, 0.003)
            clock.hold(factory, 17, 0.06)
            await clock.until(lambda: match.table.last_shot is not None)
            running.cancel()
            await asyncio.wait([running])
            shot = match.table.last_shot
            current = journal.current()
            assert shot is not None and current is not None
            said = {str(msgspec.json.decode(line).get("source")) for line in journal.lines(current.id)}
            return shot.potted, said

    potted, sources = asyncio.run(play())
    assert potted == 1
    assert "board:gpio" in sources
