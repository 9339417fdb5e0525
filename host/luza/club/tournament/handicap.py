"""The start that a weaker player gets, in half balls, and what it is in each frame. Pure."""

from luza.club.tournament.plan import Handicap


def half_balls(handicap: Handicap | None, ratings: tuple[int | None, int | None]) -> tuple[int, int]:
    """Half balls for each of the two; one of them is always 0. Without both ratings there is none."""
    one, other = ratings
    if handicap is None or one is None or other is None:
        return (0, 0)
    start = min(abs(one - other) // handicap.points, handicap.most)
    return (start, 0) if one < other else (0, start)


def starts(half: tuple[int, int], frame: int) -> tuple[int, int]:
    """The balls with which each starts the frame (from 1): a half ball is a ball in every second frame."""
    even = frame % 2 == 0
    return (half[0] // 2 + (half[0] % 2 and even), half[1] // 2 + (half[1] % 2 and even))
