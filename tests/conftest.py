"""One browser for all tests that look at pages; they come last.

Playwright's loop runs in the tests' own thread from the first page to the end of the session, and while it
does no test can run a loop of its own there.
"""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.web.pages import launch

# A machine that is busy with something else makes every example slow: no fault of the test's.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

PAGES = ("club_pages", "panel_pages", "doctor_pages", "web")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """A command that has run to its end is deaf to signals from then on, as its process should be; this
    process goes on, and its children would be as deaf."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in kept.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests of pages at the end, otherwise in their order."""
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] in PAGES)


def pytest_collection_finish() -> None:
    """What is loaded now stays to the end: no collection of garbage looks through all of it again."""
    gc.freeze()
