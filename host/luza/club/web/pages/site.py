"""What all pages share: templates, languages, who is signed in, forms that act and their refusals."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from luza import web
from luza.club.hearing.hall import Hall
from luza.club.hearing.messenger import Messenger
from luza.club.hearing.orders import Orders
from luza.club.settings import ClubSettings
from luza.club.store import Store, StoreError
from luza.club.time.errors import TimeRefused
from luza.club.time.money import roubles
from luza.club.time.service import TimeService
from luza.club.tournament.tournaments import Tournaments
from luza.club.web.pages.forms import Form, NotDone, read
from luza.club.web.pages.staff import Person, Right, Staff, from_here
from luza.errors import LuzaError
from luza.locale import LANGUAGES, has, say
from luza.messages import Words
from luza.web.assets import Assets

TEMPLATES = Path(__file__).parents[1] / "templates"
LANGUAGE_COOKIE = "luza_lang"
YEAR_S = 365 * 24 * 3600

Act = Callable[[Request, Person, Form], Awaitable[str]]
"""What a form does; gives the address of the page to show then. Raises LuzaError where it is not done."""
Show = Callable[[Request], Awaitable[Response]]


class Parts(msgspec.Struct, frozen=True):
    """What the pages are made of. `changed(id)` is called after something was entered in a tournament."""

    settings: ClubSettings
    store: Store
    hall: Hall
    time: TimeService
    tournaments: Tournaments
    staff: Staff
    messenger: Messenger
    orders: Orders
    changed: Callable[[str], None]
    now: Callable[[], datetime]


class Site:
    """Renders the pages and guards their forms."""

    def __init__(self, parts: Parts, assets: Assets) -> None:
        self.parts = parts
        self.zone: tzinfo | None = None
        """The club's time zone as its price list has it, else this machine's (None)."""
        self._looked: datetime | None = None
        folders = [TEMPLATES, Path(web.__file__).parent / "templates"]
        self._pages = Environment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._pages.globals.update(
            asset=assets.url,
            build=assets.build,
            club_name=parts.settings.club.name,
            own_club=parts.settings.club.id,
            roubles=roubles,
        )

    async def _look_up_zone(self) -> None:
        """Now and then, in a thread: a database that does not answer must not hold up the pages."""
        now = self.parts.now()
        if self._looked is not None and now - self._looked < timedelta(minutes=1):
            return
        self._looked = now
        try:
            self.zone = (await run_in_threadpool(self.parts.time.book.prices)).zone
        except TimeRefused:
            pass

    def language(self, request: Request) -> str:
        """The language that was asked for, or chosen before, or the club's."""
        wanted = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
        return next((one for one in wanted if one in LANGUAGES), None) or self.parts.settings.web.language

    def page(self, request: Request, template: str, status: int = 200, **values: Any) -> Response:
        """A page; `values` are the template's."""
        lang = self.language(request)
        other = LANGUAGES[1 - LANGUAGES.index(lang)]
        html = self._pages.get_template(template).render(
            lang=lang,
            other_lang=other,
            other_address=_in_language(request, other),
            path=request.url.path,
            address=_here(request),
            you=self.parts.staff.who(request),
            t=lambda key, **more: spoken(say(f"club.{key}", **more), lang),
            s=lambda key, **more: spoken(say(key, **more), lang),
            w=lambda words: "" if words is None else spoken(words, lang),
            has=has,
            when=self._when(lang),
            now=self.parts.now(),
            **values,
        )
        response = HTMLResponse(html, status, {"cache-control": "no-store"})
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, lang, max_age=YEAR_S, samesite="lax")
        return response

    def shows(self, path: str, show: Show) -> Route:
        """A page's route; what cannot be shown is said in words."""

        async def shown(request: Request) -> Response:
            await self._look_up_zone()
            try:
                return await show(request)
            except LuzaError as problem:
                return self.refused(request, problem)

        return Route(path, shown, methods=["GET"])

    def acts(self, path: str, right: Right, act: Act) -> Route:
        """The route of a form that acts: only for who may, sent from a page of ours."""

        async def acted(request: Request) -> Response:
            try:
                from_here(request)
                await self._look_up_zone()
                form = await read(request, self.zone, label)
                person = self.parts.staff.allowed(request, right, form.whole("csrf"))
                return RedirectResponse(await act(request, person, form), 303)
            except LuzaError as problem:
                return self.refused(request, problem)

        return Route(path, acted, methods=["POST"])

    def refused(self, request: Request, problem: LuzaError) -> Response:
        """Why something was not done or shown."""
        status = getattr(problem, "status", 503 if isinstance(problem, StoreError) else 409)
        return self.page(request, "refused.html", status, words=words_of(problem))

    def missing(self, request: Request, status: int) -> Response:
        """There is no page at this address."""
        return self.refused(request, NotDone("no_such_page", status))

    def _when(self, lang: str) -> Callable[..., str]:
        zone = self.zone

        def when(at: datetime | None, how: str = "both") -> str:
            """A moment by the club's clock: `both`, `day`, `time`, or `field` as forms have it."""
            if at is None:
                return ""
            local = at.astimezone(zone)
            if how == "field":
                return local.strftime("%Y-%m-%dT%H:%M")
            day = f"{local.day} {spoken(say(f'club.month.m{local.month}'), lang)}"
            if local.year != self.parts.now().astimezone(zone).year:
                day = f"{day} {local.year}"
            clock = local.strftime("%H:%M")
            return {"both": f"{day}, {clock}", "day": day, "time": clock}[how]

        return when


def spoken(words: Words, lang: str) -> str:
    """A sentence in one language."""
    return words.ru if lang == "ru" else words.en


def label(field: str) -> Words:
    """What people call a form's field."""
    return say(f"club.field.{field}") if has(f"club.field.{field}") else Words(field, field)


def words_of(problem: LuzaError) -> Words:
    """An error in both languages, as far as it has them."""
    words = getattr(problem, "words", None)
    if isinstance(words, Words):
        return words
    if isinstance(problem, StoreError):
        return say("history.store", reason=str(problem))
    return Words(str(problem), str(problem))


def _here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{request.url.path}{query}"


def _in_language(request: Request, lang: str) -> str:
    query = {**dict(request.query_params), "lang": lang}
    return f"{request.url.path}?{urlencode(query)}"
