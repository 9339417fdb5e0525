"""The board's end of the link, without I/O: bytes and time in, frames out through a callback.

The board keeps every event in a ring until the host has said that it is on disk. At most `WINDOW` events
are under way; one timer repeats the oldest of them and is its own (new sends leave it alone); the host's NAK
repeats one at once. Where the ring runs over, LOST stands in for what is gone until the host confirms it.

Runs on MicroPython and on CPython. Pushing and sending an event allocates nothing but large integers.
"""

import binascii
import struct

from luza_link import messages as m
from luza_link.codec import FRAME_MAX, Decoder, encode_into
from luza_link.service import Service
from luza_link.settings import Settings, cut_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RESEND_US = 50_000
"""First wait for the oldest event's acknowledgement; it doubles at each repeat,"""
RESEND_MAX_US = 1_000_000
"""up to this, and begins anew with every acknowledgement."""
HELLO_US = 500_000
HEARTBEAT_US = 1_000_000
INPUTS_US = 30_000_000
SILENCE_US = 3_000_000
"""Without a word from the host for so long, the board says nothing but HELLO."""
IDLE_US = 100_000
"""After so long without a frame the next one is preceded by a delimiter."""
LOG_US = 200_000
"""One log line in this time at most;"""
LOG_WAITING = 4
"""so many wait, the others are counted and dropped."""

_DELIMITER = bytearray(1)


class BoardLink:
    """One board's link, from its boot to its end.

    uid: the chip's id, at most 16 bytes. boot_id: random, 1 to 2^32-1, new at each boot.
    reset_cause: RESET_...; fw_version: at most 32 bytes. dictionary: JSON of what the board is fitted with.
    settings_hash: CRC-32 of the settings blob in force. apply_settings: takes a whole new blob and applies
    all of it or nothing; returns "" or the reason why not. act, read_settings: as in service.py.
    ended: how the last run ended, told in HELLO.
    """

    def __init__(
        self,
        uid: bytes,
        boot_id: int,
        reset_cause: int,
        fw_version: str,
        dictionary: bytes,
        settings_hash: int,
        apply_settings: "Callable[[bytes], str] | None" = None,
        act: "Callable[[int, int], str] | None" = None,
        read_settings: "Callable[[], bytes] | None" = None,
        ended: str = "",
    ) -> None:
        self.boot_id = boot_id
        self.levels = 0
        """Set by the firmware, as the three below. Bit n: input n is active (its beam is broken)."""
        self.faults = 0
        """Bit n: input n is unhealthy."""
        self.free_heap = 0
        self.worst_loop_us = 0
        """The longest loop since the last heartbeat, which sets it to 0."""
        self.inputs: "Callable[[int], bytes] | None" = None
        """Set by the firmware: the body of INPUTS at a time in us. It is told when `inputs_changed` is set,
        at the start of a talk, and every `INPUTS_US`."""
        self.inputs_changed = False
        self.linked = False
        """The host knows this boot and has been heard lately."""
        self.newest = 0
        self.acked = 0
        self.lost = 0
        """Events since the boot that were overwritten before the host had them on disk."""
        self.resent = 0
        self.decoder = Decoder()
        self.settings = Settings(settings_hash, apply_settings)
        self.service = Service(boot_id, act, read_settings)
        self._uid = uid
        self._reset_cause = reset_cause
        self._version = fw_version.encode()
        self._ended = cut_text(ended, m.WORDS_MAX)
        self._dictionary = dictionary
        self._dictionary_hash = binascii.crc32(dictionary)
        self._ring = bytearray(m.RING_SIZE * m.EVENT_SIZE)
        self._out = bytearray(FRAME_MAX)
        self._sent = 0
        self._told_lost = False
        self._resend_us = RESEND_US
        self._timer_us = 0
        self._heard_us = 0
        self._wrote_us = -IDLE_US
        self._hello_us = 0
        self._heartbeat_us = 0
        self._inputs_us = 0
        self._log_us = 0
        self._due_us = 0
        self._hello_asked = False
        self._snapshot = False
        self._nak = 0
        self._ping = -1
        self._dict_at = -1
        self._log: list[bytes] = []
        self._log_dropped = 0
        self._now_us = 0
        self._write: Callable[[bytearray, int], bool | None]

    def push_event(self, time_us: int, kind: int, channel: int, value: int, flags: int) -> int:
        """Keep one event for the host; its seq. Not for interrupt handlers."""
        if self.newest - self.acked >= m.RING_SIZE:
            self.lost += 1
        at = self.newest % m.RING_SIZE * m.EVENT_SIZE
        self.newest += 1
        struct.pack_into(m.EVENT_BODY, self._ring, at, self.newest, time_us, kind, channel, value, flags)
        self._due_us = 0
        return self.newest

    def show(self, live: bytes) -> None:
        """A LIVE body for whoever watches, sent as soon as facts leave room."""
        self.service.live = live
        self._due_us = 0

    def log(self, level: int, text: str) -> None:
        """Queue a line for the host's log: unreliable, at most one every `LOG_US`."""
        if len(self._log) >= LOG_WAITING:
            self._log_dropped = min(self._log_dropped + 1, 0xFFFF)
            return
        self._log.append(struct.pack(m.LOG_BODY, level, self._log_dropped) + cut_text(text))
        self._log_dropped = 0
        self._due_us = 0

    def receive(self, data: bytes, now_us: int) -> None:
        """Take bytes from the host; the answers go out at the next poll. Never raises on noise."""
        for kind, body in self.decoder.feed(data):
            size = len(body)
            if kind == m.HELLO and size >= 15:
                self._on_hello(body, now_us)
            elif (kind == m.ACK or kind == m.NAK) and size >= 8:
                boot_id, seq = struct.unpack_from(m.ACK_BODY, body, 0)
                if boot_id == self.boot_id:
                    self._heard_us = now_us
                    if kind == m.NAK:
                        self._nak = seq
                    else:
                        self._acknowledged(seq, now_us)
            elif kind == m.PING and size >= 4:
                self._heard_us = now_us
                self._ping = struct.unpack_from(m.PING_BODY, body, 0)[0]
            elif kind == m.DICT and size == 2:
                self._dict_at = struct.unpack(m.DICT_REQUEST, body)[0]
            elif kind == m.CONFIG and size > 12:
                self.settings.take(body)
            elif kind == m.SERVICE and size >= 6:
                if self.service.take(body, now_us):
                    self._heard_us = now_us
            elif kind == m.SETTINGS and size == 2:
                self.service.settings_at = struct.unpack(m.SETTINGS_REQUEST, body)[0]
        self._due_us = 0

    def poll(self, now_us: int, write: "Callable[[bytearray, int], bool | None]") -> None:
        """Send what is due at `now_us`, which never goes back.

        `write(buffer, n)` takes the buffer's first n bytes, or returns False where it has no room: the frame
        is then offered again at the next poll.
        """
        if now_us < self._due_us:
            return
        self._now_us = now_us
        self._write = write
        if self.linked and now_us - self._heard_us > SILENCE_US:
            self.linked = False
            self._hello_us = now_us
        if self._answer() and (not self.linked or self._stream()):
            self._due_us = self._next_us()

    def _on_hello(self, body: bytes, now_us: int) -> None:
        major, _, incompatible, _, role, boot_id, seq = struct.unpack_from(m.HELLO_HOST, body, 0)
        if role != m.ROLE_HOST:
            return  # our own, echoed by the line
        if major != m.VERSION_MAJOR or incompatible & ~m.INCOMPATIBLE:
            self.linked = False
            self._hello_asked = True
        elif boot_id != self.boot_id:
            self._hello_asked = True
        elif seq <= self.newest:
            self.linked = True
            self._heard_us = now_us
            self._acknowledged(seq, now_us)
            self._sent = self.acked
            self._told_lost = False
            self._resend_us = RESEND_US
            self._snapshot = True
            self.inputs_changed = True
            self._heartbeat_us = now_us + HEARTBEAT_US

    def _acknowledged(self, seq: int, now_us: int) -> None:
        if self.acked < seq <= self.newest:
            self.acked = seq
            self._sent = max(self._sent, seq)
            self._told_lost = False
            self._resend_us = RESEND_US
            self._timer_us = now_us

    def _answer(self) -> bool:
        """HELLO and the replies to what the host asked; False where the port is full."""
        now_us = self._now_us
        if self._hello_asked or (not self.linked and now_us >= self._hello_us):
            if not self._send(m.HELLO, self._hello_body()):
                return False
            self._hello_asked = False
            self._hello_us = now_us + HELLO_US
        if self._ping >= 0:
            if not self._send(m.PONG, struct.pack(m.PONG_BODY, self._ping, now_us)):
                return False
            self._ping = -1
        if self._dict_at >= 0:
            if not self._send(m.DICT, self._dict_body()):
                return False
            self._dict_at = -1
        if self.settings.reply:
            if not self._send(m.CONFIG_REPLY, self.settings.reply):
                return False
            self.settings.reply = b""
        service = self.service
        if service.reply:
            if not self._send(m.SERVICE_REPLY, service.reply):
                return False
            service.reply = b""
        if service.settings_at >= 0:
            if not self._send(m.SETTINGS, service.settings_body(self.settings.hash)):
                return False
            service.settings_at = -1
        return True

    def _stream(self) -> bool:
        """Snapshot, events, heartbeat, log: told unasked to a linked host; False where the port is full."""
        now_us = self._now_us
        if self._snapshot:
            body = struct.pack(m.SNAPSHOT_BODY, now_us, self.newest, self.levels, self.faults)
            if not self._send(m.SNAPSHOT, body):
                return False
            self._snapshot = False
        if not (self._repeat_events() and self._send_events()):
            return False
        if self.service.live:
            if not self._send(m.LIVE, self.service.live):
                return False
            self.service.live = b""
        if now_us >= self._heartbeat_us:
            if not self._send(m.HEARTBEAT, self._heartbeat_body()):
                return False
            self._heartbeat_us = now_us + HEARTBEAT_US
            self.worst_loop_us = 0
        if self.inputs is not None and (self.inputs_changed or now_us >= self._inputs_us):
            if not self._send(m.INPUTS, self.inputs(now_us)):
                return False
            self.inputs_changed = False
            self._inputs_us = now_us + INPUTS_US
        if self._log and now_us >= self._log_us:
            if not self._send(m.LOG, self._log[0]):
                return False
            self._log.pop(0)
            self._log_us = now_us + LOG_US
        return True

    def _repeat_events(self) -> bool:
        asked = self._nak
        if self.acked < asked <= self._sent:
            if not self._send_event(asked):
                return False
            self.resent += 1
            if asked == self.acked + 1:
                self._timer_us = self._now_us
        self._nak = 0
        if self.acked < self._sent and self._now_us - self._timer_us >= self._resend_us:
            if not self._send_event(self.acked + 1):
                return False
            self.resent += 1
            self._timer_us = self._now_us
            self._resend_us = min(2 * self._resend_us, RESEND_MAX_US)
        return True

    def _send_events(self) -> bool:
        gone = self.newest - m.RING_SIZE
        if gone > self.acked and not self._told_lost:
            if not self._send_event(gone):
                return False
            self._told_lost = True
            self._timer_us = self._now_us
        self._sent = max(self._sent, gone)
        end = min(self.newest, max(self.acked, gone) + m.WINDOW)
        while self._sent < end:
            if not self._send_event(self._sent + 1):
                return False
            if self._sent == self.acked:
                self._timer_us = self._now_us
            self._sent += 1
        return True

    def _send_event(self, seq: int) -> bool:
        """The event `seq`, or LOST where the ring no longer holds it."""
        gone = self.newest - m.RING_SIZE
        if seq <= gone:
            return self._send(m.LOST, struct.pack(m.LOST_BODY, self.acked + 1, gone))
        at = (seq - 1) % m.RING_SIZE * m.EVENT_SIZE
        return self._put(encode_into(self._out, m.EVENT, self._ring, at, at + m.EVENT_SIZE))

    def _send(self, kind: int, body: bytes) -> bool:
        return self._put(encode_into(self._out, kind, body))

    def _put(self, size: int) -> bool:
        now_us = self._now_us
        if now_us - self._wrote_us >= IDLE_US:
            if self._write(_DELIMITER, 1) is False:
                return False
            self._wrote_us = now_us
        if self._write(self._out, size) is False:
            return False
        self._wrote_us = now_us
        return True

    def _next_us(self) -> int:
        """When poll has something to do again, unless something comes in before."""
        if not self.linked:
            return self._hello_us
        due = min(self._heartbeat_us, self._heard_us + SILENCE_US + 1)
        if self.acked < self._sent:
            due = min(due, self._timer_us + self._resend_us)
        if self._log:
            due = min(due, self._log_us)
        return due

    def _hello_body(self) -> bytes:
        return (
            struct.pack(
                m.HELLO_BOARD,
                m.VERSION_MAJOR,
                m.VERSION_MINOR,
                m.INCOMPATIBLE,
                m.COMPATIBLE,
                m.ROLE_BOARD,
                self.boot_id,
                self._reset_cause,
                self.acked + 1,
                self.newest,
                m.RING_SIZE,
                self.lost,
                self.settings.hash,
                self._dictionary_hash,
            )
            + bytes((len(self._uid),))
            + self._uid
            + bytes((len(self._version),))
            + self._version
            + bytes((len(self._ended),))
            + self._ended
        )

    def _heartbeat_body(self) -> bytes:
        return struct.pack(
            m.HEARTBEAT_BODY,
            self._now_us,
            self.newest,
            self.acked,
            self.lost,
            self.decoder.bad,
            self.resent,
            self.free_heap,
            self.worst_loop_us,
            self.levels,
            self.faults,
        )

    def _dict_body(self) -> bytes:
        at = self._dict_at
        part = self._dictionary[at : at + m.DICT_PART]
        return struct.pack(m.DICT_CHUNK, self._dictionary_hash, len(self._dictionary), at) + part
