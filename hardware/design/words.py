"""What stands on the drawings, in both languages."""

from typing import Literal

from hardware.design.figure import read_words

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

_PLACES = {
    "front-left": "передняя левая",
    "front-right": "передняя правая",
    "middle-left": "средняя левая",
    "middle-right": "средняя правая",
    "rear-left": "задняя левая",
    "rear-right": "задняя правая",
}
_RAILS = {
    "front": "передний",
    "rear": "задний",
    "left-front": "левый передний",
    "left-rear": "левый задний",
    "right-front": "правый передний",
    "right-rear": "правый задний",
}
_INPUTS = {
    "centre line house side": "средняя линия, сторона дома",
    "centre line pyramid side": "средняя линия, сторона пирамиды",
    "slate": "плита",
}


def input_words(name: str, language: Language) -> str:
    """An input's name as the technician reads it."""
    if language == "en":
        return name
    kind, _, place = name.partition(" ")
    if kind == "pocket":
        return f"луза {_PLACES[place]}"
    if kind == "cushion":
        return f"борт {_RAILS[place]}"
    return _INPUTS[name]


WORDS = read_words("drawings.toml")


def word(key: str, language: Language) -> str:
    """A text by its key."""
    said = WORDS[key]
    return said.ru if language == "ru" else said.en
