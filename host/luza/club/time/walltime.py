"""What the clock on the wall shows, as instants: for tariffs that say "from 18:00". Pure.

On the night when clocks go back an hour comes twice, and its first coming is meant; on the night when they
go forward an hour is missing, and whatever lies in it means the instant of the change.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY_MIN = 24 * 60


def instant(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """The instant (UTC) when clocks in `zone` show `minute` of `day`; 1440 is the next day's midnight."""
    shown = datetime.combine(day, time()) + timedelta(minutes=minute)
    found = shown.replace(tzinfo=zone).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == shown:
        return found
    return _change(shown.replace(tzinfo=zone, fold=1).astimezone(UTC), found, zone)


def local_date(at: datetime, zone: ZoneInfo) -> date:
    """The date in `zone` at an instant."""
    return at.astimezone(zone).date()


def _change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first second after `before` with the offset that holds at `after`."""
    wanted = after.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while low < high:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == wanted:
            high = middle
        else:
            low = middle + 1
    return before + timedelta(seconds=low)
