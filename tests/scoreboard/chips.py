"""The chips behind the pins, from their data sheets: levels and bytes in, what somebody before the wall reads
out. Nothing of the firmware is used here."""

from collections import Counter

import msgspec

READ = {
    "": " ",
    "g": "-",
    "abcdef": "0",
    "bc": "1",
    "abged": "2",
    "abgcd": "3",
    "fgbc": "4",
    "afgcd": "5",
    "afgecd": "6",
    "abc": "7",
    "abcdefg": "8",
    "abcdfg": "9",
    "bcefg": "H",
    "def": "L",
}
_BY_SET = {frozenset(segments): sign for segments, sign in READ.items()}


def sign(lit: set[str]) -> str:
    """What one reads in a digit, a point after it where the dot is lit."""
    return _BY_SET[frozenset(lit - {"."})] + ("." if "." in lit else "")


class Max7219Chain:
    """Modules of eight digits in a row, the left one at the cable unless `near` says otherwise.

    MAX7219 data sheet: the last 16 bits before the rising edge of LOAD count, the bits before them are in the
    next module (p. 6); table 2 has the registers, table 6 the segments of a register without decoding.
    """

    def __init__(self, modules: int, near: str = "right", load: int = 17) -> None:
        self._shift = bytearray(2 * modules)
        self._near = near
        self._load = load
        self.registers = [dict.fromkeys(range(16), 0) for _ in range(modules)]
        """Of each module, the one at the cable first. At power-on it is shut down."""

    def take(self, line: str) -> bool:
        """A line of what happens; True where it may have changed what is seen."""
        what, *given = line.split()
        if what == "spi":
            self._shift = (self._shift + bytes.fromhex(given[0]))[-len(self._shift) :]
        elif (what, given) == ("pin", [str(self._load), "1"]):
            for module, registers in enumerate(self.registers):
                at = len(self._shift) - 2 * module
                register, value = self._shift[at - 2 : at]
                registers[register & 0x0F] = value
            return register & 0x0F == 8  # the last one of a picture; between them lie microseconds
        return False

    @property
    def text(self) -> str:
        """What is read from the left."""
        modules = self.registers if self._near == "left" else self.registers[::-1]
        return "".join(self._digits(registers) for registers in modules)

    def _digits(self, registers: dict[int, int]) -> str:
        if registers[0x0C] != 1 or registers[0x0F] or registers[0x09] or registers[0x0B] != 7:
            return "?" * 8
        names = ".abcdefg"
        return "".join(
            sign({name for at, name in enumerate(names) if registers[digit] >> (7 - at) & 1})
            for digit in range(8, 0, -1)  # digit 0 is the right one
        )


class Register595Chain:
    """One register a digit; Q0 to Q7 lead to the segments in `order`. What was shifted in first is the last
    one of the chain (74HC595 data sheet, function table)."""

    def __init__(self, digits: int, order: str, active: int, near: str, latch: int = 17) -> None:
        self._shift = bytearray(digits)
        self._order = order
        self._active = active
        self._near = near
        self._latch = latch
        self.shown = bytearray(digits)
        self.duty: int | None = None

    def take(self, line: str) -> bool:
        """A line of what happens; True where it may have changed what is seen."""
        what, *given = line.split()
        if what == "spi":
            self._shift = (self._shift + bytes.fromhex(given[0]))[-len(self._shift) :]
        elif what == "pwm":
            self.duty = int(given[1])
        elif (what, given) == ("pin", [str(self._latch), "1"]):
            self.shown = self._shift[::-1]  # the one at the cable first
            return True
        return False

    @property
    def text(self) -> str:
        """What is read from the left."""
        row = self.shown if self._near == "left" else self.shown[::-1]
        return "".join(
            sign({self._order[bit] for bit in range(8) if (byte >> bit & 1) == self._active}) for byte in row
        )


class Pixel(msgspec.Struct, frozen=True):
    """What one sees of a pixel: its colour's bits (red, green, blue), and its share of the time."""

    colour: int
    share: float


class Panel:
    """A HUB75 panel: two halves of rows, each with shift registers of three colours, a latch, and one row
    that is let on. Lines are R1 G1 B1 R2 G2 B2 A B C D E LAT OE CLK; OE is active low."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows = height // 2
        self.pixels: list[list[Pixel]] = []
        self.glimpses = 0
        """Steps at which a row was let on while the latch was open or just another row was addressed."""

    def take(self, line: str) -> bool:
        """A line of what happens; True where it may have changed what is seen."""
        what, *given = line.split()
        if what != "wave":
            return False
        steps = memoryview(bytes.fromhex(given[0])).cast("H").tolist()
        lit: Counter[tuple[int, tuple[int, ...]]] = Counter()
        """How long each row was let on with what in its latch."""
        shift = [0] * self._width
        latched: tuple[int, ...] = tuple(shift)
        before = steps[-1]
        for number, step in enumerate(steps * 2):
            if step & 0x2000 and not before & 0x2000:
                shift = [*shift[1:], step & 0x3F]
            if step & 0x0800:
                latched = tuple(shift)
            row = step >> 6 & 0x1F
            if not step & 0x1000 and number >= len(steps):  # before that it still showed how it began
                self.glimpses += bool(step & 0x0800 or row != before >> 6 & 0x1F)
                lit[row, latched] += 1
            before = step
        self.pixels = [[Pixel(0, 0.0)] * self._width for _ in range(2 * self._rows)]
        for (row, columns), count in lit.items():
            share = count * self._rows / len(steps)
            for column, both in enumerate(columns):
                for half, colour in enumerate((both & 7, both >> 3)):
                    if colour:
                        self.pixels[row + half * self._rows][column] = Pixel(colour, share)
        return True

    @property
    def text(self) -> str:
        """The picture: a letter a pixel, a line a row."""
        return "\n".join("".join(".RGYBMCW"[pixel.colour] for pixel in row) for row in self.pixels)
