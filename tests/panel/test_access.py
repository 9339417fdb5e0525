"""Who may do what: PINs, pairing, sessions that end, the lock after wrong tries, the marker's seat."""

import re
import stat
from typing import Any

import httpx
import msgspec
import pytest
from luza.panel.asked import Role
from luza.panel.keys import SESSION_S, TICKET_S, Keys
from luza.panel.safe import Safe, SafeError
from luza.web import WebServer

from tests.panel.hall import ADDRESS, Browser, Hall


@pytest.fixture
def pins(hall: Hall) -> dict[Role, str]:
    """The PINs of a first start."""
    (hall.folder / "panel.json").unlink()
    hall.restart(first_start=True)
    return hall.pins


def sign_in(browser: Browser, role: str, pin: str, name: str = "") -> int:
    browser.post("signin", {"role": role, "pin": pin, "device": browser.device, "name": name})
    return browser.status


def test_the_first_start_makes_pins_and_keeps_their_hashes_alone(hall: Hall, pins: dict[Role, str]) -> None:
    path = hall.folder / "panel.json"
    assert {role: len(pin) for role, pin in pins.items()} == {"marker": 6, "referee": 6, "manager": 8}
    text = path.read_text()
    assert text.count("$argon2id$") == 3
    assert not any(pin in text for pin in pins.values())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Keys(Safe(path)).first_pins() == {}


def test_looking_is_free_and_acting_needs_a_sign_in(hall: Hall) -> None:
    hall.start()
    visitor = hall.browser()
    assert visitor.look()["you"] is None
    assert visitor.panel["state"]["players"] == ["Анна", "Борис"]
    visitor.act("stroke")
    assert (visitor.status, visitor.answer["code"]) == (401, "not_signed_in")
    assert visitor.get("history")["players"] == ["Анна", "Борис"]
    assert hall.lines() == []


def test_the_right_pin_signs_in_under_a_name(hall: Hall, pins: dict[Role, str]) -> None:
    hall.start()
    marker = hall.browser()
    assert sign_in(marker, "marker", pins["marker"], "  Ольга\u202e\n ") == 200
    you = marker.answer["you"]
    assert (you["role"], you["name"], you["seat"]) == ("marker", "Ольга", True)
    cookie = marker.http.cookies.jar
    (kept,) = list(cookie)
    assert kept.has_nonstandard_attr("HttpOnly") and kept.get_nonstandard_attr("SameSite") == "strict"
    marker.done("stroke")


@pytest.mark.parametrize(("role", "pin"), [("marker", "0"), ("manager", "' OR 1=1 --"), ("referee", "")])
def test_a_wrong_pin_is_no_way_in(hall: Hall, pins: dict[Role, str], role: str, pin: str) -> None:
    browser = hall.browser()
    assert sign_in(browser, role, pin) == 401
    assert browser.answer["you"] is None
    assert len(browser.http.cookies) == 0


def test_a_role_is_opened_by_its_own_pin(hall: Hall, pins: dict[Role, str]) -> None:
    assert sign_in(hall.browser(), "manager", pins["marker"]) == 401


def test_wrong_tries_lock_an_address_ever_longer_and_no_other(hall: Hall, pins: dict[Role, str]) -> None:
    thief, marker = hall.browser("thief-pad"), hall.browser("tablet-one", address="10.0.0.8")
    for _ in range(5):
        assert sign_in(thief, "marker", "000000") == 401
    assert sign_in(thief, "marker", pins["marker"]) == 429
    assert 0 < thief.answer["retry_s"] <= 30
    assert "30" in thief.said
    assert sign_in(marker, "marker", pins["marker"]) == 200
    hall.clocks.forward(31)
    assert sign_in(thief, "marker", "000000") == 401
    hall.clocks.forward(31)
    assert sign_in(thief, "marker", "000000") == 429
    hall.clocks.forward(1000)
    assert sign_in(thief, "marker", pins["marker"]) == 200


def test_who_has_one_pin_does_not_try_another_for_ever(hall: Hall, pins: dict[Role, str]) -> None:
    """The marker's right PIN between the tries does not clear those that were wrong at the manager's."""
    browser = hall.browser()
    for _ in range(4):
        assert sign_in(browser, "manager", "00000000") == 401
    assert sign_in(browser, "marker", pins["marker"]) == 200
    assert sign_in(browser, "manager", "00000001") == 401
    assert sign_in(browser, "manager", pins["manager"]) == 429


async def through(hall: Hall, proxies: tuple[str, ...], path: str, *asked: tuple[object, str]) -> list[Any]:
    """The answers of the real server to (body, `X-Forwarded-For`), each said to have come by HTTPS."""
    server = WebServer(hall.app, port=0, proxies=proxies)
    url = await server.start()
    try:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            said = [{"x-forwarded-for": sender, "x-forwarded-proto": "https"} for _, sender in asked]
            return [
                await http.post(f"/panel/{path}", json=body, headers=headers)
                for (body, _), headers in zip(asked, said, strict=True)
            ]
    finally:
        await server.stop()


WRONG = {"role": "manager", "pin": "1", "device": "device-1"}


@pytest.mark.parametrize("proxies", [(), ("192.0.2.1",)])
def test_what_a_request_says_of_its_origin_unlocks_nothing(hall: Hall, proxies: tuple[str, ...]) -> None:
    """By the real server: who knocks is known by the connection."""
    tries = [(WRONG, f"10.9.8.{n}") for n in range(6)]
    answers = hall.run(through(hall, proxies, "signin", *tries))
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]


def test_behind_a_proxy_that_is_trusted_each_is_locked_alone(hall: Hall) -> None:
    """What a client claimed before the proxy wrote down whom it saw counts for nothing."""
    tries = [(WRONG, f"10.9.8.{n}, 10.0.0.7") for n in range(6)]
    answers = hall.run(through(hall, ("127.0.0.1",), "signin", *tries, (WRONG, "10.0.0.8")))
    assert [answer.status_code for answer in answers] == [401] * 5 + [429, 401]


@pytest.mark.parametrize(
    ("proxies", "secure"), [((), False), (("192.0.2.1",), False), (("127.0.0.1",), True)]
)
def test_the_cookie_of_who_came_by_https_is_for_https_alone(
    hall: Hall, proxies: tuple[str, ...], secure: bool
) -> None:
    token, _ = hall.desk.keys.ticket("marker", hall.clocks.wall())
    pair = {"token": token, "device": "tablet-one"}
    (answer,) = hall.run(through(hall, proxies, "pair", (pair, "10.0.0.7")))
    assert answer.status_code == 200
    assert ("secure" in answer.headers["set-cookie"].lower()) is secure


def test_many_addresses_together_are_locked_too(hall: Hall) -> None:
    for i in range(50):
        hall.browser(address=f"10.0.1.{i}").post("pair", {"token": "nonsense", "device": "device-1"})
    last = hall.browser(address="10.0.2.1")
    last.post("pair", {"token": "nonsense", "device": "device-1"})
    assert last.status == 429


def test_a_pairing_code_is_good_once_and_not_for_ever(hall: Hall) -> None:
    keys, wall = hall.desk.keys, hall.clocks.wall()
    token, _ = keys.ticket("marker", wall)
    first, second = hall.browser("tablet-one"), hall.browser("tablet-two")
    first.post("pair", {"token": token, "device": first.device})
    assert first.status == 200
    second.post("pair", {"token": token, "device": second.device})
    assert (second.status, second.answer["code"]) == (401, "bad_token")
    token, _ = keys.ticket("marker", wall)
    hall.clocks.forward(TICKET_S + 1)
    second.post("pair", {"token": token, "device": second.device})
    assert second.status == 401


def test_a_panel_left_open_overnight_signs_in_again(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    hall.clocks.forward(SESSION_S + 1)
    answer = marker.act("stroke")
    assert (marker.status, answer["code"], answer["you"]) == (401, "session_over", None)
    assert answer["panel"]["seat"] is None
    assert hall.lines() == []
    marker.pair()
    marker.done("stroke")


def test_signing_out_is_for_good_wherever_the_cookie_went(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    cookies, csrf = dict(marker.http.cookies), marker.csrf
    marker.post("signout", {})
    assert (marker.status, marker.answer["you"], marker.panel["seat"]) == (200, None, None)
    thief = hall.browser()
    thief.http.cookies.update(cookies)
    thief.csrf = csrf
    thief.look()
    assert thief.act("stroke")["code"] == "session_over"
    hall.restart()
    assert hall.desk.keys.session(cookies["luza_panel"], hall.clocks.wall()) is None


def test_a_cookie_that_was_changed_is_none(hall: Hall) -> None:
    marker = hall.marker()
    cookie = marker.http.cookies["luza_panel"]
    wall = hall.clocks.wall()
    assert hall.desk.keys.session(cookie, wall) is not None
    for forged in (cookie[:-1], cookie[1:], cookie.swapcase(), "", "x" * 5000, cookie + "."):
        assert hall.desk.keys.session(forged, wall) is None


def test_a_new_pin_signs_out_whoever_had_the_old_one(hall: Hall, pins: dict[Role, str]) -> None:
    marker, manager = hall.browser("tablet-one"), hall.browser("office-pc")
    sign_in(marker, "marker", pins["marker"])
    sign_in(manager, "manager", pins["manager"])
    manager.post("keys", {"role": "marker", "pin": "1111"})
    assert (manager.status, manager.answer["code"]) == (409, "short_pin")
    manager.post("keys", {"role": "marker", "pin": "2718"})
    assert manager.status == 200
    assert marker.look()["you"] is None
    assert sign_in(marker, "marker", pins["marker"]) == 401
    assert sign_in(marker, "marker", "2718") == 200


def test_pins_and_pairing_are_the_managers(hall: Hall) -> None:
    marker = hall.marker()
    for path, body in (("keys", {"role": "marker", "pin": "271828"}), ("pairing", {})):
        marker.post(path, body)
        assert (marker.status, marker.answer["code"]) == (403, "not_allowed")
    manager = hall.browser("office-pc").pair("manager")
    code = hall.run(manager.posting("pairing", {})).json()
    assert code["url"].startswith(f"{ADDRESS}/panel#pair=")
    assert len(code["qr"]) == len(code["qr"][0]) >= 29 and set("".join(code["qr"])) == {"0", "1"}
    tablet = hall.browser("tablet-two")
    tablet.post("pair", {"token": code["url"].partition("#pair=")[2], "device": tablet.device})
    assert tablet.answer["you"]["role"] == "marker"


@pytest.mark.parametrize(
    "headers",
    [
        {"x-luza-csrf": "0" * 64},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"content-type": "text/plain"},
    ],
)
def test_another_page_cannot_act_for_a_marker(hall: Hall, headers: dict[Role, str]) -> None:
    hall.start()
    marker = hall.marker()
    marker.post("act", marker.request({"do": "stroke"}), **headers)
    assert marker.status in (400, 403)
    assert hall.lines() == []


def test_what_needs_a_referee_is_not_a_markers(hall: Hall) -> None:
    hall.referee_only = frozenset({"adjust", "score"})
    hall.restart()
    hall.start()
    marker = hall.marker()
    marker.enter("adjust", player=0, delta=1, reason="x")
    assert (marker.status, marker.answer["code"]) == (403, "not_allowed")
    marker.act("score", score=[1, 0], reason="x")
    assert marker.status == 403
    referee = hall.browser("referee-pad").pair("referee")
    referee.post("seat", {"take": True})
    referee.entered("adjust", player=0, delta=1, reason="x")


def test_answers_forbid_scripts_of_others_and_are_kept_by_nobody(hall: Hall) -> None:
    response = hall.run(hall.browser().http.get("/panel/state"))
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "unsafe-inline" not in response.headers["content-security-policy"]
    assert response.headers["cache-control"] == "no-store"


def test_a_damaged_file_is_named_with_its_mend(hall: Hall) -> None:
    path = hall.folder / "panel.json"
    path.write_text("{")
    with pytest.raises(SafeError, match=r"panel\.json: it is damaged .* new PINs"):
        Safe(path)


# -- the seat ------------------------------------------------------------------------------------------


def test_one_marker_a_table_and_the_other_hears_of_it(hall: Hall) -> None:
    hall.start()
    olga, pavel = hall.marker("Ольга"), hall.marker("Павел", "tablet-two")
    assert (olga.look()["you"]["seat"], pavel.answer["you"]["seat"]) == (True, False)
    assert pavel.panel["seat"]["name"] == "Ольга"
    answer = pavel.act("stroke")
    assert (pavel.status, answer["code"]) == (409, "taken") and "Ольга" in pavel.said
    pavel.post("seat", {"take": True})
    pavel.done("stroke")
    answer = olga.act("stroke")
    assert answer["code"] == "taken"
    assert answer["you"]["lost_to"]["name"] == "Павел"
    olga.post("seat", {"take": True})
    assert olga.answer["you"]["lost_to"] is None
    olga.done("stroke")


def test_an_id_refused_for_want_of_the_seat_is_still_good(hall: Hall) -> None:
    hall.start()
    hall.marker("Ольга")
    pavel = hall.marker("Павел", "tablet-two")
    request = pavel.request({"do": "stroke"})
    assert pavel.post("act", request)["code"] == "taken"
    pavel.post("seat", {"take": True})
    assert pavel.post("act", request)["status"] == "ok"


def test_a_markers_hand_does_not_take_a_referees_seat_while_it_is_used(hall: Hall) -> None:
    hall.start()
    referee = hall.browser("referee-pad").pair("referee", "Судья")
    marker = hall.marker()
    marker.post("seat", {"take": True})
    assert (marker.status, marker.answer["code"]) == (409, "not_yours")
    hall.clocks.forward(61)
    marker.post("seat", {"take": True})
    assert marker.status == 200
    referee.post("seat", {"take": True})
    assert referee.answer["you"]["seat"]


def test_an_empty_seat_is_taken_by_acting(hall: Hall) -> None:
    hall.start()
    olga, pavel = hall.marker("Ольга"), hall.marker("Павел", "tablet-two")
    olga.post("seat", {"take": False})
    assert olga.panel["seat"] is None
    pavel.done("stroke")
    assert pavel.answer["you"]["seat"]


def test_the_seat_outlives_a_restart(hall: Hall) -> None:
    hall.start()
    olga = hall.marker("Ольга")
    cookies = dict(olga.http.cookies)
    hall.restart()
    again = hall.browser()
    again.http.cookies.update(cookies)
    assert again.look()["you"]["seat"]
    pavel = hall.marker("Павел", "tablet-two")
    assert pavel.act("stroke")["code"] == "taken"


def test_no_device_is_told_another_ones_id(hall: Hall) -> None:
    """Whoever knew it could sign in under it and sit where it sits."""
    hall.marker("Ольга", "tablet-olga-secret")
    text = msgspec.json.encode(hall.browser().look()).decode()
    assert "tablet-olga-secret" not in text
    assert re.search(r'"device":"[0-9a-f]{16}"', text)
