"""The hall's pages: every table at a glance and live, one table, the wall, the overlay, the health."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from luza.club.history.models import Match, Shot
from luza.club.web.stream import frame as frame_of
from luza.messages import Health, Part, Words
from luza.service import Service
from playwright.sync_api import expect
from sqlalchemy import select

from tests.club.hall import a_match, count, pot
from tests.club_pages.club import Club
from tests.club_pages.device import Device
from tests.web.states import LONG_NAMES, Table, frame, utc

MANY = 100


def hall_of(club: Club, first: int, last: int) -> None:
    """Tables that say of themselves what real ones do; every third is free, one is away, one is ill."""
    for n in range(first, last + 1):
        slug, said = f"hall-{n}", Table(f"s{n}", 10)
        since = datetime.now(UTC) - timedelta(minutes=42)
        club.say(slug, "availability", said.availability("offline" if n == first + 1 else "online", since))
        club.say(slug, "meta", msgspec.structs.replace(said.meta(), table_name=f"Зал {n}"))
        if n % 3:
            players = LONG_NAMES if n == first else (f"Игрок {n}", "Борис")
            club.say(slug, "state", said.state(players=players, match=f"m{n}", frame=frame(score=(n % 8, 5))))
        if n == first + 2:
            part = Part(state="fault", reason=Words("Луч закрыт", "The beam is blocked"), since=utc(since))
            club.say(
                slug,
                "health",
                Health(session=f"s{n}", seq=50, at=utc(), rev=1, state="fault", parts={"sensors": part}),
            )


@pytest.fixture(scope="module", autouse=True)
def match(club: Club, table: Service) -> None:
    """A match with a stroke is on at table 1."""
    club.do(table.controller.start_match(a_match(("Анна", "<b>Борис</b>"), to=8)))
    club.do(pot(table))
    club.until(lambda: (on := club.service.hall.table("arena", "table-1")) and on.state and on.state.match)


def test_a_ball_at_a_table_is_on_the_dashboard_at_once(club: Club, table: Service, guest: Device) -> None:
    guest.open("/")
    card = guest.page.locator('[data-table="arena/table-1"]')
    expect(card.locator('[data-seat="0"] .line-score')).to_have_text("1")
    club.do(pot(table))
    expect(card.locator('[data-seat="0"] .line-score')).to_have_text("2")
    guest.see(card, "<b>Борис</b>")
    guest.see(card.locator('[data-part="foot"]'), "у стола 0:")
    expect(card.locator('[data-seat="0"]')).to_have_attribute("data-lit", "")
    assert guest.fits()
    assert guest.complaints() == []


def test_a_hundred_tables_are_sifted_and_what_is_wrong_stands_out(club: Club, manager: Device) -> None:
    hall_of(club, 1, MANY)
    manager.open("/")
    cards = manager.page.locator(".table-card:visible")
    manager.page.fill('[data-part="search"]', "зал")
    expect(cards).to_have_count(MANY)
    manager.see('[data-table="arena/hall-2"]', "Нет связи с")
    manager.see(manager.part("alerts"), "Луч закрыт")
    manager.page.fill('[data-part="search"]', "игрок 77")
    expect(cards).to_have_count(1)
    manager.page.fill('[data-part="search"]', "зал")
    manager.page.click('[data-filter="attention"]')
    expect(cards).to_have_count(2)
    manager.page.click('[data-filter="free"]')
    expect(cards).to_have_count(MANY // 3)
    assert manager.fits()


def test_a_table_has_its_shots_live_and_a_message_goes_to_its_screen(
    club: Club, table: Service, staff: Device
) -> None:
    staff.open("/table/table-1")
    expect(staff.page.locator('[data-player="0"] .side-score')).to_have_text("2")
    rows = staff.page.locator("#shots tr[data-verdict]")
    expect(rows).to_have_count(2)
    club.do(pot(table))
    expect(rows).to_have_count(3)
    staff.see(rows.first, "правая средняя луза")
    staff.page.fill("[name=text]", "Время <i>выходит</i>")
    staff.page.click("text=Отправить")
    staff.page.wait_for_url("**sent=1")
    shown = club.call(lambda: list(club.service.messenger.sent.values())[-1])
    assert (shown.table, shown.text, shown.sender) == ("table-1", "Время <i>выходит</i>", "Ольга")
    expect(staff.page.locator("[name=text]")).to_have_value("")
    first = staff.page.locator("#sent li", has_text="Время <i>выходит</i>")
    staff.see(first, "Ольга · на табло до")
    assert staff.complaints() == []
    club.ahead += timedelta(minutes=6)
    club.do(pot(table))
    staff.see(first, "не прочитано, снято в")
    [name] = table.controller.waiting
    club.do(table.controller.confirm(name))
    staff.see(first, "прочитано в")


def test_the_health_of_all_tables_is_one_list(manager: Device) -> None:
    manager.open("/health?lang=en")
    row = manager.page.locator("tr", has_text="The beam is blocked")
    manager.see(row, "Зал 3")
    manager.see(row.locator(".state"), "fault")
    expect(row.locator("td.n")).not_to_have_text("")
    assert manager.complaints() == []
    manager.open("/?lang=ru")


def test_the_wall_turns_from_table_to_table(club: Club, manager: Device) -> None:
    manager.open("/wall?seconds=60&tables=table-1,hall-1")
    panels = manager.page.locator(".panel")
    expect(panels).to_have_count(2)
    expect(panels.locator(".row-score").first).not_to_have_text("")
    manager.page.wait_for_function(
        """() => [...document.querySelectorAll(".row-name")].every((e) =>
          e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1)"""
    )
    assert manager.complaints() == []
    manager.open("/wall?seconds=60")
    expect(panels).to_have_count(6)
    before = panels.first.get_attribute("data-table")
    manager.page.keyboard.press("ArrowRight")
    expect(panels.first).not_to_have_attribute("data-table", before or "")


def test_the_overlay_paints_nothing_but_its_strip(guest: Device) -> None:
    guest.open("/overlay/table-1")
    expect(guest.page.locator(".strip .score").first).to_have_text("4")
    for element in ("html", "body", ".overlay"):
        painted = guest.page.locator(element).evaluate("e => getComputedStyle(e).backgroundColor")
        assert painted == "rgba(0, 0, 0, 0)"
    guest.open("/overlay/no-such-table")
    expect(guest.part("strip")).to_be_hidden()


def test_pages_are_told_of_a_shot_when_it_is_in_the_history(club: Club, table: Service) -> None:
    hint = b'event: history\ndata: {"club":"arena","table":"table-1"}\n\n'
    on = table.controller.play
    assert on is not None
    match = select(Match.id).where(Match.key == f"arena.table-1.{on.name}").scalar_subquery()

    async def told_of_all() -> None:
        async with club.service.bus.subscribe() as updates:
            await pot(table)
            async for update in updates:
                written = count(club.service.store, Shot, Shot.match_id == match)
                if frame_of(*update) == hint and written == len(on.table.shots):
                    return

    club.do(told_of_all())
