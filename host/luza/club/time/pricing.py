"""Spans at a table to spans with a price, cut exactly where the price changes. Pure."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from luza.club.time.errors import TimeRefused
from luza.club.time.prices import PriceList, Tariff
from luza.club.time.spans import Span
from luza.club.time.walltime import instant, local_date


class Edition(msgspec.Struct, frozen=True):
    """A price list and since when it is in force."""

    since: datetime
    prices: PriceList


class Piece(msgspec.Struct, frozen=True):
    """Time at a table under one tariff name (None: the table's own), not yet priced."""

    span: Span
    table: str
    tariff: str | None = None


class Priced(msgspec.Struct, frozen=True):
    """Time at a table at one price; `tariff` and `rate` are the names that stand in the price list."""

    span: Span
    table: str
    tariff: str
    rate: str
    kopecks_per_hour: int


def in_force(editions: Sequence[Edition], at: datetime) -> PriceList:
    """The price list at an instant; before the first one the first. Raises TimeRefused without any."""
    if not editions:
        raise TimeRefused("no_prices")
    return editions[max(0, bisect_right(editions, at, key=lambda one: one.since) - 1)].prices


def price(pieces: Iterable[Piece], editions: Sequence[Edition]) -> tuple[Priced, ...]:
    """The pieces in order, cut where a price changes; what touches at one price is one span again.

    `editions` are in the order of `since`.
    """
    found: list[Priced] = []
    for piece in pieces:
        for part in _by_edition(piece.span, editions):
            prices = in_force(editions, part.begin)
            for priced in _by_rate(part, piece, prices, prices.tariff(piece.table, piece.tariff)):
                _append(found, priced)
    return tuple(found)


def price_at(at: datetime, table: str, tariff: str | None, editions: Sequence[Edition]) -> Priced:
    """The price of one instant, as a span without length."""
    moment = Span(at, at + timedelta(microseconds=1))
    priced = price([Piece(moment, table, tariff)], editions)[0]
    return msgspec.structs.replace(priced, span=Span(at, at))


def _by_edition(span: Span, editions: Sequence[Edition]) -> list[Span]:
    return _cut(span, (edition.since for edition in editions))


def _by_rate(span: Span, piece: Piece, prices: PriceList, tariff: Tariff) -> Iterable[Priced]:
    spans = _rate_spans(span, prices, tariff)
    cuts = (edge for rate_span, _ in spans for edge in (rate_span.begin, rate_span.end))
    for part in _cut(span, cuts):
        number = min(
            (number for rate_span, number in spans if rate_span.begin <= part.begin < rate_span.end),
            default=None,
        )
        rate = None if number is None else tariff.rates[number]
        yield Priced(
            part,
            piece.table,
            tariff.name,
            "" if rate is None else rate.name,
            tariff.kopecks_per_hour if rate is None else rate.kopecks_per_hour,
        )


def _rate_spans(span: Span, prices: PriceList, tariff: Tariff) -> list[tuple[Span, int]]:
    """When each rate (by its number) holds, as far as that may touch the span."""
    zone = prices.zone
    # A rate that began the evening before may still hold.
    day = local_date(span.begin, zone) - timedelta(days=1)
    last = local_date(span.end, zone)
    found = []
    while day <= last:
        for number, rate in enumerate(tariff.rates):
            if prices.weekday(day) in rate.days:
                begin, end = rate.minutes()
                found.append((Span(instant(day, begin, zone), instant(day, end, zone)), number))
        day += timedelta(days=1)
    return found


def _cut(span: Span, at: Iterable[datetime]) -> list[Span]:
    inside = sorted({edge for edge in at if span.begin < edge < span.end})
    edges = [span.begin, *inside, span.end]
    return [Span(begin, end) for begin, end in pairwise(edges)]


def _append(found: list[Priced], priced: Priced) -> None:
    last = found[-1] if found else None
    if last is not None and last.span.end == priced.span.begin:
        whole = Span(last.span.begin, priced.span.end)
        if msgspec.structs.replace(last, span=whole) == msgspec.structs.replace(priced, span=whole):
            found[-1] = msgspec.structs.replace(last, span=whole)
            return
    found.append(priced)
