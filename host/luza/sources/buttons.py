"""The marker's buttons on the rail, wired to the Raspberry Pi's own pins, and the light that answers them.

    async with RailButtons(pins, pressed, led=17) as buttons: ...

A button closes its pin to ground. What a press means is not this room's business: `pressed` is told, and says
whether it was taken. `Presses` is the part without hardware or clock.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from typing import Any, Literal, Self, get_args

import msgspec

from luza.errors import LuzaError

Name = Literal["next", "foul", "undo", "extension"]
NAMES: tuple[Name, ...] = get_args(Name)

HELD: frozenset[str] = frozenset({"foul", "undo"})
"""The buttons that an elbow may not press: they count when they are held."""

TAKEN = (0.6, 0.1, 1)
REFUSED = (0.08, 0.12, 3)
"""How the light answers: seconds on, seconds off, how often."""

log = logging.getLogger(__name__)


class ButtonsError(LuzaError):
    """The buttons' pins cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"buttons: {reason}")
        self.reason = reason


class _Contact(msgspec.Struct):
    """One button: the level as it was felt last, and the one that has stood still."""

    felt: bool = False
    felt_at: float = 0.0
    down: bool = False
    since: float = 0.0
    told: bool = True


class Presses:
    """Edges of contacts in, presses out. Times are seconds of one clock that never runs backwards.

    A level counts once it has stood for `bounce_s`; a held button's press once it is down for `hold_s`.
    """

    def __init__(self, bounce_s: float, hold_s: float) -> None:
        self._bounce_s = bounce_s
        self._hold_s = hold_s
        self._contacts: dict[Name, _Contact] = {}

    def edge(self, name: Name, down: bool, t: float) -> None:
        """The contact has closed or opened, for now."""
        contact = self._contacts.setdefault(name, _Contact())
        contact.felt, contact.felt_at = down, t

    def tick(self, t: float) -> list[Name]:
        """The presses up to `t`, each once."""
        found: list[Name] = []
        for name, contact in self._contacts.items():
            if contact.felt != contact.down and t >= contact.felt_at + self._bounce_s:
                contact.down, contact.since, contact.told = contact.felt, contact.felt_at, not contact.felt
            if not contact.told and t >= self._counts_at(name, contact):
                contact.told = True
                found.append(name)
        return found

    def due(self) -> float | None:
        """When `tick` may have something to say next."""
        times = [c.felt_at + self._bounce_s for c in self._contacts.values() if c.felt != c.down]
        times += [self._counts_at(name, c) for name, c in self._contacts.items() if not c.told]
        return min(times, default=None)

    def _counts_at(self, name: Name, contact: _Contact) -> float:
        return contact.since + (self._hold_s if name in HELD else 0.0)


class RailButtons:
    """The buttons of one table; an asynchronous context manager. Entering it raises ButtonsError.

    `pins`: GPIO numbers by button; `pressed` is awaited for each press, one after the other, and says whether
    it was taken. `factory`: gpiozero's pin factory, for tests; None: that of the machine.
    """

    def __init__(
        self,
        pins: Mapping[Name, int],
        pressed: Callable[[Name], Awaitable[bool]],
        *,
        led: int | None = None,
        bounce_s: float = 0.05,
        hold_s: float = 0.8,
        factory: Any = None,
    ) -> None:
        self._pins = pins
        self._pressed = pressed
        self._led_pin = led
        self._presses = Presses(bounce_s, hold_s)
        self._factory = factory
        self._stack = ExitStack()
        self._led: Any = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        with ExitStack() as stack:
            self._open(stack)
            self._task = asyncio.create_task(self._watch(), name="luza-buttons")
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stack.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _open(self, stack: ExitStack) -> None:
        try:
            from gpiozero import LED, Button  # type: ignore[import-untyped]
            from gpiozero.exc import GPIOZeroError  # type: ignore[import-untyped]
        except ImportError:
            raise ButtonsError("gpiozero is not installed; install luza with the extra pi") from None
        loop = asyncio.get_running_loop()

        def felt(name: Name, down: bool) -> Callable[[], None]:
            # gpiozero calls from a thread of its own.
            def hand_over() -> None:
                loop.call_soon_threadsafe(self._edge, name, down)

            return hand_over

        try:
            for name, pin in self._pins.items():
                button = stack.enter_context(Button(pin, pull_up=True, pin_factory=self._factory))
                button.when_pressed, button.when_released = felt(name, True), felt(name, False)
            if self._led_pin is not None:
                self._led = stack.enter_context(LED(self._led_pin, pin_factory=self._factory))
        except GPIOZeroError as problem:
            raise ButtonsError(f"{problem}; are the pins of [buttons] free, and is this a Pi?") from None

    def _edge(self, name: Name, down: bool) -> None:
        self._presses.edge(name, down, asyncio.get_running_loop().time())
        self._changed.set()

    async def _watch(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            self._changed.clear()
            due = self._presses.due()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if due is None else max(0.0, due - now())):
                    await self._changed.wait()
            for name in self._presses.tick(now()):
                await self._press(name)

    async def _press(self, name: Name) -> None:
        try:
            taken = await self._pressed(name)
        except LuzaError as problem:
            log.error("button %s: %s", name, problem)
            taken = False
        if self._led is not None:
            on_s, off_s, times = TAKEN if taken else REFUSED
            self._led.blink(on_s, off_s, times, background=True)
