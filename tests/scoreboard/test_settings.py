"""The settings file: every mistake is named with its place; pages and sample are what the code takes."""

import json
import re
from typing import Any

import pytest
from luza_scoreboard import VERSION
from luza_scoreboard.errors import SettingsError
from luza_scoreboard.settings import Settings

from tests.scoreboard.process import FIRMWARE, MAX7219, settings
from tests.scoreboard.test_displays import BIG, PANEL

PAGES = [FIRMWARE / name for name in ("README.md", "README.ru.md")]


def none(_: str) -> bytes:
    """A board without other files."""
    raise OSError(2)


def checked(given: object, platform: str = "rp2") -> Settings:
    """The settings as the board reads them."""
    return Settings(json.dumps(given).encode(), platform, none)


def with_display(**keys: Any) -> dict[str, Any]:
    """Settings with these keys of the display changed."""
    return settings(1883, {**MAX7219, **keys})


def test_what_is_left_out_has_its_default() -> None:
    made = checked(settings(1883))
    assert made.wifi == ("club", "secret", "RU")
    assert made.line == ("127.0.0.1", 1883, None, "pool.ntp.org")
    assert made.account is None
    assert made.root == "luza/v1/arena/table/table-1/"
    assert made.display["brightness"] == 8
    assert checked(settings(1883, BIG)).display["order"] == "abcdefg."
    assert checked(settings(1883, PANEL)).display["colours"]["score"] == "yellow"


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ([], "settings: an object"),
        ({"format": 2}, "format: this firmware reads 1"),
        ({**settings(1), "club": 1}, "settings: club is not known"),
        ({**settings(1), "wifi": None}, "wifi: an object"),
        ({**settings(1), "wifi": {"ssid": "x"}}, "wifi.country: is missing"),
        ({**settings(1), "table": {"club": "Арена", "table": "t"}}, "table.club: Арена has something else"),
        (settings(0), "mqtt.port: 0 is not a whole number from 1 to 65535"),
        (settings(1, ca="ca.crt"), "mqtt.ca: there is no file ca.crt"),
        ({**settings(1), "display": None}, "display: an object"),
        (settings(1, {"driver": "oled"}), "display.driver: write max7219, 595 or hub75"),
        (with_display(brightness=17), "display.brightness: 17 is not a whole number from 1 to 16"),
        (with_display(brightness=True), "display.brightness: True"),
        (with_display(layout="aac"), "display.layout"),
        (with_display(layout="a" * 33), "display.layout: a text of 1 to 32"),
        (with_display(cs=18), "display.cs: pin 18 is already display.sck"),
        (with_display(cs=22), "display.cs: pin 22 is kept for the service bridge"),
        (with_display(cs=25), "display.cs: pin 25 is not free on this board"),
        (with_display(near="top"), "display.near: top is not one of left, right"),
        (with_display(mirrored=1), "display.mirrored: 1 is not one of False, True"),
        (with_display(latch=3), "display: latch is not known"),
        (settings(1, {**BIG, "order": "abcdefgg"}), "display.order: abcdefgg is not the eight segments"),
        (settings(1, {**BIG, "oe": None}), "display.brightness: without a pin at display.oe"),
        (settings(1, {**PANEL, "width": 60}), "display.width: 60 is not one of"),
        (settings(1, {**PANEL, "width": 256, "height": 64}), "display.width: more than 8192"),
        (settings(1, {**PANEL, "first_pin": 10}), "display.first_pin: pin 22 is kept"),
        (settings(1, {**PANEL, "colours": {"score": "pink"}}), "display.colours.score: pink is not one of"),
        (settings(1, {**PANEL, "colours": {"frame": "red"}}), "display.colours: frame is not known"),
    ],
)
def test_a_mistake_is_named_with_its_place(given: object, word: str) -> None:
    with pytest.raises(SettingsError) as error:
        checked(given)
    assert word in str(error.value)


def test_a_certificate_that_is_none_is_named() -> None:
    with pytest.raises(SettingsError, match=r"mqtt\.ca: ca\.crt is no certificate"):
        Settings(json.dumps(settings(1, ca="ca.crt")).encode(), "rp2", lambda _: b"nothing")


def test_an_esp32_has_other_pins() -> None:
    with pytest.raises(SettingsError, match=r"display\.cs: pin 6 is not free"):
        checked(with_display(cs=6), "esp32")
    assert checked(with_display(cs=5, sck=18, mosi=23, spi=2), "esp32").display["mosi"] == 23


def test_the_sample_is_what_the_board_takes() -> None:
    sample = (FIRMWARE / "scoreboard.json").read_bytes()
    assert Settings(sample, "rp2", none).display["layout"] == "aaaABbbb"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_explain_every_key_and_their_examples_are_taken(page: Any) -> None:
    text = page.read_text(encoding="utf-8")
    for section, keys in {
        "wifi": ("ssid", "password", "country"),
        "mqtt": ("host", "port", "user", "password", "ca", "time_server"),
        "table": ("club", "table"),
        "display": (*BIG, *PANEL, "cs", "near", "mirrored", "order", "active", "colours"),
    }.items():
        for key in keys:
            assert f"| `{section}.{key}` |" in text, (section, key)
    examples = re.findall(r"```json\n(.*?)```", text, re.S)
    assert len(examples) == 3
    for example in examples:
        checked({**settings(1883), "display": json.loads(example)})


def test_the_manifest_is_the_folder() -> None:
    manifest = json.loads((FIRMWARE / "package.json").read_text())
    assert all(target == source for target, source in manifest["urls"])
    there = {path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.glob("luza_scoreboard/*.py")}
    assert {target for target, _ in manifest["urls"]} == there | {"main.py"}
    assert manifest["version"] == VERSION
