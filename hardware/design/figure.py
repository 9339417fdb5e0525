"""One printed figure of a calculation, with its words in both languages."""

import tomllib
from pathlib import Path
from typing import Literal

import msgspec


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    en: str
    ru: str


class Figure(msgspec.Struct, frozen=True):
    """`value` in `unit`, of which `digits` significant ones are shown. What it is stands in figures.toml."""

    key: str
    value: float
    unit: str
    basis: Literal["computed", "simulated"] = "computed"
    digits: int = 3

    @property
    def words(self) -> Words:
        """What it is."""
        return _WORDS[self.key]

    def text(self) -> str:
        """The value as the pages show it."""
        shown = f"{self.value:.{self.digits}g}"
        if "e" in shown:
            shown = f"{float(shown):.0f}"
        return f"{shown} {self.unit}".rstrip()


def by_key(figures: tuple[Figure, ...]) -> dict[str, float]:
    """Values by key. A key that is there twice is a ValueError."""
    found = {figure.key: figure.value for figure in figures}
    if len(found) != len(figures):
        raise ValueError("two figures have one key")
    return found


def read_words(name: str) -> dict[str, Words]:
    """Texts by key from a file beside this one."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Words])


_WORDS = read_words("figures.toml")
