"""What the tests of table time share: instants in Moscow's clocks, a price list, strategies."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from luza.club.time.entries import Closed, Entry, Moved, Opened, Paused, Resumed
from luza.club.time.prices import Discount, PriceList, Rate, Tariff
from luza.club.time.pricing import Edition

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""A Monday, noon in Moscow."""

EVENING = Rate(60_000, ("mon", "tue", "wed", "thu"), "18:00", "02:00", "evening")
WEEKEND = Rate(90_000, ("fri", "sat", "sun"), "18:00", "04:00", "weekend night")
PRICES = PriceList(
    tariffs=(
        Tariff("main", 40_000, (EVENING, WEEKEND)),
        Tariff("vip", 100_000, tables=("table-9",)),
    ),
    discounts=(Discount("student", percent=20), Discount("voucher", kopecks=15_000)),
)


def editions(prices: PriceList = PRICES) -> tuple[Edition, ...]:
    """One price list that always was."""
    return (Edition(datetime(2020, 1, 1, tzinfo=UTC), prices),)


def later(**how: float) -> datetime:
    """An instant after START."""
    return START + timedelta(**how)


@st.composite
def courses(draw: st.DrawFn) -> tuple[Entry, ...]:
    """The entries of a session that is closed in the end: pauses and moves at any instant."""
    at, table, paused = START + timedelta(microseconds=draw(st.integers(0, 10**12))), "table-1", False
    entries: list[Entry] = [Opened(at=at, by="Vera", table=table)]
    for what in draw(st.lists(st.sampled_from(("pause", "move")), max_size=8)):
        at += timedelta(microseconds=draw(st.integers(0, 3 * 10**10)))
        if what == "pause":
            entries.append(Resumed(at=at, by="Vera") if paused else Paused(at=at, by="Vera"))
            paused = not paused
        else:
            table = "table-9" if table == "table-1" else "table-1"
            entries.append(Moved(at=at, by="Vera", table=table))
    at += timedelta(microseconds=draw(st.integers(0, 3 * 10**10)))
    return (*entries, Closed(at=at, by="Vera"))


def tariffs() -> st.SearchStrategy[PriceList]:
    """Price lists with any steps, minima and rates."""
    clock = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
    rates = st.builds(
        Rate,
        st.integers(0, 200_000),
        st.lists(st.sampled_from(("mon", "tue", "wed", "sat")), min_size=1, unique=True).map(tuple),
        clock,
        clock,
    )
    return st.builds(
        lambda price, found, step, minimum, to: PriceList(
            tariffs=(Tariff("main", price, tuple(found)),),
            step_min=step,
            minimum_min=minimum,
            round_to=to,
        ),
        st.integers(0, 200_000),
        st.lists(rates, max_size=3),
        st.sampled_from((0, 1, 15)),
        st.sampled_from((0, 30)),
        st.sampled_from((1, 100, 5000)),
    )
