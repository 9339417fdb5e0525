"""The board's settings on their way in: chunks are staged, the whole is checked, then applied at once.

Runs on MicroPython and on CPython.
"""

import binascii
import struct

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def cut_text(text: str, end: int = m.TEXT_MAX) -> bytes:
    """UTF-8 of at most `end` bytes, cut between characters."""
    data = text.encode()
    if len(data) <= end:
        return data
    while data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


class Settings:
    """Which settings are in force (as the CRC-32 of their blob), and the next ones while they arrive.

    Asking for what is already in force is answered as applied and changes nothing.
    """

    def __init__(self, in_force: int, apply: "Callable[[bytes], str] | None") -> None:
        self.hash = in_force
        self.reply = b""
        """Body of the CONFIG_REPLY that is due, or empty."""
        self._apply = apply
        self._what = (0, 0, 0)
        self._blob = b""

    def take(self, body: bytes) -> None:
        """One CONFIG body; sets `reply`."""
        ident, crc, total, offset = struct.unpack_from(m.CONFIG_BODY, body, 0)
        part = body[12:]
        if crc == self.hash:
            self._answer(ident, m.CONFIG_APPLIED, total, "")
            return
        if total > m.CONFIG_MAX:
            reason = f"{total} bytes of settings; the board takes {m.CONFIG_MAX}"
            self._answer(ident, m.CONFIG_REFUSED, 0, reason)
            return
        if self._what != (ident, crc, total):
            self._what = (ident, crc, total)
            self._blob = b""
        if offset == len(self._blob):
            self._blob += part
        if len(self._blob) < total:
            self._answer(ident, m.CONFIG_MORE, len(self._blob), "")
        else:
            self._finish(ident, crc, total)

    def _finish(self, ident: int, crc: int, total: int) -> None:
        blob = self._blob
        self._blob = b""
        if len(blob) != total or binascii.crc32(blob) != crc:
            self._answer(ident, m.CONFIG_BAD_CRC, 0, "the settings arrived damaged; send them again")
            return
        reason = "this board takes no settings" if self._apply is None else self._apply(blob)
        if reason:
            self._answer(ident, m.CONFIG_REFUSED, 0, reason)
            return
        self.hash = crc
        self._answer(ident, m.CONFIG_APPLIED, total, "")

    def _answer(self, ident: int, status: int, offset: int, reason: str) -> None:
        self.reply = struct.pack(m.CONFIG_REPLY_BODY, ident, status, offset, self.hash) + cut_text(reason)
