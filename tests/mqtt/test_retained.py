"""What the broker holds for a table beside its own topics, and that nothing of it is left behind."""

from pathlib import Path

import msgspec
from luza.messages import Score
from luza.mqtt import discovery
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.topics import Topics

from tests.mqtt.harness import TOPICS, Ear, Heard, Table, run

CONFIG = discovery.topic(TOPICS)
DESCRIBED = discovery.description(TOPICS, "Стол 1", "1.2.3", "ru")


def holds(heard: list[Heard]) -> dict[str, bytes]:
    """What is retained under each topic, as far as it was heard."""
    return {one.topic: one.payload for one in heard if one.payload}


async def held(port: int, filter_: str) -> dict[str, bytes]:
    """What a broker holds under a filter."""
    async with Ear(port, filter_) as ear:
        marker = filter_.removesuffix("#") + "mark"
        await ear.publish(marker, b"{}")
        await ear.first(marker)
        return holds([one for one in ear.heard if one.retain and one.topic != marker])


def test_the_description_is_one_device_with_few_entities() -> None:
    said = msgspec.json.decode(DESCRIBED)
    assert CONFIG == "homeassistant/device/luza-arena-table-1/config"
    assert said["device"] == {
        "identifiers": ["luza-arena-table-1"],
        "name": "Стол 1",
        "manufacturer": "Luza",
        "sw_version": "1.2.3",
    }
    entities = said["components"]
    assert len(entities) <= 5
    assert entities["score"]["name"] == "Счёт"
    assert len({entity["unique_id"] for entity in entities.values()}) == len(entities)
    assert all(entity["state_topic"].startswith(TOPICS.root) for entity in entities.values())


def test_discovery_comes_when_it_is_on_and_goes_when_it_is_off(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker:
            for beside, wanted in (({CONFIG: DESCRIBED}, {CONFIG: DESCRIBED}), ({}, {})):
                table = Table(tmp_path, f"with {len(beside)}")
                publisher = table.connect(broker.port, beside=beside)
                await publisher.online.wait()
                await table.close()  # what waits is sent first
                assert await held(broker.port, "homeassistant/#") == wanted

    run(scene())


def test_a_table_with_a_new_name_takes_its_old_topics_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            await table.connect(broker.port).online.wait()
            table.show("score", Score(players=(), score=(), frames_won=(), at_table=None, phase="idle"))
            await table.close()
            table = Table(tmp_path, "renamed")
            await table.connect(broker.port, topics=Topics("arena", "table-9")).online.wait()
            await table.close()
            assert await held(broker.port, f"{TOPICS.root}/#") == {}

    run(scene())
