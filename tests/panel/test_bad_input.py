"""Whatever comes in: refused or healed, in words, and nothing has changed."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.panel.hall import Browser, Hall


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A marker at a table without a match; shared, for nothing that is refused changes anything."""
    hall = Hall(tmp_path_factory.mktemp("free"))
    yield hall.marker()
    hall.end()


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A marker at a table where one stroke has been played; shared likewise."""
    hall = Hall(tmp_path_factory.mktemp("playing"))
    hall.start()
    marker = hall.marker()
    marker.done("stroke")
    yield marker
    hall.end()


NAMES = {
    "": "empty_name",
    "   ": "empty_name",
    "\u200e\u202e\n": "empty_name",
    "\u200b\u2060": "empty_name",
    "\u3164\u2800": "empty_name",
    "\u200d\u0301": "empty_name",
    "Я" * 200: "long_name",
    "x" * 5000: "long_name",
}


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:5]))
def test_a_name_that_is_none_is_refused(free: Browser, name: str) -> None:
    answer = free.act("start", header={"players": [name, "Борис"]})
    assert (free.status, answer["code"]) == (409, NAMES[name])
    assert free.said
    assert free.hall.table.play is None


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("🎱 Кирилл 🏆", "🎱 Кирилл 🏆"),
        ('О\'Нил "Бита" <b>', 'О\'Нил "Бита" <b>'),
        ("  Анна \n\t Ивановна ", "Анна Ивановна"),
        ("Ева\u202eатсилаф", "Ева атсилаф"),
        ("Ан\u00adна\u200b\u061c", "Анна"),
        ("Й" * 60, "Й" * 60),
        ("👩‍👧‍👦", "👩‍👧‍👦"),
    ],
)
def test_a_name_of_any_letters_is_taken_and_kept_as_people_see_it(hall: Hall, given_: str, kept: str) -> None:
    marker = hall.marker()
    marker.done("start", header={"players": [given_, "Борис"]})
    assert marker.panel["state"]["players"][0] == kept
    hall.restart()
    assert hall.marker().panel["state"]["players"][0] == kept


HEADERS: list[tuple[dict[str, Any], int, str]] = [
    ({"players": ["Анна", "анна "]}, 409, "same_name"),
    ({"players": ["Анна", "Ан\u200bна"]}, 409, "same_name"),
    ({"players": ["Анна"]}, 400, "malformed"),
    ({"players": ["А", "Б", "В"]}, 400, "malformed"),
    ({"players": "Анна"}, 400, "malformed"),
    ({"players": [1, 2]}, 409, "empty_name"),
    ({"game": "snooker"}, 409, "unknown_game"),
    ({"game": None}, 400, "malformed"),
    ({"race_to": 0}, 400, "malformed"),
    ({"race_to": 10**30}, 400, "malformed"),
    ({"first_breaker": 2}, 400, "malformed"),
    ({"first_breaker": -1}, 400, "malformed"),
    ({"sensors": []}, 400, "malformed"),
    ({"options": {"unproven": "maybe"}}, 400, "malformed"),
    ({"options": {"handicap": [1]}}, 400, "malformed"),
    ({"options": {"waive": ["nonsense"]}}, 400, "malformed"),
    ({"options": []}, 400, "malformed"),
    ({"colour": "red"}, 400, "malformed"),
]


@pytest.mark.parametrize(("header", "status", "code"), HEADERS, ids=lambda case: str(case)[:40])
def test_a_match_that_cannot_be_is_refused(
    free: Browser, header: dict[str, Any], status: int, code: str
) -> None:
    answer = free.act("start", header=header)
    assert (free.status, answer["code"]) == (status, code), answer["words"]
    assert free.said and free.hall.table.play is None


ENTRIES: list[tuple[dict[str, Any], int]] = [
    ({"type": "concede", "player": 2}, 409),
    ({"type": "concede", "player": 7}, 400),
    ({"type": "concede", "player": "0"}, 400),
    ({"type": "concede"}, 400),
    ({"type": "extension", "player": -1}, 400),
    ({"type": "choose", "option": "rebreak"}, 409),
    ({"type": "call", "foul": "frozen_pair"}, 409),
    ({"type": "call", "foul": "кикс"}, 409),
    ({"type": "call", "foul": "slow_play"}, 409),
    ({"type": "setup", "score": [9, 0], "at_table": 0, "on_table": 8}, 409),
    ({"type": "setup", "score": [1], "at_table": 0, "on_table": 8}, 409),
    ({"type": "setup", "score": [1, 1], "at_table": 5, "on_table": 8}, 400),
    ({"type": "adjust", "player": 0, "delta": 1, "reason": " "}, 409),
    ({"type": "adjust", "player": 0, "delta": 1, "reason": "x" * 300}, 409),
    ({"type": "adjust", "player": 0, "delta": 0, "reason": "x"}, 409),
    ({"type": "adjust", "player": 0, "delta": 1.5, "reason": "x"}, 400),
    ({"type": "adjust", "player": 0, "delta": 10**12, "reason": "x"}, 409),
    ({"type": "adjust", "player": 0, "delta": -(10**30), "reason": "x"}, 409),
    ({"type": "setup", "score": [-(10**9), 0], "at_table": 0, "on_table": 8}, 409),
    ({"type": "setup", "score": [1, 0], "at_table": 0, "on_table": 8, "run": 10**6}, 409),
    ({"type": "bent", "on": True}, 409),
    ({"type": "pocket", "pocket": "side-left"}, 400),
    ({"type": "pocket", "pocket": "front-left", "ball": 16}, 400),
    ({"type": "identify", "ball": 99}, 400),
    ({"type": "rest"}, 409),
    ({"type": "cushion", "cushion": "rear"}, 409),
    ({"type": "sensors", "fitted": []}, 409),
    ({"type": "sides", "swapped": True}, 409),
    ({"type": "match", "game": "free", "players": ["a", "b"]}, 409),
    ({"type": "dance"}, 400),
    ({"type": 7}, 409),
    ({}, 409),
]


@pytest.mark.parametrize(("entry", "status"), ENTRIES, ids=lambda case: str(case)[:50])
def test_an_entry_that_cannot_be_is_refused(playing: Browser, entry: dict[str, Any], status: int) -> None:
    lines, state = playing.hall.lines(), playing.panel["state"]
    answer = playing.act("enter", entry=entry)
    assert playing.status == status, answer["words"]
    assert answer["status"] == "refused" and playing.said
    assert playing.hall.lines() == lines and {**answer["panel"]["state"], "at": state["at"]} == state


def test_a_reason_is_healed(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.entered("adjust", player=0, delta=1, reason="  забыт \n шар\u202e ")
    assert hall.lines()[-1]["reason"] == "забыт шар"


def test_nobody_says_in_anothers_name_or_at_another_time(hall: Hall) -> None:
    hall.start()
    marker = hall.marker("Ольга")
    marker.entered("adjust", player=0, delta=1, reason="x", source="panel:manager:Босс", t=1e9, at="1970")
    line = hall.lines()[-1]
    assert line["source"] == "panel:marker:Ольга" and line["t"] < 100 and line["at"].startswith("2025")


ACTIONS: list[Any] = [
    {"do": "stroke", "pots": [{"pocket": "nowhere"}]},
    {"do": "stroke", "pots": [{"pocket": "front-left"}] * 17},
    {"do": "stroke", "fouls": "no_contact"},
    {"do": "stroke", "spin": 3},
    {"do": "fell", "pots": []},
    {"do": "undo", "steps": 0},
    {"do": "undo", "steps": 10**9},
    {"do": "score", "score": [1, 2, 3, 4, 5], "reason": "x"},
    {"do": "score", "score": ["1", 2], "reason": "x"},
    {"do": "dance"},
    {"do": None},
    "undo",
    None,
    [],
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action)[:50])
def test_an_action_that_cannot_be_read_is_refused(playing: Browser, action: Any) -> None:
    lines = playing.hall.lines()
    answer = playing.post("act", {"id": "12345678", "expected_rev": playing.rev, "action": action})
    assert (playing.status, answer["code"]) == (400, "malformed")
    assert playing.said and playing.hall.lines() == lines


def test_more_steps_than_there_are_take_back_none(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "front-left"}])
    answer = marker.act("undo", steps=50)
    assert (marker.status, answer["code"]) == (409, "nothing_to_undo")
    assert hall.score == (1, 0)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 15_000, 400),
        (b'{"id":"12345678","expected_rev":1,"action":{"do":"undo"},"id":"1"}', 400),
        (b" " * 20_000, 413),
        (msgspec.json.encode({"id": "a b", "expected_rev": 1, "action": {"do": "undo"}}), 400),
        (msgspec.json.encode({"id": "12345678", "expected_rev": "1", "action": {"do": "undo"}}), 400),
    ],
)
def test_a_body_that_is_none_is_refused(playing: Browser, body: bytes, status: int) -> None:
    answer = playing.post("act", body)
    assert playing.status == status and answer["words"]["ru"]


@pytest.mark.parametrize("device", ["", "x", "a b c d e f g h", "<script>aaaaaa", "x" * 65])
def test_a_device_has_a_plain_name(free: Browser, device: str) -> None:
    browser = free.hall.browser()
    browser.post("pair", {"token": "x", "device": device})
    assert browser.status == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KINDS = ["call", "setup", "choose", "adjust", "pocket", "strike", "nominate", "clock", "fell", "undo", "lag"]
FIELDS = st.dictionaries(
    st.sampled_from(["player", "foul", "pocket", "ball", "option", "score", "delta", "reason", "on", "t"]),
    JSON,
    max_size=4,
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.sampled_from(KINDS), FIELDS)
def test_no_entry_breaks_the_desk(hall: Hall, kind: str, fields: dict[str, Any]) -> None:
    if hall.table.play is None:
        hall.start(race_to=99)
    marker = _seated(hall)
    before = hall.lines()
    answer = marker.act("enter", entry={**fields, "type": kind})
    assert marker.status in (200, 400, 409)
    if marker.status != 200:
        assert answer["words"]["ru"] and answer["words"]["en"]
        assert hall.lines() == before


def _seated(hall: Hall) -> Browser:
    marker: Browser | None = getattr(hall, "seated", None)
    if marker is None:
        marker = hall.marker()
        hall.seated = marker  # type: ignore[attr-defined]
    return marker
