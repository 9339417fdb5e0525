"""The host's end of the link, without I/O: bytes and time in, outputs and bytes to send out.

Every event comes out once and in order, whatever the line does: a gap is asked for until it closes, a
repeated event is dropped, what the board lost is named as missing. Nothing is acknowledged before `committed`
says that it is on disk, so a host that dies in between gets it again from the board.
"""

from __future__ import annotations

from collections.abc import Callable

from luza_link import messages as m
from luza_link.clock import BoardClock
from luza_link.codec import Decoder
from luza_link.errors import BadMessage, LinkError
from luza_link.outputs import (
    BootChanged,
    Linked,
    Missing,
    NotALuzaBoard,
    Output,
    Silent,
    Unreadable,
    VersionMismatch,
    WrongBoard,
    mismatch,
)
from luza_link.service_values import Live, ServiceReply, SettingsChunk
from luza_link.transfer import DictionaryDownload, Order, SettingsDownload, SettingsUpload
from luza_link.values import (
    Ack,
    BoardHello,
    BoardMessage,
    ConfigReply,
    DictChunk,
    Event,
    Heartbeat,
    HostHello,
    Inputs,
    Log,
    Lost,
    Nak,
    Ping,
    Pong,
    Snapshot,
    frame,
    read_board,
)

HELLO_S = 0.5
"""Seconds between two questions "who is there?" while nobody has answered."""
NAK_S = 0.02
"""Seconds after which an event that is still missing is asked for again."""
PING_S = 1.0
PING_FIRST_S = 0.05
PING_FIRST = 4
"""So many quick pings when a talk begins: the clock is good from the first second on."""
SILENCE_S = 3.0
NOISE_MIN = 64
"""Bytes without a frame that are called noise after `SILENCE_S`."""
AHEAD_MAX = 2 * m.RING_SIZE
"""Events beyond a gap that are kept; a board has no more under way."""


class HostLink:
    """The talk with one port, across its closings and openings and the board's boots.

    version: this host's, told to the board. remembered: uid to the (boot id, last seq) that the journal has
    of that board, or None. uid: the board that is wanted; empty: any. silence_s: seconds after which a port
    where nobody speaks is reported. Times are the host's monotonic seconds and never go back.
    """

    def __init__(
        self,
        version: str,
        remembered: Callable[[str], tuple[int, int] | None],
        uid: str = "",
        silence_s: float = SILENCE_S,
    ) -> None:
        self.clock = BoardClock()
        self.decoder = Decoder()
        self.hello: BoardHello | None = None
        """The board that is there, once it has said so."""
        self.linked = False
        self.naks = 0
        self.repeats = 0
        """Events that came again."""
        self._version = version
        self._remembered = remembered
        self._uid = uid
        self._silence_s = silence_s
        self._out: list[bytes] = []
        self._boot = 0
        self._expected = 1
        self._committed = 0
        self._tail = 0
        self._early: dict[int, Event] = {}
        self._nak = 0
        self._nak_due = 0.0
        self._ack_again = False
        self._hello_due = 0.0
        self._ping_due = 0.0
        self._pings = 0
        self._heard = 0.0
        self._noise = b""
        self._noise_bytes = 0
        self._told: VersionMismatch | WrongBoard | None = None
        self._diagnosed = False
        self._download: DictionaryDownload | None = None
        self._upload: SettingsUpload | None = None
        self._uploads = 0
        self._reading: SettingsDownload | None = None
        self._order: Order | None = None

    def opened(self, now: float) -> None:
        """A port was opened: the talk begins with a question. What was received before stays received."""
        self.decoder.reset()
        self._out = [b"\0"]
        self.linked = False
        self._told = None
        self._hello_due = now
        self._heard_now(now)

    def committed(self, boot_id: int, seq: int) -> None:
        """All of this boot up to `seq` is on disk: acknowledge it."""
        if boot_id == self._boot and seq > self._committed:
            self._committed = seq
            if self.linked:
                self._send(Ack(boot_id, seq))

    def send_settings(self, blob: bytes) -> None:
        """Send new settings to the board, now or as soon as it is there; a SettingsAnswer comes back.

        LinkError where no board could take so many bytes.
        """
        if not 0 < len(blob) <= m.CONFIG_MAX:
            raise LinkError(f"board settings of {len(blob)} bytes: a board takes 1 to {m.CONFIG_MAX}")
        self._uploads += 1
        self._upload = SettingsUpload(self._uploads, blob)

    def read_settings(self) -> None:
        """Ask the board for the settings in force; a SettingsRead comes back."""
        self._reading = SettingsDownload()

    def order(self, order: int, value: int = 0) -> None:
        """Give the board that is there an order (ORDER_...); an OrderAnswer comes back."""
        self._order = Order(self._boot, order, value)

    def bytes_to_send(self) -> bytes:
        """What has to go to the board since the last call."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[Output]:
        """Take bytes from the board."""
        outputs: list[Output] = []
        heard = False
        for kind, body in self.decoder.feed(data):
            if kind == m.HELLO and len(body) > 6 and body[6] != m.ROLE_BOARD:
                continue  # our own, echoed by the line
            try:
                message = read_board(kind, body)
            except BadMessage as problem:
                outputs.append(Unreadable(str(problem)))
                continue
            heard = True
            if isinstance(message, BoardHello):
                self._on_hello(message, now, outputs)
            elif self.linked:
                self._on_message(message, now, outputs)
        if heard:
            self._heard_now(now)
            self._ask_for_missing(now)
        else:
            self._noise_bytes += len(data)
            self._noise = (self._noise + data)[:24]
        if self._ack_again and self.linked:
            self._send(Ack(self._boot, self._committed))
        self._ack_again = False
        return outputs

    def poll(self, now: float) -> list[Output]:
        """Do what is due: questions, pings, repeated NAKs; say so where the board is silent or none."""
        outputs: list[Output] = []
        silent = now - self._heard
        if silent >= self._silence_s and not self._diagnosed:
            self._diagnosed = True
            self.linked = False
            self._hello_due = now
            noise = self._noise_bytes >= NOISE_MIN
            outputs.append(NotALuzaBoard(self._noise_bytes, self._noise) if noise else Silent(silent))
        if not self.linked:
            if now >= self._hello_due:
                self._hello_due = now + (HELLO_S if self._told is None else 10 * HELLO_S)
                self._out.append(b"\0")
                self._send(HostHello(0, 0, self._version))
            return outputs
        if now >= self._ping_due:
            self._pings += 1
            self._ping_due = now + (PING_FIRST_S if self._pings < PING_FIRST else PING_S)
            self._send(Ping(self.clock.ping(now)))
        self._ask_for_missing(now)
        for transfer in self._transfers():
            self._out.append(transfer.poll(now))
        return outputs

    def next_due(self, now: float) -> float:
        """When `poll` is to be called again, unless bytes come before; at most a second ahead."""
        if not self.linked:
            return min(self._hello_due, now + HELLO_S)
        due = min(self._ping_due, now + 1.0)
        if self._expected <= self._tail:
            due = min(due, self._nak_due)
        for transfer in self._transfers():
            if not transfer.done:
                due = min(due, transfer.due)
        return due

    def _transfers(self) -> list[DictionaryDownload | SettingsUpload | SettingsDownload | Order]:
        every = (self._download, self._upload, self._reading, self._order)
        return [transfer for transfer in every if transfer is not None]

    def _heard_now(self, now: float) -> None:
        self._heard = now
        self._noise = b""
        self._noise_bytes = 0
        self._diagnosed = False

    def _send(self, message: Ack | Nak | Ping | HostHello) -> None:
        self._out.append(frame(message))

    def _on_hello(self, hello: BoardHello, now: float, outputs: list[Output]) -> None:
        problem: VersionMismatch | WrongBoard | None = mismatch(hello, self._version)
        if problem is None and self._uid not in ("", hello.uid):
            problem = WrongBoard(hello.uid, self._uid)
        if problem is not None:
            self.linked = False
            if problem != self._told:
                outputs.append(problem)
            self._told = problem
            return
        was_linked = self.linked and self._boot == hello.boot_id
        if hello.boot_id != self._boot or self.hello is None or hello.uid != self.hello.uid:
            self._begin(hello, outputs)
        self.hello = hello
        self.linked = True
        self._send(HostHello(self._boot, self._committed, self._version))
        if was_linked:
            return  # our answer got lost on the way; nothing is new
        outputs.append(Linked(hello, self._committed))
        if hello.oldest > self._expected:
            last = hello.oldest - 1
            outputs.append(Missing(self._boot, self._expected, last, "another host acknowledged them"))
            self._expected = hello.oldest
        self._pings = 0
        self._ping_due = now
        self._download = DictionaryDownload(hello.dictionary_hash)

    def _begin(self, hello: BoardHello, outputs: list[Output]) -> None:
        """Another board or boot than the one so far: go on from what the journal has of it."""
        known = self._remembered(hello.uid)
        before = known[0] if known else 0
        if self.hello is not None and self.hello.uid == hello.uid:
            before = self._boot
        self._boot = hello.boot_id
        self._tail = 0
        self._nak = 0
        self._early.clear()
        self.clock.reset()
        resumes = known is not None and known[0] == hello.boot_id and known[1] <= hello.newest
        self._expected = known[1] + 1 if known and resumes else hello.oldest
        self._committed = self._expected - 1
        if before and not resumes:
            cause = m.RESET_NAMES[hello.reset_cause] if hello.reset_cause < len(m.RESET_NAMES) else "unknown"
            outputs.append(BootChanged(hello.uid, before, hello.boot_id, cause))

    def _on_message(self, message: BoardMessage, now: float, outputs: list[Output]) -> None:
        if isinstance(message, Event):
            if not self.clock.synchronised:
                self.clock.seen(message.time_us, now)
            self._on_event(message, outputs)
        elif isinstance(message, Lost):
            self._on_lost(message, outputs)
        elif isinstance(message, Pong):
            self.clock.pong(message.token, message.time_us, now)
        elif isinstance(message, Heartbeat):
            self.clock.seen(message.time_us, now)
            # All that the window lets through was sent before the heartbeat: what is not here got lost.
            self._tail = max(self._tail, min(message.newest, message.acked + m.WINDOW))
            outputs.append(message)
        elif isinstance(message, Snapshot):
            self.clock.seen(message.time_us, now)
            outputs.append(message)
        elif isinstance(message, Log | Live | Inputs):
            outputs.append(message)
        else:
            answer = self._answer(message)
            if answer is not None:
                outputs.append(answer)

    def _answer(self, message: BoardMessage) -> Output | None:
        """What a part of an answer completes."""
        if isinstance(message, DictChunk) and self._download is not None:
            return self._download.take(message)
        if isinstance(message, ConfigReply) and self._upload is not None:
            return self._upload.take(message)
        if isinstance(message, SettingsChunk) and self._reading is not None:
            return self._reading.take(message)
        if isinstance(message, ServiceReply) and self._order is not None:
            return self._order.take(message)
        return None

    def _on_event(self, event: Event, outputs: list[Output]) -> None:
        seq = event.seq
        if seq < self._expected:
            self.repeats += 1
            self._ack_again = self._ack_again or seq <= self._committed
        elif seq > self._expected:
            if seq < self._expected + AHEAD_MAX:
                self._early[seq] = event
                self._tail = max(self._tail, seq)
        else:
            outputs.append(event)
            self._expected += 1
            self._release(outputs)

    def _release(self, outputs: list[Output]) -> None:
        """The events behind a gap that has closed."""
        while self._early:
            event = self._early.pop(self._expected, None)
            if event is None:
                return
            outputs.append(event)
            self._expected += 1

    def _on_lost(self, lost: Lost, outputs: list[Output]) -> None:
        if lost.last < self._expected:
            self._ack_again = self._ack_again or lost.last <= self._committed
            return
        while self._expected <= lost.last:
            first = self._expected
            early = (seq for seq in self._early if seq >= first)
            self._expected = min(early, default=lost.last + 1)
            self._expected = min(self._expected, lost.last + 1)
            if self._expected > first:
                last = self._expected - 1
                outputs.append(Missing(self._boot, first, last, "the board's ring ran over"))
            self._release(outputs)

    def _ask_for_missing(self, now: float) -> None:
        if self._expected <= self._tail and (self._nak != self._expected or now >= self._nak_due):
            self._nak = self._expected
            self._nak_due = now + NAK_S
            self.naks += 1
            self._send(Nak(self._boot, self._expected))
