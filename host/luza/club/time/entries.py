"""What was done about a session, one class an action. Pure values, kept for good."""

from datetime import datetime

import msgspec

from luza.club.time.prices import Discount


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """An action. `at`: when it holds from (UTC). `by`: who did it. `noted`: when it was entered, where that
    was later. `payer`: the entrant at whose cost it was done without the organiser's leave (CODE 15)."""

    at: datetime
    by: str
    noted: datetime | None = None
    payer: str | None = None
    note: str = ""


class Opened(Action, frozen=True, kw_only=True, tag="opened"):
    """Time begins at a table. `tariff`: a name, None for the table's own. `ends_at`: when it ends by itself.
    `tournament`: whose session it is, where a tournament holds the table."""

    table: str
    tariff: str | None = None
    ends_at: datetime | None = None
    tournament: str | None = None


class Paused(Action, frozen=True, kw_only=True, tag="paused"):
    """Time stands still and costs nothing."""


class Resumed(Action, frozen=True, kw_only=True, tag="resumed"):
    """Time goes on."""


class Moved(Action, frozen=True, kw_only=True, tag="moved"):
    """The session goes on at another table, at that table's price or a named one."""

    table: str
    tariff: str | None = None


class Planned(Action, frozen=True, kw_only=True, tag="planned"):
    """The session ends by itself at `ends_at`; None: when somebody closes it."""

    ends_at: datetime | None


class Discounted(Action, frozen=True, kw_only=True, tag="discounted"):
    """A discount on the whole bill; None takes it away."""

    discount: Discount | None


class Closed(Action, frozen=True, kw_only=True, tag="closed"):
    """Time is over."""


class Reopened(Action, frozen=True, kw_only=True, tag="reopened"):
    """The closing was a mistake: it is as if it had not been."""


class Paid(Action, frozen=True, kw_only=True, tag="paid"):
    """The bill was paid, so many kopecks; nothing of the session changes any more."""

    kopecks: int


class Refunded(Action, frozen=True, kw_only=True, tag="refunded"):
    """The payment was a mistake: the session can be put right."""


Entry = Opened | Paused | Resumed | Moved | Planned | Discounted | Closed | Reopened | Paid | Refunded
