"""Opens pages in Chromium and reads them; for every test that looks at the wall."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Locator, Page, Playwright, Request, expect

DEADLINE_MS = 30_000
SWITCHES = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
)


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium without a window, and without the errands a browser runs by itself.

    The build that has no window at all (`chromium-headless-shell`) takes less than half the work.
    """
    expect.set_options(timeout=DEADLINE_MS)
    return playwright.chromium.launch(executable_path=program(), args=list(SWITCHES))


def program() -> str:
    """Where Chromium is."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found is not None, "Chromium is missing; `make test` installs it"
    return found


def wait_until(page: Page, holds: Callable[[], object]) -> None:
    """Until something outside the page holds, while the page goes on; with a deadline."""
    until = time.monotonic() + DEADLINE_MS / 1000
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        page.evaluate("new Promise(requestAnimationFrame)")


class Board:
    """The scoreboard in a browser page. Reads what a person sees; waits with a deadline, never a fixed time.

    `trouble` collects errors of the console and the page, `foreign` requests to anywhere but the host.
    `moves`: with what moves for its own sake, which without a graphics card takes half a core.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1920,
        height: int = 1080,
        frozen_clock: bool = False,
        moves: bool = False,
        **query: str,
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            timezone_id="Europe/Moscow",
            locale="ru-RU",
            reduced_motion="no-preference" if moves else "reduce",
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(DEADLINE_MS)
        self.trouble: list[str] = []
        self.foreign: list[str] = []
        self._host = urlsplit(url).netloc
        self.page.on("console", lambda line: self._note(line.type, line.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        self.page.on("request", self._asked)
        if frozen_clock:
            self.page.clock.install()
        address = f"{url}/scoreboard" + (f"?{urlencode(query)}" if query else "")
        self.page.goto(address)

    def close(self) -> None:
        """Closes the page and its context."""
        self.context.close()

    def part(self, name: str) -> Locator:
        """A part of the page by its name in the template."""
        return self.page.locator(f'[data-part="{name}"]')

    def player(self, index: int) -> Locator:
        """The panel of a player, whichever side it is on."""
        return self.page.locator(f'[data-player="{index}"]')

    def score(self, index: int) -> int:
        """The score that is shown for a player."""
        return int(self._of(index, "score").inner_text().replace("\u2212", "-"))

    def wait_for_score(self, index: int, score: int) -> None:
        """Until the player's score is this."""
        expect(self._of(index, "score")).to_have_text(str(score).replace("-", "\u2212"), timeout=DEADLINE_MS)

    def wait_for_seq(self, seq: int) -> None:
        """Until the board shows the `state` message of that number."""
        expect(self.page.locator("body")).to_have_attribute("data-seq", str(seq), timeout=DEADLINE_MS)

    def resize(self, width: int, height: int) -> None:
        """Gives the page another screen, and its text the time to fit it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def wait_for_mode(self, mode: str) -> None:
        """Until the board is `waiting`, `idle`, `lag`, `break`, `play` or `over`."""
        expect(self.page.locator("body")).to_have_attribute("data-mode", mode, timeout=DEADLINE_MS)

    def wait_until_away(self, kind: str) -> None:
        """Until the board is grey because of the `host`, the `table` or the `board` under it."""
        expect(self.page.locator("body")).to_have_attribute("data-away", kind, timeout=DEADLINE_MS)

    def wait_until_back(self) -> None:
        """Until the board is live again."""
        expect(self.page.locator("body:not([data-away])")).to_have_count(1, timeout=DEADLINE_MS)

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Until something outside the page holds, while the page goes on; with a deadline."""
        wait_until(self.page, holds)

    def skip(self, ms: int) -> None:
        """Lets that time pass on a frozen clock, and shows what has become of it."""
        self.page.clock.fast_forward(ms)
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def name(self, index: int) -> str:
        """The name that is shown for a player."""
        return self._of(index, "name").inner_text()

    def names_by_side(self) -> list[str]:
        """The players' names from left to right."""
        return self.page.locator('[data-part="name"]').all_inner_texts()

    def at_table(self) -> int | None:
        """Who is under the lamp."""
        lit = self.page.locator("[data-player][data-at-table]")
        return int(lit.get_attribute("data-player") or "") if lit.count() else None

    def balls_in(self, pocket: str) -> int:
        """How many balls the drawing of the table shows in a pocket."""
        return int(self.page.locator(f'[data-pocket="{pocket}"]').get_attribute("data-balls") or 0)

    def font_size(self, index: int, part: str) -> float:
        """How large a part of a player's panel is written, in pixels."""
        written = self._of(index, part).evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        return float(written)

    def picture(self, path: Path) -> None:
        """Writes what is seen as PNG, once type and movement have settled."""
        self.page.evaluate("document.fonts.ready.then(() => true)")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, animations="disabled")

    def _of(self, index: int, part: str) -> Locator:
        return self.player(index).locator(f'[data-part="{part}"]')

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.trouble.append(text)

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._host:
            self.foreign.append(request.url)
