"""Whether another controller already speaks under this table's name.

Two clients with one client id would throw each other off for ever, and Mosquitto 2.0 does not even tell the
one it throws off. So whoever wants to connect first looks, under another client id, who is online: who came
first stays. A name counts as free once its owner says `offline` (or the broker for it), or has given no sign
of life for longer than two healths take.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from luza.errors import UNREADABLE
from luza.messages import Availability
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection, Incoming, Will
from luza.mqtt.topics import NAME_TAKEN, Topics

PATIENCE_S = 130.0
"""Without a message for this long an `online` that nobody took back is only a leftover: a health comes every
30 s and expires after 120 s."""


class Lookout:
    """Watches the name of a table; an asynchronous context manager. `ours` tells whether a session is one of
    this table's own, the present or an earlier one."""

    def __init__(
        self, access: Access, topics: Topics, ours: Callable[[str], bool], patience_s: float = PATIENCE_S
    ) -> None:
        self._topics = topics
        self._ours = ours
        self._patience_s = patience_s
        self._warned = False
        self._heard = asyncio.Event()
        self.other: Availability | None = None
        """Who else is online under the name; None: nobody."""
        self._connection = Connection(
            access,
            f"{topics.client_id}-look-{secrets.token_hex(4)}",
            acked=lambda _number, _code: None,
            received=self._received,
            # An empty payload: the warning below is taken back even if we are cut off.
            will=Will(topics.alert(NAME_TAKEN), b"", 0),
            session_expiry_s=0,
        )

    async def __aenter__(self) -> "Lookout":
        """Connects and looks; raises what `Connection.open` does."""
        await self._connection.open()
        await self._connection.subscribe(self._topics.availability)
        # Its answer comes after what was retained under the topic before.
        await self._connection.subscribe(f"{self._topics.root}/health")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._warned:
            self._connection.publish(self._topics.alert(NAME_TAKEN), b"", retain=True)
        await self._connection.close()

    def warn(self, payload: bytes) -> None:
        """Tells the displays, for as long as this lookout lasts, that two tables claim the name."""
        self._warned = True
        self._connection.publish(self._topics.alert(NAME_TAKEN), payload, retain=True)

    async def until_free(self) -> None:
        """Returns once the name is free, or the connection is gone (so that it is looked at anew)."""
        while self.other is not None and not self._connection.lost.done():
            self._heard.clear()
            heard = asyncio.create_task(self._heard.wait())
            ends: list[asyncio.Future[Any]] = [heard, self._connection.lost]
            try:
                done, _ = await asyncio.wait(
                    ends, timeout=self._patience_s, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                heard.cancel()
            if not done:
                self.other = None

    def _received(self, message: Incoming) -> None:
        if message.topic == self._topics.availability:
            self.other = self._foreign(message.payload)
        self._heard.set()

    def _foreign(self, payload: bytes) -> Availability | None:
        try:
            said = msgspec.json.decode(payload, type=Availability)
        except UNREADABLE:
            return None  # empty, or not of this product: nobody who could be asked to give way
        return None if said.state == "offline" or self._ours(said.session) else said
