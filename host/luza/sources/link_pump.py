"""One open port and the link's host end: bytes go between them at once, also while the owner is busy."""

import asyncio
from collections import deque
from collections.abc import Callable

from luza_link.host import HostLink

from luza.sources.board import BoardAway, BoardBatch, BoardRefused, BoardReport
from luza.sources.link_facts import Translator
from luza.sources.link_port import PortError, SerialPort


class Pump:
    """Runs on the event loop's callbacks from `start` to `stop`. `next` hands out what came of it.

    The talk ends by itself where the port is lost (`lost` says why), or where the board there is refused or
    silent; `next` gives what was left and then None.
    """

    def __init__(
        self,
        port: SerialPort,
        link: HostLink,
        translate: Translator,
        clock: Callable[[], float],
    ) -> None:
        self.lost: PortError | None = None
        self._port = port
        self._link = link
        self._translate = translate
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._pending: deque[BoardBatch | BoardReport] = deque()
        self._wake = asyncio.Event()
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def start(self) -> None:
        """Begin the talk on a port that has been drained."""
        self._translate.opened(self._port.path)
        self._link.opened(self._clock())
        self._loop.add_reader(self._port.fd, self._readable)
        self.tick()

    def stop(self) -> None:
        """Leave the port alone. May be called twice."""
        self._ended = True
        self._wake.set()
        self._loop.remove_reader(self._port.fd)
        if self._timer is not None:
            self._timer.cancel()

    def tick(self) -> None:
        """Do what is due by the clock, and send what the link has to say."""
        if self._ended:
            return
        now = self._clock()
        self._take(self._translate(self._link.poll(now)))
        self.flush()
        self._set_timer(now)

    def flush(self) -> None:
        """Send what the link has to say."""
        data = b"" if self._ended else self._link.bytes_to_send()
        if data:
            try:
                self._port.write(data)
            except PortError as problem:
                self._lose(problem)

    async def next(self) -> BoardBatch | BoardReport | None:
        """What came first; batches that follow each other become one, for one commit. None: it is over."""
        while not self._pending:
            if self._ended:
                return None
            self._wake.clear()
            await self._wake.wait()
        item = self._pending.popleft()
        if not isinstance(item, BoardBatch):
            return item
        facts, seqs = list(item.facts), list(item.seqs)
        last_seq = item.last_seq
        while self._pending:
            more = self._pending[0]
            if not isinstance(more, BoardBatch) or more.boot_id != item.boot_id or more.missing is not None:
                break
            facts += more.facts
            seqs += more.seqs
            last_seq = more.last_seq
            self._pending.popleft()
        return BoardBatch(item.uid, item.boot_id, last_seq, tuple(facts), item.missing, tuple(seqs))

    def _readable(self) -> None:
        try:
            data = self._port.read()
        except PortError as problem:
            self._lose(problem)
            return
        now = self._clock()
        self._take(self._translate(self._link.receive(data, now)))
        self.flush()
        self._set_timer(now)

    def _take(self, said: list[BoardBatch | BoardReport]) -> None:
        if said:
            self._pending += said
            self._wake.set()
            if isinstance(said[-1], BoardRefused | BoardAway):
                self.stop()

    def _lose(self, problem: PortError) -> None:
        self.lost = problem
        self.stop()

    def _set_timer(self, now: float) -> None:
        """One timer for the link's next turn; it is moved only where that comes earlier."""
        due = self._link.next_due(now)
        if self._ended or (self._timer is not None and now < self._due <= due):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._due = due
        self._timer = self._loop.call_later(max(0.0, due - now), self.tick)
