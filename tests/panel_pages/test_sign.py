"""Who may act: PINs by large keys, the lock after wrong tries, a QR code's link, signing out."""

import re

from playwright.sync_api import expect

from tests.panel_pages.hall import PINS, Hall
from tests.panel_pages.marker import Marker


def enter(panel: Marker, pin: str) -> None:
    for digit in pin:
        panel.tap(f"pad-{digit}")
    panel.tap("signin-enter")


def test_who_only_looks_sees_the_score_as_it_changes_and_cannot_act(hall: Hall, guest: Marker) -> None:
    guest.tap("record", greyed=True)
    expect(guest.toast("why")).to_have_text("Сначала войдите")
    assert hall.shots() == 0
    hall.say({"type": "adjust", "player": 1, "delta": 2, "reason": "от судьи"})
    guest.wait_for_score(0, 2)


def test_a_pin_opens_the_panel_and_signing_out_closes_it(hall: Hall, guest: Marker) -> None:
    guest.tap("signin")
    enter(guest, PINS["marker"])
    expect(guest.sheet("signin")).to_have_count(0)
    guest.stroke("middle-left")
    guest.wait_for_score(1, 0)
    assert '"source":"panel:marker"' in hall.entries()[-1]
    guest.reload()
    guest.stroke("middle-right")
    guest.wait_for_score(2, 0)
    guest.more("signout")
    expect(guest.key("signin")).to_be_visible()
    guest.tap("record", greyed=True)
    expect(guest.toast("why")).to_have_text("Сначала войдите")
    assert hall.shots() == 2


def test_a_manager_pairs_a_tablet_by_a_code_that_is_good_once(
    hall: Hall, desk: Marker, guest: Marker
) -> None:
    desk.catch_up(hall)
    desk.more("pair")
    expect(desk.page.locator(".qr path")).to_be_visible()
    link = desk.page.locator(".address").inner_text()
    guest.open(link)
    expect(guest.page.locator('[data-key="menu"]')).to_have_accessible_name(re.compile("Маркёр"))
    assert "#" not in guest.page.url and "pair" not in guest.page.url
    guest.become_new(link)
    expect(guest.toast("refused")).to_be_visible()
    expect(guest.key("signin")).to_be_visible()
    guest.trouble.clear()  # the refusal


def test_wrong_pins_lock_for_a_while_and_say_for_how_long(hall: Hall, guest: Marker) -> None:
    guest.tap("signin")
    wrong = guest.page.locator(".wrong")
    for tries in range(6):
        with guest.page.expect_response("**/panel/signin") as answer:
            enter(guest, "1111")
        assert answer.value.status == (401 if tries < 5 else 429)
        expect(guest.key("pin")).to_have_value("")  # what is typed before would go too
    expect(wrong).to_contain_text("Подождите")
    expect(guest.key("signin-enter")).to_have_attribute("aria-disabled", "true")
    guest.trouble.clear()  # the refusals
    hall.forget_tries()
