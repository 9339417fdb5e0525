"""A table with its panels for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.panel.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    found = Hall(tmp_path)
    yield found
    found.end()
