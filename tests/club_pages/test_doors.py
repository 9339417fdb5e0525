"""Who may act: PINs, their lock-out, forged forms, and roles that may not do another's work."""

from collections.abc import Iterator

import httpx
import pytest
from luza.service import Service

from tests.club_pages.club import PINS, Club
from tests.club_pages.device import Device


@pytest.fixture
def client(club: Club, table: Service) -> Iterator[httpx.Client]:
    """A program without a browser's scruples."""
    club.forget_tries()
    with httpx.Client(base_url=club.url, headers={"origin": club.url}, timeout=30) as client:
        yield client
    club.forget_tries()


def sign_in(client: httpx.Client, role: str, pin: str, back: str = "/") -> httpx.Response:
    return client.post("/signin", data={"role": role, "pin": pin, "name": "Ольга", "back": back})


def test_a_wrong_pin_is_refused_and_after_five_even_the_right_one_waits(client: httpx.Client) -> None:
    for _ in range(5):
        assert sign_in(client, "manager", "00000001").status_code == 401
    locked = sign_in(client, "manager", PINS["manager"])
    assert locked.status_code == 429
    assert "Подождите" in locked.text
    assert "luza_club" not in client.cookies


def test_the_servers_of_club_and_table_hear_the_proxies_that_are_named(
    client: httpx.Client, table: Service
) -> None:
    wrong = {"role": "manager", "pin": "00000001", "device": "device-1"}
    for n in range(6):
        sender = {"x-forwarded-for": f"10.9.8.{n}"}
        assert client.post("/signin", data=wrong, headers=sender).status_code == 401
        assert (
            httpx.post(f"{table.address}/panel/signin", json=wrong, headers=sender, timeout=30).status_code
            == 401
        )
    right = {"role": "manager", "pin": PINS["manager"]}
    welcome = client.post("/signin", data=right, headers={"x-forwarded-proto": "https"})
    assert (welcome.status_code, "Secure" in welcome.headers["set-cookie"]) == (303, True)


def test_nobody_is_sent_elsewhere_by_the_door(client: httpx.Client) -> None:
    for bad in ("https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)"):
        answer = sign_in(client, "staff", PINS["staff"], bad)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        (None, "/time/open", 401),
        ("staff", "/tournament", 403),
        ("staff", "/time/prices", 403),
        ("organiser", "/players/new", 403),
        ("organiser", "/staff/pin", 403),
    ],
)
def test_nothing_acts_without_the_role_that_may(
    client: httpx.Client, role: str | None, path: str, status: int
) -> None:
    csrf = ""
    if role is not None:
        sign_in(client, role, PINS[role])  # type: ignore[index]
        csrf = csrf_of(client)
    answer = client.post(path, data={"csrf": csrf, "table": "table-1"})
    assert answer.status_code == status


def csrf_of(client: httpx.Client) -> str:
    """What this session's forms carry, as a page of its role shows it."""
    for path in ("/tournament", "/time"):
        _, found, rest = client.get(path).text.partition('name="csrf" value="')
        if found:
            return rest.partition('"')[0]
    raise AssertionError("no page of this role has a form")


def test_a_form_of_another_site_or_another_session_does_nothing(client: httpx.Client) -> None:
    sign_in(client, "staff", PINS["staff"])
    csrf = csrf_of(client)
    foreign = {"origin": "https://example.org"}
    assert client.post("/time/open", data={"csrf": csrf}, headers=foreign).status_code == 403
    assert client.post("/time/open", data={"csrf": "0" * 64}).status_code == 403
    client.post("/signout")
    client.cookies.clear()
    assert client.post("/time/open", data={"csrf": csrf}).status_code == 401


def test_what_a_form_cannot_mean_is_refused_by_name(client: httpx.Client) -> None:
    sign_in(client, "manager", PINS["manager"])
    csrf = csrf_of(client)
    opened = client.post("/time/open", data={"csrf": csrf, "table": "table-1", "hours": "много"})
    assert opened.status_code == 400
    assert "На сколько часов" in opened.text
    assert client.post("/time/open", content=b"{}").status_code == 415
    large = client.post("/players/new", data={"csrf": csrf, "name": "А" * 70_000})
    assert large.status_code == 413
    assert client.get("/player/none").status_code == 404
    nothing = client.get("/nothing/here?lang=en")
    assert (nothing.status_code, "There is nothing at this address" in nothing.text) == (404, True)
    assert client.get("/signout").status_code == 405
    assert client.get("/tournament/none").status_code == 409
    assert client.get("/table/none").status_code == 404


def test_who_signs_in_acts_and_is_signed_out_by_a_new_pin(
    club: Club, client: httpx.Client, manager: Device
) -> None:
    sign_in(client, "organiser", PINS["organiser"])
    assert client.get("/time").status_code == 200
    manager.open("/staff")
    manager.page.select_option("#pins [name=role]", "organiser")
    manager.page.fill("#pins [name=pin]", PINS["organiser"])
    manager.page.fill("#pins [name=again]", "4829")
    manager.page.click("text=Задать PIN")
    manager.see(manager.part("toast"), "PIN-коды не совпали")
    manager.page.fill("#pins [name=again]", PINS["organiser"])
    manager.page.click("text=Задать PIN")
    manager.see("#pins", "новый PIN действует")
    assert client.get("/time").status_code == 401
    assert manager.complaints() == []
