"""Blobs in chunks, from the host's side: the dictionary down, the settings up. Bodies in, frames out, no I/O.

Each asks again by its own timer; a transfer on a line that loses frames takes longer and ends the same.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod

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


class _Exchange(ABC):
    """Asks by its own timer until it has what it wants."""

    def __init__(self) -> None:
        self.due = 0.0
        self.done = False

    def poll(self, now: float) -> bytes:
        """What is to be sent, as a frame; empty where nothing is due."""
        if self.done or now < self.due:
            return b""
        self.due = now + AGAIN_S
        return self._frame()

    @abstractmethod
    def _frame(self) -> bytes:
        """What is sent when it is due."""


class _Download(_Exchange):
    """A blob that comes in chunks, each asked for by the number of bytes that are here."""

    def __init__(self, blob_hash: int = 0) -> None:
        super().__init__()
        self._data = b""
        self._hash = blob_hash

    def _joined(self, chunk: DictChunk | SettingsChunk) -> bytes | None:
        """The blob once it is whole and its hash is right; one that is damaged is asked for anew."""
        self._data += chunk.data
        self.due = 0.0
        if len(self._data) < chunk.total:
            return None
        if zlib.crc32(self._data) != self._hash:
            self._data = b""
            return None
        self.done = True
        return self._data


class DictionaryDownload(_Download):
    """Reads a board's dictionary of the hash that HELLO named."""

    def take(self, chunk: DictChunk) -> Dictionary | None:
        """One chunk; the dictionary once it is whole and its hash is right."""
        if self.done or chunk.hash != self._hash or chunk.offset != len(self._data):
            return None
        blob = self._joined(chunk)
        return None if blob is None else Dictionary(blob.decode("utf-8", "replace"))

    def _frame(self) -> bytes:
        return frame(DictRequest(len(self._data)))


class SettingsUpload(_Exchange):
    """Sends one settings blob; the board stages it, checks it and applies all of it or nothing."""

    def __init__(self, ident: int, blob: bytes) -> None:
        super().__init__()
        self._ident = ident
        self._blob = blob
        self._crc = zlib.crc32(blob)
        self._offset = 0
        self._damaged = 0

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

    def _frame(self) -> bytes:
        part = self._blob[self._offset : self._offset + m.CONFIG_PART]
        return frame(Config(self._ident, self._crc, len(self._blob), self._offset, part))


class SettingsDownload(_Download):
    """Reads the settings in force back from a board."""

    def take(self, chunk: SettingsChunk) -> SettingsRead | None:
        """One chunk; the settings once they are whole and their hash is right."""
        if self.done or chunk.offset != len(self._data):
            return None
        if self._data and chunk.hash != self._hash:
            self._data = b""  # they were changed in between: from the start again
            return None
        self._hash = chunk.hash
        blob = self._joined(chunk)
        return None if blob is None else SettingsRead(blob)

    def _frame(self) -> bytes:
        return frame(SettingsRequest(len(self._data)))


class Order(_Exchange):
    """Gives one order until the board has answered it; a repeated one changes nothing."""

    def __init__(self, boot_id: int, order: int, value: int) -> None:
        super().__init__()
        self._said = frame(Service(boot_id, order, value))
        self._order = order

    def take(self, reply: ServiceReply) -> OrderAnswer | None:
        """One reply; the answer, if it is this order's."""
        if self.done or reply.order != self._order:
            return None
        self.done = True
        return OrderAnswer(reply.order, bool(reply.done), reply.reason)

    def _frame(self) -> bytes:
        return self._said
