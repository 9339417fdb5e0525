"""The names in the club of `club_growth`."""

from luza.mqtt.topics import Topics

CLUB = "arena"


def topics(number: int) -> Topics:
    """The topics of a table, which count from 1."""
    return Topics(CLUB, f"table-{number}")
