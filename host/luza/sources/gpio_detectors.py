"""The board's detectors for whoever runs them on this machine: loaded from the project's firmware folder."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from luza.errors import LuzaError
from luza.sources.pins import CHECKOUT, GROUPS, PinMap

_FIRMWARE = CHECKOUT / "firmware"


class GpioError(LuzaError):
    """The Pi's pins cannot be used as sensors."""

    exit_status = 2

    def __init__(self, reason: str) -> None:
        super().__init__(f"gpio: {reason}")
        self.reason = reason


class Detectors(msgspec.Struct, frozen=True):
    """What was loaded: `table(out)` makes the detectors, `dictionary` is JSON that says what is fitted."""

    table: Callable[[Callable[[int, int, int, int, int], None]], Any]
    dictionary: bytes
    version: str
    mute_edges: int


def detectors(pins: PinMap) -> Detectors:
    """The detectors for a pin map. GpioError where it asks for what only a board can do, or is refused."""
    for place, there in (
        ("wiring.colour", pins.wiring.colour),
        ("wiring.reference", pins.wiring.reference),
        ("adc", pins.adc),
    ):
        if there is not None:
            raise GpioError(f"[{place}] is not for the Pi's own pins; leave it out, or take a board")
    if not (_FIRMWARE / "luza_table").is_dir():
        raise GpioError(f"{_FIRMWARE} is not there; the detectors are the project's own firmware files")
    if str(_FIRMWARE) not in sys.path:
        sys.path.append(str(_FIRMWARE))
    load = importlib.import_module
    settings_of = load("luza_table.settings")
    try:
        settings = settings_of.Settings(_renumbered(pins).settings())
    except settings_of.SettingsError as problem:
        raise GpioError(f"the pin map: {problem}") from None
    table = load("luza_table.table").Table
    return Detectors(
        table=lambda out: table(settings, out),
        dictionary=load("luza_table.fitted").dictionary(settings),
        version=load("luza_table").VERSION,
        mute_edges=settings.limits["input"]["mute_edges"],
    )


def wires(pins: PinMap) -> dict[int, tuple[int, bool, str]]:
    """Input number to its GPIO number, whether high is active, and its pull (`up`, `down` or `none`)."""
    pull = dict.fromkeys(pins.inputs(), "none")
    for name, (first, names) in GROUPS.items():
        group = getattr(pins.wiring, name)
        if group is not None:
            pull.update({first + names.index(key): group.pull for key in group.pins})
    return {number: (gpio, high, pull[number]) for number, (gpio, high) in pins.inputs().items()}


def _renumbered(pins: PinMap) -> PinMap:
    """The same inputs at pins that a board has: the detectors look at no pin, and a Pi has other ones."""
    free = iter(range(23))
    groups = {}
    for name in ("pocket", "cushion", "centre_line", "slate"):
        group = getattr(pins.wiring, name)
        if group is not None:
            groups[name] = msgspec.structs.replace(group, pins={key: next(free) for key in group.pins})
    return msgspec.structs.replace(pins, wiring=msgspec.structs.replace(pins.wiring, **groups))
