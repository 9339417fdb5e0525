"""A message from the club's desk on the scoreboard and the panel, until somebody has read it."""

import pytest
from luza.orders import Message
from playwright.sync_api import Browser, expect

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

TEXT = "Стол заказан с 20:00, <b>доиграйте</b> партию"


async def _send(hall: Hall, id: str) -> None:
    hall.controller.obey("message", id, Message(TEXT, "Администратор", 600))


@pytest.mark.parametrize("playing", [False, True], ids=["a free table", "a match"])
def test_a_message_from_the_desk_is_shown_until_it_is_read(
    hall: Hall, desk: Marker, browser: Browser, playing: bool
) -> None:
    if playing:
        hall.match("free")
    else:
        hall.free()
    desk.catch_up(hall)
    board = browser.new_page(viewport={"width": 1280, "height": 720})
    board.goto(f"{hall.url}/scoreboard?lang=ru")
    hall.run(_send(hall, f"m-{playing}"))
    said = f"Администратор: {TEXT}"
    expect(board.get_by_text(said)).to_be_visible()
    asked = desk.page.locator('.asked[data-kind="look"]')
    expect(asked).to_contain_text(said)
    desk.sends(asked.locator("button").tap)
    expect(asked).to_have_count(0)
    expect(board.get_by_text(said)).to_have_count(0)
    board.close()
    assert hall.controller.waiting == ()
