"""What the product says, word for word: golden files that a referee can read and add to."""

from pathlib import Path

import pytest

from tests.words.golden_text import Case, read, render

CASES = [case for path in sorted(Path(__file__).parent.glob("golden/*.txt")) for case in read(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.place)
def test_the_words_are_as_they_stand(case: Case) -> None:
    assert render(case.value) == case.sentences
