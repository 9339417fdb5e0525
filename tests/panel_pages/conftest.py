"""Tables with their panels, shared by the tests of this folder."""

from collections.abc import Iterator
from contextlib import closing
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
    """One phone for all tests: opening a page for the first time is slow."""
    with closing(Marker(browser, hall.pairing())) as device:
        yield device


@pytest.fixture(scope="session")
def large(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """One large screen for all tests."""
    with closing(Marker(browser, hall.pairing("manager"), size=(1920, 1080))) as device:
        yield device


@pytest.fixture(scope="session")
def stranger(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """One phone that is not signed in, for all tests."""
    with closing(Marker(browser, f"{hall.url}/panel", signed=False)) as device:
        yield device


def ready(device: Marker, hall: Hall) -> Iterator[Marker]:
    """The device without an open sheet, and with an empty seat before it. In no test there may be an error of
    the console, or a request to elsewhere."""
    hall.nobody_sits()
    device.leave_sheets()
    device.forgive()
    yield device
    trouble, foreign = device.trouble[:], device.foreign[:]
    device.trouble.clear()
    device.foreign.clear()
    assert trouble == []
    assert foreign == []


@pytest.fixture
def marker(hall: Hall, phone: Marker) -> Iterator[Marker]:
    """The marker's phone, signed in as such."""
    yield from ready(phone, hall)


@pytest.fixture
def desk(hall: Hall, large: Marker) -> Iterator[Marker]:
    """A large screen, signed in as the manager."""
    yield from ready(large, hall)


@pytest.fixture
def guest(hall: Hall, stranger: Marker) -> Iterator[Marker]:
    """Somebody's phone that is not signed in, and new to the host."""
    hall.forget_tries()
    hall.match()
    hall.nobody_sits()
    stranger.become_new(f"{hall.url}/panel")
    yield from ready(stranger, hall)
