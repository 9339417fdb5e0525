"""The catalogues of sentences: whole in both languages, with the same gaps to fill and the right plurals."""

import re
from string import Formatter

import pytest
from luza.locale import LANGUAGES, catalogue, has, join, same, say
from luza.messages import Words
from luza.rules import clauses

KEYS = sorted(set(catalogue("ru")) | set(catalogue("en")))
FORMS = {"ru": 3, "en": 2}
CITED = re.compile(r"\b(?:GEN|FREE|F80|MOSC|COMB|CL|DA|DB|CODE|AMB)[ -][0-9][^,;\s)]*(?:\(\d+\)\w?)?")


def gaps(text: str) -> set[str]:
    """The names of what a sentence asks for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_a_sentence_stands_in_both_languages_and_asks_for_the_same() -> None:
    assert len(KEYS) > 1000
    for key in KEYS:
        russian, english = catalogue("ru").get(key, ""), catalogue("en").get(key, "")
        assert russian.strip(), key
        assert english.strip(), key
        assert gaps(russian) == gaps(english), key
        cyrillic = re.search("[а-яёА-ЯЁ]", re.sub(r"«[^»]*»", "", english))
        assert not cyrillic or key.endswith(CODE_ID), key


CODE_ID = "CODE 1.Б"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_noun_has_all_its_forms(language: str) -> None:
    counted = 0
    for key, text in catalogue(language).items():
        for _, name, forms, _ in Formatter().parse(text):
            if forms:
                counted += 1
                assert len(forms.split("|")) == FORMS[language], (key, name)
    assert counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_that_a_sentence_cites_is_in_the_catalogue(language: str) -> None:
    for key, text in catalogue(language).items():
        for id in CITED.findall(text):
            assert clauses.known(id), (key, id)
        if key.startswith(("shots.legal.", "shots.void.", "shots.replay.")):
            assert clauses.known(key.split(".", 2)[2]), key


@pytest.mark.parametrize(
    ("n", "russian", "english"),
    [
        (0, "0 шаров", "0 balls"),
        (1, "1 шар", "1 ball"),
        (2, "2 шара", "2 balls"),
        (4, "4 шара", "4 balls"),
        (5, "5 шаров", "5 balls"),
        (11, "11 шаров", "11 balls"),
        (12, "12 шаров", "12 balls"),
        (14, "14 шаров", "14 balls"),
        (15, "15 шаров", "15 balls"),
        (21, "21 шар", "21 balls"),
        (22, "22 шара", "22 balls"),
        (25, "25 шаров", "25 balls"),
        (80, "80 шаров", "80 balls"),
        (101, "101 шар", "101 balls"),
        (111, "111 шаров", "111 balls"),
        (112, "112 шаров", "112 balls"),
        (-1, "−1 шар", "−1 ball"),
        (-3, "−3 шара", "−3 balls"),
    ],
)
def test_a_number_chooses_the_form_of_its_noun(n: int, russian: str, english: str) -> None:
    words = say("shots.what.pots", n=n)
    assert words.ru.endswith(russian)
    assert words.en.startswith(english)


def test_a_name_is_put_in_as_it_is() -> None:
    for name in ("Анна", "O'Neill {0}", "<b>", "Ж" * 200):
        assert say("state.at_table", who=name).ru == f"У стола {name}"


def test_each_language_takes_its_own_of_words() -> None:
    assert say("shots.article", article=Words("да", "yes")) == Words(" (да)", " (yes)")
    assert join((same("a"), Words("б", "b")), "-") == Words("a-б", "a-b")


def test_a_key_that_there_is_not_is_an_error() -> None:
    assert not has("state.nothing")
    with pytest.raises(KeyError):
        say("state.nothing")
    with pytest.raises(KeyError):
        say("state.at_table", name="Анна")
