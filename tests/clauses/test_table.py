"""Every clause is applied somewhere and decided by something; conduct is only shown to people."""

import pytest

from tests.clauses.table import SHOWN, Row, cited, main, rows
from tests.panel import test_papers

ROWS = list(rows())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_no_row_is_empty(row: Row) -> None:
    clause, games, need, places, tests = row
    assert games
    if need != "conduct":
        assert places, f"no function cites {clause}"
        assert tests, f"no case and no test decides by {clause}"


def test_ids_are_read_from_prose() -> None:
    assert cited("(FREE 22A.2, 25.1, MOSC 8.3)") == {"FREE 22A.2", "FREE 25.1", "MOSC 8.3"}
    assert cited("FREE 5.2 to 5.5") == {"FREE 5.2", "FREE 5.3", "FREE 5.4", "FREE 5.5"}
    assert cited("CODE 1.В-1 and AMB-36") == {"CODE 1.В-1", "AMB-36"}


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(ROWS)
    lines = capsys.readouterr().out.splitlines()[2:]
    assert len(lines) == len(ROWS)
    assert all(cell.strip() for line in lines for cell in line.strip("|").split("|"))
    assert hasattr(test_papers, SHOWN)
