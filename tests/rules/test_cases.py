"""Every case of the case files (see `script`)."""

from pathlib import Path

import pytest

from tests.rules.script import Case, play, read_cases

CASES = [
    case for path in sorted((Path(__file__).parent / "cases").glob("*.txt")) for case in read_cases(path)
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.place} {', '.join(case.clauses)}")
def test_case(case: Case) -> None:
    play(case)
