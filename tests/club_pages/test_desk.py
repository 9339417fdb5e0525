"""Players, records and table time, as staff and guests use them."""

import asyncio
from datetime import timedelta

from luza.club.history.names import player_id
from luza.service import Service
from playwright.sync_api import expect

from tests.club.hall import play
from tests.club_pages.club import Club
from tests.club_pages.device import Device


def evening(club: Club, table: Service) -> None:
    """Two short matches that the first player wins."""

    async def matches() -> None:
        if table.controller.play is not None:
            await table.controller.stop_match()
        written = club.service.recorder.written
        await play(table, ("Вера", "Глеб"), to=3)
        await play(table, ("Вeра", "Глеб"), to=2)
        while club.service.recorder.written < written + 13:
            await asyncio.sleep(0.01)

    club.run(matches())


def test_a_players_figures_and_a_double_that_is_merged_and_parted(
    club: Club, table: Service, manager: Device, guest: Device
) -> None:
    evening(club, table)
    guest.open("/players?search=глеб")
    guest.page.click("text=Глеб")
    guest.see("#figures", "Нарушений не было")
    assert guest.fits()
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
    manager.page.locator(".record .hint a").first.click()
    manager.see("main", "Frame 1")
    assert manager.complaints() == []
    manager.open("/players?lang=ru")


def test_a_table_is_opened_paused_closed_and_paid(club: Club, table: Service, staff: Device) -> None:
    staff.open("/time")
    seat = staff.page.locator('[data-table="table-1"]')
    seat.locator("text=Открыть стол").click()
    staff.see(seat.locator(".badge"), "Идёт")
    staff.see(seat.locator(".lamp"), "Лампа горит")
    club.ahead += timedelta(minutes=30)
    seat.locator("text=Пауза").click()
    staff.see(seat.locator(".badge"), "Пауза")
    club.ahead += timedelta(hours=1)
    seat.locator("text=Закрыть стол").click()
    staff.page.wait_for_url("**/time/session/*")
    staff.see(".total", "300,")
    assert staff.complaints() == []
    staff.page.click("text=/^Оплачено/")
    staff.see("#bill", "Оплачен")
    expect(staff.page.locator("text=Отменить оплату")).to_have_count(0)
    staff.open("/time/takings")
    staff.see("tfoot", "300,")


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
