"""One club for the tests of this folder, and devices that are signed in."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from luza.club.time.permission import Actor
from luza.club.time.prices import PriceList, Tariff
from luza.service import Service
from playwright.sync_api import Browser

from tests.club_pages.club import Club
from tests.club_pages.device import Device

PRICES = PriceList(tariffs=(Tariff("Основной", 60_000),), timezone="Europe/Moscow")


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club with a price list."""
    with Club(tmp_path_factory.mktemp("club")) as running:
        running.service.time.book.set_prices(Actor("Ольга", "manager"), PRICES)
        yield running


@pytest.fixture(scope="session")
def table(club: Club) -> Service:
    """Table 1 with its real controller."""
    return club.table("table-1")


@pytest.fixture(scope="session")
def guest(browser: Browser, club: Club) -> Iterator[Device]:
    """A phone that is not signed in."""
    with closing(Device(browser, club.url, (390, 844))) as device:
        yield device


@pytest.fixture(scope="session")
def manager(browser: Browser, club: Club) -> Iterator[Device]:
    """A large screen, the manager's."""
    with closing(Device(browser, club.url, (1920, 1080))) as device:
        device.sign_in("manager")
        yield device


@pytest.fixture(scope="session")
def staff(browser: Browser, club: Club) -> Iterator[Device]:
    """A tablet at the desk."""
    with closing(Device(browser, club.url, (1024, 768))) as device:
        device.sign_in("staff")
        yield device


@pytest.fixture(autouse=True)
def quiet(guest: Device, manager: Device, staff: Device) -> Iterator[None]:
    """In no test there may be an error of the console, or a request to elsewhere."""
    yield
    for device in (guest, manager, staff):
        trouble, foreign = device.trouble[:], device.foreign[:]
        device.trouble.clear()
        device.foreign.clear()
        assert trouble == []
        assert foreign == []
