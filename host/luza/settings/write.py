"""Settings to a commented TOML text: made from the classes, so that no sample file can fall behind."""

import textwrap
from collections.abc import Mapping

import msgspec

from luza.messages import Words
from luza.settings.allowed import SECTIONS, Key, Section
from luza.settings.model import Language
from luza.settings.problems import toml

_HEAD = Words(
    ru="Настройки Лузы для одного стола. Чего здесь нет, то по умолчанию. Проверить: luza config check ФАЙЛ",
    en="Luza's settings for one table. What is left out has its default. To check: luza config check FILE",
)


def say(words: Words, language: Language) -> str:
    """The sentence in one of the two languages."""
    return words.ru if language == "ru" else words.en


def write(
    settings: msgspec.Struct,
    language: Language = "ru",
    sections: Mapping[str, Section] = SECTIONS,
    head: Words = _HEAD,
) -> str:
    """The whole file, with a newline at its end: every key with its meaning, its bounds and its default."""
    lines = _comment(say(head, language))
    for section in sections.values():
        lines += ["", *_comment(say(section.about, language)), f"[{section.name}]"]
        values = getattr(settings, section.name)
        for key in section.keys.values():
            comment = (*_comment(f"{say(key.about, language)}."), *_comment(bounds(key, language)))
            lines += [*comment, _assignment(key, getattr(values, key.name)), ""]
        lines.pop()
    return "\n".join(lines) + "\n"


def bounds(key: Key, language: Language = "en") -> str:
    """What a key may hold, and its default, as one sentence."""
    default = None if key.default is None else toml(key.default)
    if language == "ru":
        return f"Значение: {key.allowed.ru}{f'; по умолчанию {default}' if default else ''}."
    return f"Value: {key.allowed.en}{f'; default {default}' if default else ''}."


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _assignment(key: Key, value: object) -> str:
    return f"# {key.name} =" if value is None else f"{key.name} = {toml(value)}"
