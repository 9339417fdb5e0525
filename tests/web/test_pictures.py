"""The picture of the README, kept with LUZA_PICTURES=1; the other states' go to pytest's own folder."""

import os
import struct
from collections.abc import Callable
from pathlib import Path

from luza.messages import State
from playwright.sync_api import Browser

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


def test_pictures_of_the_running_scoreboard(browser: Browser, site: Site, tmp_path: Path) -> None:
    table = Table()
    site.publish("meta", table.meta())
    board = Board(browser, site.url, width=1280, height=720)
    for name, made in STATES.items():
        state = made(table)
        site.publish("state", state)
        board.wait_for_seq(state.seq)
        keep = name == "scoreboard" and os.environ.get("LUZA_PICTURES") == "1"
        path = (PICTURES if keep else tmp_path) / f"{name}.png"
        board.picture(path)
        assert struct.unpack(">II", path.read_bytes()[16:24]) == (1280, 720)
    assert board.trouble == []
    board.close()
