"""The sentences of the product: one folder a language, one TOML file a subject, the same keys in each.

A sentence is a `str.format` template. A number chooses its noun's form by a format with bars:
`{n} {n:шар|шара|шаров}` in Russian (1, 2 to 4, 5 and more), `{n} {n:ball|balls}` in English. Names of people
are put in as they are, so no sentence asks for a declined one.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from luza.messages import Words

LANGUAGES = ("ru", "en")

Value = str | int | Words
"""What may be put into a sentence; of Words, each language takes its own."""


class _Russian(int):
    """A number in a Russian sentence: alone with a true minus, with forms the one of the noun it asks for.

    1, 21, 101 take the first; 2 to 4, 22 to 24 the second; the rest, and 11 to 14, the third.
    """

    def __format__(self, forms: str) -> str:
        if not forms:
            return number(self)
        one, few, many = _split(forms)
        last = abs(int(self)) % 100
        if last in _TEENS:
            return many
        last %= 10
        return one if last == 1 else few if last in _FEW else many


class _English(int):
    """A number in an English sentence: 1 takes the first form, all else the second."""

    def __format__(self, forms: str) -> str:
        if not forms:
            return number(self)
        one, many = _split(forms)
        return one if self in (1, -1) else many


_TEENS = frozenset((11, 12, 13, 14))
_FEW = frozenset((2, 3, 4))


@cache
def _split(forms: str) -> list[str]:
    return forms.split("|")


def number(value: int) -> str:
    """A number as it stands in a sentence, with a true minus."""
    return int.__repr__(value) if value >= 0 else f"−{-value}"


@lru_cache(maxsize=4096)
def say(key: str, /, **values: Value) -> Words:
    """The sentence of a key, in both languages. Raises KeyError for a key or a value that is not there.

    The same few sentences are said over and over, so what was said is remembered.
    """
    ru, en = _sentences()[key]
    for_ru: dict[str, object] = {}
    for_en: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, int):
            for_ru[name], for_en[name] = _Russian(value), _English(value)
        elif isinstance(value, str):
            for_ru[name] = for_en[name] = value
        else:
            for_ru[name], for_en[name] = value.ru, value.en
    return Words(ru.format_map(for_ru), en.format_map(for_en))


def has(key: str) -> bool:
    """Whether a sentence stands under this key."""
    return key in _sentences()


def join(parts: Iterable[Words], between: str = " ") -> Words:
    """Several sentences as one."""
    found = tuple(parts)
    return Words(between.join(part.ru for part in found), between.join(part.en for part in found))


def same(text: str) -> Words:
    """A text that is alike in both languages: a name, a number."""
    return Words(text, text)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language by key: `<file>.<table>.<name>`."""
    found: dict[str, str] = {}
    for file in sorted(files(__name__).joinpath(language).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found.update(
                _flat(file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8")))
            )
    return found


@cache
def _sentences() -> Mapping[str, tuple[str, str]]:
    russian, english = catalogue("ru"), catalogue("en")
    return {key: (russian[key], english[key]) for key in russian}


def _flat(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}.{key}", value)
        else:
            yield f"{prefix}.{key}", str(value)
