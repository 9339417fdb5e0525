"""The staff's desk for table time: open, pause, move, close, bill; prices; takings; lamps."""

import secrets
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from luza.club.time.desk import Doing
from luza.club.time.permission import Actor
from luza.club.time.prices import Discount
from luza.club.time.spans import Span
from luza.club.time.views import SessionView
from luza.club.time.wording import duration, total
from luza.club.web.pages.forms import Form, NotDone
from luza.club.web.pages.price_form import PriceForm
from luza.club.web.pages.site import Site
from luza.club.web.pages.staff import Person
from luza.locale import has, say
from luza.messages import Words

LAMP_MINUTES = (15, 60, 240, 720)
NOTE_MOST = 200


class TimePages:
    """What is open and what it costs anybody of the staff may see; each deed asks who may do it."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._parts = site.parts
        self._time = site.parts.time
        self._prices = PriceForm(site)
        self._deeds: dict[str, Callable[[Actor, SessionView, Form, Doing], object]] = {
            "pause": lambda actor, one, form, doing: self._time.desk.pause(actor, one.id, doing),
            "resume": lambda actor, one, form, doing: self._time.desk.resume(actor, one.id, doing),
            "close": lambda actor, one, form, doing: self._time.desk.close(actor, one.id, doing),
            "reopen": lambda actor, one, form, doing: self._time.desk.reopen(actor, one.id, doing),
            "refund": lambda actor, one, form, doing: self._time.desk.refund(actor, one.id, doing),
            "move": self._move,
            "plan": self._plan,
            "discount": self._discount,
            "pay": self._pay,
        }

    def routes(self) -> list[Route]:
        """The addresses."""
        shows, acts = self._site.shows, self._site.acts
        return [
            shows("/time", self._desk),
            shows("/time/session/{session}", self._session),
            shows("/time/takings", self._takings),
            acts("/time/open", "time", self._open),
            acts("/time/lamp", "time", self._lamp),
            acts("/time/session/{session}/{deed}", "time", self._deed),
            *self._prices.routes(),
        ]

    # -- looking --------------------------------------------------------------------------------------

    def _seen(self, request: Request) -> Person:
        """Money and names are nothing for guests."""
        person = self._parts.staff.who(request)
        if person is None or not person.may("time"):
            raise NotDone("not_signed_in", 401)
        return person

    async def _desk(self, request: Request) -> Response:
        self._seen(request)
        own = self._parts.settings.club.id
        names = {one.place.slug: one.place.name for one in self._parts.hall.tables if one.place.club == own}
        tables = await run_in_threadpool(self._time.book.tables, list(names))
        editions = await run_in_threadpool(self._time.book.editions)
        prices = await run_in_threadpool(self._time.book.prices) if editions else None
        closed = await run_in_threadpool(self._unpaid)
        return self._site.page(
            request,
            "time.html",
            tables=tables,
            names=names,
            prices=prices,
            closed=closed,
            lamp_minutes=LAMP_MINUTES,
            **_shown(),
        )

    def _unpaid(self) -> list[SessionView]:
        """The last sessions that were closed, those to be paid first."""
        now = self._parts.now()
        found = self._time.book.sessions(Span(now - timedelta(days=2), now))
        ended = [one for one in found if one.closed_at is not None]
        return sorted(ended, key=lambda one: (one.phase == "paid", -_instant(one.closed_at)))[:30]

    async def _session(self, request: Request) -> Response:
        self._seen(request)
        id = request.path_params["session"]
        one = await run_in_threadpool(self._time.book.session, id)
        entries = await run_in_threadpool(self._time.book.entries, id)
        editions = await run_in_threadpool(self._time.book.editions)
        prices = await run_in_threadpool(self._time.book.prices) if editions else None
        return self._site.page(
            request,
            "session.html",
            one=one,
            entries=entries,
            prices=prices,
            names=self._names(),
            kind_of=_kind,
            **_shown(),
        )

    async def _takings(self, request: Request) -> Response:
        self._seen(request)
        begin = self._day(request.query_params.get("since", ""), 0)
        end = self._day(request.query_params.get("until", ""), 0) + timedelta(days=1)
        if end <= begin:
            end = begin + timedelta(days=1)
        found = await run_in_threadpool(self._time.book.takings, Span(begin, end))
        return self._site.page(
            request,
            "takings.html",
            takings=found,
            begin=begin,
            last=end - timedelta(days=1),
            names=self._names(),
            **_shown(),
        )

    def _day(self, text: str, ago: int) -> datetime:
        now = self._parts.now().astimezone(self._site.zone)
        try:
            day = datetime.fromisoformat(text).date() if text else now.date() - timedelta(days=ago)
        except ValueError:
            raise NotDone("bad_date", date=text[:20]) from None
        midnight = datetime.combine(day, time())
        return midnight.astimezone() if self._site.zone is None else midnight.replace(tzinfo=self._site.zone)

    def _names(self) -> dict[str, str]:
        own = self._parts.settings.club.id
        return {one.place.slug: one.place.name for one in self._parts.hall.tables if one.place.club == own}

    # -- doing ----------------------------------------------------------------------------------------

    async def _open(self, request: Request, person: Person, form: Form) -> str:
        table = form.text("table", 32)
        hours = form.perhaps("hours", 1, 24)
        ends = None if hours is None else self._parts.now() + timedelta(hours=hours)
        tariff = form.text("tariff", 80, "") or None

        def work() -> None:
            actor = self._actor(person, table)
            self._time.desk.open(actor, table, tariff=tariff, ends_at=ends, doing=_doing(form))

        await run_in_threadpool(work)
        await self._follow()
        return "/time"

    async def _deed(self, request: Request, person: Person, form: Form) -> str:
        deed, id = request.path_params["deed"], request.path_params["session"]
        do = self._deeds.get(deed)
        if do is None:
            raise NotDone("no_such_deed", 404)

        def work() -> None:
            one = self._time.book.session(id)
            do(self._actor(person, one.table), one, form, _doing(form))

        await run_in_threadpool(work)
        await self._follow()
        return f"/time/session/{id}" if deed in ("close", "pay", "refund", "discount") else "/time"

    def _move(self, actor: Actor, one: SessionView, form: Form, doing: Doing) -> None:
        self._time.desk.move(actor, one.id, form.text("table", 32), doing=doing)

    def _plan(self, actor: Actor, one: SessionView, form: Form, doing: Doing) -> None:
        self._time.desk.plan(actor, one.id, form.moment("ends"), doing)

    def _pay(self, actor: Actor, one: SessionView, form: Form, doing: Doing) -> None:
        self._time.desk.pay(actor, one.id, form.number("kopecks", 0, 10**9), doing)

    def _discount(self, actor: Actor, one: SessionView, form: Form, doing: Doing) -> None:
        chosen: str | Discount | None = form.text("discount", 80, "") or None
        if form.has("percent") or form.has("roubles"):
            name = form.text("name", 80, say("club.time.own_discount").ru)
            chosen = Discount(name, form.number("percent", 0, 100, 0), form.kopecks("roubles", 0))
        self._time.desk.discount(actor, one.id, chosen, doing)

    async def _lamp(self, request: Request, person: Person, form: Form) -> str:
        table, wanted = form.text("table", 32), form.choice("lamp", ("on", "off", "follow"))
        until = self._parts.now() + timedelta(minutes=form.number("minutes", 1, 7 * 24 * 60, 60))

        def work() -> None:
            if wanted == "follow":
                self._time.keeper.follow(table)
            else:
                self._time.keeper.override(self._actor(person, table), table, wanted == "on", until)

        await run_in_threadpool(work)
        await self._follow()
        return "/time"

    async def _follow(self) -> None:
        """Lamps follow at once, and the page that comes next shows them so."""
        self._time.keeper.apply(await run_in_threadpool(self._time.keeper.read))
        self._time.changed()

    def _actor(self, person: Person, table: str) -> Actor:
        """An organiser acts for the tournament that holds the table (CODE 15)."""
        if person.role != "organiser":
            return Actor(person.said, person.role)
        held = next((one.held_by for one in self._time.book.tables([table]) if one.table == table), None)
        return Actor(person.said, "organiser", held)


def _doing(form: Form) -> Doing:
    return Doing(
        payer=form.text("payer", 64, "") or None,
        note=form.text("note", NOTE_MOST, ""),
        key=form.text("key", 64, "") or None,
    )


def _shown() -> dict[str, Any]:
    return {"duration": duration, "total": total, "key": lambda: secrets.token_hex(8)}


def _kind(entry: object) -> Words:
    name = type(entry).__name__.lower()
    return say(f"club.time.did_{name}") if has(f"club.time.did_{name}") else Words(name, name)


def _instant(at: datetime | None) -> float:
    return 0.0 if at is None else at.timestamp()
