"""Russian by default, English by a switch; bad names are refused in words."""

from playwright.sync_api import expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker
from tests.panel_pages.test_access import SHEETS

ODD = '<b>"Йо́сиф" & Ко</b> 🎱'


def test_english_by_a_switch_and_no_russian_word_is_left(hall: Hall, marker: Marker) -> None:
    hall.match(players=["Anna", "Boris"], race_to=2)
    marker.catch_up(hall)
    expect(marker.page.locator("html")).to_have_attribute("lang", "ru")
    expect(marker.key("record")).to_have_text("Шар не забит")
    marker.more("language")
    english = marker
    expect(english.key("record")).to_have_text("No pot")
    said = []
    for opened in ("foul", "steps", "more", "clock", "player-0"):
        english.tap(opened)
        expect(english.sheet(SHEETS[opened]).locator(".sheet-body > *")).not_to_have_count(0)
        said.append(english.page.locator("dialog").inner_text())
        english.shut()
    said.append(english.part("panel").inner_text())
    cyrillic = [
        line for text in said for line in text.splitlines() if any("а" <= c <= "я" for c in line.lower())
    ]
    assert [line for line in cyrillic if line not in ("Русский", "Стол 1")] == []
    english.more("language")
    expect(marker.key("record")).to_have_text("Шар не забит")


def test_names_that_are_no_good_are_refused_in_words_and_odd_ones_shown_as_they_are(
    hall: Hall, marker: Marker
) -> None:
    hall.free()
    hall.nobody_sits()
    marker.catch_up(hall)
    marker.tap("start")
    marker.tap("game-free")
    marker.key("player-0").fill("  ")
    marker.tap("start-begin", greyed=True)
    expect(marker.toast("why")).to_have_text("Назовите игроков")
    marker.key("player-0").fill("Борис")
    marker.key("player-1").fill("Борис")
    marker.tap("start-begin", greyed=True)
    expect(marker.toast("why")).to_contain_text("одинаковые")
    marker.key("player-0").fill(ODD)
    marker.key("player-1").fill("Я" * 200)
    marker.tap("first-0")
    marker.sends(lambda: marker.tap("start-begin"))
    name = marker.page.locator('.side[data-player="0"] .name')
    if marker.moment() == "idle":  # the host takes no name as long as that: said in words, nothing begun
        expect(marker.toast("refused")).to_be_visible()
        marker.tap("start")
        marker.key("player-0").fill(ODD)
        marker.key("player-1").fill("Я" * 30)
        marker.tap("first-0")
        marker.acts("start-begin")
    marker.wait_for_moment("play")
    assert name.evaluate("e => [e.textContent, e.childElementCount]") == [ODD, 0]
    assert marker.page.evaluate("document.scrollingElement.scrollWidth") <= 390
    marker.trouble.clear()
