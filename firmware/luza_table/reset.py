"""Why the board started: what the chip keeps of it, and the word that the last run left.

The RP2040 says power-on and brown-out with one bit (datasheet, register CHIP_RESET: HAD_POR). What tells
them apart is memory: a dip that resets the chip leaves it as it was, a power cut does not. So a mark is
kept at the end of the USB controller's memory, which no program clears. A cut that is shorter than the
memory takes to fade is called a brown-out too.
"""

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHIP_RESET = 0x40064008
HAD_RUN = 1 << 16
"""The reset pin was pulled low."""
MARK = 0x50100FF8
MARKED = 0x4C757A61
FAILED = "the program failed"
"""How the word of a run that failed begins; the error and its place follow."""


def cause(memory: "Any", watchdog: bool, word: "str | None") -> int:
    """RESET_..., and the mark set anew. memory: `machine.mem32`; word: as `store.take_restart` gives it."""
    kept = memory[MARK] == MARKED
    memory[MARK] = MARKED
    if word is not None:
        if not word.startswith(FAILED):
            return m.RESET_SOFT
        return m.RESET_MEMORY if "MemoryError" in word else m.RESET_CRASH
    if watchdog:
        return m.RESET_WATCHDOG
    if memory[CHIP_RESET] & HAD_RUN:
        return m.RESET_PIN
    return m.RESET_BROWN_OUT if kept else m.RESET_POWER
