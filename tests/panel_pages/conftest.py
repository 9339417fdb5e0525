"""A real browser, and tables with their panels, shared by the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker
from tests.web.pages import launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one for all tests."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A table that the marker keeps by hand."""
    with Hall(Path(tmp_path_factory.mktemp("hall"))) as running:
        yield running


@pytest.fixture(scope="module")
def marker(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """The marker's phone, signed in; no error of the console and no request to elsewhere all through."""
    opened = Marker(browser, hall.pairing())
    yield opened
    trouble, foreign = opened.trouble, opened.foreign
    opened.close()
    assert trouble == []
    assert foreign == []
