"""A journal on the disk of the test, open."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from luza.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()
