"""The pages on the real controller and its journal: what it tells is what they show."""

from pathlib import Path

import msgspec
import pytest
from luza.controller import Controller
from luza.facts import Contact, Cushion, Fact, Pocket, Rest, Strike
from luza.journal import Journal
from luza.sources.board import BoardBatch
from playwright.sync_api import Browser, expect

from tests.controller.world import BOOT, UID, HandClocks, profile
from tests.web.pages import Board
from tests.web.site import Site


class Evening:
    """One table, its journal, and a board whose facts come at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._clocks = HandClocks()
        self._seq = 0

    def open(self) -> Controller:
        """A controller on the journal; in the thread of the loop that is to own it."""
        self.journal = Journal.open(self._path)
        self.controller = Controller(self.journal, profile(), self._clocks)
        return self.controller

    async def feel(self, *facts: Fact) -> None:
        """The board feels facts, `t` in seconds from now; time goes on to the last of them."""
        now = self._clocks.boottime()
        self._clocks.forward(max(fact.t for fact in facts))
        self._seq += len(facts)
        moved = tuple(msgspec.structs.replace(fact, t=now + fact.t) for fact in facts)
        await self.controller.deliver(BoardBatch(UID, BOOT, self._seq, moved, None))

    async def close(self) -> None:
        self.journal.close()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "table.db")


def test_a_match_as_the_controller_tells_it(browser: Browser, evening: Evening) -> None:
    with Site(evening.open) as site:
        board = Board(browser, site.url, frozen_clock=True)
        board.wait_for_mode("idle")
        board.page.evaluate("window.neverReloaded = true")

        site.run(evening.controller.start_match())
        board.wait_for_mode("break")
        assert board.names_by_side() == ["Анна", "Борис"]
        assert board.at_table() == 0
        expect(board.player(0).locator(".shelf .slot")).to_have_count(8)

        site.run(evening.feel(Strike(5.0), Contact(5.3), Cushion(5.5, "rear")))
        expect(board.part("shotTitle")).to_have_text("Идёт удар")
        site.run(evening.feel(Pocket(0.5, "rear-left", "object")))
        expect(board.part("shotBalls").locator("li")).to_have_text(["дальняя левая"])
        assert board.balls_in("rear-left") == 1
        site.run(evening.feel(Rest(2.0)))
        board.wait_for_score(0, 1)
        board.wait_for_mode("play")
        expect(board.part("shotText")).to_contain_text("Анна")

        site.run(evening.controller.enter({"type": "call", "foul": "no_foot"}, source="panel:anna"))
        board.wait_for_score(0, -1)
        expect(board.part("shotMarks").locator(".mark")).to_have_text(["решение изменено"])
        expect(board.part("options").locator("li")).not_to_have_count(0)

        site.run(evening.close())
        site.stop()
        board.skip(13_000)
        board.wait_until_away("host")
        site.forget()
        site.start()
        board.skip(13_000)
        board.wait_until_back()
        assert board.score(0) == -1

        site.run(evening.controller.enter({"type": "undo"}, source="panel:anna"))
        board.wait_for_score(0, 1)
        assert board.page.evaluate("window.neverReloaded") is True
        site.run(evening.controller.stop_match())
        board.wait_for_mode("idle")
        board.close()
        site.run(evening.close())
