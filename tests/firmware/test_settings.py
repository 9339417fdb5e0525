"""The board's settings: what it takes, and how it names what it does not take."""

import json
from pathlib import Path
from typing import Any

import pytest
from luza.sources.pins import BadPins, read_pins
from luza.sources.reasons import known, worded
from luza_link import messages as m
from luza_table.fitted import dictionary
from luza_table.settings import LIMITS, Settings, SettingsError


def whole() -> dict[str, Any]:
    """The standard table's settings, to be changed."""
    settings: dict[str, Any] = json.loads(read_pins().settings())
    return settings


def test_the_standard_table_is_the_kit() -> None:
    settings = Settings(read_pins().settings())
    assert settings.sensors() == [
        "strike", "first_contact", "cushion", "centre_line", "pocket", "ball_kind", "rest",
    ]  # fmt: skip
    assert len(settings.pins) == 15
    assert len(settings.colour_ports) == 6
    assert len(read_pins().settings()) <= m.CONFIG_MAX


def test_the_host_and_the_board_read_the_same_pins() -> None:
    pins = read_pins()
    board = Settings(pins.settings()).pins
    assert {number: (wire.pin, wire.active == 1) for number, wire in board.items()} == pins.inputs()


def test_what_is_not_fitted_is_not_sensed() -> None:
    given = whole()
    del given["wiring"]["centre_line"], given["wiring"]["slate"]
    del given["wiring"]["pocket"]["pins"]["middle-left"]
    del given["wiring"]["colour"]["ports"]["middle-left"]
    settings = Settings(json.dumps(given).encode())
    assert settings.sensors() == ["cushion", "rest"]
    fitted = json.loads(dictionary(settings))
    assert fitted["sensors"] == ["cushion", "rest"]
    assert "pocket middle-left" not in fitted["inputs"]
    assert "pocket front-left" in fitted["inputs"]


def test_the_dictionary_names_kinds_channels_and_units() -> None:
    told = json.loads(dictionary(Settings(read_pins().settings())))
    kinds = {kind["name"]: kind for kind in told["kinds"]}
    assert kinds["pocket"]["id"] == m.POCKET
    assert kinds["pocket"]["channels"] == list(m.POCKET_NAMES)
    assert kinds["cushion"]["channels"] == list(m.CUSHION_NAMES)
    assert kinds["pocket"]["value"].startswith("ms ")
    assert set(kinds) == set(m.KIND_NAMES[1:]) - {"off_table"}


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("format",), 2, ("format: 2", "reads 1")),
        (("limits",), {"pocket": {"ball_min_ms": 1}}, ("limits.pocket.ball_min_ms: 1", "3 to 30")),
        (("limits",), {"pocket": {"ball_min_ms": 8.5}}, ("limits.pocket.ball_min_ms", "whole number")),
        (("limits",), {"pocket": {"ball_mim_ms": 8}}, ("limits.pocket: ball_mim_ms", "ball_min_ms")),
        (("limits",), {"pockets": {}}, ("limits: pockets", "cushion")),
        (("limits",), {"pocket": {"ball_max_ms": 1000, "blocked_ms": 900}}, ("ball_max_ms", "below limits")),
        (("limits",), {"rest": {"quiet_ms": 3000}}, ("slate.contact_doubt_ms", "below limits.rest")),
        (("wiring", "slate", "pins", "slate"), 2, ("slate.pins.slate: GP2", "pocket.pins.front-left")),
        (("wiring", "slate", "pins", "slate"), 24, ("GP24", "GP0-22")),
        (("wiring", "slate", "pins", "slate"), "16", ("16 is not a whole number",)),
        (("wiring", "slate", "active"), "up", ("wiring.slate.active: up", "high, low")),
        (("wiring", "pocket", "pins"), {"front": 2}, ("wiring.pocket.pins: front", "front-left")),
        (("wiring", "colour", "ports", "front-left"), 1, ("port 1 is taken",)),
        (("wiring", "lamp"), {}, ("wiring: lamp", "pocket")),
        (("link",), {"port": "wifi"}, ("link.port: wifi", "usb, uart")),
        (("link",), {"port": "uart", "id": 0, "tx": 0, "rx": 1, "baud": 1}, ("link.baud: 1", "9600")),
        (("wiring",), 7, ("wiring: a table",)),
        (("wiring", "pocket"), None, ("wiring.pocket: a table",)),
        (("wiring", "centre_line"), True, ("wiring.centre_line: a table",)),
        (("wiring", "cushion"), 1e30, ("wiring.cushion: a table",)),
        (("wiring", "pocket", "pins", "front-left"), True, ("front-left: True is not a whole number",)),
        (("limits",), {"rest": {"quiet_ms": 10**30}}, ("limits.rest.quiet_ms", "200 to 30000")),
        (("name",), "x" * 5000, ("name: a text",)),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place_and_the_mend(
    path: tuple[str, ...], value: object, words: tuple[str, ...]
) -> None:
    given = whole()
    place = given
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(SettingsError) as refused:
        Settings(json.dumps(given).encode())
    assert all(word in str(refused.value) for word in words), str(refused.value)
    assert known(str(refused.value))
    assert worded(str(refused.value)).ru != str(refused.value)


@pytest.mark.parametrize("blob", [b"", b"\xff{", b"{", b'{"format": 1', b"[" * 5000])
def test_what_is_no_json_is_refused(blob: bytes) -> None:
    with pytest.raises(SettingsError, match="not JSON"):
        Settings(blob)


def test_every_limit_has_a_default_within_its_bounds() -> None:
    for section in LIMITS.values():
        for default, lowest, highest in section.values():
            assert lowest <= default <= highest


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("slate = 16", "slate = 2"),
        ("slate = 16", "slat = 16"),
        ("slate = 16", "slate = 99"),
        ('port = "usb"', 'port = "wifi"'),
        ("format = 1", "format = 2"),
        ("[link]", "[lnk]"),
    ],
)
def test_a_bad_pin_map_names_its_file_and_place(change: str, words: str, tmp_path: Path) -> None:
    good = (Path(__file__).parents[2] / "hardware" / "pins.toml").read_text()
    assert change in good
    path = tmp_path / "pins.toml"
    path.write_text(good.replace(change, words))
    with pytest.raises(BadPins) as refused:
        read_pins(path)
    assert str(path) in str(refused.value)


def test_a_pin_map_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadPins, match="is not there"):
        read_pins(tmp_path / "none.toml")
