"""The lamps over the tables: they follow, they are reminded, and their faults stop nothing."""

import asyncio
from collections.abc import Callable

import pytest
from luza.club.time.errors import TimeRefused
from luza.club.time.lamp import Lamp, Lamps, Override, Switch, read_lamps, tasmota, zigbee2mqtt
from luza.club.time.lampkeeper import LampKeeper
from luza.club.time.lampline import LampLine
from luza.mqtt.access import Access
from luza.mqtt.broker import PrivateBroker

from tests.club.time.conftest import VERA, Club
from tests.club.time.terms import START, later
from tests.mqtt.door import Door
from tests.mqtt.harness import QUICK, Ear, run

ON, OFF = Switch("cmnd/lamp-1/POWER", "ON"), Switch("cmnd/lamp-1/POWER", "OFF")


def one_lamp() -> Lamps:
    """A lamp over table-1."""
    return Lamps({"table-1": tasmota("lamp-1")})


def test_a_lamp_is_switched_at_once_and_reminded_every_minute() -> None:
    lamps = one_lamp()
    assert lamps.due(START) == ()
    lamps.want("table-1", True, None, START)
    assert lamps.due(START) == (ON,)
    assert lamps.due(later(seconds=59)) == ()
    assert lamps.due(later(seconds=60)) == (ON,)
    lamps.want("table-1", False, None, later(seconds=61))
    assert lamps.due(later(seconds=61)) == (OFF,)
    # A clock that is put back does not silence it for an hour.
    assert lamps.due(later(hours=-1)) == (OFF,)


def test_a_hand_on_the_switch_counts_until_it_expires() -> None:
    lamps = one_lamp()
    by_hand = Override(True, later(minutes=30), "Vera")
    lamps.want("table-1", False, by_hand, START)
    assert lamps.due(START) == (ON,)
    assert lamps.view("table-1", START).override == by_hand
    lamps.want("table-1", False, by_hand, later(minutes=30))
    assert lamps.due(later(minutes=30)) == (OFF,)
    assert lamps.view("table-1", later(minutes=30)).override is None


def test_a_fault_is_shown_in_words_and_goes_away() -> None:
    lamps = one_lamp()
    lamps.want("table-1", True, None, START)
    lamps.due(START)

    def fault(**when: float) -> str | None:
        return lamps.view("table-1", later(**when)).fault

    assert fault(seconds=59) is None
    assert fault(seconds=60) == "silent"
    lamps.heard("stat/lamp-1/POWER", b"OFF", later(seconds=70))
    assert fault(seconds=75) is None
    assert fault(seconds=80) == "not_following"
    assert lamps.view("table-1", later(seconds=80)).since == later(seconds=70)
    lamps.heard("stat/lamp-1/POWER", b"ON", later(seconds=81))
    assert fault(seconds=100) is None
    lamps.heard("tele/lamp-1/LWT", b"Offline", later(seconds=101))
    view = lamps.view("table-1", later(seconds=200))
    assert (view.fault, view.since, view.reported) == ("offline", later(seconds=101), True)
    assert view.words is not None and view.words.ru == "Лампа стола table-1 не отвечает"
    # It comes back, and hears at once what it should be.
    lamps.heard("tele/lamp-1/LWT", b"Online", later(seconds=102))
    assert lamps.due(later(seconds=102)) == (ON,)
    lamps.connected(False, later(seconds=103))
    assert (fault(seconds=104), lamps.due(later(minutes=9))) == ("no_broker", ())
    lamps.connected(True, later(minutes=10))
    assert lamps.due(later(minutes=10)) == (ON,)


@pytest.mark.parametrize("said", [b"", b"\xff", b"[]", b'{"state":7}', b'{"state":"TOGGLE"}', b'"ON"', b"ON"])
def test_what_a_lamp_says_and_nobody_understands_is_not_heard(said: bytes) -> None:
    lamps = Lamps({"table-1": zigbee2mqtt("lamp-1")})
    lamps.heard("zigbee2mqtt/lamp-1", said, START)
    assert lamps.view("table-1", START).reported is None
    lamps.heard("zigbee2mqtt/lamp-1", b'{"brightness":254,"state":"ON"}', START)
    assert lamps.view("table-1", START).reported is True


def test_lamps_are_read_from_the_settings() -> None:
    read = read_lamps(
        {
            "table-1": {"tasmota": "lamp-1"},
            "table-2": {"zigbee2mqtt": "hall/lamp 2"},
            "table-3": {"topics": {"set_topic": "relay/3", "on": "1", "off": "0"}},
        }
    )
    assert read["table-1"] == tasmota("lamp-1")
    assert read["table-2"].set_topic == "zigbee2mqtt/hall/lamp 2/set"
    assert read["table-3"] == Lamp("relay/3", "1", "0")
    for wrong in (
        {"table-1": {}},
        {"table-1": {"tasmota": "a", "zigbee2mqtt": "b"}},
        {"table-1": {"tasmota": "#"}},
        {"table-1": {"shelly": "a"}},
        {"table-1": 7},
    ):
        with pytest.raises(TimeRefused) as refused:
            read_lamps(wrong)
        assert "table-1" in refused.value.words.ru


def test_the_lamp_follows_the_desk(club: Club) -> None:
    lamps = one_lamp()
    keeper = LampKeeper(club.store, club.name, club.clock, lamps)
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == (OFF,)
    opened = club.desk.open(VERA, "table-1", ends_at=later(hours=2))
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == (ON,)
    club.desk.pause(VERA, opened.id)
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == ()
    # The planned end turns it off, whether or not anybody has written that down.
    club.pass_(hours=2)
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == (OFF,)
    keeper.override(VERA, "table-1", True, later(hours=3))
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == (ON,)
    again = one_lamp()
    LampKeeper(club.store, club.name, club.clock, again).apply(keeper.read())
    assert again.view("table-1", club.now).wanted
    keeper.follow("table-1")
    keeper.apply(keeper.read())
    assert lamps.due(club.now) == (OFF,)
    for table, until in (("table-2", later(hours=3)), ("table-1", START), ("table-1", later(days=9))):
        with pytest.raises(TimeRefused):
            keeper.override(VERA, table, True, until)


def test_a_real_broker_carries_it_and_its_death_stops_no_money(club: Club) -> None:
    lamps = one_lamp()
    keeper = LampKeeper(club.store, club.name, club.clock, lamps)

    async def scene() -> None:
        async with PrivateBroker() as broker, Door() as door:
            await door.open(broker.port)
            line = LampLine(
                lamps,
                Access(port=door.port),
                "luza-arena-lamps",
                club.clock,
                backoff=QUICK,
                tick_s=0.02,
            )
            async with Ear(broker.port, "cmnd/#") as lamp:
                keeper.apply(keeper.read())
                line.start()
                await lamp.until(lambda heard: heard and heard[-1].payload == b"OFF")
                opened = club.desk.open(VERA, "table-1")
                keeper.apply(keeper.read())
                line.pump()
                await lamp.until(lambda heard: heard[-1].payload == b"ON")
                await lamp.publish("stat/lamp-1/POWER", b"ON")
                await _until(lambda: lamps.view("table-1", club.now).reported is True)
                before = len(lamp.heard)
                club.pass_(minutes=1)
                await lamp.until(lambda heard: len(heard) > before and heard[-1].payload == b"ON")
                door.shut()
                await broker.kill()
                await _until(lambda: lamps.view("table-1", club.now).fault == "no_broker")
                club.pass_(minutes=59)
                assert club.desk.close(VERA, opened.id).bill.kopecks == 40_000
                keeper.apply(keeper.read())
                line.pump()
                lamp.forget()
                subscribed = lamp.subscriptions
                await broker.start()
                # The lamp first: what it is told is not retained.
                await lamp.until(lambda _heard: lamp.subscriptions > subscribed)
                await door.open(broker.port)
                await lamp.until(lambda heard: heard and heard[-1].payload == b"OFF")
                assert lamps.view("table-1", club.now).fault is None
            await line.stop()

    run(scene())


async def _until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_the_wanted_state_needs_no_lamp() -> None:
    lamps = Lamps({})
    lamps.want("table-1", True, None, START)
    assert lamps.due(START) == ()
    with pytest.raises(TimeRefused):
        lamps.view("table-1", START)
