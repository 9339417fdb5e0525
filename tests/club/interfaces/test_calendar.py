"""The calendar of a tournament's rounds, read back by the library that readers use."""

from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar
from luza.club.interfaces.calendar import Fixture, calendar

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
FIRST = Fixture(
    "cup-1", "Round 1", AT, AT + timedelta(hours=1), table="3", players=("Анна; Каренина", "Boris, jr.")
)


def test_rounds_are_events_that_any_reader_understands() -> None:
    final = Fixture("cup-9", "Final", AT + timedelta(days=1), AT + timedelta(days=1, hours=2), revision=4)
    text = calendar("Кубок", [FIRST, final], AT)
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    read = Calendar.from_ical(text)
    assert str(read["X-WR-CALNAME"]) == "Кубок"
    one, two = read.walk("VEVENT")
    assert str(one["SUMMARY"]) == "Round 1: Анна; Каренина – Boris, jr."
    assert str(one["LOCATION"]) == "Стол 3"
    assert one["DTSTART"].dt == AT and one["DTEND"].dt == AT + timedelta(hours=1)
    assert str(one["UID"]) == "cup-1@luza"
    assert (str(two["SUMMARY"]), two["SEQUENCE"], "LOCATION" in two) == ("Final", 4, False)
    assert b"LOCATION:Table 3" in calendar("Cup", [FIRST], AT, "en")


def test_a_match_that_is_called_off_stays_and_says_so() -> None:
    gone = Fixture("cup-1", "Round 1", AT, AT, cancelled=True, revision=1)
    (event,) = Calendar.from_ical(calendar("Cup", [gone], AT)).walk("VEVENT")
    assert str(event["STATUS"]) == "CANCELLED"


def test_the_same_rounds_are_the_same_bytes() -> None:
    assert calendar("Cup", [FIRST], AT) == calendar("Cup", [FIRST], AT)


def test_a_time_without_a_zone_is_no_time() -> None:
    with pytest.raises(ValueError, match="cup-1"):
        calendar("Cup", [Fixture("cup-1", "Round 1", AT.replace(tzinfo=None), AT)], AT)
