"""The line to the lamps: one MQTT connection that comes and goes; nothing ever waits for it."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from luza.club.time.lamp import Lamps
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection, Incoming
from luza.mqtt.publisher import Backoff

TICK_S = 1.0

log = logging.getLogger(__name__)


class LampLine:
    """Sends what is wanted of the lamps and hears what they say.

    `start`, `pump` and `stop` in the loop that owns `lamps`; `pump` after what is wanted has changed. `wall`
    gives the time (UTC).
    """

    def __init__(
        self,
        lamps: Lamps,
        access: Access,
        client_id: str,
        wall: Callable[[], datetime],
        *,
        backoff: Backoff | None = None,
        tick_s: float = TICK_S,
    ) -> None:
        self._lamps = lamps
        self._access = access
        self._client_id = client_id
        self._wall = wall
        self._backoff = backoff or Backoff()
        self._tick_s = tick_s
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._told = ""

    def start(self) -> None:
        """Begins connecting; returns at once."""
        self._lamps.connected(False, self._wall())
        self._task = asyncio.create_task(self._run(), name="luza-lamps")

    async def stop(self) -> None:
        """Lets the lamps be as they are."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def pump(self) -> None:
        """Sends what is due now."""
        if self._connection is None:
            return
        for switch in self._lamps.due(self._wall()):
            self._connection.publish(switch.topic, switch.payload.encode())

    async def _run(self) -> None:
        await self._backoff.again(self._connected, self._lost)

    def _lost(self, problem: str) -> None:
        # A broker that is away is told once, not all night.
        if problem != self._told:
            self._told = problem
            log.warning("lamps: %s", problem)

    async def _connected(self) -> None:
        connection = Connection(
            self._access,
            self._client_id,
            acked=lambda _number, _code: None,
            received=self._received,
            session_expiry_s=0,
        )
        try:
            await connection.open()
            for topic in self._lamps.topics:
                await connection.subscribe(topic)
            self._told = ""
            self._connection = connection
            self._lamps.connected(True, self._wall())
            while not connection.lost.done():
                self.pump()
                await asyncio.wait([connection.lost], timeout=self._tick_s)
            raise connection.lost.result()
        finally:
            self._connection = None
            self._lamps.connected(False, self._wall())
            connection.abort()

    def _received(self, message: Incoming) -> None:
        self._lamps.heard(message.topic, message.payload, self._wall())
        if self._connection is not None:
            self.pump()
