"""Where a board may be: the port that somebody named, or those that look like a Pico's."""

from pathlib import Path

from serial.tools import list_ports  # type: ignore[import-untyped]

from luza.sources.link_port import matching
from luza.sources.trouble import BoardTrouble

RASPBERRY_PI = 0x2E8A
"""USB vendor; a Pico with MicroPython has product 0x0005."""
BOOT_DRIVES = ("RPI-RP2", "RP2350")
"""What a Pico without any program calls the drive that it shows."""
_LABELS = Path("/dev/disk/by-label")


def candidates(pattern: str) -> list[str]:
    """The ports that a pattern names; with an empty one, or where it names none, those of Picos."""
    named = matching(pattern) if pattern else []
    return named or sorted(str(port.device) for port in list_ports.comports() if port.vid == RASPBERRY_PI)


def the_port(pattern: str, labels: Path = _LABELS) -> str:
    """The one port to use. Raises BoardTrouble where there is none, or more than one."""
    found = candidates(pattern)
    if len(found) == 1:
        return found[0]
    if found:
        raise BoardTrouble("several", ports=", ".join(found))
    for name in BOOT_DRIVES:
        if (labels / name).exists():
            raise BoardTrouble("no_micropython", drive=name)
    raise BoardTrouble("none", pattern=pattern or "/dev/ttyACM*")
