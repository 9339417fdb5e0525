"""Money: whole kopecks, and exact fractions of them until a sum is rounded once. Pure."""

from fractions import Fraction
from typing import Literal

Rounding = Literal["down", "nearest", "up"]

HOUR_US = 3_600_000_000


def cost(kopecks_per_hour: int, microseconds: int) -> Fraction:
    """What so much time costs, in kopecks, exactly."""
    return Fraction(kopecks_per_hour * microseconds, HOUR_US)


def whole(kopecks: Fraction) -> int:
    """Whole kopecks, halves away from zero as at a till."""
    half = Fraction(1, 2)
    return int(kopecks + half) if kopecks >= 0 else -int(-kopecks + half)


def rounded(kopecks: int, to: int, how: Rounding) -> int:
    """A sum of at least 0 as a multiple of `to` kopecks."""
    below = kopecks - kopecks % to
    if below == kopecks or how == "down":
        return below
    return below + to if how == "up" or (kopecks - below) * 2 >= to else below


def roubles(kopecks: int) -> str:
    """`1 234,50 ₽`, with a true minus and spaces that do not break."""
    sign = "−" if kopecks < 0 else ""
    whole_part, rest = divmod(abs(kopecks), 100)
    return f"{sign}{whole_part:,}".replace(",", "\u00a0") + f",{rest:02}\u00a0₽"
