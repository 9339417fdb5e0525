"""The bill of a session: lines that add up to its total to the kopeck. Pure.

Time is summed up exactly and rounded once, so that neither a pause's place nor the number of intervals
changes the sum: a line is the sum up to its end less the sum up to its beginning. Then, in this order: time
added by the billing step or the minimum, at the last price; the discount; the rounding.
"""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Literal

import msgspec

from luza.club.time.money import cost, rounded, whole
from luza.club.time.prices import Discount, PriceList
from luza.club.time.pricing import Edition, Priced, in_force, price, price_at
from luza.club.time.session import Session

_MINUTE_US = 60_000_000

LineKind = Literal["time", "step", "minimum", "free", "discount", "rounding"]


class Line(msgspec.Struct, frozen=True):
    """One line. `time`, `step` and `minimum` have a price and `microseconds`, `time` also its interval.
    `name`: the rate's or the discount's. `kopecks` may be negative."""

    kind: LineKind
    kopecks: int
    table: str = ""
    tariff: str = ""
    name: str = ""
    begin: datetime | None = None
    end: datetime | None = None
    microseconds: int = 0
    kopecks_per_hour: int = 0


class Bill(msgspec.Struct, frozen=True):
    """What a session costs up to `until`. `final`: the session is closed. `billed_us`: microseconds between
    opening and `until` that are not paused, without what a step or the minimum adds. `payers`: who pays for
    what was done without the organiser's leave (CODE 15)."""

    opened_at: datetime
    until: datetime
    final: bool
    lines: tuple[Line, ...]
    kopecks: int
    billed_us: int
    timezone: str
    payers: tuple[str, ...] = ()


def make_bill(session: Session, editions: Sequence[Edition], now: datetime) -> Bill:
    """The bill up to `now`, or whole where the session is closed. Raises TimeRefused without a price list."""
    rules = in_force(editions, session.opened_at)
    pieces = session.pieces(now)
    priced = price(pieces, editions)
    first = session.stays[0]
    last = priced[-1] if priced else price_at(first.begin, first.table, first.tariff, editions)
    billed_us = sum(one.span.microseconds for one in priced)
    lines = _time(priced)
    exact = sum((cost(one.kopecks_per_hour, one.span.microseconds) for one in priced), Fraction())
    if _is_mistake(session, rules, billed_us):
        if lines:
            lines.append(Line("free", -whole(exact), microseconds=billed_us))
    else:
        lines += _added(rules, last, exact, billed_us)
        lines += _discounted(session.discount, _sum(lines))
    subtotal = _sum(lines)
    if change := rounded(subtotal, rules.round_to, rules.rounding) - subtotal:
        lines.append(Line("rounding", change))
    return Bill(
        opened_at=session.opened_at,
        until=session.closed_at or (pieces[-1].span.end if pieces else session.last),
        final=session.closed_at is not None,
        lines=tuple(lines),
        kopecks=_sum(lines),
        billed_us=billed_us,
        timezone=rules.timezone,
        payers=session.payers,
    )


def _time(priced: Sequence[Priced]) -> list[Line]:
    lines = []
    exact = Fraction()
    for one in priced:
        before, exact = exact, exact + cost(one.kopecks_per_hour, one.span.microseconds)
        lines.append(
            Line(
                "time",
                whole(exact) - whole(before),
                one.table,
                one.tariff,
                one.rate,
                one.span.begin,
                one.span.end,
                one.span.microseconds,
                one.kopecks_per_hour,
            )
        )
    return lines


def _is_mistake(session: Session, rules: PriceList, billed_us: int) -> bool:
    return session.closed_at is not None and billed_us < rules.free_below_s * 1_000_000


def _added(rules: PriceList, last: Priced, exact: Fraction, billed_us: int) -> list[Line]:
    """What the billing step or the minimum adds, at the last price."""
    step_us = rules.step_min * _MINUTE_US
    stepped_us = -(-billed_us // step_us) * step_us if step_us else billed_us
    minimum_us = rules.minimum_min * _MINUTE_US
    added_us = max(stepped_us, minimum_us) - billed_us
    if not added_us:
        return []
    kopecks = whole(exact + cost(last.kopecks_per_hour, added_us)) - whole(exact)
    return [
        Line(
            "minimum" if minimum_us > stepped_us else "step",
            kopecks,
            last.table,
            last.tariff,
            last.rate,
            microseconds=added_us,
            kopecks_per_hour=last.kopecks_per_hour,
        )
    ]


def _discounted(discount: Discount | None, subtotal: int) -> list[Line]:
    if discount is None:
        return []
    off = min(subtotal, whole(Fraction(subtotal * discount.percent, 100)) + discount.kopecks)
    return [Line("discount", -off, name=discount.name)] if off else []


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.kopecks for line in lines)
