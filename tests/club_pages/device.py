"""A browser at the club's pages."""

from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from luza.club.web.pages.staff import Role
from playwright.sync_api import Browser, ConsoleMessage, Locator, Request, expect

from tests.club_pages.club import PINS
from tests.web.pages import DEADLINE_MS

REFUSED = ("400", "401", "403", "404", "409", "429")
"""Answers that a test provokes; a browser writes them to its console."""


class Device:
    """A page of its own. `trouble` collects errors of the console, `foreign` requests to elsewhere."""

    def __init__(self, browser: Browser, url: str, size: tuple[int, int]) -> None:
        self.url = url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            timezone_id="Europe/Moscow",
            locale="ru-RU",
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(DEADLINE_MS)
        self.trouble: list[str] = []
        self.foreign: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", self._request)

    def _console(self, line: ConsoleMessage) -> None:
        provoked = any(f"status of {code}" in line.text for code in REFUSED)
        if line.type in ("error", "warning") and not provoked:
            self.trouble.append(line.text)

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self.foreign.append(request.url)

    def close(self) -> None:
        """Closes it."""
        self.context.close()

    def open(self, path: str) -> None:
        """Goes to a page."""
        self.page.goto(f"{self.url}{path}")

    def sign_in(self, role: Role, pin: str | None = None) -> None:
        """Shows a PIN at the door."""
        self.open("/signin")
        self.page.select_option("[name=role]", role)
        self.page.fill("[name=name]", "Ольга")
        self.page.fill("[name=pin]", pin or PINS[role])
        self.page.click("main button")
        if pin is None:
            self.page.wait_for_url(f"{self.url}/")

    def part(self, name: str) -> Locator:
        """A part of the page by its name in the template."""
        return self.page.locator(f'[data-part="{name}"]')

    def see(self, where: Locator | str, text: str) -> None:
        """Until it has this text in it."""
        found = self.page.locator(where) if isinstance(where, str) else where
        expect(found).to_contain_text(text, timeout=DEADLINE_MS)

    def complaints(self) -> list[str]:
        """What axe-core finds wrong with the page as it stands."""
        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]

    def fits(self) -> bool:
        """Whether nothing sticks out to the right."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
