"""The fouls in words: their names, what each means, and the clause that makes it a foul in a game."""

from collections.abc import Mapping
from types import MappingProxyType

from luza.locale import has, same, say
from luza.messages import Words
from luza.rules.fouls import FOULS

_FREE = {
    "no_contact": "FREE 4.3",
    "bad_break": "FREE 12.1",
    "balls_moving": "FREE 14.2",
    "bad_cue_stroke": "FREE 15",
    "no_foot": "FREE 16",
    "touched_ball": "FREE 17",
    "double_hit": "FREE 18",
    "push_shot": "FREE 19.1",
    "bad_completion": "FREE 20",
    "off_table": "FREE 22B.3",
    "slow_play": "FREE 24.1",
    "interference": "FREE 26",
    "etiquette": "FREE 27.1",
}
_MOSCOW = {
    "no_contact": "MOSC 7d",
    "balls_moving": "MOSC 7c",
    "bad_cue_stroke": "MOSC 7b",
    "no_foot": "MOSC 7f",
    "touched_ball": "MOSC 7a",
    "off_table": "MOSC 7e",
    "house_direct_hit": "GEN 4.5",
    "lean": "GEN 4.1",
}

CLAUSES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "free": _FREE,
        "free80": _FREE,
        "moscow": _MOSCOW,
        "combined": _MOSCOW,
        "classic": {
            "no_contact": "CL 7.4",
            "balls_moving": "CL 7.7",
            "bad_cue_stroke": "CL 7.5",
            "no_foot": "CL 8.3",
            "touched_ball": "CL 7.6",
            "push_shot": "CL 8.1",
            "off_table": "CL 7.2",
            "cue_ball_potted": "CL 7.1",
            "wrong_cue_ball": "CL 7.3",
            "premature_end": "CL 7.8",
            "house_direct_hit": "CL 7.9",
            "lean": "CL 8.2",
        },
        "dynamic-call": {
            "no_contact": "DA 6.1",
            "balls_moving": "DA 6.1",
            "bad_cue_stroke": "GEN 1",
            "no_foot": "GEN 1",
            "touched_ball": "DA 6.1",
            "double_hit": "DA 6.1",
            "push_shot": "DA 6.1",
            "off_table": "DA 6.1",
        },
        "dynamic": {
            "no_contact": "DB 6.2a",
            "bad_break": "DB 6.2b",
            "balls_moving": "DB 6.2c",
            "bad_cue_stroke": "DB 6.2d",
            "no_foot": "DB 6.2e",
            "touched_ball": "DB 6.2f",
            "double_hit": "DB 6.2g",
            "push_shot": "DB 6.2h",
            "bad_completion": "DB 6.2i",
            "off_table": "DB 6.2j",
            "slow_play": "DB 6.2k",
            "interference": "DB 6.2l",
        },
        "dynamic-code": {
            "no_contact": "CODE 8.3",
            "bad_break": "CODE 8.2",
            "balls_moving": "CODE 8.6",
            "no_foot": "CODE 8.8",
            "touched_ball": "CODE 8.4",
            "push_shot": "CODE 8.5",
            "bad_completion": "CODE 8.7",
            "off_table": "CODE 8.1",
            "frozen_pair": "CODE 8.5",
            "etiquette": "CODE 3.4",
        },
    }
)
"""The fouls that each game knows, with their clauses; etiquette is noted and costs nothing."""


def name(id: str, game: str | None = None) -> Words:
    """A foul's name as players use it, with the game's own word for it where it has one."""
    return _of_game("fouls.name", id, game)


def about(id: str, game: str | None = None) -> Words:
    """What the foul is, in one line."""
    return _of_game("fouls.about", id, game)


def clause(game: str, id: str) -> str | None:
    """The clause that makes it a foul in the game, None where the game does not know it."""
    return CLAUSES.get(game, {}).get(id)


def known_in(game: str) -> tuple[str, ...]:
    """The fouls that can be called in a game, in the catalogue's order."""
    return tuple(id for id in FOULS if id in CLAUSES.get(game, {}))


def _of_game(table: str, id: str, game: str | None) -> Words:
    for key in (f"{table}.{game}.{id}", f"{table}.{id}"):
        if has(key):
            return say(key)
    return same(id)
