"""What stands fast about the board: pins of the Pico, poles of the plugs, the order of the inputs."""

from luza.sources.pins import PinMap
from luza_link import messages as m

PICO_PIN = {
    gp: pin
    for pin, gp in zip(
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        (*range(23), 26, 27, 28),
        strict=True,
    )
}
"""GP number to the Pico's own pin (Raspberry Pi Pico data sheet, pinout)."""

VBUS, GND, V33 = 40, 38, 36
"""The Pico's pins for 5 V of the USB cable, ground, and its 3.3 V."""

RJ45 = {1: "SDA", 2: "GND", 3: "BEAM", 4: "+5V", 5: "EMIT", 6: "LOOP IN", 7: "LOOP OUT", 8: "SCL"}
"""Contact of a pocket's or centre line's plug to its signal; a pair of the cable is 1-2, 3-6, 4-5, 7-8."""
PIEZO = {1: "DISC", 2: "SCREEN", 3: "LOOP IN", 4: "LOOP OUT"}
"""Pole of a piezo's plug to its signal."""


def beams(pins: PinMap) -> dict[str, int]:
    """Every beam that is fitted, by its input's name, to its GP number; in the order of the inputs."""
    return _inputs(pins, ("pocket", "centre line"))


def knocks(pins: PinMap) -> dict[str, int]:
    """Every piezo that is fitted, by its input's name, to its GP number."""
    return _inputs(pins, ("cushion", "slate"))


def _inputs(pins: PinMap, kinds: tuple[str, ...]) -> dict[str, int]:
    found = sorted(pins.inputs().items())
    return {m.INPUT_NAMES[n]: gp for n, (gp, _) in found if m.INPUT_NAMES[n].startswith(kinds)}
