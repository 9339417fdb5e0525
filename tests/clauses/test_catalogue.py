"""The catalogue holds every clause of the rules, in both languages, and nothing that they do not have.

`ids.txt` is the list of ids as the rules have them, a line each, the readings of what is unclear (AMB) last.
"""

import re
from pathlib import Path
from typing import get_args

import pytest
from luza.entries import Game, Options
from luza.rules import clauses

IDS = Path(__file__).with_name("ids.txt").read_text(encoding="utf-8").split("\n")[:-1]
GAMES = get_args(Game)
ALL = tuple(clauses.everything().values())
READINGS = tuple(clause for clause in ALL if clause.id.startswith("AMB-"))
CYRILLIC = re.compile("[а-яёА-ЯЁ]")


def test_every_clause_of_the_rules_is_in_the_catalogue() -> None:
    assert not [id for id in IDS if not clauses.known(id)]


def test_the_list_of_ids_is_whole() -> None:
    assert len(IDS) == len(set(IDS))
    assert [id for id in IDS if id.startswith("AMB-")] == [f"AMB-{n:02}" for n in range(1, 48)]
    assert {id.split(" ")[0] for id in IDS if not id.startswith("AMB-")} == {
        *("GEN", "FREE", "F80", "MOSC", "COMB", "CL", "DA", "DB", "CODE")
    }


def test_what_the_catalogue_adds_is_a_part_of_a_clause() -> None:
    for clause in ALL:
        if clause.id not in IDS:
            assert re.sub(r"(\(\d+\)|[a-z]+)$", "", clause.id) in IDS, clause.id


def test_a_clause_has_a_short_sentence_in_each_language() -> None:
    for clause in ALL:
        for text in (clause.ru, clause.en, clause.reading_ru, clause.reading_en):
            if text is not None:
                assert 4 <= len(text) <= 240, clause.id
                assert text[-1] in ".?", clause.id
                assert text == text.strip(), clause.id
                assert "  " not in text, clause.id
        assert CYRILLIC.search(clause.ru), clause.id
        assert not CYRILLIC.search(clause.en), clause.id


def test_a_clause_belongs_to_a_game_and_says_what_it_needs() -> None:
    for clause in ALL:
        assert clause.games, clause.id
        assert set(clause.games) <= set(GAMES), clause.id
        assert clause.need in ("sensors", "person", "either", "conduct"), clause.id


def test_a_reading_says_what_is_played_and_is_asked_for_somewhere() -> None:
    assert READINGS
    for clause in READINGS:
        assert clause.reading_ru and CYRILLIC.search(clause.reading_ru), clause.id
        assert clause.reading_en and not CYRILLIC.search(clause.reading_en), clause.id
        assert clause.option is None or clause.option in Options.__struct_fields__, clause.id


def test_only_a_reading_has_a_reading() -> None:
    assert {clause.id for clause in ALL if clause.reading_ru or clause.option} <= {c.id for c in READINGS}


def test_a_clause_names_the_readings_that_decide_it() -> None:
    for clause in ALL:
        assert [reading.id for reading in clauses.readings(clause)] == list(clause.amb)
        assert set(clause.amb) <= {reading.id for reading in READINGS}
    for option in ("own_in_hand", "penalty_per", "void_on"):
        assert [reading.id for reading in READINGS if reading.option == option], option


def test_a_reading_is_named_by_a_clause_unless_it_stands_for_a_missing_one() -> None:
    named = {amb for clause in ALL for amb in clause.amb}
    assert {reading.id for reading in READINGS} - named == {"AMB-35"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_its_own_clauses_first(game: str) -> None:
    texts = ("FREE", "F80", "MOSC", "COMB", "CL", "DA", "DB", "CODE")
    own = dict(zip(GAMES, texts, strict=True))[game]
    listed = clauses.of_game(game)
    assert listed[0].id.split(" ")[0] == own
    assert listed[-1].id.startswith("AMB-")
    assert all(game in clause.games for clause in listed)
    assert len(listed) == sum(game in clause.games for clause in ALL)


def test_a_clause_that_there_is_not_is_named_with_its_neighbour() -> None:
    with pytest.raises(clauses.UnknownClause, match=r"no clause 'FREE 21.11'; did you mean 'FREE 21.1'\?"):
        clauses.get("FREE 21.11")
    assert not clauses.known("FREE 23.3")
    assert clauses.of_game("pool") == ()
