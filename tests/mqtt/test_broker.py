"""The private broker: on loopback alone, its own files, gone with whoever started it."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest
from luza.mqtt import broker as room
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.errors import NoBroker

from tests.mqtt.harness import Ear, run


def test_it_listens_on_loopback_alone_and_leaves_nothing() -> None:
    async def scene() -> Path:
        async with PrivateBroker() as broker:
            pid = broker.pid
            assert pid is not None
            sockets = Path(f"/proc/{pid}/net/tcp").read_text()
            listening = [line.split()[1] for line in sockets.splitlines()[1:] if line.split()[3] == "0A"]
            assert f"0100007F:{broker.port:04X}" in listening
            async with Ear(broker.port) as ear:
                await ear.publish("luza/v1/x", b"{}")
                await ear.first("luza/v1/x")
            folder = broker.folder
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        return folder

    assert not run(scene()).exists()


def test_it_comes_back_on_its_port_after_being_killed() -> None:
    async def scene() -> None:
        async with PrivateBroker() as broker:
            port, first = broker.port, broker.pid
            await broker.kill()
            assert broker.pid is None
            await broker.start()
            assert broker.port == port
            assert broker.pid != first
            async with Ear(port):
                pass

    run(scene())


def test_where_mosquitto_is_not_installed_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(room, "PLACES", (str(tmp_path),))

    async def scene() -> None:
        with pytest.raises(NoBroker, match="apt-get install mosquitto"):
            async with PrivateBroker():
                pass

    run(scene())


def test_a_port_that_is_taken_and_a_setting_that_is_wrong_are_named() -> None:
    async def scene() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            with pytest.raises(NoBroker, match=str(port)):
                async with PrivateBroker(port=port):
                    pass
        with pytest.raises(NoBroker, match="no_such_setting"):
            async with PrivateBroker(["no_such_setting true"]):
                pass

    run(scene())


def test_it_ends_when_whoever_started_it_is_killed() -> None:
    program = (
        "import asyncio\n"
        "from luza.mqtt.broker import PrivateBroker\n"
        "async def live():\n"
        "    async with PrivateBroker() as broker:\n"
        "        print(broker.port, flush=True)\n"
        "        await asyncio.Event().wait()\n"
        "asyncio.run(live())\n"
    )

    async def scene() -> None:
        parent = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
        )
        assert parent.stdout is not None
        port = int(await parent.stdout.readline())
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        os.kill(parent.pid, signal.SIGKILL)
        await parent.wait()
        assert await reader.read() == b""  # the broker has closed the line, for it is gone
        writer.close()

    run(scene())
