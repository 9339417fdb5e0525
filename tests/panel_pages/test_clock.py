"""The shot clock on the panel: it counts by itself, warns aloud at ten seconds, and proposes at the end."""

import re
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker


def begin(hall: Hall, marker: Marker, limit_s: int) -> None:
    hall.match(options={"clock_s": limit_s}, race_to=2)
    marker.catch_up(hall)
    marker.stroke()  # the break: the clock begins to run as the balls rest
    expect(marker.part("clock")).to_have_attribute("data-level", re.compile("long|short"))


def test_it_counts_within_100_ms_of_the_host(hall: Hall, marker: Marker) -> None:
    begin(hall, marker, 45)
    ends = hall.state.clock.ends_at
    assert ends is not None
    # The second at which the number changes is the whole second before the end, by the host's clock.
    change = """() => new Promise((done) => {
      const clock = document.querySelector('[data-part="clock"]');
      new MutationObserver(() => done([Date.now(), Number(clock.textContent)]))
        .observe(clock, { childList: true, subtree: true, characterData: true });
    })"""

    def late_s() -> float:
        """By how much the next change is late."""
        at_ms, shown = marker.page.evaluate(change)
        at = datetime.fromtimestamp(at_ms / 1000, UTC)
        return float(shown - (datetime.fromisoformat(ends) - at).total_seconds())

    # A tenth of a second, and the tick that shows it. A page that got no turn in time says nothing of the
    # clock: one that counts wrongly is wrong at every second.
    assert any(abs(late_s()) <= 0.1 + 0.1 for _ in range(20))


def test_ten_seconds_are_said_aloud_and_the_end_proposes_the_foul(hall: Hall, marker: Marker) -> None:
    begin(hall, marker, 11)
    expect(marker.part("clock")).to_have_attribute("data-level", "short")
    expect(marker.page.locator('body[data-warned="ten"]')).to_have_count(1)
    hall.say({"type": "clock", "on": True, "limit_s": 0.5})
    expect(marker.page.locator('body[data-warned="over"]')).to_have_count(1)
    proposal = marker.page.locator('.asked[data-kind="alarm"]')
    expect(proposal).to_contain_text("время вышло")
    marker.acts("proposal-confirm")
    assert min(hall.frame.score) == -1
    hall.say({"type": "clock", "on": False})  # half a second runs for the next player too
    expect(proposal).to_have_count(0)


def test_the_clock_is_switched_and_extended_from_its_sheet(hall: Hall, marker: Marker) -> None:
    hall.match(race_to=2)
    marker.catch_up(hall)
    marker.stroke()
    marker.tap("clock")
    marker.acts("limit-60")
    assert hall.state.clock.limit_s == 60 and hall.state.clock.running
    marker.tap("clock")
    marker.acts("extension")
    assert hall.table.clock.extended
    marker.tap("clock")
    marker.tap("extension", greyed=True)
    expect(marker.toast("why")).to_contain_text("родлен")
    marker.acts("clock-off")
    assert not hall.state.clock.running
