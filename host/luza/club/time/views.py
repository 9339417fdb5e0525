"""What the time desk shows, as values for pages and programs."""

from datetime import datetime
from typing import Literal

import msgspec

from luza.club.time.bill import Bill
from luza.club.time.lamp import LampView
from luza.club.time.prices import Discount
from luza.messages import Words


class SessionView(msgspec.Struct, frozen=True):
    """A session as it stands at `now`. `billed_us` and `played_us` are kept apart: microseconds to be paid
    for, and microseconds in which a frame was in progress. `paused_since` is None while time runs."""

    id: str
    table: str
    phase: Literal["running", "paused", "closed", "paid"]
    opened_at: datetime
    opened_by: str
    ends_at: datetime | None
    closed_at: datetime | None
    paused_since: datetime | None
    discount: Discount | None
    tournament: str | None
    payers: tuple[str, ...]
    billed_us: int
    played_us: int
    bill: Bill
    lines: tuple[Words, ...]


class TableView(msgspec.Struct, frozen=True):
    """A table at the desk. `held_by`: the tournament that holds it. `unopened_since`: it has been played on
    since then and no session is open."""

    table: str
    held_by: str | None
    session: SessionView | None
    lamp: LampView | None
    unopened_since: datetime | None


class Takings(msgspec.Struct, frozen=True):
    """A table over a period: microseconds billed, played, and played with no session open; the kopecks of
    the sessions that were closed in it, and how much of that is paid."""

    table: str
    billed_us: int
    played_us: int
    unbilled_us: int
    sessions: int
    kopecks: int
    paid_kopecks: int
