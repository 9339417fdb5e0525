"""The sentences of both languages: the same subjects, the same keys, the same things put into them."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tests.house.tree import ROOT

LOCALE = ROOT / "host" / "luza" / "locale"
SUBJECTS = sorted(path.name for path in (LOCALE / "ru").glob("*.toml"))


def sentences(path: Path) -> dict[str, str]:
    """Every sentence of a file by its full key."""

    def flat(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}{key}.")
            else:
                yield f"{prefix}{key}", value

    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def fields(sentence: str) -> set[str]:
    """The names of what is put into a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_both_languages_have_the_same_subjects() -> None:
    assert SUBJECTS
    assert sorted(path.name for path in (LOCALE / "en").glob("*.toml")) == SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS)
def test_both_languages_say_the_same_things(subject: str) -> None:
    russian, english = sentences(LOCALE / "ru" / subject), sentences(LOCALE / "en" / subject)
    assert russian.keys() == english.keys()
    for key, sentence in russian.items():
        assert sentence.strip(), key
        assert english[key].strip(), key
        assert fields(sentence) == fields(english[key]), key


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_language_is_written_in_its_own_letters(subject: str) -> None:
    """A sentence that was never translated, or was put into the wrong file."""
    for key, sentence in sentences(LOCALE / "en" / subject).items():
        assert not any("\u0400" <= letter <= "\u04ff" for letter in sentence), key
