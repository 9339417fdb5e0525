"""The marker's panel in a browser: taps what a thumb taps, reads what a person sees, waits with deadlines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, Request, Response, expect

from tests.panel_pages.hall import Hall
from tests.web.pages import DEADLINE_MS, wait_until

PHONE = (390, 844)
SETTLED = """() => sessionStorage.getItem("luza.pending") === null
  && new Promise((done) => requestAnimationFrame(() => done(true)))"""
"""No action waits for its answer, and what came of the last one is drawn. An answer may have come before the
page has as much as shown that it waits for one: what it shows of that says nothing yet."""


class Marker:
    """One panel, signed in by `link` (of `Hall.pairing`), or looking only at the address `link`.

    `trouble` collects errors of the console and the page, `foreign` requests to anywhere but the host.
    """

    def __init__(
        self,
        browser: Browser,
        link: str,
        *,
        size: tuple[int, int] = PHONE,
        lang: str = "ru",
        signed: bool = True,
        **context: Any,
    ) -> None:
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            reduced_motion="reduce",
            locale="ru-RU" if lang == "ru" else "en-GB",
            **context,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(DEADLINE_MS)
        self.trouble: list[str] = []
        self.foreign: list[str] = []
        self._host = urlsplit(link).netloc
        self.page.on("console", lambda line: self._note(line.type, line.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.open(link, lang)
        if signed:
            expect(self.key("signin")).to_have_count(0)

    def open(self, link: str, lang: str = "ru") -> None:
        """Opens the panel at that address."""
        address, _, hash = link.partition("#")
        self.page.goto("about:blank")  # a link that differs in its end alone would open nothing
        self.page.goto(f"{address}?lang={lang}" + (f"#{hash}" if hash else ""))
        self.page.wait_for_selector("body[data-rev]")

    def become_new(self, link: str) -> None:
        """Another device to the host: nothing is kept but the page's files."""
        self.context.clear_cookies()
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.open(link)

    def resize(self, size: tuple[int, int]) -> None:
        """Another screen."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def close(self) -> None:
        """Closes the page and its context."""
        self.context.close()

    # -- what is seen --------------------------------------------------------------------------------------

    def key(self, key: str) -> Locator:
        """What carries that key and can be seen."""
        return self.page.locator(f'[data-key="{key}"]:visible')

    def part(self, name: str) -> Locator:
        """A part of the page by its name in the template."""
        return self.page.locator(f'[data-part="{name}"]')

    def score(self, player: int) -> int:
        """The score that is shown for a player."""
        shown = self.page.locator(f'[data-player="{player}"]').get_attribute("data-score")
        return int(shown or "")

    def wait_for_score(self, *scores: int) -> None:
        """Until the players' scores are these."""
        for player, score in enumerate(scores):
            side = self.page.locator(f'.side[data-player="{player}"]')
            expect(side).to_have_attribute("data-score", str(score), timeout=DEADLINE_MS)

    def wait_for_moment(self, *moments: str) -> str:
        """Until one of these is on: `idle`, `lag`, `lot`, `choice`, `play`, `over`; which."""
        selector = ", ".join(f'body[data-moment="{moment}"]' for moment in moments)
        self.page.wait_for_selector(selector)
        return self.moment()

    def catch_up(self, hall: Hall) -> None:
        """Until it shows what the host says now: a new match, for one."""
        rev = hall.call(lambda: hall.controller.rev)
        self.page.wait_for_function("(rev) => Number(document.body.dataset.rev) >= rev", arg=rev)

    def moment(self) -> str:
        """What is on at the table."""
        return self.page.locator("body").get_attribute("data-moment") or ""

    def names_by_side(self) -> list[str]:
        """The players' names from left to right."""
        boxes = [(side.bounding_box() or {"x": 0.0})["x"] for side in self.page.locator(".side").all()]
        names = self.page.locator(".side .name").all_inner_texts()
        return [name for _, name in sorted(zip(boxes, names, strict=True))]

    def toast(self, kind: str) -> Locator:
        """A notice of that kind."""
        return self.page.locator(f'.toast[data-kind="{kind}"]')

    def sheet(self, name: str) -> Locator:
        """The open sheet of that name."""
        return self.page.locator(f'dialog[open][data-name="{name}"]')

    # -- what is tapped ------------------------------------------------------------------------------------

    def tap(self, key: str, *, greyed: bool = False) -> None:
        """A tap on what carries that key, once it can be tapped. `greyed`: on what cannot be done now."""
        found = self.key(key).first
        if not greyed:
            expect(found).not_to_have_attribute("aria-disabled", "true", timeout=DEADLINE_MS)
        found.tap(force=greyed)

    def sends(self, act: Callable[[], object]) -> None:
        """Does something that is an action, and waits until the host has answered and it is shown."""
        with self.page.expect_response(lambda response: response.url.endswith("/panel/act")):
            act()
        self.page.wait_for_function(SETTLED)

    def acts(self, key: str) -> None:
        """A tap that is an action."""
        self.sends(lambda: self.tap(key))

    def pot(self, pocket: str, ball: str | int | None = None) -> None:
        """A ball fell: a tap on its pocket, told apart where the game asks; until it is in the draft."""
        if ball == "cue" and self.key("kind-cue").count():
            self.tap("kind-cue")
        drafted = self._drafted(self._draft() + 1)
        self.tap(f"pocket-{pocket}")
        expect(drafted.or_(self.sheet("number"))).to_have_count(1)
        if self.sheet("number").count():
            self.tap(f"ball-{'unknown' if ball is None else ball}")
            expect(drafted).to_have_count(1)

    def take_out(self) -> None:
        """A ball was tapped in by mistake: the first one leaves the draft again."""
        without = self._drafted(self._draft() - 1)
        self.tap("chip-0")
        expect(without).to_have_count(1)

    def stroke(self, *pots: str | tuple[str, str | int]) -> None:
        """A whole stroke, tapped in and recorded."""
        for pot in pots:
            pocket, ball = (pot, None) if isinstance(pot, str) else pot
            self.pot(pocket, ball)
        self.acts("record")

    def foul(self, foul: str, about: str | None = None) -> None:
        """Calls a foul; `about`: `new` or `last`, where the sheet asks."""
        self.tap("foul")
        if about is not None:
            self.tap(f"about-{about}")
        self.acts(f"foul-{foul}")

    def start(self, game: str, *, target: int | None = None) -> None:
        """Starts a match from the form: the game's card, its options as usual but for the target."""
        self.tap("start")
        self.tap(f"game-{game}")
        if target is not None:
            self.tap("options")
            self.key("target").fill(str(target))
        self.acts("start-begin")

    def undo(self) -> None:
        """One tap on the dock's undo."""
        self.acts("undo")

    def more(self, *keys: str) -> None:
        """Opens the list of everything, and what is behind these."""
        self.tap("more")
        for key in keys:
            self.tap(key)

    def shut(self) -> None:
        """Closes the open sheet."""
        self.tap("close")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def leave_sheets(self) -> None:
        """No sheet is open, whatever was."""
        self.page.evaluate("document.querySelector('dialog[open]')?.close()")

    def wait_for(self, holds: Callable[[], object]) -> None:
        """Until something outside the page holds, while the page goes on; with a deadline."""
        wait_until(self.page, holds)

    def reload(self) -> None:
        """Opens the page anew."""
        self.page.reload()
        self.page.wait_for_selector("body[data-rev]")

    def forgive(self) -> None:
        """Forgets what the browser complained of so far: of a line that a test broke it may come late."""
        self.page.evaluate("0")  # what the browser had said before its answer has been heard now
        self.trouble.clear()
        self.foreign.clear()

    def picture(self, path: Path) -> None:
        """Writes what is seen as PNG, once type and movement have settled."""
        self.page.evaluate("document.fonts.ready.then(() => true)")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, animations="disabled")

    def _draft(self) -> int:
        return int(self.page.locator("body").get_attribute("data-draft") or 0)

    def _drafted(self, balls: int) -> Locator:
        """The page, once there are so many balls in the draft."""
        draft = f'[data-draft="{balls}"]' if balls else ":not([data-draft])"
        return self.page.locator(f"body{draft}")

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "status of" not in text:
            self.trouble.append(text)

    def _answered(self, response: Response) -> None:
        """The browser's own words for a refusal do not say of what."""
        if response.status >= 400:
            self.trouble.append(f"{response.status} {response.request.method} {response.url}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._host:
            self.foreign.append(request.url)
