"""The pages' files and headers over HTTP, and the server around them."""

import asyncio
import gzip
import re
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import httpx
import pytest
from luza.controller.bus import Bus
from luza.web import PortTaken, WebServer, create_app

from tests.web.ports import kept_port, number
from tests.web.site import DEADLINE_S, Site

FIRST_LOAD = 150 * 1024
"""Bytes over the wire at most, type included: the pages also open on a phone in a cellar."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Nothing here changes the pages: one server does for all."""
    with Site() as running:
        yield running


def get(site: Site, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=DEADLINE_S)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    return answer, answer.read()


def page(site: Site) -> str:
    return get(site, "/scoreboard")[1].decode()


def addresses(html: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'(?:src|href)="(/static/[^"]+)"', html)))


@pytest.mark.parametrize("path", ["/static/x/js/nothing.js", "/static/x/css/nothing.css"])
def test_page_files_carry_the_one_header_that_bears_on_them(site: Site, path: str) -> None:
    """A policy is a document's; a page loads dozens of files, and all count on the first load."""
    answer, _ = get(site, path)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/scoreboard", "/", "/events-of-old"])
def test_every_answer_carries_the_security_headers(site: Site, path: str) -> None:
    answer, _ = get(site, path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_has_nothing_inline(site: Site) -> None:
    html = page(site)
    assert "style=" not in html
    assert "<style" not in html
    assert re.findall(r"\son\w+=", html) == []
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []


def test_the_root_leads_to_the_scoreboard_with_all_switches(site: Site) -> None:
    answer, _ = get(site, "/?lang=en&swap=1")
    assert answer.status == 307
    assert answer.headers["location"] == "/scoreboard?lang=en&swap=1"
    assert get(site, "/")[0].headers["location"] == "/scoreboard"


@pytest.mark.parametrize(("asked", "lang"), [("", "ru"), ("?lang=en", "en"), ("?lang=xx", "ru")])
def test_the_page_says_its_language(site: Site, asked: str, lang: str) -> None:
    assert f'<html lang="{lang}"' in get(site, f"/scoreboard{asked}")[1].decode()


def test_files_are_kept_for_ever_under_the_hash_of_their_build(site: Site) -> None:
    for address in addresses(page(site)):
        answer, body = get(site, address)
        assert answer.status == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again, nothing = get(site, address, if_none_match=answer.headers["etag"])
        assert (again.status, nothing) == (304, b"")
        assert body


def test_a_file_of_another_build_is_not_kept(site: Site) -> None:
    address = addresses(page(site))[0]
    other = re.sub(r"/static/\w+/", "/static/0123456789ab/", address)
    answer, body = get(site, other)
    assert answer.headers["cache-control"] == "no-cache"
    assert body == get(site, address)[1]


def test_text_travels_packed(site: Site) -> None:
    address = next(one for one in addresses(page(site)) if one.endswith("scoreboard.js"))
    answer, packed = get(site, address, accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed) == get(site, address)[1]


@pytest.mark.parametrize("name", ["../app.py", "..%2Fapp.py", "js/../../app.py", "js", "", "js/none.js"])
def test_nothing_but_the_page_files_is_served(site: Site, name: str) -> None:
    assert get(site, f"/static/x/{name}")[0].status == 404


def test_the_first_load_is_light(site: Site) -> None:
    html = page(site)
    styles = [address for address in addresses(html) if address.endswith(".css")]
    build = styles[0].split("/")[2]
    named = {
        f"/static/{build}/{name}"
        for style in styles
        for name in re.findall(r'url\("\.\./([^"]+)"\)', get(site, style)[1].decode())
    }
    wire = len(html.encode()) + sum(
        len(get(site, address, accept_encoding="gzip")[1]) for address in {*addresses(html), *named}
    )
    assert wire < FIRST_LOAD


def test_a_port_in_use_is_named_with_the_mend() -> None:
    with socket.socket() as taken, Site() as site:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=rf"127\.0\.0\.1:{port} .*another web\.port"):
            site.serve_at(port)


def test_another_port_is_taken_only_where_the_wanted_one_is_in_use() -> None:
    async def served(port: int) -> tuple[int, int]:
        """The port that was got, and the status of a page there."""
        server = WebServer(create_app(Bus()), port=port, any_port=True)
        url = await server.start()
        try:
            async with httpx.AsyncClient(base_url=url) as http:
                return urlsplit(url).port or 0, (await http.get("/scoreboard")).status_code
        finally:
            await server.stop()

    with (
        kept_port() as keeper,
        ThreadPoolExecutor(1) as elsewhere,
    ):  # the browser's loop may run in this thread
        port = number(keeper)
        with socket.socket() as taken:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(("127.0.0.1", port))
            taken.listen()
            other, status = elsewhere.submit(asyncio.run, served(port)).result()
            assert (other != port, status) == (True, 200)
        assert elsewhere.submit(asyncio.run, served(port)).result() == (port, 200)


def test_signals_stay_with_the_process(site: Site) -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
