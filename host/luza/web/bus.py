"""What the pages need of the controller: a stream of the messages that also go out over MQTT."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

Update = tuple[str, bytes]
"""A topic relative to the table's root (`state`, `event/pocket`, `alert/beam-3`) and its JSON payload.

An empty payload takes back an alert, as over MQTT.
"""


class Bus(Protocol):
    """Where the pages hear of the table. The controller is one."""

    def subscribe(self) -> AbstractAsyncContextManager[AsyncIterator[Update]]:
        """Opens a subscription of one listener; leaving the context ends it.

        The iterator first gives the newest of every snapshot topic (all of the present session), then every
        message in the order of `seq`. It ends when the controller stops, and when a listener is so
        far behind that the bus gives up on it: the page connects again and gets fresh snapshots.
        """
        ...
