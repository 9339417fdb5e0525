"""The pin map: hardware/pins.toml as typed values, and as the settings that a board reads.

Keys and bounds are the board's (firmware/luza_table/settings.py), which checks them again; here a file that
is not of this shape is refused before it reaches a board. `python -m luza.sources.pins` prints a board's
settings.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from luza_link import messages as m

import luza
from luza.errors import LuzaError

CHECKOUT = Path(luza.__file__).resolve().parents[2]
"""The project's folder: the board's files and the pin map are read from there."""
PINS = CHECKOUT / "hardware" / "pins.toml"

Gpio = Annotated[int, msgspec.Meta(ge=0, le=28)]
Level = Literal["high", "low"]
Limits = dict[str, dict[str, int]]

GROUPS: dict[str, tuple[int, tuple[str, ...]]] = {
    "pocket": (m.INPUT_POCKETS, m.POCKET_NAMES),
    "cushion": (m.INPUT_CUSHIONS, m.CUSHION_NAMES),
    "centre_line": (m.INPUT_CENTRE_LINE, ("house", "pyramid")),
    "slate": (m.INPUT_SLATE, ("slate",)),
}
"""Group of the pin map to its first input's number and its pins' names in the order of the inputs."""


class BadPins(LuzaError):
    """A pin map that cannot be used."""

    exit_status = 2

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Inputs of one sort, and the level that means active: at pins, or behind the converter.

    At pins: name to GP number. Behind the converter: name to channel, the voltage at which they are active
    (`own_mv` for single ones), and how far back they have to go. active: "low" is below the threshold there.
    """

    pins: dict[str, Gpio] = {}
    active: Level = "high"
    pull: Literal["none", "up", "down"] = "none"
    channels: dict[str, Annotated[int, msgspec.Meta(ge=0, le=7)]] = {}
    threshold_mv: int = 0
    hysteresis_mv: int = 20
    own_mv: dict[str, int] = {}

    @property
    def sampled(self) -> bool:
        """They are behind the converter."""
        return bool(self.channels)


_AT_PINS = ("pins", "active", "pull")
_SAMPLED = ("channels", "active", "threshold_mv", "hysteresis_mv", "own_mv")


class Adc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An analogue-to-digital converter on SPI."""

    chip: Literal["mcp3208"]
    spi: Annotated[int, msgspec.Meta(ge=0, le=1)]
    sck: Gpio
    mosi: Gpio
    miso: Gpio
    cs: Gpio
    khz: int = 1000
    vref_mv: int = 3300
    every_us: int = 1000


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour sensors' bus, and each pocket's port of the switch."""

    i2c: Annotated[int, msgspec.Meta(ge=0, le=1)]
    sda: Gpio
    scl: Gpio
    khz: Annotated[int, msgspec.Meta(ge=100, le=400)]
    switch: Annotated[int, msgspec.Meta(ge=0x70, le=0x77)]
    ports: dict[str, Annotated[int, msgspec.Meta(ge=0, le=7)]]


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"in_": "in"}):
    """The wire through the whole harness: the pin that drives it, and the one where it comes back."""

    out: Gpio
    in_: Gpio


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is fitted; None is not."""

    pocket: Group | None = None
    cushion: Group | None = None
    centre_line: Group | None = None
    slate: Group | None = None
    colour: Colour | None = None
    reference: Reference | None = None


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the board talks to the host."""

    port: Literal["usb", "uart"]
    id: int | None = None
    tx: Gpio | None = None
    rx: Gpio | None = None
    baud: int | None = None


class PinMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One board's wiring, link and limits."""

    format: Literal[1]
    name: str
    wiring: Wiring
    link: Link
    limits: Limits = {}
    revision: int = 0
    """Counts the sets of settings that this table has had."""
    names: dict[str, str] = {}
    """What people call an input, where that differs from its name in the link."""
    adc: Adc | None = None

    def inputs(self) -> dict[int, tuple[int, bool]]:
        """Input number (its bit in the link's levels) to its GP number and the level that means active."""
        found: dict[int, tuple[int, bool]] = {}
        for group, (first, names) in GROUPS.items():
            wired: Group | None = getattr(self.wiring, group)
            if wired is not None:
                for name, pin in wired.pins.items():
                    found[first + names.index(name)] = (pin, wired.active == "high")
        return found

    def channels(self) -> dict[int, Group]:
        """Input number to its group, for the inputs behind the converter."""
        found: dict[int, Group] = {}
        for group, (first, names) in GROUPS.items():
            wired: Group | None = getattr(self.wiring, group)
            if wired is not None:
                found.update({first + names.index(name): wired for name in wired.channels})
        return found

    def with_limits(self, limits: Limits) -> "PinMap":
        """The same with some of the detectors' numbers set."""
        merged = {section: {**self.limits.get(section, {}), **limits.get(section, {})} for section in limits}
        return msgspec.structs.replace(self, limits={**self.limits, **merged})

    def settings(self) -> bytes:
        """The blob that the board reads, the same bytes for the same map."""
        whole = msgspec.to_builtins(self)
        for group in GROUPS:
            if (wired := getattr(self.wiring, group)) is not None:
                keys = _SAMPLED if wired.sampled else _AT_PINS
                of_map = whole["wiring"][group]
                whole["wiring"][group] = {key: of_map[key] for key in keys}
        return json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def read_pins(path: Path = PINS, *, linked: bool = True) -> PinMap:
    """Read a pin map. Raises BadPins with the place and what is wrong there.

    `linked`: it is a board's, and says how the board talks to the host; the Pi's own pins need no link.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        if not linked:
            document.setdefault("link", {"port": "usb"})
        found = msgspec.convert(document, PinMap)
    except FileNotFoundError:
        raise BadPins(path, "is not there; it comes with the project's files") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as problem:
        raise BadPins(path, str(problem)) from None
    _check_names(path, found)
    return found


def board_settings(blob: bytes) -> PinMap:
    """The settings that a board gave back. Raises ValueError where they are none that this host knows."""
    return msgspec.json.decode(blob, type=PinMap)


def _check_names(path: Path, found: PinMap) -> None:
    taken: dict[int, str] = {}
    for group, (_, names) in GROUPS.items():
        wired: Group | None = getattr(found.wiring, group)
        for name, pin in wired.pins.items() if wired is not None else ():
            place = f"wiring.{group}.pins.{name}"
            if name not in names:
                raise BadPins(path, f"{place}: there is no such input; it may be {', '.join(names)}")
            if pin in taken:
                raise BadPins(path, f"{place}: GP{pin} is already {taken[pin]}")
            taken[pin] = place
        for name in wired.channels if wired is not None else ():
            if name not in names:
                place = f"wiring.{group}.channels.{name}"
                raise BadPins(path, f"{place}: there is no such input; it may be {', '.join(names)}")


if __name__ == "__main__":
    sys.stdout.buffer.write(read_pins().settings())
