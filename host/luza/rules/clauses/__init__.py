"""The catalogue of clauses: every rule of every game in one short sentence of Russian and of English.

The data are the TOML files beside this one, a file a text, read when the first clause is asked for. Rules and
verdicts cite clauses by id alone and need nothing from here; words, pages and tests read it.
"""

import difflib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec

from luza.errors import LuzaError

Need = Literal["sensors", "person", "either", "conduct"]
"""What a clause needs to be applied; `conduct`: no software can apply it, it is only shown to people."""

TEXTS = (
    *("general", "free", "free80", "moscow", "combined"),
    *("classic", "dynamic_call", "dynamic", "dynamic_code", "readings"),
)
"""The files in the order of the rules; `readings` holds what the text leaves unclear (AMB)."""

_OWN_TEXTS: Mapping[str, tuple[str, ...]] = {
    "free": ("free",),
    "free80": ("free80", "free"),
    "moscow": ("moscow", "general"),
    "combined": ("combined", "moscow", "general"),
    "classic": ("classic", "general"),
    "dynamic-call": ("dynamic_call", "general"),
    "dynamic": ("dynamic", "general"),
    "dynamic-code": ("dynamic_code", "dynamic", "general"),
}
"""Whose word comes first in a game: its own text, the text it builds on, then the rest."""


class UnknownClause(LuzaError):
    """No clause has this `id`."""

    def __init__(self, id: str, near: str | None) -> None:
        super().__init__(f"no clause {id!r}" + (f"; did you mean {near!r}?" if near else ""))
        self.id = id


class Clause(msgspec.Struct, frozen=True):
    """One clause. `amb` names the readings (AMB-nn) that decide what the text leaves unclear in it.

    A reading is a clause too: `ru` and `en` ask what is unclear, `reading_ru` and `reading_en` say what is
    played by default, and `option` is the option of the match that chooses otherwise.
    """

    id: str
    ru: str
    en: str
    need: Need
    games: tuple[str, ...]
    amb: tuple[str, ...] = ()
    reading_ru: str | None = None
    reading_en: str | None = None
    option: str | None = None


def get(id: str) -> Clause:
    """The clause of this id, as in a verdict's `articles`; raises UnknownClause."""
    found = everything().get(id)
    if found is None:
        near = difflib.get_close_matches(id, everything(), 1)
        raise UnknownClause(id, near[0] if near else None)
    return found


def known(id: str) -> bool:
    """Whether there is a clause of this id."""
    return id in everything()


@cache
def everything() -> Mapping[str, Clause]:
    """All clauses by id, in the order of the rules."""
    found: dict[str, Clause] = {}
    for text in TEXTS:
        for clause in _read(text):
            found[clause.id] = clause
    return MappingProxyType(found)


@cache
def of_game(game: str) -> tuple[Clause, ...]:
    """What holds in a game: its own clauses, then what it inherits, then the readings; () if unknown."""
    first = _OWN_TEXTS.get(game, ())
    texts = (*first, *(text for text in TEXTS if text not in first))
    return tuple(clause for text in texts for clause in _read(text) if game in clause.games)


def readings(clause: Clause) -> tuple[Clause, ...]:
    """The readings that decide what is unclear in a clause."""
    return tuple(everything()[amb] for amb in clause.amb)


@cache
def _read(text: str) -> tuple[Clause, ...]:
    """The clauses of one file. A clause without `games` holds in the games that the file names."""
    data = tomllib.loads(files(__name__).joinpath(f"{text}.toml").read_text(encoding="utf-8"))
    games = data.pop("games")
    return tuple(
        msgspec.convert({"id": key, "games": games, **fields}, Clause) for key, fields in data.items()
    )
