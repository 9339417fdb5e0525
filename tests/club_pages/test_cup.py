"""The organiser's evening and a knock-out in the pages, with a table that really plays."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from luza.service import Service
from playwright.sync_api import APIResponse, Browser, Locator, Route, expect

from tests.club.hall import pot
from tests.club_pages.club import Club
from tests.club_pages.device import Device
from tests.web.pages import wait_until


@pytest.fixture(scope="module")
def second(club: Club) -> Service:
    """The tournament's table, with its real controller."""
    return club.table("table-2")


@pytest.fixture(scope="module")
def organiser(browser: Browser, club: Club, second: Service) -> Iterator[Device]:
    """The organiser's laptop."""
    with closing(Device(browser, club.url, (1280, 900))) as device:
        device.sign_in("organiser")
        device.page.on("dialog", lambda dialog: dialog.accept())
        yield device


def announce(device: Device, name: str, kind: str, people: str) -> None:
    """A tournament at table 2 that has begun with these people."""
    device.open("/tournament")
    device.page.fill("[name=name]", name)
    device.page.select_option("[name=kind]", kind)
    device.page.fill("[name=fee]", "500")
    device.page.fill("[name=season]", "Весна")
    device.page.check("[name=tables][value=table-2]")
    device.page.click("text=/^Объявить$/")
    device.page.fill("[name=names]", people)
    device.page.click("text=/^Записать$/")
    device.see("#entrants", people.splitlines()[-1].partition(";")[0])
    device.page.check("[value=listed]")
    device.page.locator("button", has_text="Начать турнир").click()
    device.see("#now", "За столами")


def lines(device: Device) -> Locator:
    return device.page.locator("#standings tbody tr")


def test_an_evening_from_the_first_name_to_the_protocol(
    club: Club, second: Service, organiser: Device, manager: Device
) -> None:
    """CODE 2, 3.2, 13, 14: paired, sent to its table, written twice, on the wall, ended."""
    announce(organiser, "Вечер <b>невский</b>", "evening", "Анна\nБорис\nВера")
    expect(lines(organiser)).to_have_count(3)
    manager.open("/wall?seconds=60&tables=none")
    organiser.page.locator("text=/^К столу$/").first.click()
    organiser.see("#now .game", "Стол table-2")
    organiser.see("#now", "Играют")
    names = [organiser.page.locator("#now .game").first.locator("bdi").nth(n).inner_text() for n in (0, 1)]

    async def eight() -> None:
        while second.controller.play is None:
            await asyncio.sleep(0.01)
        await second.controller.enter({"type": "lag", "winner": 0}, source="panel:marker")
        for _ in range(8):
            await second.controller.enter({"type": "strike"}, source="panel:marker")
            await pot(second)

    club.run(eight())
    organiser.see("#now", "Ждёт второй записи")
    shooter = organiser.page.locator("#now ul.hint b")
    score = shooter.inner_text()
    confirm = organiser.page.locator("#now .game", has_text="Ждёт второй записи")
    confirm.locator("[name=score]").fill(score)
    confirm.locator("text=/^Записать$/").click()
    organiser.see("#done", names[0])
    expect(lines(organiser).first.locator(".place")).to_have_text("1")
    organiser.see("#prizes", "Первым сделал 4 с кия")
    expect(organiser.page.locator('#prizes [data-won="true"]')).not_to_have_count(0)
    manager.see(".standings tbody tr >> nth=0", "+8")
    manager.see(".heading", "Вечер <b>невский</b>")
    assert organiser.complaints() == []
    organiser.page.click("text=Окончить турнир")
    organiser.see("#head", "Окончен")
    for path, begins in (("protocol.pdf", b"%PDF"), ("protocol.csv", b"\xef\xbb\xbf")):
        answer = organiser.page.request.get(f"{organiser.page.url.partition('?')[0]}/{path}")
        assert answer.body().startswith(begins)
    organiser.open(f"{organiser.page.url.removeprefix(club.url).partition('?')[0]}/protocol")
    organiser.see("body", "Присутствует")
    organiser.open("/rating/Весна")
    organiser.see("main table", "+1")


def test_a_knock_out_with_a_correction_a_withdrawal_and_its_calendar(
    organiser: Device, guest: Device
) -> None:
    announce(organiser, "Кубок", "single", "Анна; 1400\nБорис; 1300\nВера; 1200")
    assert organiser.page.locator("#bracket .match").count() == 3
    page = organiser.page.url.partition("?")[0]
    write(organiser, "3:0", slowly=True)
    organiser.page.locator("#done summary").first.click()
    organiser.page.locator("#done [name=score]").first.fill("1:3")
    organiser.page.locator("#done [name=reason]").first.fill("перепутали")
    organiser.page.locator("text=/^Исправить$/").first.click()
    organiser.see("#done", "перепутали")
    expect(organiser.page.locator('[data-match="U2.1"] text').nth(1)).to_contain_text("Вера")
    organiser.page.locator("#entrants summary", has_text="Вера").click()
    organiser.page.locator("#entrants [data-entrant] details[open] >> text=/^Выбывает$/").click()
    organiser.see("#champion", "Анна")
    assert organiser.complaints() == []
    text = organiser.page.request.get(f"{page}/rounds.ics").text()
    assert text.startswith("BEGIN:VCALENDAR")
    guest.open(page.removeprefix(guest.url))
    guest.see("#champion", "Анна")
    expect(guest.page.locator("form[method=post]")).to_have_count(0)
    assert guest.fits()
    assert guest.complaints() == []


def write(device: Device, score: str, slowly: bool = False) -> None:
    """The next match goes to the table and has this result; `slowly`: typed before the call is answered, as
    is what was chosen elsewhere from lists that nothing is marked in."""
    held: list[tuple[Route, APIResponse]] = []
    anna = device.page.locator("#entrants details").first
    if slowly:
        anna.locator("summary").click()
        anna.locator("[name=cost]").select_option("ball")
        anna.locator("[name=witnesses]").select_option(label="Вера")
        device.page.route("**/assign", lambda route: held.append((route, route.fetch(max_redirects=0))))
    device.page.locator("text=/^К столу$/").first.click()
    game = device.page.locator("#now .game", has_text=re.compile("Играют|Вызваны"))
    field = game.locator("[name=score]")
    field.fill(score)
    wait_until(device.page, lambda: held or not slowly)
    for route, answer in held:
        with device.page.expect_response("**/assign"):
            route.fulfill(response=answer)
        device.page.unroute("**/assign")
        expect(device.page.locator("form[aria-busy]")).to_have_count(0)
        expect(field).to_have_value(score)
        expect(field).to_be_focused()
        expect(anna.locator("[name=cost]")).to_have_value("ball")
        expect(anna.locator("[name=witnesses] option:checked")).to_have_text("Вера")
        anna.locator("summary").click()
    game.locator("text=/^Записать$/").first.click()


def test_a_tournament_of_one_is_refused_in_words_and_nothing_typed_is_lost(organiser: Device) -> None:
    organiser.open("/tournament")
    organiser.page.fill("[name=name]", "Один")
    organiser.page.fill("[name=fee]", "много")
    organiser.page.click("text=/^Объявить$/")
    organiser.see(organiser.part("toast"), "Взнос: сумма")
    expect(organiser.page.locator("[name=name]")).to_have_value("Один")
    organiser.page.fill("[name=fee]", "")
    organiser.page.click("text=/^Объявить$/")
    organiser.page.fill("[name=names]", "Анна")
    organiser.page.click("text=/^Записать$/")
    organiser.see("#entrants", "Анна")
    organiser.page.locator("button", has_text="Начать турнир").click()
    organiser.see(organiser.part("toast"), "а нужно не меньше")
