"""A tap goes all the way: panel, host, a real Mosquitto, and whoever listens there."""

import time
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
from luza.mqtt.broker import PrivateBroker
from luza.panel.keys import Keys
from luza.panel.safe import Safe
from luza.service import Service
from luza.settings import Settings
from playwright.sync_api import Browser, expect

from tests.mqtt.harness import Ear
from tests.panel_pages.loop import Loop
from tests.panel_pages.marker import Marker

TOPIC = "luza/v1/club/table/table-1"


def by_hand(folder: Path, broker: int) -> Settings:
    """A table without sensors, on any free port."""
    base, change = Settings(), msgspec.structs.replace
    return change(
        base,
        match=change(base.match, players=("Анна", "Борис"), breaks_first=1),
        sensors=change(base.sensors, fitted=("rest",)),
        board=change(base.board, kind="none"),
        mqtt=change(base.mqtt, port=broker),
        journal=change(base.journal, path=str(folder / "table.db")),
    )


def test_a_tap_is_heard_at_the_broker_and_so_is_what_a_call_and_an_undo_make_of_it(
    tmp_path: Path, browser: Browser
) -> None:
    keys = Keys(Safe(tmp_path / "panel.json"))
    keys.first_pins()
    token, _ = keys.ticket("marker", time.time())
    with Loop() as loop:
        stack = AsyncExitStack()

        async def begin() -> tuple[Service, Ear]:
            broker = await stack.enter_async_context(PrivateBroker())
            service = Service(by_hand(tmp_path, broker.port), any_port=True)
            await stack.enter_async_context(service)
            return service, await stack.enter_async_context(Ear(broker.port, f"{TOPIC}/#"))

        try:
            service, ear = loop.run(begin())
            panel = Marker(browser, f"{service.address}/panel#pair={token}")
            panel.wait_for_moment("idle")
            panel.start("free", target=8)
            panel.wait_for_moment("play")
            panel.stroke("rear-left")
            panel.wait_for_score(1, 0)
            score = loop.run(ear.first(f"{TOPIC}/score", score=[1, 0])).json
            assert (score["at_table"], score["phase"]) == (0, "play")
            loop.run(ear.first(f"{TOPIC}/state", players=["Анна", "Борис"], swapped=False))

            panel.foul("touched_ball", about="last")
            panel.wait_for_score(-1, 0)
            amended = loop.run(ear.first(f"{TOPIC}/event/shot", amended=True)).json
            assert amended["shot"]["verdict"] == "foul"
            foul = loop.run(ear.first(f"{TOPIC}/event/foul", id="touched_ball")).json
            assert foul["player"] == 0

            panel.undo()
            panel.undo()
            loop.run(ear.first(f"{TOPIC}/event/shot", withdrawn=True))
            panel.acts("swap")
            loop.run(ear.first(f"{TOPIC}/state", swapped=True))
            expect(panel.toast("refused")).to_have_count(0)
            assert panel.trouble == [] and panel.foreign == []
            panel.close()
        finally:
            loop.run(stack.aclose())
