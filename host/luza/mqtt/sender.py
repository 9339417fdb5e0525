"""From the outbox to the broker over one connection: in order, a few at a time, removed when acknowledged."""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from luza.journal import JournalError, Outbox, Outgoing
from luza.mqtt.connection import Connection
from luza.mqtt.errors import BrokerRefused

WINDOW = 10
"""Messages on their way at most. Mosquitto takes 20; few are repeated after a broken line."""
SETTLE_S = 0.02
"""Acknowledgements are noted in the outbox together, this long after the first: a power cut between only
makes the table repeat itself."""

_HOPELESS = {
    0x90: "the broker does not accept the topic",
    0x95: "the message is larger than the broker takes",
    0x99: "the broker does not accept the payload",
}


class Direct(msgspec.Struct, frozen=True):
    """A message beside the outbox: not kept where the line breaks. `sent`: the broker has it."""

    topic: str
    payload: bytes
    retain: bool = False
    correlation: bytes | None = None
    sent: Callable[[], None] | None = None


class Stamped(msgspec.Struct):
    """What the sender reads of a payload that expires: when it was made."""

    at: datetime


class Sender:
    """Sends over `connection` until it ends. `failed` is called once, with what makes it pointless to go on
    (the broker's ACL, the disk); `dropped` with each message that the broker will never take."""

    def __init__(
        self,
        outbox: Outbox,
        connection: Connection,
        wall: Callable[[], float],
        failed: Callable[[BrokerRefused | JournalError], None],
        dropped: Callable[[Outgoing, str], None],
        place: str,
    ) -> None:
        self._outbox = outbox
        self._connection = connection
        self._wall = wall
        self._failed = failed
        self._dropped = dropped
        self._place = place
        self._direct: deque[Direct] = deque()
        self._in_flight: dict[int, Outgoing | Direct] = {}
        self._taken: set[int] = set()  # seqs that are in flight, or acknowledged and not yet noted
        self._acknowledged: list[int] = []
        self._settling: asyncio.TimerHandle | None = None
        self._over = False
        self._drained = asyncio.Event()
        self.acknowledged = 0
        """Messages that the broker has taken over this connection."""

    async def drained(self, timeout_s: float) -> None:
        """Returns when all is acknowledged, when that can't be any more, or after the time."""
        self._drained.clear()
        self.pump()
        if self._in_flight and not self._over:
            drained = asyncio.ensure_future(self._drained.wait())
            ends: list[asyncio.Future[Any]] = [drained, self._connection.lost]
            await asyncio.wait(ends, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
            drained.cancel()

    def put(self, message: Direct) -> None:
        """Sends a message before what waits in the outbox."""
        self._direct.append(message)
        self.pump()

    def pump(self) -> None:
        """Sends what waits, as far as the window goes. Cheap where nothing does."""
        if self._over:
            return
        window = min(WINDOW, self._connection.receive_maximum)
        while self._direct and len(self._in_flight) < window:
            self._send_direct(self._direct.popleft())
        try:
            more = True
            while more and not self._over and (room := window - len(self._in_flight)) > 0:
                # What has been taken is still in the outbox until it is noted there.
                limit = room + len(self._taken)
                waiting = self._outbox.pending(limit)
                more = len(waiting) == limit
                for row in waiting:
                    if row.seq not in self._taken and len(self._in_flight) < window:
                        self._send(row)
        except JournalError as problem:
            self._fail(problem)

    def acked(self, number: int, code: int) -> None:
        """The broker has answered for the message of that number; code 16 is only "nobody listens"."""
        message = self._in_flight.pop(number, None)
        if message is None:
            return
        if isinstance(message, Direct):
            self._direct_acked(message, code)
        elif code < 0x80:
            self.acknowledged += 1
            self._note(message.seq)
        elif code in _HOPELESS or not message.payload:
            # A topic that was never ours to clear, or that never will be, must not hold up the rest.
            self._dropped(message, _HOPELESS.get(code, f"refused with reason code {code}"))
            self._note(message.seq)
        else:
            self._fail(self._refusal(message.topic, code))
        self.pump()
        if not self._in_flight:
            self._drained.set()

    def stop(self) -> None:
        """No more is sent; what was acknowledged is noted."""
        self._over = True
        self.settle()

    def settle(self) -> None:
        """Takes what was acknowledged out of the outbox."""
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None
        done, self._acknowledged = self._acknowledged, []
        if not done:
            return
        try:
            self._outbox.delivered(*done)
        except JournalError as problem:
            self._fail(problem)
        else:
            self._taken.difference_update(done)

    def _send(self, row: Outgoing) -> None:
        self._taken.add(row.seq)
        expiry_s = row.expiry
        if expiry_s is not None:
            expiry_s = math.ceil(expiry_s - self._age(row.payload))
            if expiry_s <= 0:
                self._note(row.seq)
                return
        largest = self._connection.max_packet
        # The properties of a message and its header take well under 256 bytes.
        if largest is not None and len(row.payload) + len(row.topic.encode()) + 256 > largest:
            self._dropped(row, _HOPELESS[0x95])
            self._note(row.seq)
            return
        number = self._connection.publish(
            row.topic, row.payload, qos=row.qos, retain=row.retain, expiry_s=expiry_s
        )
        if row.qos == 0:
            self._note(row.seq)
        else:
            self._in_flight[number] = row

    def _send_direct(self, message: Direct) -> None:
        number = self._connection.publish(
            message.topic, message.payload, retain=message.retain, correlation=message.correlation
        )
        self._in_flight[number] = message

    def _direct_acked(self, message: Direct, code: int) -> None:
        if message.sent is None:
            return
        if code < 0x80:
            message.sent()
        else:
            self._fail(self._refusal(message.topic, code))

    def _age(self, payload: bytes) -> float:
        try:
            made = msgspec.json.decode(payload, type=Stamped).at.timestamp()
        except msgspec.MsgspecError:
            return 0.0
        return max(0.0, self._wall() - made)

    def _note(self, seq: int) -> None:
        self._acknowledged.append(seq)
        if self._settling is None and not self._over:
            self._settling = asyncio.get_running_loop().call_later(SETTLE_S, self.settle)

    def _refusal(self, topic: str, code: int) -> BrokerRefused:
        why = "not authorised; check the ACL of this account" if code == 0x87 else f"reason code {code}"
        return BrokerRefused(self._place, code, f"it refuses {topic}: {why}")

    def _fail(self, problem: BrokerRefused | JournalError) -> None:
        if not self._over:
            self._over = True
            self._drained.set()
            self._failed(problem)
