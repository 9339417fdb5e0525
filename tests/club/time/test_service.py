"""Table time as the club's server runs it: planned ends, lamps and played time, beside a real broker."""

import asyncio
from pathlib import Path

import pytest
from luza.club.history.intake import Place
from luza.club.store import Store
from luza.club.time.lamp import tasmota
from luza.club.time.service import TimeService
from luza.messages import FrameEvent
from luza.mqtt.access import Access
from luza.mqtt.broker import PrivateBroker

from tests.club.time.conftest import BOSS, VERA, Club
from tests.club.time.terms import PRICES, later
from tests.mqtt.harness import Ear, run


def test_a_planned_end_puts_the_lamp_out(club: Club) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker, Ear(broker.port, "cmnd/#") as lamp:
            service = TimeService(
                club.store, club.name, {"table-1": tasmota("lamp-1")}, Access(port=broker.port), club.clock
            )
            task = asyncio.create_task(service.run())
            await lamp.until(lambda heard: heard and heard[-1].payload == b"OFF")
            opened = await asyncio.to_thread(service.desk.open, VERA, "table-1", ends_at=later(hours=1))
            service.changed()
            await lamp.until(lambda heard: heard[-1].payload == b"ON")
            club.pass_(hours=1)
            service.changed()
            await lamp.until(lambda heard: heard[-1].payload == b"OFF")
            while service.book.session(opened.id).phase != "closed":
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.wait([task])

    run(scene())


def test_frames_are_heard_for_this_club_alone_and_by_its_clock(club: Club) -> None:
    async def scene() -> None:
        service = TimeService(club.store, club.name, {}, Access(), club.clock, lambda table: 3600.0)
        opened = service.desk.open(VERA, "table-1")
        began = FrameEvent(
            match="m1", event="started", number=1, breaker=0, seq=1, at="2026-03-02T10:10:00.000Z"
        )
        service.take(Place(club.name, "table-1"), began)
        service.take(Place("elsewhere", "table-2"), began)
        club.pass_(minutes=30)
        assert service.book.session(opened.id).played_us == 20 * 60_000_000
        assert [view.table for view in service.book.tables()] == ["table-1"]

    run(scene())


def test_a_database_that_is_away_is_a_warning_and_not_an_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'club.db'}", busy_s=0.01)
    store.migrate()
    club = Club(store)

    async def scene() -> None:
        service = TimeService(store, "arena", {}, Access(), club.clock)
        club.book.set_prices(BOSS, PRICES)
        opened = club.desk.open(VERA, "table-1", ends_at=later(hours=1)).id
        club.pass_(hours=2)
        with store.writing():
            task = asyncio.create_task(service.run())
            while "table time: " not in caplog.text:
                await asyncio.sleep(0.01)
            assert not task.done()
        service.changed()
        while club.book.session(opened).phase != "closed":
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    run(scene())
    store.close()
