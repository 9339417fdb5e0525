"""From a tap on the panel to the changed scoreboard, both in Chromium; JSON on standard output.

    python -m tests.bench.tap [TAPS]

Everything runs: `luza table` as a process of its own with journal, MQTT and a private broker, the panel on a
phone's screen, the scoreboard on a wall's. A tap is the finger's coming down (`pointerdown`) on "record" or
on "undo", in turn; the scoreboard has changed when a number on it is another. Both pages have one clock. The
bound is a median of 150 ms.
"""

import asyncio
import json
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from luza.mqtt.broker import PrivateBroker
from luza.panel.keys import Keys
from luza.panel.safe import Safe
from playwright.async_api import Browser, Page, async_playwright

from tests.bench.footprint import connect
from tests.system.table import TableProcess
from tests.web.pages import SWITCHES, program
from tests.web.ports import kept_port
from tests.web.ports import number as number_of

TAPS = 60
BOUND_MS = 150.0
WATCH = """() => {
  let count = 0;
  const scores = () => [...document.querySelectorAll("[data-score]")].map((one) => one.dataset.score).join();
  let last = scores();
  new MutationObserver(() => {
    const now = scores();
    if (now === last) return;
    last = now;
    window.changed = performance.timeOrigin + performance.now();
    document.body.dataset.changes = ++count;
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""
FEEL = """() => {
  window.touched = 0;
  addEventListener("pointerdown", () => (window.touched = performance.timeOrigin + performance.now()), true);
}"""


SETTLED = "Promise.all(document.getAnimations().map((one) => one.finished)).then(() => true)"
"""Between two taps of a person lie seconds: none falls into the movement of the one before."""


def settings(folder: Path, broker: int, web: int) -> Path:
    """A table that is kept by hand, with everything else."""
    file = folder / "luza.toml"
    file.write_text(
        "\n".join(
            [
                *('[match]\nplayers = ["Анна", "Борис"]', "race_to = 99", "breaks_first = 1"),
                *("[board]", 'kind = "none"'),
                *("[sensors]", 'fitted = ["rest"]'),
                *("[mqtt]", f"port = {broker}"),
                *("[web]", f"port = {web}"),
                *("[journal]", 'path = "table.db"'),
            ]
        ),
        encoding="utf-8",
    )
    return file


async def open_panel(browser: Browser, url: str, token: str) -> Page:
    """The panel on a phone, signed in by the link of a pairing code."""
    context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = await context.new_page()
    await page.goto(f"{url}/panel#pair={token}")
    await page.wait_for_selector('[data-moment="play"]')
    await page.evaluate(FEEL)
    return page


async def open_wall(browser: Browser, url: str) -> Page:
    """The scoreboard on a wall."""
    page = await browser.new_page(viewport={"width": 1920, "height": 1080})
    await page.goto(f"{url}/scoreboard")
    await page.wait_for_selector('[data-mode="break"]')
    await page.evaluate(WATCH)
    return page


async def taps(panel: Page, wall: Page, number: int) -> list[float]:
    """Milliseconds of each tap: one that scores a ball, one that takes it back, and so on."""
    took = []
    for n in range(number):
        key = "undo" if n % 2 else "record"
        if key == "record":
            await panel.tap('[data-key="pocket-rear-left"]')
        await panel.tap(f'[data-key="{key}"]:not([aria-disabled])')
        await wall.wait_for_selector(f'body[data-changes="{n + 1}"]')
        touched, changed = await panel.evaluate("touched"), await wall.evaluate("changed")
        took.append(changed - touched)
        await panel.wait_for_selector("body:not([data-pending])")
        for page in (panel, wall):
            await page.evaluate(SETTLED)
    return took


async def measure(folder: Path, web: int, number: int) -> dict[str, object]:
    """Starts everything, the pages on port `web`, taps, and sums up."""
    keys = Keys(Safe(folder / "panel.json"))
    keys.first_pins()
    token, _ = keys.ticket("marker", time.time())
    async with PrivateBroker() as broker, async_playwright() as playwright:
        table = TableProcess(settings(folder, broker.port, web))
        await table.start()
        try:
            _, writer = await connect(web)
            writer.close()
            chromium = await playwright.chromium.launch(executable_path=program(), args=list(SWITCHES))
            url = f"http://127.0.0.1:{web}"
            wall = await open_wall(chromium, url)
            panel = await open_panel(chromium, url, token)
            took = sorted(await taps(panel, wall, number))
            await chromium.close()
        finally:
            await table.end(signal.SIGTERM)
    return {
        "taps": number,
        "median_ms": round(statistics.median(took), 1),
        "p95_ms": round(took[int(len(took) * 0.95)], 1),
        "worst_ms": round(took[-1], 1),
        "bound_ms": BOUND_MS,
        "ok": statistics.median(took) <= BOUND_MS,
    }


def main() -> int:
    """Measures, prints, and judges."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else TAPS
    with tempfile.TemporaryDirectory(prefix="luza-bench-") as folder, kept_port() as web:
        figures = asyncio.run(measure(Path(folder), number_of(web), number))
    print(json.dumps(figures))
    return 0 if figures["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
