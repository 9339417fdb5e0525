"""The club's web application: `create_app` needs nothing but a database and a hall."""

from collections.abc import Callable, Sequence
from datetime import datetime
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


class Pages(msgspec.Struct, frozen=True):
    """Pages beside the API: their routes, and the hash of the files that they load."""

    routes: Sequence[BaseRoute] = ()
    build: str = ""


def create_app(
    store: Store,
    hall: Hall,
    bus: HallBus,
    health: Callable[[], answers.ServerHealth],
    *,
    pages: Sequence[BaseRoute] = (),
    build: str = "",
    now: Callable[[], datetime] = utc_now,
    heartbeat_s: float = HEARTBEAT_S,
) -> Starlette:
    """`/api/v1`, `/events`, and the `pages`; `build` is the page files', by which a page renews itself.

    `app.state.events.close()` ends the open event streams; `luza.web.serve` calls it before it stops.
    """
    events = EventStream(bus, build, now, heartbeat_s, frame=frame)
    document = openapi.document(version("luza"))

    async def described(request: Request) -> Response:
        return json(document)

    api = Mount(
        BASE,
        routes=[Route("/openapi.json", described), *Api(store, hall, health).routes()],
    )
    app = Starlette(
        routes=[Route("/events", events, methods=["GET"]), api, *pages],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _no},
    )
    app.state.events = events
    return app


async def _no(request: Request, problem: Exception) -> Response:
    """Nothing there, or nothing that may be done there: programs get it as JSON, in words."""
    assert isinstance(problem, HTTPException)
    if not request.url.path.startswith(f"{BASE}/"):
        return PlainTextResponse(problem.detail, problem.status_code, headers=problem.headers)
    code = {404: "no_such_page", 405: "read_only"}.get(problem.status_code, "no_such_page")
    answer = refusal(NotAnswered(problem.status_code, code))
    answer.headers.update(problem.headers or {})
    return answer
