"""Players, records and table time, as staff and guests use them."""

from datetime import timedelta
from functools import partial

from luza.club.history.models import Match
from luza.club.history.names import player_id
from luza.club.tournament.entries import Begun, Ended, Registered
from luza.club.tournament.plan import Plan
from luza.service import Service
from playwright.sync_api import expect

from tests.club.hall import counted, play
from tests.club_pages.club import Club
from tests.club_pages.device import Device


def evening(club: Club, table: Service) -> None:
    """Two short matches that the first player wins."""

    async def matches() -> None:
        if table.controller.play is not None:
            await table.controller.stop_match()
        played = [await play(table, ("Вера", "Глеб"), to=3), await play(table, ("Вeра", "Глеб"), to=2)]
        for name in played:
            await counted(club.service.store, 1, Match, Match.key == f"arena.table-1.{name}", Match.ended)

    club.run(matches())


def test_a_players_figures_and_a_double_that_is_merged_and_parted(
    club: Club, table: Service, manager: Device, guest: Device
) -> None:
    evening(club, table)
    guest.open("/players?search=глеб")
    assert guest.complaints() == []
    guest.page.click("text=Глеб")
    guest.see("#figures", "Нарушений не было")
    assert guest.fits()
    assert guest.complaints() == []
    manager.open(f"/player/{player_id('Вера')}")
    pots = manager.page.locator('[data-pocket="middle-right"]')
    expect(pots).to_have_attribute("fill-opacity", "0.9")
    expect(manager.page.locator("svg .count").nth(3)).to_have_text("3")
    manager.page.once("dialog", lambda dialog: dialog.accept())
    manager.page.select_option("[name=double]", player_id("Вeра"))
    manager.page.click("text=Объединить")
    expect(manager.page.locator("svg .count").nth(3)).to_have_text("5")
    manager.page.click("text=Разъединить")
    expect(manager.page.locator("svg .count").nth(3)).to_have_text("3")
    assert manager.complaints() == []


def test_records_lead_to_their_match(club: Club, manager: Device) -> None:
    manager.open("/records?lang=en")
    assert manager.complaints() == []
    manager.page.locator(".record .hint a").first.click()
    manager.see("main", "Frame 1")
    assert manager.complaints() == []
    manager.open("/players?lang=ru")


def test_a_table_is_opened_paused_closed_and_paid(club: Club, table: Service, staff: Device) -> None:
    staff.open("/time")
    seat = staff.page.locator('[data-table="table-1"]')
    with club.clock_stands():
        seat.locator("text=Открыть стол").click()
        staff.see(seat.locator(".badge"), "Идёт")
        staff.see(seat.locator(".lamp"), "Лампа горит")
        club.ahead += timedelta(minutes=30)
        seat.locator("text=Пауза").click()
        staff.see(seat.locator(".badge"), "Пауза")
        club.ahead += timedelta(hours=1)
        seat.locator("text=Закрыть стол").click()
        staff.page.wait_for_url("**/time/session/*")
    staff.see(".total", "300,00")
    assert staff.complaints() == []
    staff.page.click("text=/^Оплачено/")
    staff.see("#bill", "Оплачен")
    expect(staff.page.locator("text=Отменить оплату")).to_have_count(0)
    staff.open("/time/takings")
    staff.see("tfoot", "300,")
    assert staff.complaints() == []


def test_a_lamp_is_switched_by_hand_and_what_is_refused_is_said(club: Club, staff: Device) -> None:
    staff.open("/time")
    lamp = staff.page.locator('[data-table="table-1"] .lamp')
    lamp.locator("text=Зажечь").click()
    staff.see(lamp, "вручную до")
    lamp.locator("text=Снова по столу").click()
    staff.see(lamp, "Лампа погашена")
    staff.page.evaluate("document.querySelector('[data-table=\"table-1\"] [name=table]').value = 'Стол!'")
    staff.page.locator('[data-table="table-1"] >> text=Открыть стол').click()
    staff.see(staff.part("toast"), "не имя стола")
    assert staff.complaints() == []


def test_what_a_table_tells_in_vain_is_the_organisers_to_look_at(
    club: Club, table: Service, manager: Device, guest: Device
) -> None:
    """A match to three balls of two entrants is no frame of the Code: said with why and mend, laid aside."""
    cups = club.service.tournaments.tournaments
    plan = Plan(name="Вечер", kind="evening", start=club.now(), tables=("table-1",), season="Осень")
    club.call(lambda: cups.open(plan, "Ольга", "told"))
    for name in ("Вера", "Глеб"):
        club.call(partial(cups.enter, "told", Registered(name, name), "Ольга"))
    club.call(lambda: cups.enter("told", Begun(), "Ольга"))
    manager.open("/tournament")
    assert manager.complaints() == []
    manager.page.click('[href="/tournament/told"]')
    expect(manager.page.locator("#unheard")).to_be_empty()
    evening(club, table)
    note = manager.page.locator("#unheard article").first
    manager.see(note, "Стол table-1: партия без вызова 3:0, Вера — Глеб")
    manager.see(note, "Счёт 3:0 во встрече G1 невозможен")
    manager.see(note, "Спросите игроков")
    assert manager.complaints() == []
    guest.open("/tournament/told?lang=en")
    expect(guest.page.locator("#unheard")).to_have_count(0)
    note.locator("text=Разобрано").click()
    expect(note).to_have_count(0)
    club.call(lambda: cups.enter("told", Ended(), "Ольга"))
    for path in ("/tournament/told/protocol", "/rating/Осень", "/signin"):
        guest.open(path)
        assert guest.complaints() == [], path
    guest.open("/?lang=ru")


def test_guests_see_prices_and_no_money_and_the_manager_sets_them(guest: Device, manager: Device) -> None:
    guest.open("/time")
    guest.see("main", "Сначала войдите")
    manager.open("/time/prices")
    manager.page.fill("[name='t0.r0.price']", "900")
    manager.page.fill("[name='t0.r0.begins']", "18:00")
    manager.page.check("[name='t0.r0.days'][value=sat]")
    manager.page.fill("[name='d0.name']", "Студент")
    manager.page.fill("[name='d0.percent']", "20")
    manager.page.locator("text=Ввести в действие").first.click()
    manager.see("#prices", "сб, 18:00–24:00")
    assert manager.complaints() == []
    guest.open("/time/prices")
    guest.see("#prices", "Студент: 20 %")
    expect(guest.page.locator("form[method=post]")).to_have_count(0)
    assert guest.fits()
