"""A real browser and real pages for the tests of this folder."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.pages import launch
from tests.web.site import Site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one for all tests."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture
def site() -> Iterator[Site]:
    """The pages of a table that has told nothing yet."""
    with Site() as running:
        yield running
