"""The table's voice: from CONNECT to farewell, again and again, while the table itself never waits for it."""

import asyncio
import logging
import random
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NoReturn

import msgspec

from luza import words
from luza.journal import Journal, JournalError, Outgoing
from luza.messages import Alert, Availability, Part
from luza.mqtt import manifest
from luza.mqtt.access import Access
from luza.mqtt.connection import Connection, Incoming, Will
from luza.mqtt.errors import BadAccess, BrokerError, BrokerRefused
from luza.mqtt.gate import Gate
from luza.mqtt.lookout import PATIENCE_S, Lookout
from luza.mqtt.sender import Direct, Sender
from luza.mqtt.status import Status, Trouble, client_id_shared, name_taken, of_problem
from luza.mqtt.topics import NAME_TAKEN, Topics
from luza.orders import Desk

WILL_DELAY_S = 5
FAREWELL_S = 1.0
"""How long the end waits for the broker: for what is left in the outbox, and again for `offline`."""

SHORT_ONES = 3
"""So many connections that ended soon after they began are no accident."""

_LEVEL = {"warning": logging.WARNING, "fault": logging.ERROR}

log = logging.getLogger(__name__)


class Backoff(msgspec.Struct, frozen=True):
    """Pauses between connections, doubling from `first_s` to `most_s`, and back to the first after a
    connection that lasted `steady_s`."""

    first_s: float = 0.2
    most_s: float = 30.0
    steady_s: float = 10.0

    def after(self, failures: int) -> float:
        """The pause after so many failures running; scattered, so that many tables do not come at once."""
        return min(self.most_s, self.first_s * 2.0 ** min(failures, 30)) * random.uniform(0.8, 1.2)

    async def again(self, connected: Callable[[], Awaitable[None]], tell: Callable[[str], None]) -> NoReturn:
        """Awaits `connected` anew whenever it ends, with a pause between, until it is cancelled; tells why a
        connection was lost or there is none."""
        loop, failures = asyncio.get_running_loop(), 0
        while True:
            began = loop.time()
            try:
                await connected()
            except (BrokerError, BadAccess) as problem:
                tell(str(problem))
            failures = 0 if loop.time() - began >= self.steady_s else failures
            await asyncio.sleep(self.after(failures))
            failures += 1


class Publisher:
    """Tells the broker what the journal's outbox holds, and takes in commands.

    `start` and `stop` in the loop that owns the controller; `pump` after every commit. `changed` is called
    when `part()` says something new. `beside`: what is retained outside of the table's root (discovery).
    `wall` is the wall clock in seconds since 1970, `tick` one that never jumps: commands are let in by it.
    """

    def __init__(
        self,
        journal: Journal,
        desk: Desk,
        topics: Topics,
        access: Access,
        session: str,
        *,
        beside: Mapping[str, bytes] | None = None,
        changed: Callable[[], None] = lambda: None,
        wall: Callable[[], float] = time.time,
        tick: Callable[[], float] = time.monotonic,
        host: str | None = None,
        backoff: Backoff | None = None,
        will_delay_s: int = WILL_DELAY_S,
        patience_s: float = PATIENCE_S,
        farewell_s: float = FAREWELL_S,
    ) -> None:
        self._journal = journal
        self._beside = beside or {}
        self._topics = topics
        self._access = access
        self._session = session
        self._wall = wall
        self._host = host or socket.gethostname()
        self._backoff = backoff or Backoff()
        self._will_delay_s = will_delay_s
        self._patience_s = patience_s
        self._farewell_s = farewell_s
        self._status = Status(self._at, changed)
        self._gate = Gate(topics, desk, session, wall, tick)
        self._sender: Sender | None = None
        self._stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None
        self._short = 0
        self.online = asyncio.Event()
        """Set while the broker has our `online`."""
        self.listening = asyncio.Event()
        """Set while commands are heard."""

    def start(self) -> None:
        """Begins connecting; returns at once. Raises JournalError."""
        manifest.settle(self._journal, self._topics, self._beside)
        self._task = asyncio.create_task(self._run(), name="luza-mqtt")

    async def stop(self) -> None:
        """Sends what it can within `farewell_s`, says `offline`, and ends. What is left waits on disk."""
        if not self._stopping.done():
            self._stopping.set_result(None)
        if self._task is not None:
            if self._sender is None:  # still connecting: nothing to take leave of
                self._task.cancel()
            await asyncio.wait([self._task])

    def pump(self) -> None:
        """Sends what has come into the outbox."""
        if self._sender is not None:
            self._sender.pump()

    def part(self) -> Part:
        """This part of the table's health."""
        return self._status.part(self._journal.outbox.depth())

    @property
    def trouble(self) -> Trouble | None:
        """Why the table is not heard over MQTT; None while it is."""
        return self._status.trouble

    async def _run(self) -> None:
        failures = 0
        while not self._stopping.done():
            began = time.monotonic()
            try:
                await self._look_out()
                await self._connected()
            except (BrokerError, BadAccess, JournalError) as problem:
                if self._short < SHORT_ONES:
                    self._report(of_problem(problem))
            if time.monotonic() - began >= self._backoff.steady_s:
                failures = 0
            await asyncio.wait([self._stopping], timeout=self._backoff.after(failures))
            failures += 1

    async def _look_out(self) -> None:
        """Returns when nobody else is online under this table's name."""
        async with Lookout(self._access, self._topics, self._ours, self._patience_s) as lookout:
            if lookout.other is None:
                return
            trouble = name_taken(self._topics, lookout.other)
            self._report(trouble)
            alert = Alert(
                session=self._session,
                seq=self._next_seqs(1),
                at=self._at(),
                id=NAME_TAKEN,
                level="fault",
                since=self._at(),
                words=words.alert(trouble.code, trouble.data),
            )
            lookout.warn(msgspec.json.encode(alert))
            await lookout.until_free()

    def _ours(self, session: str) -> bool:
        return session == self._session or self._journal.had_session(session)

    async def _connected(self) -> None:
        """One connection, from its beginning to its end."""
        first, since = self._next_seqs(2), self._at()
        online = self._available(first, "online", since)
        will = self._available(first + 1, "offline", since, "lost")
        failed: asyncio.Future[BrokerRefused | JournalError] = asyncio.get_running_loop().create_future()
        connection = Connection(
            self._access,
            self._topics.client_id,
            acked=lambda number, code: sender.acked(number, code),
            received=lambda message: self._received(message, sender),
            will=Will(self._topics.availability, will, self._will_delay_s),
        )
        sender = Sender(
            self._journal.outbox, connection, self._wall, failed.set_result, self._dropped, self._access.place
        )
        await connection.open()
        began = time.monotonic()
        self._sender = sender
        try:
            sender.put(Direct(self._topics.availability, online, retain=True, sent=self._is_online))
            self._journal.outbox.resend_retained()
            sender.pump()
            await self._take_commands(connection)
            ends: list[asyncio.Future[Any]] = [connection.lost, failed, self._stopping]
            done, _ = await asyncio.wait(
                ends, timeout=self._backoff.steady_s, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                self._short = 0
                self._status.set(None)
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if failed.done():
                raise failed.result()
            if connection.lost.done():
                self._was_thrown_off(time.monotonic() - began)
                raise connection.lost.result()
            if await self._farewell(sender):
                await connection.close()
        finally:
            self._sender = None
            self.online.clear()
            self.listening.clear()
            sender.stop()
            self._status.counters["sent"] += sender.acknowledged
            connection.abort()  # without a farewell the broker publishes the will

    def _received(self, message: Incoming, sender: Sender) -> None:
        # A replay asks the outbox for what is acknowledged, so it must know by then what is.
        sender.settle()
        self._gate.take(message, sender.put)

    async def _take_commands(self, connection: Connection) -> None:
        code = await connection.subscribe(self._topics.commands)
        if code >= 0x80:
            log.warning(
                "MQTT: the broker %s does not let this account read %s (code %d): no commands will be heard; "
                "check its ACL",
                self._access.place,
                self._topics.commands,
                code,
            )
        else:
            self.listening.set()

    async def _farewell(self, sender: Sender) -> bool:
        """Sends what is left and says `offline`; whether the broker has that."""
        await sender.drained(self._farewell_s)
        said = asyncio.Event()
        offline = self._available(self._next_seqs(1), "offline", self._at(), "stopped")
        sender.put(Direct(self._topics.availability, offline, retain=True, sent=said.set))
        await sender.drained(self._farewell_s)
        return said.is_set()

    def _is_online(self) -> None:
        self.online.set()
        self._status.counters["connections"] += 1
        if self._short < SHORT_ONES:  # else the trouble stands until a connection has lasted
            self._status.set(None)
        log.info("MQTT: online at %s as %s", self._access.place, self._topics.root)

    def _was_thrown_off(self, lasted_s: float) -> None:
        if lasted_s < self._backoff.steady_s:
            self._short += 1
        if self._short >= SHORT_ONES:
            self._report(client_id_shared(self._topics, self._short))

    def _dropped(self, message: Outgoing, why: str) -> None:
        self._status.counters["dropped"] += 1
        log.error("MQTT: message %d on %s is given up: %s", message.seq, message.topic, why)

    def _report(self, trouble: Trouble) -> None:
        # An absent broker is told once, not every thirty seconds of a night.
        if self._status.set(trouble):
            log.log(_LEVEL[trouble.level], "MQTT: %s", trouble.detail)

    def _available(
        self, seq: int, state: Literal["online", "offline"], since: str, reason: str | None = None
    ) -> bytes:
        return msgspec.json.encode(
            Availability(
                session=self._session,
                seq=seq,
                at=self._at(),
                rev=seq,
                state=state,
                since=since,
                reason=reason,
                host=self._host,
            )
        )

    def _next_seqs(self, many: int) -> int:
        """Reserves numbers for messages that do not go through the outbox; the first of them."""
        with self._journal.transaction() as work:
            first = work.next_seq()
            for _ in range(many - 1):
                work.next_seq()
            return first

    def _at(self) -> str:
        stamp = datetime.fromtimestamp(self._wall(), UTC).isoformat(timespec="milliseconds")
        return stamp.replace("+00:00", "Z")
