"""The board's side of what is asked about the board itself: orders, its settings read back, live readings.

Runs on MicroPython and on CPython. The firmware acts; this file takes bodies and says what has to go out.
"""

import struct

from luza_link import messages as m
from luza_link.settings import cut_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIVE_US = 100_000
"""Between two LIVE messages."""


class Service:
    """act: carries out an order with its value; returns "" or the reason why not. read_settings: the blob in
    force, read anew each time, for it may be longer than a board likes to keep twice."""

    def __init__(
        self,
        boot_id: int,
        act: "Callable[[int, int], str] | None" = None,
        read_settings: "Callable[[], bytes] | None" = None,
    ) -> None:
        self.reply = b""
        """Body of the SERVICE_REPLY that is due, or empty."""
        self.live = b""
        """Body of the LIVE that is due, put here by the firmware; until it is out, the next one waits."""
        self.settings_at = -1
        """Offset of the settings that were asked for; -1: none were."""
        self.live_until_us = 0
        self._live_us = 0
        self._boot_id = boot_id
        self._act = act
        self._read_settings = read_settings

    def take(self, body: bytes, now_us: int) -> bool:
        """One SERVICE body; False where it is for another boot."""
        boot_id, order, value = struct.unpack_from(m.SERVICE_BODY, body, 0)
        if boot_id != self._boot_id:
            return False
        reason = ""
        if order == m.ORDER_LIVE:
            self.live_until_us = now_us + value * 1_000_000
        elif self._act is None:
            reason = "this board takes no orders"
        else:
            reason = self._act(order, value)
        self.reply = struct.pack(m.SERVICE_REPLY_BODY, order, not reason) + cut_text(reason)
        return True

    def live_due(self, now_us: int) -> bool:
        """It is time for the firmware to put a LIVE here; asking takes note that it did."""
        if now_us >= self.live_until_us or now_us < self._live_us or self.live:
            return False
        self._live_us = now_us + LIVE_US
        return True

    def settings_body(self, in_force: int) -> bytes:
        """The SETTINGS body that was asked for; `in_force` is the settings' hash."""
        blob = b"" if self._read_settings is None else self._read_settings()
        at = self.settings_at
        head = struct.pack(m.SETTINGS_CHUNK, in_force, len(blob), at)
        return head + blob[at : at + m.DICT_PART]
