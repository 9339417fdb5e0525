"""The other displays, read off their pins: chains of registers and modules, and a HUB75 panel's lines."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from luza.messages import Score
from luza.mqtt.broker import PrivateBroker

from tests.mqtt.harness import Table, run
from tests.scoreboard.chips import Max7219Chain, Panel, Register595Chain
from tests.scoreboard.process import MAX7219, MICROPYTHON, Chip, Wall, settings
from tests.scoreboard.test_wall import score

pytestmark = pytest.mark.skipif(not MICROPYTHON.exists(), reason="MicroPython's unix build is not installed")

BIG = {
    "driver": "595",
    "layout": "1aaAB_bb2",
    "spi": 1,
    "sck": 10,
    "mosi": 11,
    "latch": 17,
    "oe": 20,
    "brightness": 4,
}
PANEL = {"driver": "hub75", "first_pin": 0, "width": 64, "height": 32, "brightness": 8}


def drawn(name: str) -> str:
    """A picture as a person looked at it and found it right."""
    return (Path(__file__).parent / f"{name}.txt").read_text().rstrip("\n")


def shown(
    display: dict[str, Any], chip: Chip, tmp_path: Path, score: Score, text: str, pico: bool = False
) -> Wall:
    """A wall that was told a score and shows this."""
    walls = []

    async def play() -> None:
        async with PrivateBroker() as broker:
            table = Table(tmp_path)
            await table.connect(broker.port).online.wait()
            async with Wall(tmp_path / "flash", settings(broker.port, display), chip, pico) as wall:
                walls.append(wall)
                await wall.says("listening")
                table.show("score", score)
                await wall.shows(text)
            await table.close()

    run(play())
    return walls[0]


@pytest.mark.parametrize("near", ["left", "right"])
@pytest.mark.parametrize("active", ["high", "low"])
def test_big_digits_on_registers(tmp_path: Path, near: str, active: str) -> None:
    order = "gfedcba."
    chip = Register595Chain(9, order, active == "high", near)
    display = {**BIG, "near": near, "active": active, "order": order}
    # The lamp beside the second player's score is lit; ten frames have no room in one digit.
    shown(display, chip, tmp_path, score(11, -2, turn=1, frames=(3, 10)), " 113H -2.8.")
    assert chip.duty == 12 * 65535 // 16  # the enable is active low: a quarter of the time on


@pytest.mark.parametrize("near", ["left", "right"])
def test_two_modules_in_a_row_show_four_players(tmp_path: Path, near: str) -> None:
    chip = Max7219Chain(2, near)
    display = {**MAX7219, "layout": "aaaAbbbBcccCdddD", "near": near, "brightness": 3}
    shown(display, chip, tmp_path, score(102, 17, 33, 8, turn=2, frames=(1, 0, 2, 0)), "1021 170 33.2  80")
    assert [module[0x0A] for module in chip.registers] == [2, 2]


def test_a_panel_shows_two_players_large(tmp_path: Path) -> None:
    panel = Panel(64, 32)
    wall = shown(PANEL, panel, tmp_path, score(7, -1, turn=1, frames=(2, 11)), drawn("panel_two"), pico=True)
    assert "panel 0 10000000" in wall.lines
    shares = {pixel.share for row in panel.pixels for pixel in row if pixel.colour}
    # 8 of 16, and a few steps go with taking over; every pixel has the same.
    assert len(shares) == 1
    assert 0.45 < shares.pop() < 0.5
    assert not panel.glimpses  # no row is let on while another one is taken over


def test_a_panel_has_room_for_four(tmp_path: Path) -> None:
    shown(
        {**PANEL, "colours": {"score": "white", "turn": "magenta"}},
        Panel(64, 32),
        tmp_path,
        score(102, 17, 33, 8, turn=2, frames=(1, 0, 12, 0)),
        drawn("panel_four"),
        pico=True,
    )


def test_a_panel_shows_dashes_while_the_table_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with PrivateBroker() as broker:
            display = {**PANEL, "width": 128, "height": 64}
            async with Wall(tmp_path / "flash", settings(broker.port, display), Panel(128, 64), True) as wall:
                await wall.says("listening")
                await wall.until(
                    lambda: wall.text.count("B") > 100 and wall.text.split("\n")[63][:9] == "." * 9
                )
            assert set(wall.text) == {".", "B", "\n"}

    run(play())


def test_a_panel_needs_a_pico(tmp_path: Path) -> None:
    async def play() -> None:
        async with Wall(tmp_path / "flash", settings(1883, PANEL), Panel(64, 32)) as wall:
            assert await wall.ended() == 0
        assert "hub75 needs a Pico W" in wall.console[-1]

    asyncio.run(play())
