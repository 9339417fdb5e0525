"""The line to the broker cut at any byte: nothing skipped, nothing out of order, repeats at most."""

import asyncio
from itertools import pairwise
from pathlib import Path

from luza.mqtt.broker import PrivateBroker

from tests.mqtt.door import Door
from tests.mqtt.harness import TOPICS, Ear, Table, run, shot


class CuttingDoor(Door):
    """Breaks both sides after some bytes of the table's, a few more each time."""

    cuts = 0
    _after = 900

    async def hand_out(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        self._after += 211
        left = self._after
        while data := await source.read(64):
            left -= len(data)
            if left < 0:
                self.cuts += 1
                # Some of it arrives, the rest does not.
                data = data[: len(data) // 2]
            sink.write(data)
            await sink.drain()
            if left < 0:
                return


def test_a_line_that_is_cut_again_and_again(tmp_path: Path) -> None:
    async def scene() -> None:
        many = 200
        async with (
            PrivateBroker() as broker,
            Ear(broker.port, f"{TOPICS.root}/event/shot") as ear,
            CuttingDoor() as door,
        ):
            await door.open(broker.port)
            table = Table(tmp_path)
            table.connect(door.port)
            for n in range(1, many + 1):
                table.tell("event/shot", shot(n))
                if n % 10 == 0:
                    await asyncio.sleep(0.01)
            await ear.until(lambda heard: heard and heard[-1].json["shot"]["n"] == many)
            heard = [one.json["seq"] for one in ear.heard]
            assert door.cuts > 5
            newest = 0
            for seq in heard:
                # Something new is always the next one; everything else was heard before.
                if seq > newest:
                    assert not [n for n in heard if newest < n < seq]
                    newest = seq
            assert [one.json["shot"]["n"] for one in _first_times(ear)] == list(range(1, many + 1))
            assert sum(1 for one, other in pairwise(heard) if other <= one) <= door.cuts
            await table.close()

    run(scene())


def _first_times(ear: Ear) -> list:  # type: ignore[type-arg]
    seen: set[int] = set()
    return [one for one in ear.heard if not (one.json["seq"] in seen or seen.add(one.json["seq"]))]  # type: ignore[func-returns-value]
