"""What time costs: cut where prices change, summed up exactly, rounded once."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.club.time.bill import Bill, make_bill
from luza.club.time.entries import Closed, Discounted, Entry, Moved, Opened, Paused, Resumed
from luza.club.time.errors import TimeRefused
from luza.club.time.money import cost, roubles, rounded, whole
from luza.club.time.prices import Discount, PriceList, Rate, Tariff, read_prices
from luza.club.time.pricing import Edition, Piece, price
from luza.club.time.session import fold
from luza.club.time.spans import Span

from tests.club.time.terms import PRICES, START, courses, editions, later, tariffs


def bill(*entries: Entry, prices: PriceList = PRICES, now: datetime | None = None) -> Bill:
    """The bill of a session's entries."""
    return make_bill(fold(entries), editions(prices), now or entries[-1].at)


def played(minutes: float, *, begin: datetime = START, table: str = "table-1") -> tuple[Entry, Entry]:
    """A session that was opened, and closed so many minutes later."""
    end = begin + timedelta(minutes=minutes)
    return Opened(at=begin, by="Vera", table=table), Closed(at=end, by="Vera")


def test_an_afternoon_that_becomes_an_evening_is_two_lines() -> None:
    found = bill(*played(8 * 60))
    assert [(line.name, line.microseconds // 60_000_000, line.kopecks) for line in found.lines] == [
        ("", 360, 240_000),
        ("evening", 120, 120_000),
    ]
    assert found.kopecks == 360_000
    assert found.final


def test_a_rate_past_midnight_belongs_to_the_day_on_which_it_began() -> None:
    """Thursday's evening ends on Friday at two, and Friday's weekend begins at six in the evening."""
    thursday = datetime(2026, 3, 5, 20, tzinfo=UTC)  # 23:00 in Moscow
    found = bill(*played(4 * 60, begin=thursday))
    assert [(line.name, line.kopecks) for line in found.lines] == [("evening", 180_000), ("", 40_000)]
    friday = datetime(2026, 3, 6, 23, tzinfo=UTC)  # Saturday 02:00
    assert [line.name for line in bill(*played(180, begin=friday)).lines] == ["weekend night", ""]


def test_a_holiday_counts_as_the_weekday_that_the_list_says() -> None:
    holiday = msgspec.structs.replace(PRICES, days={"2026-03-02": "sun"})
    evening = datetime(2026, 3, 2, 16, tzinfo=UTC)
    assert [line.name for line in bill(*played(60, begin=evening), prices=holiday).lines] == ["weekend night"]


@pytest.mark.parametrize(
    ("day", "hours"),
    [("2026-03-29", 3), ("2026-10-25", 5), ("2026-06-07", 4)],
    ids=["an hour is missing", "an hour comes twice", "an ordinary night"],
)
def test_the_night_on_which_clocks_change_has_its_true_length(day: str, hours: int) -> None:
    """Berlin, 00:00 to 04:00 by the clock on the wall, and the rate's ends lie on either side."""
    prices = PriceList(
        tariffs=(Tariff("main", 0, (Rate(6_000, begins="00:00", ends="04:00", name="night"),)),),
        timezone="Europe/Berlin",
    )
    begin = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=prices.zone).astimezone(UTC)
    found = bill(*played(12 * 60, begin=begin), prices=prices)
    assert found.lines[0].microseconds == hours * 3_600_000_000
    assert found.kopecks == hours * 6_000


def test_a_rate_that_ends_in_the_missing_hour_ends_with_the_change() -> None:
    """02:30 is never shown on that night: what ends then and what begins then meet at the change."""
    prices = PriceList(
        tariffs=(
            Tariff(
                "main",
                0,
                (Rate(6_000, begins="01:00", ends="02:30"), Rate(12_000, begins="02:30", ends="05:00")),
            ),
        ),
        timezone="Europe/Berlin",
    )
    found = price([Piece(Span(*_utc("2026-03-28T23:00", "2026-03-29T04:00")), "table-1")], editions(prices))
    assert [(one.kopecks_per_hour, one.span.microseconds / 3.6e9) for one in found] == [
        (0, 1.0),
        (6_000, 1.0),
        (12_000, 2.0),
        (0, 1.0),
    ]


def test_a_new_price_list_cuts_a_session_that_is_open() -> None:
    dearer = msgspec.structs.replace(PRICES, tariffs=(Tariff("main", 50_000),))
    lists = (*editions(), Edition(later(hours=1), dearer))
    found = make_bill(fold(played(120)), lists, later(hours=2))
    assert [line.kopecks for line in found.lines] == [40_000, 50_000]


def test_a_list_that_changes_nothing_leaves_one_line() -> None:
    lists = (*editions(), Edition(later(hours=1), PRICES))
    assert len(make_bill(fold(played(120)), lists, later(hours=2)).lines) == 1


def test_a_pause_costs_nothing_and_a_move_is_two_intervals() -> None:
    found = bill(
        Opened(at=START, by="Vera", table="table-1"),
        Paused(at=later(minutes=30), by="Vera"),
        Moved(at=later(minutes=40), by="Vera", table="table-9"),
        Resumed(at=later(minutes=60), by="Vera"),
        Closed(at=later(minutes=90), by="Vera"),
    )
    assert [(line.table, line.kopecks) for line in found.lines] == [("table-1", 20_000), ("table-9", 50_000)]
    assert found.billed_us == 60 * 60_000_000


def test_the_step_and_the_minimum_are_charged_at_the_last_price() -> None:
    prices = msgspec.structs.replace(PRICES, step_min=15, minimum_min=30)
    short, long = bill(*played(10), prices=prices), bill(*played(50), prices=prices)
    assert [(line.kind, line.microseconds // 60_000_000) for line in short.lines] == [
        ("time", 10),
        ("minimum", 20),
    ]
    assert short.kopecks == 20_000
    assert [(line.kind, line.microseconds // 60_000_000) for line in long.lines] == [
        ("time", 50),
        ("step", 10),
    ]
    assert long.kopecks == 40_000


def test_a_table_that_was_opened_by_mistake_costs_nothing() -> None:
    prices = msgspec.structs.replace(PRICES, free_below_s=120, minimum_min=30)
    found = bill(*played(1.5), prices=prices)
    assert (found.kopecks, [line.kind for line in found.lines]) == (0, ["time", "free"])
    assert bill(*played(2), prices=prices).kopecks == 20_000
    # While it is open it may become a session yet.
    open_ = bill(played(0)[0], prices=prices, now=later(minutes=1))
    assert open_.kopecks == 20_000 and not open_.final


def test_no_time_at_all_still_has_a_price_for_its_minimum() -> None:
    assert bill(*played(0)).kopecks == 0
    assert bill(*played(0), prices=msgspec.structs.replace(PRICES, minimum_min=60)).kopecks == 40_000


@pytest.mark.parametrize(
    ("discount", "kopecks"),
    [
        (Discount("student", percent=20), 32_000),
        (Discount("voucher", kopecks=15_000), 25_000),
        (Discount("voucher", kopecks=99_000), 0),
        (Discount("guest", percent=100), 0),
        (Discount("both", percent=50, kopecks=5_000), 15_000),
    ],
)
def test_a_discount_is_a_line_and_never_more_than_the_bill(discount: Discount, kopecks: int) -> None:
    opened, closed = played(60)
    found = bill(opened, closed, Discounted(at=closed.at, by="Vera", discount=discount))
    assert found.kopecks == kopecks
    assert found.lines[-1].kind == "discount"


@pytest.mark.parametrize(("how", "kopecks"), [("down", 41_000), ("nearest", 41_000), ("up", 42_000)])
def test_the_total_is_rounded_last(how: str, kopecks: int) -> None:
    prices = msgspec.structs.replace(PRICES, round_to=1_000, rounding=how)
    found = bill(*played(62), prices=prices)
    assert found.kopecks == kopecks
    assert found.lines[-1].kind == "rounding"
    assert sum(line.kopecks for line in found.lines) == kopecks


@settings(max_examples=60)
@given(courses(), tariffs())
def test_the_lines_of_a_bill_add_up_to_its_total(course: tuple[Entry, ...], prices: PriceList) -> None:
    found = bill(*course, prices=prices)
    assert sum(line.kopecks for line in found.lines) == found.kopecks >= 0
    assert found.kopecks % prices.round_to == 0
    assert sum(line.microseconds for line in found.lines if line.kind == "time") == found.billed_us


@settings(max_examples=60)
@given(courses(), tariffs(), st.data())
def test_splitting_an_interval_changes_no_sum(
    course: tuple[Entry, ...], prices: PriceList, data: st.DataObject
) -> None:
    """A pause without length, or a move there and back, may come at any instant."""
    whole_bill = bill(*course, prices=prices)
    place = data.draw(st.integers(1, len(course) - 1))
    before, after = course[place - 1].at, course[place].at
    at = before + data.draw(st.integers(0, (after - before) // timedelta(microseconds=1))) * timedelta(
        microseconds=1
    )
    table = fold(course[:place]).table
    paused = fold(course[:place]).paused
    cut: tuple[Entry, ...] = (Moved(at=at, by="x", table="table-5"), Moved(at=at, by="x", table=table))
    if not paused and data.draw(st.booleans()):
        cut = (Paused(at=at, by="x"), Resumed(at=at, by="x"))
    assert bill(*course[:place], *cut, *course[place:], prices=prices).kopecks == whole_bill.kopecks


@settings(max_examples=60)
@given(tariffs(), st.integers(0, 10**12), st.integers(1, 10**11))
def test_prices_cover_all_time_once_and_agree_with_the_clock_on_the_wall(
    prices: PriceList, begin_us: int, length_us: int
) -> None:
    begin = START + timedelta(microseconds=begin_us)
    span = Span(begin, begin + timedelta(microseconds=length_us))
    found = price([Piece(span, "table-1")], editions(prices))
    assert found[0].span.begin == span.begin and found[-1].span.end == span.end
    assert all(one.span.end == two.span.begin for one, two in pairwise(found))
    for one in found:
        middle = one.span.begin + (one.span.end - one.span.begin) / 2
        assert one.kopecks_per_hour == _by_looking(prices, middle)


@settings(max_examples=50)
@given(st.integers(0, 10**9), st.integers(0, 10**13), st.integers(0, 10**13))
def test_the_price_of_two_times_is_the_price_of_their_sum(price_: int, one: int, other: int) -> None:
    assert cost(price_, one) + cost(price_, other) == cost(price_, one + other)


def test_money_is_rounded_as_at_a_till() -> None:
    assert [whole(Fraction(n, 2)) for n in (1, 3, -1, -3)] == [1, 2, -1, -2]
    assert [rounded(1050, 100, how) for how in ("down", "nearest", "up")] == [1000, 1100, 1100]  # type: ignore[arg-type]
    assert roubles(-123_450_05) == "−123\u00a0450,05\u00a0₽"


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"tariffs": []}, "one_tariff_for_others"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1.5}]}, "prices_unreadable"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": -1}]}, "prices_unreadable"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1, "price": 2}]}, "prices_unreadable"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1}] * 2}, "prices_twice"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1}], "timezone": "Moscow"}, "no_such_zone"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1}], "timezone": "../etc"}, "no_such_zone"),
        ({"tariffs": [{"name": "a", "kopecks_per_hour": 1}], "days": {"1 Jan": "sun"}}, "no_such_date"),
        (
            {
                "tariffs": [
                    {"name": "a", "kopecks_per_hour": 1, "rates": [{"kopecks_per_hour": 1, "begins": "6 pm"}]}
                ]
            },
            "no_such_time",
        ),
    ],
)
def test_a_price_list_that_is_wrong_is_refused_in_words(document: dict[str, object], code: str) -> None:
    with pytest.raises(TimeRefused) as refused:
        read_prices(document)
    assert refused.value.code == code
    assert refused.value.words.ru and refused.value.words.ru != refused.value.words.en


def _utc(*moments: str) -> tuple[datetime, datetime]:
    begin, end = (datetime.fromisoformat(moment).replace(tzinfo=UTC) for moment in moments)
    return begin, end


def _by_looking(prices: PriceList, at: datetime) -> int:
    """The price at an instant, by asking each rate whether the clock on the wall lies within it."""
    shown = at.astimezone(prices.zone)
    minute = shown.hour * 60 + shown.minute
    for rate in prices.tariffs[0].rates:
        begin, end = rate.minutes()
        today, yesterday = (prices.weekday((shown - timedelta(days=back)).date()) for back in (0, 1))
        if (today in rate.days and begin <= minute < end) or (
            yesterday in rate.days and begin <= minute + 1440 < end
        ):
            return rate.kopecks_per_hour
    return prices.tariffs[0].kopecks_per_hour
