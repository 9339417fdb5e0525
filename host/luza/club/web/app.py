"""The club's web application: `create_app` needs nothing but a database and a hall."""

from collections.abc import Callable, Sequence
from datetime import datetime
from http import HTTPStatus
from importlib.metadata import version

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from luza.club.hearing.hall import Hall
from luza.club.store import Store
from luza.club.web import answers, openapi
from luza.club.web.api import BASE, Api, json, refusal
from luza.club.web.asking import NotAnswered
from luza.club.web.stream import HallBus, frame
from luza.web.app import SecurityHeaders
from luza.web.sse import HEARTBEAT_S, EventStream, utc_now


def _plain(request: Request, status: int) -> Response:
    return PlainTextResponse(HTTPStatus(status).phrase, status)


class Pages(msgspec.Struct, frozen=True):
    """Pages beside the API: their routes, the hash of the files that they load, and (`missing`) what is shown
    with a status of HTTP where there is no page."""

    routes: Sequence[BaseRoute] = ()
    build: str = ""
    missing: Callable[[Request, int], Response] = _plain


NONE = Pages()


def create_app(
    store: Store,
    hall: Hall,
    bus: HallBus,
    health: Callable[[], answers.ServerHealth],
    *,
    pages: Pages = NONE,
    now: Callable[[], datetime] = utc_now,
    heartbeat_s: float = HEARTBEAT_S,
) -> Starlette:
    """`/api/v1`, `/events`, and the `pages`; by their `build` a page that is open renews itself.

    `app.state.events.close()` ends the open event streams; `luza.web.serve` calls it before it stops.
    """
    events = EventStream(bus, pages.build, now, heartbeat_s, frame=frame)
    document = openapi.document(version("luza"))

    async def no(request: Request, problem: Exception) -> Response:
        """Nothing there, or nothing that may be done there: programs get it as JSON, in words."""
        assert isinstance(problem, HTTPException)
        if request.url.path.startswith(f"{BASE}/"):
            code = "read_only" if problem.status_code == HTTPStatus.METHOD_NOT_ALLOWED else "no_such_page"
            answer = refusal(NotAnswered(problem.status_code, code))
        else:
            answer = pages.missing(request, problem.status_code)
        answer.headers.update(problem.headers or {})
        return answer

    async def described(request: Request) -> Response:
        return json(document)

    api = Mount(
        BASE,
        routes=[Route("/openapi.json", described), *Api(store, hall, health).routes()],
    )
    app = Starlette(
        routes=[Route("/events", events, methods=["GET"]), api, *pages.routes],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: no},
    )
    app.state.events = events
    return app
