"""What systemd hears of a service: that it is ready, that its event loop still turns, that it stops.

The datagrams of sd_notify(3). Where nobody listens (`NOTIFY_SOCKET` is not set), nothing is said.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)


@asynccontextmanager
async def supervised(environ: Mapping[str, str] = os.environ) -> AsyncIterator[None]:
    """Ready from here on, and watched for as long as the block lasts.

    A loop that hangs says nothing any more: after `WatchdogSec` systemd ends the process and starts it anew.
    """
    path = environ.get("NOTIFY_SOCKET")
    if not path:
        yield
        return
    # "@" stands for the zero byte that an abstract socket's name begins with.
    address = "\0" + path[1:] if path.startswith("@") else path
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)

        def say(state: bytes) -> None:
            try:
                line.sendto(state, address)
            except OSError as problem:
                log.warning("systemd cannot be told %s: %s", state.decode(), problem)

        say(b"READY=1")
        turning = asyncio.create_task(_turning(say, _watchdog_s(environ)), name="luza-watchdog")
        try:
            yield
        finally:
            turning.cancel()
            await asyncio.wait([turning])
            say(b"STOPPING=1")


async def _turning(say: Callable[[bytes], None], watchdog_s: float | None) -> None:
    """Says that the loop turns, twice as often as somebody has to hear it."""
    while watchdog_s is not None:
        say(b"WATCHDOG=1")
        await asyncio.sleep(watchdog_s / 2)


def _watchdog_s(environ: Mapping[str, str]) -> float | None:
    """How long systemd waits for a sign of life of this process; None: it does not."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    wanted = environ.get("WATCHDOG_USEC", "")
    return int(wanted) / 1e6 if wanted.isdecimal() and int(wanted) else None
