"""A big club, in short: the bench of 100 tables and 400 displays with fewer of both."""

import asyncio

from tests.bench.club_growth import faults, measure


def test_no_table_display_page_or_history_misses_a_message() -> None:
    """The figure of 250 ms is the bench's: a machine that runs other tests beside has not the time for it."""
    found = asyncio.run(measure(tables=6, displays=24, seconds=1, pace_s=0.5))
    assert faults(found, p99_ms=20_000) == []
    assert found["strokes"] == 12
    # Each table is heard by four displays, but for its first two messages, which were said before.
    assert found["displays_got"]["received"] >= 4 * (found["messages"] - 2 * 6)
    assert found["pages"]["messages"] > found["messages"]
