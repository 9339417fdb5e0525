"""Played time: while a frame was in progress. Pure, and apart from billed time: neither changes the other.

A table's clock may be wrong by an hour. The beginning of a frame is therefore placed by the clock of who
heard of it, and its length taken from the table's own clock, which told both its ends.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from luza.club.time.session import Session
from luza.club.time.spans import Span, overlap

LONGEST_FRAME = timedelta(hours=3)
"""A frame whose end was never heard (a table that lost its power for good) counts for no longer."""


class Frame(msgspec.Struct, frozen=True):
    """A frame at a table, in the listener's time; `end` is None while it is in progress."""

    table: str
    begin: datetime
    end: datetime | None = None

    def span(self, now: datetime) -> Span:
        """From its beginning to its end, or to `now` where it may still be in progress."""
        return Span(self.begin, max(self.begin, self.end or min(now, self.begin + LONGEST_FRAME)))


def placed(begin: datetime, end: datetime | None, ahead: timedelta) -> tuple[datetime, datetime | None]:
    """A frame's ends as the listener's clock would have shown them; `ahead`: by how much the table's is."""
    return begin - ahead, None if end is None else end - ahead


def played_us(session: Session, frames: Iterable[Frame], now: datetime) -> int:
    """Microseconds of the session in which a frame was in progress at the session's table of that time.

    Pauses count too: whether a table is played on is the table's knowledge, not the till's.
    """
    until = session.closed_at or now
    known = tuple(frames)
    return sum(
        overlap([Span(stay.begin, stay.end or until)], _at(stay.table, known, now)) for stay in session.stays
    )


def unbilled_us(sessions: Sequence[Session], frames: Iterable[Frame], table: str, within: Span) -> int:
    """Microseconds in which a table was played on and no session was open there."""
    played = _clipped(_at(table, tuple(frames), within.end), within)
    stays = [
        Span(stay.begin, stay.end or session.closed_at or within.end)
        for session in sessions
        for stay in session.stays
        if stay.table == table
    ]
    return overlap(played, [within]) - overlap(played, stays)


def _at(table: str, frames: Sequence[Frame], now: datetime) -> list[Span]:
    return [frame.span(now) for frame in frames if frame.table == table]


def _clipped(spans: Iterable[Span], within: Span) -> list[Span]:
    return [Span(max(one.begin, within.begin), min(one.end, within.end)) for one in spans]
