"""The walk in the browser, by the manager, on the controller's own link."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from luza.sources.link import LinkSource
from luza.sources.simulator.process import micropython
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.doctor.technician import do
from tests.doctor_pages.clinic import Clinic
from tests.web.pages import DEADLINE_MS

PICTURES = Path(__file__).parents[1] / "pictures"
BEGIN = """async () => {
  const { csrf } = await (await fetch("/panel/state")).json();
  const headers = { "content-type": "application/json", "x-luza-csrf": csrf };
  return (await fetch("/doctor/begin", { method: "POST", headers, body: "{}" })).status;
}"""
"""A tablet that did not see that a walk is on."""
pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clinic]:
    with Clinic(tmp_path_factory.mktemp("clinic")) as running:
        yield running


@pytest.fixture(scope="module")
def tablet(browser: Browser, clinic: Clinic) -> Iterator[BrowserContext]:
    """The manager's, signed in."""
    context = browser.new_context(viewport={"width": 834, "height": 1112}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(clinic.pairing("manager"))
    expect(page.locator('[data-key="menu"]')).to_have_accessible_name(re.compile("Управляющий|Manager"))
    page.close()
    yield context
    context.close()


def opened(context: BrowserContext, clinic: Clinic, lang: str = "ru") -> tuple[Page, list[str]]:
    """The page, and the errors of its console."""
    page = context.new_page()
    page.set_default_timeout(DEADLINE_MS)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{clinic.url}/doctor?lang={lang}")
    return page, trouble


def test_only_the_manager_checks_the_table(browser: Browser, clinic: Clinic) -> None:
    page, trouble = opened(browser.new_context(), clinic)
    expect(page.get_by_text("Войдите на пульте как управляющий")).to_be_visible()
    for path in ("view", "report"):
        assert page.request.get(f"{clinic.url}/doctor/{path}").status == 401
    for path in ("begin", "skip", "save", "end"):
        said = page.request.post(f"{clinic.url}/doctor/{path}", data={})
        assert said.status == 401, path
    assert trouble == []
    page.context.close()


def test_the_walk_ends_with_fitting_numbers_and_a_report(tablet: BrowserContext, clinic: Clinic) -> None:
    page, trouble = opened(tablet, clinic)
    page.goto(f"{clinic.url}/panel")
    page.locator('[data-key="menu"]').click()
    page.get_by_role("link", name="Проверка стола").click()
    page.get_by_role("button", name="Начать обход").click()
    expect(page.get_by_text("не трогайте его")).to_be_visible()
    shot = False
    deadline = time.monotonic() + 100
    while clinic.walk.phase == "walking":
        assert time.monotonic() < deadline
        at = clinic.walk.view().step
        step = clinic.walk.steps[at]
        if step.kind == "stroke":
            page.get_by_role("button", name="Дальше").click()
            expect(page.locator(".rows li")).to_have_count(at + 1)
            continue
        if step.kind not in ("quiet", "pocket") or step.input not in (-1, 0, 4):
            clinic.call(clinic.walk.skip)
            continue
        for nth in range(step.wanted if step.kind != "quiet" else 0):
            clinic.call(lambda step=step, nth=nth: do(clinic.board, step, nth))
            if nth + 1 < step.wanted:
                expect(page.get_by_text(f"{nth + 1} из {step.wanted}").first).to_be_visible()
            if step.input == 4 and not shot:
                shot = True
                expect(page.locator(".bars li[data-wanted]")).to_have_count(1)
                page.screenshot(path=PICTURES / "doctor-walk.png", full_page=True)
        expect(page.locator(".rows li")).to_have_count(at + 1)
    expect(page.get_by_text("limits.pocket.ball_min_ms: 29 →")).to_be_visible()
    expect(page.get_by_text("ещё не годен")).to_be_visible()
    assert not Axe().run(page).response["violations"]
    page.screenshot(path=PICTURES / "doctor-done.png", full_page=True)
    page.get_by_role("button", name="Сохранить в плату").click()
    expect(page.get_by_text("Сохранено")).to_be_visible()
    with page.context.expect_page() as paper:
        page.get_by_role("link", name="Отчёт").click()
    paper.value.wait_for_load_state()
    expect(paper.value.locator("h1")).to_contain_text("Проверка стола")
    expect(paper.value.get_by_text("набор настроек теперь")).to_be_visible()
    paper.value.screenshot(path=PICTURES / "doctor-report.png", full_page=True)
    found = re.search(rb'"ball_min_ms":(\d+)', (clinic.board.flash / "settings.json").read_bytes())
    assert found is not None and 3 <= int(found[1]) < 29
    page.get_by_role("button", name="Закончить").click()
    expect(page.get_by_role("button", name="Начать обход")).to_be_visible()
    assert trouble == []
    page.close()


def test_of_several_boards_one_is_chosen_and_tablets_share_its_walk(
    tablet: BrowserContext, clinic: Clinic
) -> None:
    other = LinkSource("/dev/no-such-port", clinic.controller, version="test")
    clinic.call(lambda: clinic.sources.append(other))
    page, trouble = opened(tablet, clinic)
    try:
        page.get_by_role("button", name="Начать обход: плата 2 (…)").click()
        expect(page.get_by_text("плата сейчас не на связи")).to_be_visible()
        page.get_by_role("button", name="Начать обход: плата 1 (").click()
        expect(page.get_by_role("button", name="Дальше")).to_be_visible()
        walk = clinic.walk
        assert (page.evaluate(BEGIN), clinic.walk) == (200, walk)
        page.get_by_role("button", name="Закончить").click()
        expect(page.get_by_role("button", name="плата 1")).to_be_visible()
        assert trouble == []
    finally:
        clinic.call(clinic.sources.pop)
        page.close()


def test_a_match_that_is_on_is_not_disturbed(tablet: BrowserContext, clinic: Clinic) -> None:
    clinic.run(clinic.controller.start_match())
    try:
        page, trouble = opened(tablet, clinic, "en")
        page.get_by_role("button", name="Begin the walk").click()
        expect(page.get_by_text("a match is on")).to_be_visible()
        assert trouble == []
        page.close()
    finally:
        clinic.run(clinic.controller.stop_match())
