"""The picture of the README, and one of each state for whoever wants to look (LUZA_PICTURES=1)."""

import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from luza.messages import State
from playwright.sync_api import Browser, expect

from tests.web.pages import Board
from tests.web.site import Site
from tests.web.states import Table

PICTURES = Path(__file__).parents[1] / "pictures"

STATES: dict[str, Callable[[Table], State]] = {
    "scoreboard": Table.foul,
    "break": Table.break_,
    "falling": Table.falling,
    "over": Table.over,
    "idle": Table.idle,
}


@pytest.mark.parametrize("name", STATES)
def test_a_picture_of_the_running_scoreboard(browser: Browser, site: Site, tmp_path: Path, name: str) -> None:
    table = Table()
    site.publish("meta", table.meta())
    site.publish("state", STATES[name](table))
    board = Board(browser, site.url, width=1280, height=720)
    expect(board.page.locator("body:not([data-mode=waiting])")).to_have_count(1)
    keep = name == "scoreboard" and os.environ.get("LUZA_PICTURES") == "1"
    path = (PICTURES if keep else tmp_path) / f"{name}.png"
    board.picture(path)
    assert struct.unpack(">II", path.read_bytes()[16:24]) == (1280, 720)
    assert board.trouble == []
    board.close()
