"""A tournament's rounds as a calendar (iCalendar, RFC 5545), to subscribe to. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec
from icalendar import Calendar, Event

from luza.locale import say

MEDIA_TYPE = "text/calendar; charset=utf-8"
REFRESH = timedelta(minutes=15)


class Fixture(msgspec.Struct, frozen=True):
    """A match that has its time. `uid` stays the same while it is moved about; `revision` grows with each
    change; `end` is what is planned. `players` are names, empty where they are not known yet."""

    uid: str
    title: str
    start: datetime
    end: datetime
    table: str | None = None
    players: tuple[str, ...] = ()
    cancelled: bool = False
    revision: int = 0


def calendar(
    name: str, fixtures: Sequence[Fixture], at: datetime, language: Literal["ru", "en"] = "ru"
) -> bytes:
    """The calendar of that name as it stood at `at`; times without a zone raise ValueError."""
    made = Calendar()
    made.add("PRODID", "-//Luza//Club//EN")
    made.add("VERSION", "2.0")
    made.add("NAME", name)
    # Older readers know this one only (Apple, Outlook).
    made.add("X-WR-CALNAME", name)
    made.add("REFRESH-INTERVAL", REFRESH)
    made.add("METHOD", "PUBLISH")
    for fixture in fixtures:
        made.add_component(_event(fixture, at, language))
    text: bytes = made.to_ical()
    return text


def _event(fixture: Fixture, at: datetime, language: Literal["ru", "en"]) -> Event:
    for moment in (fixture.start, fixture.end):
        if moment.tzinfo is None:
            raise ValueError(f"{fixture.uid}: {moment} needs its time zone")
    players = " – ".join(fixture.players)
    event = Event()
    event.add("UID", f"{fixture.uid}@luza")
    event.add("DTSTAMP", at.astimezone(UTC))
    event.add("SEQUENCE", fixture.revision)
    event.add("DTSTART", fixture.start.astimezone(UTC))
    event.add("DTEND", max(fixture.start, fixture.end).astimezone(UTC))
    event.add("SUMMARY", f"{fixture.title}: {players}" if players else fixture.title)
    event.add("STATUS", "CANCELLED" if fixture.cancelled else "CONFIRMED")
    if fixture.table is not None:
        where = say("interfaces.calendar_table", table=fixture.table)
        event.add("LOCATION", where.ru if language == "ru" else where.en)
    return event
