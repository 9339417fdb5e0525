"""The line to the broker cut at any byte: nothing skipped, nothing out of order, repeats at most."""

import asyncio
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from luza.mqtt.broker import PrivateBroker

from tests.mqtt.harness import TOPICS, Ear, Table, run, shot


class CuttingProxy:
    """Hands bytes on to the broker, and breaks both sides after some bytes, a few more each time."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.cuts = 0
        self._target = target
        self._after = 900
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "CuttingProxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up, down = await asyncio.open_connection("127.0.0.1", self._target)
        self._after += 211
        left = self._after

        async def hand_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter, cutting: bool) -> None:
            nonlocal left
            with suppress(OSError):
                while data := await source.read(64):
                    if cutting and (left := left - len(data)) < 0:
                        self.cuts += 1
                        # Some of it arrives, the rest does not.
                        sink.write(data[: len(data) // 2])
                        await sink.drain()
                        break
                    sink.write(data)
                    await sink.drain()
            for side in (writer, down):
                side.close()

        await asyncio.gather(hand_on(reader, down, True), hand_on(up, writer, False))


def test_a_line_that_is_cut_again_and_again(tmp_path: Path) -> None:
    async def scene() -> None:
        many = 200
        async with (
            PrivateBroker() as broker,
            Ear(broker.port, f"{TOPICS.root}/event/shot") as ear,
            CuttingProxy(broker.port) as proxy,
        ):
            table = Table(tmp_path)
            table.connect(proxy.port)
            for n in range(1, many + 1):
                table.tell("event/shot", shot(n))
                if n % 10 == 0:
                    await asyncio.sleep(0.01)
            await ear.until(lambda heard: heard and heard[-1].json["shot"]["n"] == many)
            heard = [one.json["seq"] for one in ear.heard]
            assert proxy.cuts > 5
            newest = 0
            for seq in heard:
                # Something new is always the next one; everything else was heard before.
                if seq > newest:
                    assert not [n for n in heard if newest < n < seq]
                    newest = seq
            assert [one.json["shot"]["n"] for one in _first_times(ear)] == list(range(1, many + 1))
            assert sum(1 for one, other in pairwise(heard) if other <= one) <= proxy.cuts
            await table.close()

    run(scene())


def _first_times(ear: Ear) -> list:  # type: ignore[type-arg]
    seen: set[int] = set()
    return [one for one in ear.heard if not (one.json["seq"] in seen or seen.add(one.json["seq"]))]  # type: ignore[func-returns-value]
