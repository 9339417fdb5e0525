"""A bill in words, in both languages; times as the club's clocks show them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from luza.club.time.bill import Bill, Line
from luza.club.time.money import roubles
from luza.locale import say
from luza.messages import Words


def bill_lines(bill: Bill) -> tuple[Words, ...]:
    """What each line of the bill is for, without its sum."""
    zone = ZoneInfo(bill.timezone)
    return tuple(_line(line, zone) for line in bill.lines)


def total(bill: Bill) -> Words:
    """`Total 1 234,50 ₽`."""
    word = say("table_time.line.total")
    sum_ = roubles(bill.kopecks)
    return Words(f"{word.ru} {sum_}", f"{word.en} {sum_}")


def duration(microseconds: int) -> Words:
    """Hours and minutes; below an hour minutes and seconds."""
    minutes, seconds = divmod(microseconds // 1_000_000, 60)
    if minutes < 60:
        return say("table_time.line.duration_short", minutes=minutes, seconds=seconds)
    return say("table_time.line.duration", hours=minutes // 60, minutes=minutes % 60)


def _line(line: Line, zone: ZoneInfo) -> Words:
    if line.kind == "time" and line.begin is not None and line.end is not None:
        return say(
            f"table_time.line.{'time_rate' if line.name else 'time'}",
            table=line.table,
            rate=line.name,
            begin=_clock(line.begin, zone),
            end=_clock(line.end, zone),
            duration=duration(line.microseconds),
            price=roubles(line.kopecks_per_hour),
        )
    return say(f"table_time.line.{line.kind}", name=line.name, duration=duration(line.microseconds))


def _clock(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%d.%m %H:%M")
