"""A club of a chain whose line is down: its tables are away, whatever is retained of them."""

from datetime import UTC, datetime, timedelta

import msgspec
from luza.club.hearing.hall import Hall, TableNow
from luza.club.hearing.lines import Lines, bridge_topic
from luza.messages import Availability
from luza.mqtt.topics import Topics

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ONLINE = msgspec.json.encode(Availability(at="2026-03-01T11:00:00.000Z", state="online", since="2026-03-01"))
OFFLINE = msgspec.json.encode(
    Availability(at="2026-03-01T11:30:00.000Z", state="offline", since="2026-03-01", reason="stopped")
)


class Chain:
    """The hall of a chain's server."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.lines = Lines("chain")
        self.now = NOW

    def hear(self, topic: str, payload: bytes, retained: bool = False) -> list[str]:
        """A message comes; the topics that the pages are told of."""
        self.now += timedelta(seconds=1)
        changes = [
            self.hall.take(*heard, self.now) for heard in self.lines.heard(topic, payload, retained, self.now)
        ]
        return [f"{change.place.club}/{change.place.slug}/{change.topic}" for change in changes if change]

    def table(self, club: str = "arena", slug: str = "table-1") -> TableNow:
        """A table as it stands."""
        found = self.hall.table(club, slug)
        assert found is not None
        return found


def availability(club: str = "arena", slug: str = "table-1") -> str:
    return Topics(club, slug).availability


def test_when_the_line_goes_all_tables_of_that_club_are_away_and_come_back_with_it() -> None:
    chain = Chain()
    chain.hear(bridge_topic("arena"), b"1", retained=True)
    for slug in ("table-1", "table-2"):
        chain.hear(availability(slug=slug), ONLINE)
    chain.hear(availability("north"), ONLINE)
    assert sorted(chain.hear(bridge_topic("arena"), b"0")) == [
        "arena/table-1/availability",
        "arena/table-2/availability",
    ]
    assert [one.online for one in chain.hall.tables] == [False, False, True]
    assert chain.table().away_since == chain.now
    assert chain.hear(bridge_topic("arena"), b"0") == []
    assert len(chain.hear(bridge_topic("arena"), b"1")) == 2
    assert all(one.online for one in chain.hall.tables)
    assert chain.table().away_since is None


def test_what_is_retained_of_a_club_whose_line_is_down_is_no_news() -> None:
    chain = Chain()
    chain.hear(bridge_topic("arena"), b"0", retained=True)
    chain.hear(availability(), ONLINE, retained=True)
    assert not chain.table().online
    chain.hear(availability(), OFFLINE)
    chain.hear(bridge_topic("arena"), b"1")
    # What the table itself said last is what counts again.
    assert chain.table().availability == msgspec.json.decode(OFFLINE, type=Availability)


def test_a_table_that_is_taken_off_stays_off() -> None:
    chain = Chain()
    chain.hear(availability(), ONLINE)
    chain.hear(availability(), b"")
    chain.hear(bridge_topic("arena"), b"0")
    chain.hear(bridge_topic("arena"), b"1")
    assert chain.hall.tables == []


def test_ones_own_bridge_and_other_topics_are_nothing_to_it() -> None:
    chain = Chain()
    chain.hear(availability("chain"), ONLINE)
    assert chain.hear(bridge_topic("chain"), b"0") == []
    assert chain.table("chain").online
    assert chain.lines.heard("luza/v1/arena/club/tables", b"{}", True, NOW) == [
        ("luza/v1/arena/club/tables", b"{}", True)
    ]
