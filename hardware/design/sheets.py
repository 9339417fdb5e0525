"""The parts' pins, as their data sheets number and name them, with what each is for the rules check."""

from typing import Literal

import msgspec

from hardware.design.board import GND, PICO_PIN, V33, VBUS

Kind = Literal["in", "out", "both", "passive", "power", "collector"]


class PinOf(msgspec.Struct, frozen=True):
    """One pin: its name on the sheet, and its kind."""

    name: str
    kind: Kind


class Sheet(msgspec.Struct, frozen=True):
    """A part: the letter of its references, its pins by number, and its id in parts.toml if not its own."""

    letter: str
    pins: dict[int, PinOf]
    kit: str = ""

    @property
    def package(self) -> str:
        """What it looks like on the board: through-hole all of it, for a hand and an iron."""
        if self.letter != "U" or len(self.pins) > 16:
            return {"U": "module"}.get(self.letter, "through-hole")
        return f"DIP-{len(self.pins)}" if len(self.pins) > 4 else "in line"


def _two(letter: str, one: str = "1", other: str = "2") -> Sheet:
    return Sheet(letter, {1: PinOf(one, "passive"), 2: PinOf(other, "passive")})


def _row(letter: str, text: str) -> Sheet:
    """Pins from 1 on, each as name:kind."""
    pins = {}
    for number, word in enumerate(text.split(), start=1):
        name, kind = word.split(":")
        pins[number] = PinOf(name, kind)  # type: ignore[arg-type]  # msgspec checks nothing here; ERC does
    return Sheet(letter, pins)


_PICO = {pin: PinOf(f"GP{gp}", "both") for gp, pin in PICO_PIN.items()}
_PICO |= {VBUS: PinOf("VBUS", "passive"), GND: PinOf("GND", "power"), V33: PinOf("3V3(OUT)", "passive")}

SHEETS: dict[str, Sheet] = {
    "pico": Sheet("U", _PICO),
    "timer": _row("U", "GND:power TRIG:in OUT:out RESET:in CONT:in THRES:in DISCH:collector VCC:power"),
    "shifter": Sheet(
        "U",
        {
            **{pin: PinOf(name, "in") for pin, name in zip((3, 5, 7, 9, 11, 14), "ABCDEF", strict=True)},
            **{pin: PinOf(name, "out") for pin, name in zip((2, 4, 6, 10, 12, 15), "GHIJKL", strict=True)},
            1: PinOf("VCC", "power"),
            8: PinOf("VSS", "power"),
        },
    ),
    "amplifier": _row("U", "OUT1:out IN1-:in IN1+:in VSS:power IN2+:in IN2-:in OUT2:out VDD:power"),
    "comparator": _row(
        "U",
        "OUT2:collector OUT1:collector VCC:power IN1-:in IN1+:in IN2-:in IN2+:in "
        "IN3-:in IN3+:in IN4-:in IN4+:in GND:power OUT4:collector OUT3:collector",
    ),
    "switch": _row("Q", "S:passive G:in D:collector"),
    "receiver-pocket": _row("U", "OUT:collector GND:power VS:power"),
    "receiver-line": _row("U", "OUT:collector GND:power VS:power"),
    "emitter": _two("D", "A", "K"),
    "diode": _two("D", "A", "K"),
    "schottky": _two("D", "A", "K"),
    "tvs": _two("D", "A", "K"),
    "piezo": _two("B"),
    "fuse": _two("F"),
    "resistor": _two("R"),
    "capacitor": _two("C"),
    "trimmer-2k": _two("R"),
    "trimmer-10k": _two("R"),
    "trimmer-100k": _two("R"),
    "jack": _row("J", " ".join(f"{n}:passive" for n in range(1, 9))),
    "piezo-header": _row("J", " ".join(f"{n}:passive" for n in range(1, 5))),
    "colour": _row("U", "VIN:power GND:power SDA:both SCL:in"),
    "i2c-switch": _row(
        "U",
        "VIN:power GND:power SDA:both SCL:in "
        + " ".join(f"SD{port}:both SC{port}:both" for port in range(8)),
    ),
}
