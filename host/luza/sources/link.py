"""A board on a serial port as a source of facts: finds the port, talks, hands on, comes back by itself."""

import asyncio
import time
from collections.abc import Callable

from luza_link.host import SILENCE_S, HostLink
from luza_link.outputs import Output

from luza.sources.board import BoardAway, BoardBatch, BoardFound, BoardRefused, BoardReport, BoardSink
from luza.sources.link_facts import Translator
from luza.sources.link_port import PortError, SerialPort, matching
from luza.sources.link_pump import Pump

RETRY_MIN_S = 0.05
RETRY_MAX_S = 1.0
BAUD = 115200
"""Of a board on a UART; a USB port has no use for it."""


class LinkSource:
    """The board on one of the ports that `ports` names: a path (`*` and `?` allowed), or a function.

    uid: the board that is wanted, empty for any. version: this host's, told to the board. silence_s: seconds
    after which a port where nobody speaks is left. clock: the host's monotonic seconds. `run` goes on until
    it is cancelled; what the sink raises ends it too.
    """

    def __init__(
        self,
        ports: str | Callable[[], list[str]],
        sink: BoardSink,
        *,
        version: str,
        uid: str = "",
        baud: int = BAUD,
        silence_s: float = SILENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.link = HostLink(version, self._remembered, uid, silence_s)
        self._ports = ports
        self._sink = sink
        self._baud = baud
        self._clock = clock
        self._translate = Translator(self.link.clock, clock)
        self._pump: Pump | None = None
        self._found = False
        self._trouble: dict[str, str] = {}

    async def run(self) -> None:
        """Look for the board, talk with it, and again, until cancelled."""
        wait_s = RETRY_MIN_S
        while True:
            self._found = False
            paths = matching(self._ports) if isinstance(self._ports, str) else self._ports()
            if not paths:
                where = self._ports if isinstance(self._ports, str) else "the places looked at"
                await self._report(BoardAway(self._translate.uid, where, "no port: is the board plugged in?"))
            for path in paths:
                try:
                    await self._talk(path)
                except PortError as problem:
                    await self._report(BoardAway(self._translate.uid, path, problem.reason))
            wait_s = RETRY_MIN_S if self._found else min(2 * wait_s, RETRY_MAX_S)
            await asyncio.sleep(wait_s)

    def listen(self, heard: Callable[[Output], None] | None) -> None:
        """Let somebody hear all that the board says from now on, beside the sink; None ends it."""
        self._translate.heard = heard

    def ask(self, question: Callable[[HostLink], None]) -> None:
        """Put a question to the board by way of the link's end; what it answers is heard."""
        question(self.link)
        if self._pump is not None:
            self._pump.tick()

    def send_settings(self, blob: bytes) -> None:
        """Send settings to the board, now or when it is there; BoardSettings reports its answer.

        Raises LinkError where the blob is empty or longer than a board takes.
        """
        self.link.send_settings(blob)
        if self._pump is not None:
            self._pump.tick()

    def _remembered(self, uid: str) -> tuple[int, int] | None:
        position = self._sink.position(uid)
        return None if position is None else (position.boot_id, position.last_seq)

    async def _talk(self, path: str) -> None:
        """Hand on what comes from one port, until its talk is over; PortError where the port was lost."""
        port = SerialPort(path, self._baud)
        try:
            await port.drain()
            self._pump = pump = Pump(port, self.link, self._translate, self._clock)
            try:
                pump.start()
                while (item := await pump.next()) is not None:
                    if isinstance(item, BoardBatch):
                        await self._sink.deliver(item)
                        self.link.committed(item.boot_id, item.last_seq)
                        pump.flush()
                    else:
                        await self._report(item)
            finally:
                self._pump = None
                pump.stop()
        finally:
            port.close()
        if pump.lost is not None:
            raise pump.lost

    async def _report(self, report: BoardReport) -> None:
        """Pass a report on; a port's trouble once, not at every attempt."""
        if isinstance(report, BoardFound):
            self._found = True
            self._trouble.clear()
        elif isinstance(report, BoardAway | BoardRefused):
            reason = report.text if isinstance(report, BoardRefused) else report.reason
            if self._trouble.get(report.port) == reason:
                return
            self._trouble[report.port] = reason
        await self._sink.board_report(report)
