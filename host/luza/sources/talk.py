"""A technician's talk with one port: what is there, and what is asked of it. No journal takes part.

Facts that only the board has are never acknowledged here, unless somebody says that they may go.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import msgspec
from luza_link import messages as m
from luza_link.host import HostLink
from luza_link.outputs import (
    Dictionary,
    Linked,
    Missing,
    OrderAnswer,
    Output,
    SettingsAnswer,
    SettingsRead,
    VersionMismatch,
    WrongBoard,
)
from luza_link.service_values import Live
from luza_link.values import BoardHello, Event, Heartbeat, Snapshot

from luza.errors import UNREADABLE
from luza.sources.link_port import PortError, SerialPort
from luza.sources.trouble import BoardTrouble

T = TypeVar("T", bound=Output)
R = TypeVar("R")
Clock = Callable[[], float]

ANSWER_S = 3.0
"""A board that is there has answered by then."""
PROMPT_S = 2.0
"""So long MicroPython's prompt may take to show itself, also to a computer that is busy."""
PLAY = frozenset({m.POCKET, m.CUSHION, m.CENTRE_LINE, m.STRIKE, m.CONTACT, m.OFF_TABLE})
"""Events that are facts of play; rest and health tell nothing of a match."""

What = Literal["board", "other_version", "wrong_board", "prompt", "noise", "silent"]


class Seen(msgspec.Struct, frozen=True):
    """What is on a port. `hello` of a board of ours; `text` of whatever else it said."""

    what: What
    port: str
    hello: BoardHello | None = None
    text: str = ""

    def trouble(self) -> BoardTrouble:
        """Why this cannot be talked to, and the mend."""
        return BoardTrouble(f"there_{self.what}", port=self.port, text=self.text)


class Talk:
    """`async with Talk(port) as talk:` opens the port for this process alone; PortError where it cannot.

    uid: the board that is wanted, empty for any. `heard` is called with all that the board says.
    """

    def __init__(
        self,
        path: str,
        version: str,
        *,
        uid: str = "",
        baud: int = 115200,
        clock: Clock = time.monotonic,
        heard: Callable[[Output], None] | None = None,
    ) -> None:
        self.path = path
        self.link = HostLink(version, lambda _: None, uid)
        self.waiting = 0
        """Facts of play from before this talk, that no journal has."""
        self._baud = baud
        self._clock = clock
        self._heard = heard
        self._noise = b""
        self._said: list[Output] = []
        self._changed = asyncio.Event()
        self._lost: PortError | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._last_seq = 0

    async def __aenter__(self) -> Self:
        self._port = SerialPort(self.path, self._baud)
        await self._port.drain()
        self.link.opened(self._clock())
        asyncio.get_running_loop().add_reader(self._port.fd, self._readable)
        self._ticker = asyncio.create_task(self._tick())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
            await asyncio.wait([self._ticker])
        asyncio.get_running_loop().remove_reader(self._port.fd)
        self._port.close()

    async def look(self, seconds: float = ANSWER_S) -> Seen:
        """What is on the port. Raises PortError where it goes away meanwhile."""

        def known() -> bool:
            kinds = (Linked, VersionMismatch, WrongBoard)
            return any(isinstance(one, kinds) for one in self._said) or b">>> " in self._noise

        if not await self._until(known, seconds) and not self._noise:
            self._port.write(b"\r\x03\r")
            await self._until(lambda: b">>> " in self._noise, PROMPT_S)
        for said in self._said:
            if isinstance(said, Linked):
                return Seen("board", self.path, said.hello)
            if isinstance(said, VersionMismatch):
                return Seen("other_version", self.path, text=said.text)
            if isinstance(said, WrongBoard):
                return Seen("wrong_board", self.path, text=said.text)
        if b">>> " in self._noise:
            return Seen("prompt", self.path)
        start = repr(self._noise[:24])[2:-1]
        return Seen("noise" if self._noise else "silent", self.path, text=start)

    async def board(self) -> BoardHello:
        """The board that is there. Raises BoardTrouble, with the mend, where something else is."""
        seen = await self.look()
        if seen.hello is None:
            raise seen.trouble()
        return seen.hello

    async def ready(self) -> BoardHello:
        """A board whose firmware takes orders; `waiting` is counted by then."""
        hello = await self.board()
        if hello.minor < 1:
            raise BoardTrouble("old_firmware", version=hello.firmware, port=self.path)
        if hello.oldest <= hello.newest:
            await self._until(lambda: self._last_seq >= hello.newest, ANSWER_S)
        return hello

    def let_go(self) -> None:
        """What was felt so far need not be kept by the board: acknowledge it."""
        hello = self.link.hello
        if hello is not None and self._last_seq:
            self.link.committed(hello.boot_id, self._last_seq)
            self._flush()

    async def order(self, order: int, value: int = 0) -> None:
        """Give an order; BoardTrouble with the board's reason where it is refused."""
        answer = await self._ask(OrderAnswer, lambda: self.link.order(order, value))
        if not answer.done:
            raise BoardTrouble("refused", reason=answer.reason)

    async def settings(self) -> bytes:
        """The settings in force."""
        return (await self._ask(SettingsRead, self.link.read_settings)).blob

    async def fitted(self) -> dict[str, Any]:
        """The board's dictionary."""
        text = (await self._ask(Dictionary, lambda: None, fresh=False)).text
        try:
            return msgspec.json.decode(text, type=dict[str, Any])
        except UNREADABLE as problem:
            raise BoardTrouble("bad_dictionary", port=self.path, reason=str(problem)) from None

    async def push(self, blob: bytes) -> int:
        """Send settings; their hash once they are in force. BoardTrouble with the board's reason if not."""
        answer = await self._ask(SettingsAnswer, lambda: self.link.send_settings(blob))
        if not answer.applied:
            raise BoardTrouble("bad_settings", reason=answer.reason)
        return answer.settings_hash

    async def faults(self) -> int:
        """Bits of the inputs that are unhealthy now."""
        return (await self._ask(Snapshot, lambda: None, fresh=False)).faults

    async def for_a_while(self, seconds: float) -> None:
        """Go on talking. Raises PortError where the port goes away."""
        await self._until(lambda: False, seconds)

    async def linked_again(self, boot_id: int, seconds: float) -> BoardHello:
        """The board after it has started anew. BoardTrouble where it does not come back."""

        def back() -> bool:
            hello = self.link.hello
            return hello is not None and hello.boot_id != boot_id and self.link.linked

        if not await self._until(back, seconds):
            raise BoardTrouble("not_back", port=self.path, seconds=round(seconds))
        assert self.link.hello is not None
        return self.link.hello

    async def _ask(self, kind: type[T], question: Callable[[], None], *, fresh: bool = True) -> T:
        """What is answered; not `fresh`: what the board says unasked when a talk begins will do."""
        before = len(self._said) if fresh else 0
        question()
        self._flush()

        def answers() -> list[T]:
            return [one for one in self._said[before:] if isinstance(one, kind)]

        if not await self._until(answers, 2 * ANSWER_S):
            raise BoardTrouble("no_answer", port=self.path)
        return answers()[0]

    async def _until(self, true: Callable[[], object], seconds: float) -> bool:
        deadline = asyncio.get_running_loop().time() + seconds
        while not true():
            if self._lost is not None:
                raise self._lost
            self._changed.clear()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._changed.wait()
            except TimeoutError:
                return bool(true())
        return True

    def _readable(self) -> None:
        try:
            data = self._port.read()
        except PortError as problem:
            self._lost = problem
            asyncio.get_running_loop().remove_reader(self._port.fd)
            self._changed.set()
            return
        if self.link.hello is None:
            self._noise = (self._noise + data)[-4096:]
        self._take(self.link.receive(data, self._clock()))

    async def _tick(self) -> None:
        while True:
            now = self._clock()
            self._take(self.link.poll(now))
            await asyncio.sleep(min(0.05, max(0.005, self.link.next_due(now) - now)))

    def _take(self, outputs: list[Output]) -> None:
        for one in outputs:
            if isinstance(one, Event | Missing):
                self._note(one)
            elif not isinstance(one, Heartbeat | Live):
                self._said.append(one)
            if self._heard is not None:
                self._heard(one)
        self._flush()
        self._changed.set()

    def _note(self, one: Event | Missing) -> None:
        hello = self.link.hello
        seq = one.seq if isinstance(one, Event) else one.last
        if hello is not None and seq <= hello.newest and (isinstance(one, Missing) or one.kind in PLAY):
            self.waiting += 1
        self._last_seq = seq

    def _flush(self) -> None:
        data = self.link.bytes_to_send()
        if data and self._lost is None:
            try:
                self._port.write(data)
            except PortError as problem:
                self._lost = problem
                self._changed.set()


async def again(work: Callable[[], Awaitable[R]], seconds: float) -> R:
    """Try until it works: a port that is gone for a moment comes back. The last PortError after `seconds`."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            return await work()
        except PortError:
            if asyncio.get_running_loop().time() >= deadline:
                raise
        await asyncio.sleep(0.1)
