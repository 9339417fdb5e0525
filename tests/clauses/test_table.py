"""Every clause is applied somewhere and decided by something; conduct is only shown to people."""

import pytest

from tests.clauses.table import SHOWN, Row, cited, main, rows
from tests.panel import test_papers


@pytest.fixture(scope="module")
def table() -> list[Row]:
    """Every row."""
    return list(rows())


def test_no_row_is_empty(table: list[Row]) -> None:
    assert not [clause for clause, games, *_ in table if not games]
    applied = [row for row in table if row[2] != "conduct"]
    assert not [row[0] for row in applied if not row[3]], "no function cites these"
    assert not [row[0] for row in applied if not row[4]], "no case and no test decides by these"


def test_ids_are_read_from_prose() -> None:
    assert cited("(FREE 22A.2, 25.1, MOSC 8.3)") == {"FREE 22A.2", "FREE 25.1", "MOSC 8.3"}
    assert cited("FREE 5.2 to 5.5") == {"FREE 5.2", "FREE 5.3", "FREE 5.4", "FREE 5.5"}
    assert cited("CODE 1.В-1 and AMB-36") == {"CODE 1.В-1", "AMB-36"}


def test_the_table_is_printed(table: list[Row], capsys: pytest.CaptureFixture[str]) -> None:
    main(table)
    lines = capsys.readouterr().out.splitlines()[2:]
    assert len(lines) == len(table)
    assert all(cell.strip() for line in lines for cell in line.strip("|").split("|"))
    assert hasattr(test_papers, SHOWN)
