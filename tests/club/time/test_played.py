"""Played time is what tables tell, billed time what the desk says; neither changes the other."""

from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from luza.club.time.hearing import heard
from luza.club.time.spans import Span, joined, overlap, without
from luza.messages import FrameEvent, MatchEvent

from tests.club.time.conftest import VERA, Club
from tests.club.time.terms import START, later

MINUTE_US = 60_000_000


def frame(event: str, number: int, at: datetime, seq: int, match: str = "m1") -> FrameEvent:
    """A table's message about a frame."""
    return FrameEvent(
        match=match,
        event=event,  # type: ignore[arg-type]
        number=number,
        breaker=0,
        seq=seq,
        at=at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )


def played(club: Club, session: str) -> int:
    """Whole minutes in which a frame was in progress."""
    return club.book.session(session).played_us // MINUTE_US


def tell(club: Club, table: str, *events: FrameEvent | MatchEvent, ahead: timedelta = timedelta()) -> None:
    """The club hears the events."""
    for event in events:
        heard(club.store, club.name, table, event, ahead)


def test_frames_are_played_time_and_cost_nothing(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    tell(club, "table-1", frame("started", 1, later(minutes=5), 1))
    club.pass_(minutes=15)
    assert played(club, opened.id) == 10
    tell(club, "table-1", frame("ended", 1, later(minutes=25), 2), frame("started", 2, later(minutes=30), 3))
    club.pass_(minutes=45)
    over = MatchEvent(
        match="m1",
        event="ended",
        game="free",
        players=("A", "B"),
        frames_won=(1, 0),
        seq=4,
        at="2026-03-02T09:50:00.000Z",
    )
    tell(club, "table-1", over)
    closed = club.desk.close(VERA, opened.id)
    assert (closed.played_us // MINUTE_US, closed.billed_us // MINUTE_US) == (40, 60)
    assert closed.bill.kopecks == 40_000


def test_a_message_counts_once_and_an_older_one_not_at_all(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    started, ended = frame("started", 1, START, 1), frame("ended", 1, later(minutes=10), 2)
    tell(club, "table-1", started, ended, ended, started)
    club.pass_(minutes=30)
    assert played(club, opened.id) == 10
    tell(club, "table-1", frame("reopened", 1, later(minutes=11), 3), frame("ended", 1, later(minutes=20), 4))
    assert played(club, opened.id) == 20


def test_a_table_whose_clock_is_an_hour_ahead_plays_when_it_plays(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    hour = timedelta(hours=1)
    tell(
        club,
        "table-1",
        frame("started", 1, later(minutes=5) + hour, 1),
        frame("ended", 1, later(minutes=20) + hour, 2),
        ahead=hour,
    )
    club.pass_(minutes=30)
    assert played(club, opened.id) == 15


def test_time_that_is_played_and_not_billed_is_seen(club: Club) -> None:
    tell(club, "table-1", frame("started", 1, START, 1))
    club.pass_(minutes=20)
    (table,) = club.book.tables(["table-1"])
    assert (table.session, table.unopened_since) == (None, START)
    opened = club.desk.open(VERA, "table-1")
    club.pass_(minutes=20)
    tell(club, "table-1", frame("ended", 1, club.now, 2))
    club.desk.close(VERA, opened.id)
    club.pass_(minutes=1)
    (found,) = club.book.takings(Span(START, later(days=1)))
    assert [value // MINUTE_US for value in (found.played_us, found.billed_us, found.unbilled_us)] == [
        *(40, 20, 20)
    ]
    assert (found.sessions, found.kopecks, found.paid_kopecks) == (1, 13_333, 0)


def test_a_moved_session_plays_where_it_is(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    tell(club, "table-9", frame("started", 1, START, 1))
    club.pass_(minutes=10)
    club.desk.move(VERA, opened.id, "table-9")
    club.pass_(minutes=10)
    assert played(club, opened.id) == 10


def test_a_frame_whose_end_was_never_heard_does_not_go_on_for_ever(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    tell(club, "table-1", frame("started", 1, START, 1))
    club.pass_(days=2)
    assert played(club, opened.id) == 180
    assert club.book.tables(["table-1"])[0].unopened_since is None
    tell(club, "table-1", frame("started", 1, club.now, 1, match="m2"))
    club.pass_(minutes=5)
    tell(club, "table-1", frame("ended", 1, club.now, 2, match="m2"))
    assert played(club, opened.id) == 185
    assert club.book.session(opened.id).billed_us // MINUTE_US == 2 * 1440 + 5


minutes = st.integers(0, 60)
spans = st.lists(
    st.tuples(minutes, minutes).map(lambda ends: Span(later(minutes=min(ends)), later(minutes=max(ends)))),
    max_size=6,
)


@settings(max_examples=50)
@given(spans, spans)
def test_spans_are_the_minutes_in_them(one: list[Span], other: list[Span]) -> None:
    """Held against sets of minutes."""

    def inside(found: list[Span] | tuple[Span, ...]) -> set[int]:
        return {
            minute
            for minute in range(60)
            if any(span.begin <= later(minutes=minute) < span.end for span in found)
        }

    assert overlap(one, other) // MINUTE_US == len(inside(one) & inside(other))
    assert inside(joined(one)) == inside(one)
    whole = Span(later(minutes=10), later(minutes=50))
    assert inside(without(whole, one)) == inside([whole]) - inside(one)
