"""machine.mem32 of the simulated board, as far as telling resets goes: see firmware/luza_table/reset.py."""

CHIP_RESET = 0x40064008
HAD_POR = 1 << 8
HAD_RUN = 1 << 16
PIN_RESET = 2
BROWN_OUT = 5
KEPT = 0x4C757A61
"""What the firmware left in memory that a dip of the supply does not clear,"""
FADED = 0xFFFF5A00
"""and what is there after a power cut."""


class Memory:
    """Words by their addresses. reset: why the chip starts, as process.py numbers it."""

    def __init__(self, reset: int) -> None:
        self._words = {CHIP_RESET: HAD_RUN if reset == PIN_RESET else HAD_POR}
        self._others = KEPT if reset == BROWN_OUT else FADED

    def __getitem__(self, address: int) -> int:
        return self._words.get(address, self._others)

    def __setitem__(self, address: int, value: int) -> None:
        self._words[address] = value
