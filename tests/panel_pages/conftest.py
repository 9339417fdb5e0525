"""Tables with their panels, shared by the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A table that the marker keeps by hand; each test begins a match of its own."""
    with Hall(Path(tmp_path_factory.mktemp("hall"))) as running:
        yield running


@pytest.fixture(scope="session")
def phone(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """The marker's phone, signed in once: opening a page takes a second."""
    opened = Marker(browser, hall.pairing())
    yield opened
    opened.close()


@pytest.fixture
def marker(hall: Hall, phone: Marker) -> Iterator[Marker]:
    """The same, with the seat; no error of the console and no request to elsewhere in any test."""
    hall.nobody_sits()
    phone.shut()
    yield phone
    # A tap that came too late is refused with 409 and the page shows the state anew: no fault of its.
    trouble = [text for text in phone.trouble if "409 (Conflict)" not in text]
    foreign = phone.foreign
    phone.trouble.clear()
    assert trouble == []
    assert foreign == []
