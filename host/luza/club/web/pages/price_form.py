"""The price list as a form: tariffs with their rates by weekday and hour, discounts, rounding."""

import tomllib
from typing import get_args

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from luza.club.time.errors import TimeRefused
from luza.club.time.money import Rounding
from luza.club.time.permission import Actor
from luza.club.time.prices import WEEKDAYS, Discount, PriceList, Rate, Tariff, read_prices
from luza.club.web.pages.forms import Form
from luza.club.web.pages.site import Site
from luza.club.web.pages.staff import Person
from luza.errors import UNREADABLE
from luza.locale import say

ROWS_MORE = 1
"""Empty rows that a form has for what is new."""
FIRST = PriceList(tariffs=(Tariff(say("club.prices.main").ru, 40_000),), step_min=1, round_to=100)
"""What a club without a price list is shown to begin with."""


class PriceForm:
    """`/time/prices`: everybody may see what an hour costs, the manager sets it."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._book = site.parts.time.book

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            self._site.shows("/time/prices", self._page),
            self._site.acts("/time/prices", "manage", self._set),
            self._site.acts("/time/prices/file", "manage", self._set_file),
        ]

    async def _page(self, request: Request) -> Response:
        editions = await run_in_threadpool(self._book.editions)
        prices = await run_in_threadpool(self._book.prices) if editions else None
        shown = prices or FIRST
        blank = Tariff("?", 0)
        return self._site.page(
            request,
            "prices.html",
            prices=prices,
            editions=editions,
            tariffs=[*shown.tariffs, *([blank] * ROWS_MORE)],
            shown=shown,
            weekdays=WEEKDAYS,
            rows_more=ROWS_MORE,
            empty_rate=Rate(0, ()),
            discounts=[*shown.discounts, *([Discount("?")] * ROWS_MORE)],
            roundings=get_args(Rounding),
            as_json=msgspec.json.format(msgspec.json.encode(shown)).decode(),
        )

    async def _set(self, request: Request, person: Person, form: Form) -> str:
        return await self._put(person, _prices(form), form)

    async def _set_file(self, request: Request, person: Person, form: Form) -> str:
        """The whole list as JSON or TOML, for what the form does not show."""
        text = form.whole("document")
        try:
            document = msgspec.json.decode(text) if text.startswith("{") else tomllib.loads(text)
        except (*UNREADABLE, tomllib.TOMLDecodeError) as problem:
            raise TimeRefused("prices_unreadable", problem=str(problem)) from None
        return await self._put(person, read_prices(document), form)

    async def _put(self, person: Person, prices: PriceList, form: Form) -> str:
        since = form.moment("since")
        actor = Actor(person.said, "manager" if person.role == "manager" else "staff")
        await run_in_threadpool(self._book.set_prices, actor, prices, since)
        return "/time/prices"


def _prices(form: Form) -> PriceList:
    tariffs = [_tariff(form, f"t{n}") for n in range(20) if form.has(f"t{n}.name")]
    discounts = [
        Discount(
            form.text(f"d{n}.name", 80),
            form.number(f"d{n}.percent", 0, 100, 0),
            form.kopecks(f"d{n}.roubles", 0),
        )
        for n in range(40)
        if form.has(f"d{n}.name")
    ]
    days = dict(line.split(maxsplit=1) for line in form.lines("days") if " " in line)
    return read_prices(
        msgspec.to_builtins(
            {
                "tariffs": tariffs,
                "timezone": form.text("timezone", 60),
                "days": days,
                "step_min": form.number("step_min", 0, 240, 0),
                "minimum_min": form.number("minimum_min", 0, 1440, 0),
                "free_below_s": 60 * form.number("free_below_min", 0, 60, 0),
                "round_to": form.kopecks("round_to", 1) or 1,
                "rounding": form.choice("rounding", get_args(Rounding)),
                "discounts": discounts,
            }
        )
    )


def _tariff(form: Form, at: str) -> Tariff:
    rates = []
    for n in range(20):
        row = f"{at}.r{n}"
        if not form.has(f"{row}.price"):
            continue
        days = tuple(day for day in WEEKDAYS if day in form.many(f"{row}.days"))
        rates.append(
            Rate(
                form.kopecks(f"{row}.price"),
                days or WEEKDAYS,
                form.text(f"{row}.begins", 5, "00:00"),
                form.text(f"{row}.ends", 5, "24:00"),
                form.text(f"{row}.name", 80, ""),
            )
        )
    tables = tuple(form.text(f"{at}.tables", 400, "").replace(",", " ").split())
    return Tariff(form.text(f"{at}.name", 80), form.kopecks(f"{at}.price"), tuple(rates), tables)
