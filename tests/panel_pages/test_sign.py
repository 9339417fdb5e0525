"""Who may act: PINs by large keys, the lock after wrong tries, a QR code's link, signing out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.panel_pages.hall import PINS, Hall
from tests.panel_pages.marker import Marker


@pytest.fixture
def looker(browser: Browser, hall: Hall) -> Iterator[Marker]:
    """Somebody who opens the panel and is not signed in."""
    hall.match()
    hall.nobody_sits()
    opened = Marker(browser, f"{hall.url}/panel", signed=False)
    yield opened
    opened.close()


def enter(panel: Marker, pin: str) -> None:
    for digit in pin:
        panel.tap(f"pad-{digit}")
    panel.tap("signin-enter")


def test_who_only_looks_sees_the_score_as_it_changes_and_cannot_act(hall: Hall, looker: Marker) -> None:
    looker.tap("record", greyed=True)
    expect(looker.toast("why")).to_have_text("Сначала войдите")
    assert hall.shots() == 0
    hall.say({"type": "adjust", "player": 1, "delta": 2, "reason": "от судьи"})
    looker.wait_for_score(0, 2)
    assert looker.trouble == [] and looker.foreign == []


def test_a_pin_opens_the_panel_and_signing_out_closes_it(hall: Hall, looker: Marker) -> None:
    looker.tap("signin")
    enter(looker, PINS["marker"])
    expect(looker.sheet("signin")).to_have_count(0)
    looker.stroke("middle-left")
    looker.wait_for_score(1, 0)
    assert '"source":"panel:marker"' in hall.entries()[-1]
    looker.reload()
    looker.stroke("middle-right")
    looker.wait_for_score(2, 0)
    looker.more("signout")
    expect(looker.key("signin")).to_be_visible()
    looker.tap("record", greyed=True)
    assert hall.shots() == 2


def test_a_manager_pairs_a_tablet_by_a_code_that_is_good_once(hall: Hall, browser: Browser) -> None:
    hall.match()
    manager = Marker(browser, hall.pairing("manager"))
    manager.more("pair")
    expect(manager.page.locator(".qr path")).to_be_visible()
    link = manager.page.locator(".address").inner_text()
    tablet = Marker(browser, link)
    expect(tablet.toast("done")).to_contain_text("Маркёр")
    assert "#" not in tablet.page.url and "pair" not in tablet.page.url
    tablet.close()
    manager.page.goto(f"{hall.url}/scoreboard")
    manager.page.goto(link)
    expect(manager.toast("refused")).to_be_visible()
    manager.close()


def test_wrong_pins_lock_for_a_while_and_say_for_how_long(tmp_path: Path, browser: Browser) -> None:
    with Hall(tmp_path) as hall:
        panel = Marker(browser, f"{hall.url}/panel", signed=False)
        panel.tap("signin")
        wrong = panel.page.locator(".wrong")
        for tries in range(6):
            with panel.page.expect_response("**/panel/signin") as answer:
                enter(panel, "1111")
            assert answer.value.status == (401 if tries < 5 else 429)
        expect(wrong).to_contain_text("Подождите")
        expect(panel.key("signin-enter")).to_have_attribute("aria-disabled", "true")
        panel.close()
