"""What the segments of a digit are called, and which of them make a character.

A cell is a byte: bit 0 is the segment a (top), clockwise to f, bit 6 is g (middle), bit 7 the dot.
"""

SEGMENTS = "abcdefg."
"""The segments in the order of their bits."""
DASH = 0x40
DOT = 0x80
ALL = 0xFF

_CHARACTERS = {
    " ": 0x00,
    "-": DASH,
    "0": 0x3F,
    "1": 0x06,
    "2": 0x5B,
    "3": 0x4F,
    "4": 0x66,
    "5": 0x6D,
    "6": 0x7D,
    "7": 0x07,
    "8": 0x7F,
    "9": 0x6F,
    "H": 0x76,
    "I": 0x06,
    "L": 0x38,
    "O": 0x3F,
}


def cell(character: str) -> int:
    """The segments of a character that `number` gives."""
    return _CHARACTERS[character]


def number(value: int, width: int) -> str:
    """A number in so many characters, from the right; HI or LO where it has no room."""
    text = str(value)
    if len(text) > width:
        text = ("HI" if value > 0 else "LO")[:width]
    return " " * (width - len(text)) + text
