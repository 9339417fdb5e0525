"""A Pico's PIO and DMA, as far as a HUB75 panel goes: real addresses, real memory, the chips' registers.

`refresh` does what the two chained channels do: the starter puts a word into the player's trigger register,
the player reads from there and feeds the state machine; each new wave is told to the pins' descriptor.
"""

import binascii

import uctypes
from machine import tell, tell_bytes

_WORD = 8
"""A pointer's size here; 4 on a Pico."""
_channels = []
_last = 0


class PIO:
    """Constants."""

    OUT_LOW = 2
    SHIFT_RIGHT = 1
    JOIN_TX = 1


def asm_pio(**options):
    """Reads a program: what it calls and with what."""

    def read(function):
        program = []
        names = {"pins": "pins"}
        for name in ("wrap_target", "out", "wrap"):
            names[name] = lambda *given, name=name: program.append((name, given))
        scope = function.__globals__
        scope.update(names)
        function()
        for name in names:
            del scope[name]
        return program, options

    return read


class StateMachine:
    """One that puts 16 bits of each half of a word on 14 pins, the lower half first."""

    def __init__(self, id, program, *, freq, out_base):
        steps, options = program
        assert id == 0 and steps == [("wrap_target", ()), ("out", ("pins", 16)), ("wrap", ())]
        assert options == {
            "out_init": (PIO.OUT_LOW,) * 14,
            "out_shiftdir": PIO.SHIFT_RIGHT,
            "autopull": True,
            "pull_thresh": 32,
            "fifo_join": PIO.JOIN_TX,
        }
        self.on = False
        tell(f"panel {out_base.number} {freq}")

    def active(self, on):
        """Start it."""
        self.on = bool(on)


class DMA:
    """A channel."""

    def __init__(self):
        self.channel = len(_channels)
        self.registers = bytearray(16)
        """Stands for its registers: who writes to the slice [15:16] starts it."""
        self.given = {}
        self.on = False
        _channels.append(self)

    def pack_ctrl(self, **fields):
        """The control word; here the fields themselves."""
        return fields

    def config(self, **given):
        """Read, write, count, ctrl."""
        self.given = given

    def active(self, on):
        """Start it."""
        self.on = bool(on)


def refresh():
    """One refresh of the panel."""
    global _last
    if len(_channels) != 2 or not _channels[1].on:
        return
    player, starter = (channel.given for channel in _channels)
    assert player["ctrl"] == {"inc_write": False, "treq_sel": 0, "chain_to": 1}
    assert starter["ctrl"] == {"inc_read": False, "inc_write": False}
    assert starter["count"] == 1 and len(starter["write"]) == 1 and player["write"].on
    pointer = bytes(uctypes.bytearray_at(uctypes.addressof(starter["read"]), _WORD))
    wave = uctypes.bytearray_at(int.from_bytes(pointer, "little"), player["count"] * 4)
    crc = binascii.crc32(wave)
    if crc != _last:
        _last = crc
        tell_bytes("wave ", wave)
