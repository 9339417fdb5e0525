"""A journal on the disk of the test, open."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from luza.journal import Journal

HEADER = '{"type":"match","format":1,"game":"free","players":["Анна","Boris"],"first_breaker":0,"club":"x"}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()
