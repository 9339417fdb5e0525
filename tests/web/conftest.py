"""Real pages for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.web.site import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """The pages of a table that has told nothing yet."""
    with Site() as running:
        yield running
