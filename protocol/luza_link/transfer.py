"""Blobs in chunks, from the host's side: the dictionary down, the settings up. Bodies in, frames out, no I/O.

Each asks again by its own timer; a transfer on a line that loses frames takes longer and ends the same.
"""

from __future__ import annotations

import zlib

from luza_link import messages as m
from luza_link.outputs import Dictionary, OrderAnswer, SettingsAnswer, SettingsRead
from luza_link.service_values import Service, ServiceReply, SettingsChunk, SettingsRequest
from luza_link.values import (
    Config,
    ConfigReply,
    DictChunk,
    DictRequest,
    frame,
)

AGAIN_S = 0.25
"""Seconds without an answer after which a request is repeated."""
DAMAGED_MAX = 5
"""So often a blob that arrived damaged is sent anew before it is given up."""


class DictionaryDownload:
    """Reads a board's dictionary of the hash that HELLO named."""

    def __init__(self, wanted_hash: int) -> None:
        self._hash = wanted_hash
        self._data = b""
        self.due = 0.0
        self.done = False

    def poll(self, now: float) -> bytes:
        """The request that is due, as a frame; empty where none is."""
        if self.done or now < self.due:
            return b""
        self.due = now + AGAIN_S
        return frame(DictRequest(len(self._data)))

    def take(self, chunk: DictChunk) -> Dictionary | None:
        """One chunk; the dictionary once it is whole and its hash is right."""
        if self.done or chunk.hash != self._hash or chunk.offset != len(self._data):
            return None
        self._data += chunk.data
        self.due = 0.0
        if len(self._data) < chunk.total:
            return None
        if zlib.crc32(self._data) != self._hash:
            self._data = b""
            return None
        self.done = True
        return Dictionary(self._data.decode("utf-8", "replace"))


class SettingsUpload:
    """Sends one settings blob; the board stages it, checks it and applies all of it or nothing."""

    def __init__(self, ident: int, blob: bytes) -> None:
        self._ident = ident
        self._blob = blob
        self._crc = zlib.crc32(blob)
        self._offset = 0
        self._damaged = 0
        self.due = 0.0
        self.done = False

    def poll(self, now: float) -> bytes:
        """The chunk that is due, as a frame; empty where none is."""
        if self.done or now < self.due:
            return b""
        self.due = now + AGAIN_S
        part = self._blob[self._offset : self._offset + m.CONFIG_PART]
        return frame(Config(self._ident, self._crc, len(self._blob), self._offset, part))

    def take(self, reply: ConfigReply) -> SettingsAnswer | None:
        """One reply; the answer once there is one."""
        if self.done or reply.id != self._ident:
            return None
        if reply.status == m.CONFIG_BAD_CRC:
            self._damaged += 1
        if reply.status == m.CONFIG_MORE or (
            reply.status == m.CONFIG_BAD_CRC and self._damaged < DAMAGED_MAX
        ):
            self.due = 0.0
            self._offset = min(reply.next_offset, len(self._blob))
            return None
        self.done = True
        return SettingsAnswer(reply.status == m.CONFIG_APPLIED, reply.reason, reply.settings_hash)


class SettingsDownload:
    """Reads the settings in force back from a board."""

    def __init__(self) -> None:
        self._data = b""
        self._hash = 0
        self.due = 0.0
        self.done = False

    def poll(self, now: float) -> bytes:
        """The request that is due, as a frame; empty where none is."""
        if self.done or now < self.due:
            return b""
        self.due = now + AGAIN_S
        return frame(SettingsRequest(len(self._data)))

    def take(self, chunk: SettingsChunk) -> SettingsRead | None:
        """One chunk; the settings once they are whole and their hash is right."""
        if self.done or chunk.offset != len(self._data):
            return None
        if self._data and chunk.hash != self._hash:
            self._data = b""  # they were changed in between: from the start again
            return None
        self._hash = chunk.hash
        self._data += chunk.data
        self.due = 0.0
        if len(self._data) < chunk.total:
            return None
        if zlib.crc32(self._data) != self._hash:
            self._data = b""
            return None
        self.done = True
        return SettingsRead(self._data)


class Order:
    """Gives one order until the board has answered it; a repeated one changes nothing."""

    def __init__(self, boot_id: int, order: int, value: int) -> None:
        self._frame = frame(Service(boot_id, order, value))
        self._order = order
        self.due = 0.0
        self.done = False

    def poll(self, now: float) -> bytes:
        """The order, if it is due, as a frame; empty where it is not."""
        if self.done or now < self.due:
            return b""
        self.due = now + AGAIN_S
        return self._frame

    def take(self, reply: ServiceReply) -> OrderAnswer | None:
        """One reply; the answer, if it is this order's."""
        if self.done or reply.order != self._order:
            return None
        self.done = True
        return OrderAnswer(reply.order, bool(reply.done), reply.reason)
