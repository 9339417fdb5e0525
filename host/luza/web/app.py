"""The pages of one table: routes and headers. `create_app` needs nothing but a bus."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from luza.web.assets import Assets
from luza.web.bus import Bus
from luza.web.doctor import Doctor
from luza.web.panel import LANGUAGES, Panel
from luza.web.sse import HEARTBEAT_S, EventStream, utc_now

HERE = Path(__file__).parent

# Nothing inline and nothing from elsewhere: a player's name can never become a script.
SECURITY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}

FILES = {"x-content-type-options": SECURITY["x-content-type-options"]}


class SecurityHeaders:
    """Puts the headers of `SECURITY` on every answer; on page files, of which a page loads dozens, but one:
    a policy is for documents."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = FILES if scope.get("path", "").startswith("/static/") else SECURITY

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def create_app(
    bus: Bus,
    *,
    now: Callable[[], datetime] = utc_now,
    heartbeat_s: float = HEARTBEAT_S,
    panel: Panel | None = None,
    doctor: Doctor | None = None,
) -> Starlette:
    """The table's web application: `/scoreboard`, `/events` and the page files; with `panel`, `/panel` too,
    and the pages that are read beside it, `/history` and `/why`; with `doctor`, `/doctor`.

    `app.state.events.close()` ends the open event streams; `luza.web.serve` calls it before it stops.
    """
    assets = Assets(HERE / "static")
    insiders = None if panel is None else panel.insiders
    events = EventStream(bus, assets.build, now, heartbeat_s, insiders)
    pages = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined
    )
    pages.globals["asset"] = assets.url
    pages.globals["build"] = assets.build
    pages.globals["has_panel"] = panel is not None
    pages.globals["has_doctor"] = doctor is not None

    if doctor is not None:
        doctor.stylesheet = assets.url("css/report.css")

    def page(name: str) -> Route:
        template = pages.get_template(f"{name}.html")

        async def rendered(request: Request) -> Response:
            asked = request.query_params.get("lang", "")
            html = template.render(lang=asked if asked in LANGUAGES else LANGUAGES[0])
            return HTMLResponse(html, headers={"cache-control": "no-cache"})

        return Route(f"/{name}", rendered)

    async def index(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/scoreboard{query}")

    app = Starlette(
        routes=[
            Route("/", index),
            page("scoreboard"),
            Route("/events", events, methods=["GET"]),
            Route("/static/{build}/{name:path}", assets.respond),
            *(() if panel is None else (page("history"), page("why"), *panel.routes(pages))),
            *(() if doctor is None else (page("doctor"), *doctor.routes())),
        ],
        middleware=[Middleware(SecurityHeaders)],
    )
    app.state.events = events
    return app
