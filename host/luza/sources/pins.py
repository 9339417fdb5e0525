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
    """Inputs of one sort: name to GP number, and the level that means active."""

    pins: dict[str, Gpio]
    active: Level
    pull: Literal["none", "up", "down"] = "none"


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour sensors' bus, and each pocket's port of the switch."""

    i2c: Annotated[int, msgspec.Meta(ge=0, le=1)]
    sda: Gpio
    scl: Gpio
    khz: Annotated[int, msgspec.Meta(ge=100, le=400)]
    switch: Annotated[int, msgspec.Meta(ge=0x70, le=0x77)]
    ports: dict[str, Annotated[int, msgspec.Meta(ge=0, le=7)]]


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is fitted; None is not."""

    pocket: Group | None = None
    cushion: Group | None = None
    centre_line: Group | None = None
    slate: Group | None = None
    colour: Colour | None = None


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

    def inputs(self) -> dict[int, tuple[int, bool]]:
        """Input number (its bit in the link's levels) to its GP number and the level that means active."""
        found: dict[int, tuple[int, bool]] = {}
        for group, (first, names) in GROUPS.items():
            wired: Group | None = getattr(self.wiring, group)
            if wired is not None:
                for name, pin in wired.pins.items():
                    found[first + names.index(name)] = (pin, wired.active == "high")
        return found

    def with_limits(self, limits: Limits) -> "PinMap":
        """The same with some of the detectors' numbers set."""
        merged = {section: {**self.limits.get(section, {}), **limits.get(section, {})} for section in limits}
        return msgspec.structs.replace(self, limits={**self.limits, **merged})

    def settings(self) -> bytes:
        """The blob that the board reads, the same bytes for the same map."""
        return json.dumps(msgspec.to_builtins(self), separators=(",", ":")).encode() + b"\n"


def read_pins(path: Path = PINS) -> PinMap:
    """Read a pin map. Raises BadPins with the place and what is wrong there."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), PinMap)
    except FileNotFoundError:
        raise BadPins(path, "is not there; it comes with the project's files") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as problem:
        raise BadPins(path, str(problem)) from None
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
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(read_pins().settings())
