"""The panel over HTTP: `/panel` and what is below it. Requests are `luza.panel.asked`, answers
`luza.panel.shown` and `luza.panel.papers`; all JSON.

| request | body | answer |
| --- | --- | --- |
| `GET /panel` | | the page (`templates/panel.html`); a pairing's code comes as `/panel#pair=<token>` |
| `GET /panel/state` | | `PanelAnswer` with `panel`; who is signed in gets `you` and `csrf` too |
| `POST /panel/signin` | `SignIn` | `PanelAnswer`; sets the cookie |
| `POST /panel/pair` | `Pair` | `PanelAnswer`; sets the cookie |
| `POST /panel/signout` | `{}` | `PanelAnswer`; the cookie is void |
| `POST /panel/seat` | `Seat` | `PanelAnswer` |
| `POST /panel/act` | `Act` | `PanelAnswer` |
| `GET /panel/undo?steps=n` | | `TakingBack` with up to n steps |
| `GET /panel/why/<n>` | | `WhyView` of stroke n |
| `GET /panel/history`, `?match=<name>` | | `HistoryView` |
| `GET /panel/matches` | | list of `MatchLine` |
| `GET /panel/start` | | `StartForm` |
| `GET /panel/rules/<game>` | | `RulesView` |
| `GET /panel/export/<name>.tlog`, `.csv` | | a file |
| `GET /panel/protocol/<name>?lang=ru` | | a page to be printed |
| `POST /panel/keys` | `NewKey` | `PanelAnswer` (manager) |
| `POST /panel/pairing` | `NewPairing` | `Pairing` (manager) |

Every `POST` carries `content-type: application/json` and, but for `signin` and `pair`, the header
`x-luza-csrf` with the `csrf` of the last answer. The cookie is `luza_panel`, HttpOnly, SameSite=Strict.

Status: 200 done (or `repeated`); 400 cannot be read; 401 not signed in (any more); 403 not allowed, or the
`csrf` is missing; 404 no such stroke or match; 409 refused, with `words`, and `panel` as it is now; 413 too
large; 429 locked after wrong tries, `retry_s` says for how long; 503 the journal cannot be written. A request
whose answer was lost is sent again as it was, with the same `id`: it is done once, and answered `repeated`.

Whoever is signed in also gets `event: panel` on `/events`: the payload is `PanelState`, whole, after every
change; a `rev` below the one shown is dropped. Who only looks reads `GET /panel/state` after `event: state`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from luza.controller import Clocks
from luza.journal import Journal
from luza.locale import say
from luza.panel import asked, start
from luza.panel.console import qr_rows
from luza.panel.desk import Desk
from luza.panel.keys import SESSION_S, Session, Tries
from luza.panel.papers import Pairing
from luza.panel.whys import no
from luza.web.bus import Update
from luza.web.panel_papers import Papers
from luza.web.panel_requests import (
    COOKIE,
    Handler,
    cookie_of,
    decoded,
    guarded,
    json,
    not_elsewhere,
    status_of,
)

LANGUAGES = ("ru", "en")
LONGEST_NAME = 40


class Panel:
    """The panel's part of the pages."""

    def __init__(self, desk: Desk, journal: Journal, clocks: Clocks, players: Path | None = None) -> None:
        """`players`: the file with the club's list of players, if there is one."""
        self.desk = self._desk = desk
        self._keys = desk.keys
        self._clocks = clocks
        self._papers = Papers(desk, journal, players)
        self._tries = Tries()
        self._one_at_a_time = asyncio.Lock()
        """A PIN takes 7 MiB to be looked at."""

    def routes(self, pages: Environment) -> list[Route]:
        """The panel's addresses; `pages` are the templates."""
        page = pages.get_template("panel.html")

        async def panel(request: Request) -> Response:
            asked_for = request.query_params.get("lang", "")
            html = page.render(lang=asked_for if asked_for in LANGUAGES else LANGUAGES[0])
            return HTMLResponse(html, headers={"cache-control": "no-cache"})

        posts: dict[str, Handler] = {
            "signin": self._sign_in,
            "pair": self._pair,
            "signout": self._sign_out,
            "seat": self._seat,
            "act": self._act,
            "keys": self._new_key,
            "pairing": self._new_pairing,
        }
        return [
            Route("/panel", panel),
            Route("/panel/state", guarded(self._desk, self._state)),
            *(
                Route(f"/panel/{name}", guarded(self._desk, post), methods=["POST"])
                for name, post in posts.items()
            ),
            *self._papers.routes(pages),
        ]

    def insiders(self, scope: Scope) -> AbstractAsyncContextManager[AsyncIterator[Update]] | None:
        """The event stream of whoever is signed in; None for who only looks."""
        session = self._keys.session(cookie_of(scope), self._clocks.wall())
        return None if session is None else self._desk.subscribe(session)

    # -- who is there ---------------------------------------------------------------------------------

    def _session(self, request: Request) -> Session | None:
        return self._keys.session(request.cookies.get(COOKIE), self._clocks.wall())

    def _signed_in(self, request: Request) -> Session:
        """Who sends this request from a page of ours; raises No."""
        session = self._session(request)
        if session is None:
            raise no("session_over" if COOKIE in request.cookies else "not_signed_in")
        if not self._keys.csrf_is_right(session, request.headers.get("x-luza-csrf")):
            raise no("csrf")
        return session

    def _manager(self, request: Request) -> Session:
        session = self._signed_in(request)
        if not session.may("manager"):
            raise no("not_allowed", role=say("panel.role.manager"))
        return session

    def manager(self, request: Request) -> Session:
        """The manager who sends this from a page of ours, or who only reads (GET); raises No."""
        if request.method != "GET":
            return self._manager(request)
        session = self._session(request)
        if session is None:
            raise no("not_signed_in")
        if not session.may("manager"):
            raise no("not_allowed", role=say("panel.role.manager"))
        return session

    def guard(self, handler: Handler) -> Handler:
        """The handler with every refusal said in words."""
        return guarded(self._desk, handler)

    async def _state(self, request: Request) -> Response:
        session = self._session(request)
        if session is not None:
            self._desk.seat.heard(session.device, self._clocks.boottime())
        return json(self._desk.answer(session))

    # -- signing in and out ---------------------------------------------------------------------------

    async def _sign_in(self, request: Request) -> Response:
        wanted = await decoded(request, asked.SignIn)
        where = f"{_address(request)} {wanted.role}"
        locked = self._begin_try(request, where)
        if locked is not None:
            return locked
        async with self._one_at_a_time:
            right = await asyncio.to_thread(self._keys.is_right, wanted.role, wanted.pin)
        if not right:
            raise no("wrong_pin")
        self._tries.right(where)
        return self._welcome(request, wanted.role, wanted.name, wanted.device)

    async def _pair(self, request: Request) -> Response:
        wanted = await decoded(request, asked.Pair)
        where = f"{_address(request)} code"
        locked = self._begin_try(request, where)
        if locked is not None:
            return locked
        role = self._keys.use(wanted.token, self._clocks.wall())
        self._tries.right(where)
        return self._welcome(request, role, wanted.name, wanted.device)

    def _begin_try(self, request: Request, where: str) -> Response | None:
        """The answer to a try that comes too soon after too many; None where it may go on."""
        not_elsewhere(request)
        now = self._clocks.boottime()
        wait_s = self._tries.locked_s(where, now)
        if wait_s <= 0:
            self._tries.begun(where, now)
            return None
        words = say("panel.refused.locked", n=max(1, round(wait_s)))
        answer = self._desk.answer(None, "locked", words, status="refused", retry_s=round(wait_s, 1))
        return json(answer, 429)

    def _welcome(self, request: Request, role: asked.Role, name: str, device: str) -> Response:
        said = start.clean(name)[:LONGEST_NAME].strip()
        session = self._keys.sign_in(role, said, device, self._clocks.wall())
        self._desk.sit_if_free(session)
        response = json(self._desk.answer(session))
        response.set_cookie(
            COOKIE,
            self._keys.cookie(session),
            max_age=int(SESSION_S),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    async def _sign_out(self, request: Request) -> Response:
        self._desk.sign_out(self._signed_in(request))
        response = json(self._desk.answer(None))
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    # -- acting ---------------------------------------------------------------------------------------

    async def _seat(self, request: Request) -> Response:
        session = self._signed_in(request)
        if (await decoded(request, asked.Seat)).take:
            self._desk.take_seat(session)
        else:
            self._desk.leave_seat(session)
        return json(self._desk.answer(session))

    async def _act(self, request: Request) -> Response:
        session = self._signed_in(request)
        answer = await self._desk.act(session, await decoded(request, asked.Act))
        return json(answer, status_of(answer))

    async def _new_key(self, request: Request) -> Response:
        session = self._manager(request)
        wanted = await decoded(request, asked.NewKey)
        async with self._one_at_a_time:
            hashed = await asyncio.to_thread(self._keys.hashed, wanted.pin)
        self._keys.set(wanted.role, hashed)
        self._desk.changed()
        still = session if self._keys.good(session, self._clocks.wall()) else None
        return json(self._desk.answer(still))

    async def _new_pairing(self, request: Request) -> Response:
        self._manager(request)
        wanted = await decoded(request, asked.NewPairing)
        token, until = self._keys.ticket(wanted.role, self._clocks.wall())
        url = f"{request.base_url}panel#pair={token}"
        return json(Pairing(url=url, qr=qr_rows(url), until=self._desk.moment_of(until)))


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""
