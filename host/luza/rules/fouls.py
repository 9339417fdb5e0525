"""The fouls of all games, in the order in which a verdict lists them."""

FOULS: tuple[str, ...] = (
    "no_contact",
    "bad_break",
    "balls_moving",
    "bad_cue_stroke",
    "no_foot",
    "touched_ball",
    "double_hit",
    "push_shot",
    "bad_completion",
    "off_table",
    "slow_play",
    "interference",
    "cue_ball_potted",
    "wrong_cue_ball",
    "premature_end",
    "house_direct_hit",
    "lean",
    "frozen_pair",
    "etiquette",
)
"""FREE 27.1, 1 to 12, then what the other games add."""

RANK: dict[str, int] = {foul: place for place, foul in enumerate(FOULS)}

ANY_TIME = frozenset({"slow_play", "interference", "etiquette"})
"""Fouls that belong to no stroke and need a player named."""


def in_order(fouls: set[str]) -> tuple[str, ...]:
    """Each foul once, in the catalogue's order."""
    return tuple(sorted(fouls, key=RANK.__getitem__)) if fouls else ()
