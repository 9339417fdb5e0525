"""The whole way: a beam broken at the firmware's pin changes the number on the page, whoever was killed.

The board runs the real firmware on MicroPython, `luza table` is a process of its own, the broker is a real
Mosquitto, and the page is open in Chromium all the time and is never loaded again.
"""

import asyncio
import signal
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from luza.facts import PocketName
from luza.mqtt.broker import PrivateBroker
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza_link import messages as m
from playwright.sync_api import Browser

from tests.mqtt.harness import Ear
from tests.system.table import TableProcess, settings
from tests.web.pages import Board
from tests.web.ports import kept_port, number

T = TypeVar("T")
LIMITS = {"rest": {"quiet_ms": 600}, "slate": {"contact_doubt_ms": 300}}
DEADLINE_S = 60.0
STATE = "luza/v1/club/table/table-1/state"


class Room:
    """A table with everything that belongs to it, in an event loop of its own; the test looks at the page."""

    def __init__(self, folder: Path) -> None:
        self._keeper = kept_port()
        self.port = number(self._keeper)
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.broker = PrivateBroker()
        self.board = SimulatedBoard(limits=LIMITS)
        self.do(self.broker.__aenter__())
        self.do(self.board.__aenter__())
        self.file = settings(folder, self.board.port, self.broker.port, self.port)
        self.table = TableProcess(self.file)
        self.do(self.table.start())

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs something in the room's loop and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(DEADLINE_S)

    def pot(self, pocket: PocketName) -> None:
        """A stroke at the slate's pin, a contact, and a ball that breaks a pocket's beam."""
        wave = Wave(pocket)
        wave.slate(0, 3.0)
        wave.slate(60_000, 1.5)
        wave.ball_in_pocket(200_000, m.POCKET_NAMES.index(pocket), 1.0, cue=False)
        self._loop.call_soon_threadsafe(self.board.send, wave)

    def told(self) -> bytes:
        """What a subscriber who comes now is given as the table's state."""

        async def listen() -> bytes:
            async with Ear(self.broker.port) as ear:
                return (await ear.first(STATE)).payload

        return self.do(listen())

    def close(self) -> None:
        """Ends it all."""
        self.do(self.table.end(signal.SIGTERM))
        self.do(self.board.__aexit__(None, None, None))
        self.do(self.broker.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DEADLINE_S)
        self._loop.close()
        self._keeper.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    running = Room(tmp_path)
    yield running
    running.close()


def test_a_beam_at_the_firmwares_pin_changes_the_number_on_the_page(browser: Browser, room: Room) -> None:
    def there() -> bool:
        try:
            room.do(asyncio.open_connection("127.0.0.1", room.port))[1].close()
        except OSError:
            return False
        return True

    until_there = threading.Event()
    while not there():
        until_there.wait(0.05)
    page = Board(browser, f"http://127.0.0.1:{room.port}")
    page.wait_for_mode("break")
    player = page.at_table()
    assert player is not None

    room.pot("rear-left")
    page.wait_for(lambda: page.balls_in("rear-left") == 1)
    page.wait_for_score(player, 1)

    room.do(room.table.end(signal.SIGKILL))
    room.do(room.table.start())
    room.pot("front-right")
    page.wait_for_score(player, 2)

    room.do(room.broker.kill())
    room.pot("middle-left")
    page.wait_for_score(player, 3)
    room.do(room.broker.start())
    assert b'"score":[' in room.told()
    page.close()
