"""A club's price list as a value, and the reading of one. Pure.

A list is in force from an instant on until the next one is. It holds tariffs; a tariff has a price and rates
that differ from it by weekday and hour. The first rate that fits decides.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from luza.club.time.errors import TimeRefused
from luza.club.time.money import Rounding
from luza.club.time.walltime import DAY_MIN

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""As `date.weekday()` counts them."""

Kopecks = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]

_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)|24:00")


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key that nobody knows is a mistake, not a silence."""


class Rate(_Strict, frozen=True):
    """A price of its own on some days between two times of day.

    `begins` and `ends` are `HH:MM` (`24:00` too). Where `ends` is not after `begins` the rate goes on past
    midnight and belongs to the day on which it began: `fri` from 18:00 to 02:00 ends on Saturday.
    """

    kopecks_per_hour: Kopecks
    days: tuple[Weekday, ...] = WEEKDAYS
    begins: str = "00:00"
    ends: str = "24:00"
    name: str = ""

    def minutes(self) -> tuple[int, int]:
        """Begin and end in minutes from the day's midnight; the end may lie on the next day."""
        begin, end = _minute(self.begins), _minute(self.ends)
        return begin, end if end > begin else end + DAY_MIN


class Tariff(_Strict, frozen=True):
    """What an hour costs; `tables`: whose tariff it is, where a session names none (empty: all others)."""

    name: Title
    kopecks_per_hour: Kopecks
    rates: tuple[Rate, ...] = ()
    tables: tuple[str, ...] = ()


class Discount(_Strict, frozen=True):
    """Off the bill: `percent` of it, or so many `kopecks` but no more than it has."""

    name: Title
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    kopecks: Kopecks = 0


class PriceList(_Strict, frozen=True):
    """All that the price of a session depends on.

    `timezone`: the club's (IANA). `days`: dates that count as another weekday (`2027-01-01` as `sun`).
    `step_min`: time is billed in whole steps, 0 to the microsecond. `minimum_min`: no session is billed less.
    `free_below_s`: shorter sessions are a mistake and cost nothing. `round_to`: the total is a multiple of
    so many kopecks, `rounding` which one. The rules of a bill are those in force when its session opened.
    """

    tariffs: tuple[Tariff, ...]
    timezone: str = "Europe/Moscow"
    days: dict[str, Weekday] = {}
    step_min: Annotated[int, msgspec.Meta(ge=0, le=240)] = 0
    minimum_min: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    free_below_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    round_to: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    rounding: Rounding = "down"
    discounts: tuple[Discount, ...] = ()

    @property
    def zone(self) -> ZoneInfo:
        """The club's time zone."""
        return ZoneInfo(self.timezone)

    def weekday(self, day: date) -> Weekday:
        """The weekday that a date counts as."""
        return self.days.get(day.isoformat()) or WEEKDAYS[day.weekday()]

    def tariff(self, table: str, name: str | None = None) -> Tariff:
        """The named tariff, else the table's own, else the one of all others.

        A name that this list no longer has is replaced by the table's, so that an open session goes on.
        """
        for tariff in self.tariffs:
            if tariff.name == name:
                return tariff
        own = [tariff for tariff in self.tariffs if table in tariff.tables]
        return own[0] if own else next(tariff for tariff in self.tariffs if not tariff.tables)

    def discount(self, name: str) -> Discount:
        """The discount of that name; raises TimeRefused."""
        for discount in self.discounts:
            if discount.name == name:
                return discount
        raise TimeRefused("no_such_discount", name=name)

    def has_tariff(self, name: str) -> bool:
        """Whether a tariff of that name stands here."""
        return any(tariff.name == name for tariff in self.tariffs)


def read_prices(document: Mapping[str, Any]) -> PriceList:
    """A price list from a TOML or JSON document; raises TimeRefused with the first thing that is wrong."""
    try:
        found = msgspec.convert(document, PriceList)
    except msgspec.ValidationError as problem:
        raise TimeRefused("prices_unreadable", problem=str(problem)) from None
    check_prices(found)
    return found


def check_prices(prices: PriceList) -> None:
    """Raises TimeRefused where a list contradicts itself or names what does not exist."""
    try:
        ZoneInfo(prices.timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise TimeRefused("no_such_zone", zone=prices.timezone) from None
    for day in prices.days:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise TimeRefused("no_such_date", date=day) from None
    for tariff in prices.tariffs:
        for rate in tariff.rates:
            for text in (rate.begins, rate.ends):
                if not _CLOCK.fullmatch(text):
                    raise TimeRefused("no_such_time", time=text, tariff=tariff.name)
    names = [tariff.name for tariff in prices.tariffs]
    tables = [table for tariff in prices.tariffs for table in tariff.tables]
    discounts = [discount.name for discount in prices.discounts]
    for all_of_them in (names, tables, discounts):
        if twice := sorted({one for one in all_of_them if all_of_them.count(one) > 1}):
            raise TimeRefused("prices_twice", name=twice[0])
    if sum(not tariff.tables for tariff in prices.tariffs) != 1:
        raise TimeRefused("one_tariff_for_others")


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)
