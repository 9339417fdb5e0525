"""Requests to the panel read with care, and every refusal answered in words and with the present state."""

import gzip
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from luza.errors import UNREADABLE, BadEntry, Refused
from luza.journal import JournalError
from luza.locale import say
from luza.panel.desk import Desk
from luza.panel.safe import SafeError
from luza.panel.shown import PanelAnswer
from luza.panel.whys import No, no

COOKIE = "luza_panel"
MAX_BYTES = 16 * 1024
PACKED_FROM = 1024
"""Bytes of an answer that are worth packing."""

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

_STATUS = {
    "not_signed_in": 401,
    "session_over": 401,
    "wrong_pin": 401,
    "bad_token": 401,
    "csrf": 403,
    "elsewhere": 403,
    "not_allowed": 403,
    "malformed": 400,
    "not_json": 400,
    "too_large": 413,
    "no_such_stroke": 404,
    "no_such_match": 404,
    "no_such_game": 404,
    "journal": 503,
}


def status_of(answer: PanelAnswer) -> int:
    """The HTTP status of an answer."""
    return _STATUS.get(answer.code, 409) if answer.status == "refused" else 200


def json(value: object, status: int = 200) -> Response:
    """An answer that nobody keeps."""
    return Response(
        msgspec.json.encode(value),
        status,
        headers={"cache-control": "no-store"},
        media_type="application/json",
    )


def guarded(desk: Desk, handler: Handler) -> Handler:
    """The handler with every refusal said in words (what it raises has changed nothing), and packed."""

    async def packed(request: Request) -> Response:
        response = await answered(request)
        if len(response.body) < PACKED_FROM or "gzip" not in request.headers.get("accept-encoding", ""):
            return response
        response.body = gzip.compress(bytes(response.body), 5, mtime=0)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
        response.headers["vary"] = "accept-encoding"
        return response

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except BadEntry as problem:
            refused: Refused = no("malformed", detail=problem.reason)
        except (JournalError, SafeError) as problem:
            refused = no("journal", detail=str(problem))
        except Refused as problem:
            refused = problem
        session = desk.keys.session(request.cookies.get(COOKIE), desk.clocks.wall())
        answer = desk.refusal(session, refused)
        return json(answer, status_of(answer))

    return packed


async def decoded(request: Request, type: type[T]) -> T:
    """The body as a value; raises No for one that is too large, no JSON, or of another shape."""
    not_elsewhere(request)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise no("not_json")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BYTES:
            raise no("too_large")
    try:
        return msgspec.json.decode(body, type=type)
    except UNREADABLE as problem:
        raise No("malformed", say("panel.refused.malformed", detail=str(problem))) from None


def not_elsewhere(request: Request) -> None:
    """Raises No where a browser says that another site's page sends this."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise no("elsewhere")
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise no("elsewhere")


def cookie_of(scope: Scope) -> str | None:
    """The panel's cookie of a request that is no `Request` yet."""
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            try:
                found = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                return None
            return None if found is None else found.value
    return None
