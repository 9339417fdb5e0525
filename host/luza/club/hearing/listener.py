"""A connection to the broker that is always there: it comes back by itself, for as long as it is run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from luza.messages import Words
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection, Incoming, Will
from luza.mqtt.errors import BrokerRefused
from luza.mqtt.publisher import Backoff

FAILURE = 128
"""Reason codes from here on are refusals (MQTT 5, 2.4)."""

log = logging.getLogger(__name__)


class Listener:
    """Hears everything under `filters`; `received(message, connection)` is called in the loop.

    `session_expiry_s`: for how long the broker keeps what comes while nobody is there; 0: not at all.
    `manual_ack`: it also keeps what `Connection.ack` has not acknowledged. `forgotten` is awaited where the
    broker has kept nothing for us, before anything is heard; `joined` is called with each new connection,
    once it is subscribed.
    """

    def __init__(
        self,
        access: Access,
        client_id: str,
        filters: Sequence[str],
        received: Callable[[Incoming, Connection], None],
        *,
        session_expiry_s: int = 0,
        manual_ack: bool = False,
        will: Callable[[], Will] | None = None,
        forgotten: Callable[[], Awaitable[None]] | None = None,
        joined: Callable[[Connection], None] | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        self._access = access
        self._client_id = client_id
        self._filters = filters
        self._received = received
        self._session_expiry_s = session_expiry_s
        self._manual_ack = manual_ack
        self._will = will
        self._forgotten = forgotten
        self._joined = joined
        self._backoff = backoff or Backoff(most_s=10.0)
        self.connection: Connection | None = None
        """The connection that hears; None while there is none."""
        self.hearing = asyncio.Event()
        """Set while everything is heard."""
        self.trouble: str | None = None
        """Why nothing is heard; None while it is."""

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        await self._backoff.again(self._connected, self._lost)

    def _lost(self, problem: str) -> None:
        if problem != self.trouble:
            log.warning("%s", problem)
        self.trouble = problem

    async def _connected(self) -> None:
        def heard(message: Incoming) -> None:
            self._received(message, connection)

        connection = Connection(
            self._access,
            self._client_id,
            lambda _mid, _code: None,
            heard,
            None if self._will is None else self._will(),
            self._session_expiry_s,
            self._manual_ack,
        )
        try:
            await connection.open()
            if self._forgotten is not None and not connection.resumed:
                await self._forgotten()
            for filter_ in self._filters:
                code = await connection.subscribe(filter_, as_published=False)
                if code >= FAILURE:
                    text = f"does not let us hear {filter_}; give this account the right to read it"
                    raise BrokerRefused(self._access.place, code, text)
            self.connection = connection
            if self._joined is not None:
                self._joined(connection)
            self.trouble = None
            self.hearing.set()
            raise await asyncio.shield(connection.lost)
        finally:
            self.connection = None
            self.hearing.clear()
            await connection.close()


def words(trouble: str) -> Words:
    """The trouble for the health list."""
    return Words(
        ru=f"Столы не слышны по MQTT: {trouble}", en=f"The tables are not heard over MQTT: {trouble}"
    )
