"""Played time out of what tables tell: each frame's beginning and end, once, however often it is heard."""

from datetime import datetime, timedelta

from luza.club.store import Store
from luza.club.time.played import LONGEST_FRAME, placed
from luza.club.time.records import Records
from luza.club.time.transactions import changing
from luza.messages import FrameEvent, MatchEvent


def heard(
    store: Store,
    club: str,
    table: str,
    event: FrameEvent | MatchEvent,
    ahead: timedelta = timedelta(),
) -> None:
    """Writes down what an event says about played time. `ahead`: by how much the table's clock is.

    Raises TimeRefused where the database does not take it: the same event may then be given again.
    """
    at, _ = placed(datetime.fromisoformat(event.at), None, ahead)
    with changing(store, club) as records:
        if isinstance(event, FrameEvent):
            _frame(records, table, event, at)
        elif event.event == "ended":
            _match_ended(records, table, event, at)


def _frame(records: Records, table: str, event: FrameEvent, at: datetime) -> None:
    row = records.frame(table, event.match, event.number)
    if row is None:
        _end_others(records, table, at)
        # An end whose beginning was not heard is kept as a moment, so that a late beginning counts no more.
        records.add_frame(table, event.match, event.number, at, event.seq)
        row = records.frame(table, event.match, event.number)
    elif event.seq <= row.seq:
        return
    if row is not None:
        row.seq = event.seq
        row.end = max(row.begin, at) if event.event == "ended" else None


def _match_ended(records: Records, table: str, event: MatchEvent, at: datetime) -> None:
    for row in records.unfinished_frames(table):
        if row.match == event.match and row.seq < event.seq:
            row.end, row.seq = max(row.begin, at), event.seq


def _end_others(records: Records, table: str, at: datetime) -> None:
    """A table plays one frame at a time: where one begins, another that has no end is over."""
    for row in records.unfinished_frames(table):
        if row.begin <= at:
            row.end = min(at, row.begin + LONGEST_FRAME)
