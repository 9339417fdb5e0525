"""The live picture: whatever order messages come in, however wrong a table's clock is."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.club.hearing.hall import LATEST, Hall, TableNow
from luza.club.history.intake import Place
from luza.club.store import Store
from luza.club.web.answers import ServerHealth, table_line
from luza.club.web.app import create_app
from luza.club.web.stream import HallBus, frame
from luza.controller.showing import idle_state
from luza.messages import Alert, Availability, Health, Message, Meta, Part, Words

NOW = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SAID = Words("Луч перекрыт", "A beam is blocked")


def at(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Speaker:
    """A table whose clock is `ahead` of the server's."""

    def __init__(self, hall: Hall, slug: str = "table-1", ahead: timedelta = timedelta()) -> None:
        self.hall = hall
        self.slug = slug
        self.ahead = ahead
        self.seq = 0
        self.session = "a"

    def say(
        self, leaf: str, message: Message, now: datetime = NOW, retained: bool = False, seq: int | None = None
    ) -> Any:
        self.seq = self.seq + 1 if seq is None else seq
        said = msgspec.structs.replace(message, session=self.session, seq=self.seq, at=at(now + self.ahead))
        payload = msgspec.json.encode(said)
        return self.hall.take(f"luza/v1/arena/table/{self.slug}/{leaf}", payload, retained, now)

    def online(self, now: datetime = NOW) -> None:
        self.say("availability", Availability(state="online", since=at(now + self.ahead)), now)

    @property
    def now(self) -> TableNow:
        found = self.hall.table("arena", self.slug)
        assert found is not None
        return found


def idle(rev: int = 0) -> Message:
    return msgspec.structs.replace(idle_state(()), rev=rev)


def blocked(since: datetime) -> Alert:
    return Alert(id="beam-3", level="warning", since=at(since), words=SAID)


def health(state: str = "ok") -> Health:
    part = Part(state=state, reason=SAID)  # type: ignore[arg-type]
    return Health(state=state, parts={"board": part})  # type: ignore[arg-type]


def test_what_is_older_or_was_seen_changes_nothing() -> None:
    table = Speaker(Hall())
    assert table.say("state", idle(rev=5), seq=10) is not None
    assert table.say("state", idle(rev=5), seq=10) is None
    assert table.say("state", idle(rev=4), seq=11) is None
    assert table.say("state", idle(rev=6), seq=9) is None
    assert table.say("state", idle(rev=6), seq=12) is not None
    table.session = "b"  # a new controller on a journal that was lost begins anew
    assert table.say("state", idle(rev=1), seq=1) is not None


def test_clocks_an_hour_apart_are_put_right_and_told() -> None:
    hall = Hall()
    fast, right = Speaker(hall, "fast", HOUR), Speaker(hall, "right")
    for table in (fast, right):
        table.online()
        table.say("health", health())
        table.say(
            "alert/beam-3", Alert(id="beam-3", level="warning", since=at(NOW + table.ahead), words=SAID)
        )
    assert (fast.now.ahead_s, fast.now.clock_is_off) == (3600.0, True)
    assert (right.now.ahead_s, right.now.clock_is_off) == (0.0, False)
    assert fast.now.raised["alert/beam-3"] == right.now.raised["alert/beam-3"] == NOW
    assert fast.now.here(at(NOW + HOUR)) == NOW


def test_what_waited_for_the_broker_says_nothing_of_the_clock() -> None:
    table = Speaker(Hall(), ahead=HOUR)
    table.say("health", health())
    table.ahead = HOUR - timedelta(minutes=5)  # so long the broker was away
    table.say("state", idle(rev=1))
    table.say("health", health())
    assert table.now.ahead_s == 3600.0
    table.ahead = timedelta()  # somebody has set it right
    for _ in range(LATEST):
        table.say("health", health())
    assert (table.now.ahead_s, table.now.clock_is_off) == (0.0, False)
    table.ahead = -HOUR
    table.session = "b"  # a start without a network, before the time was asked for
    table.say("health", health())
    assert table.now.ahead_s == -3600.0
    table.ahead = timedelta()
    table.say("health", health())
    assert table.now.ahead_s == 0.0


def test_a_table_that_is_lost_is_away_since_it_was_last_heard() -> None:
    table = Speaker(Hall(), ahead=-HOUR)
    table.online()
    table.say("health", health(), NOW + timedelta(seconds=30))
    later = NOW + timedelta(minutes=5)
    gone = Availability(state="offline", since=at(NOW - HOUR), reason="lost")
    table.say("availability", gone, later, seq=0)
    assert not table.now.online
    assert table.now.away_since == NOW + timedelta(seconds=30)
    table.say("availability", gone, later + HOUR, seq=0)
    assert table.now.away_since == NOW + timedelta(seconds=30)
    table.online(later + HOUR)
    assert table.now.away_since is None


def test_a_table_that_took_its_leave_is_away_since_then() -> None:
    table = Speaker(Hall())
    table.online()
    table.say(
        "availability", Availability(state="offline", since=at(NOW + HOUR), reason="stopped"), NOW + HOUR
    )
    assert table.now.away_since == NOW + HOUR


def test_what_is_ill_is_ill_since_it_began_until_it_is_well() -> None:
    table = Speaker(Hall())
    for minute in range(3):
        table.say("health", health("fault"), NOW + timedelta(minutes=minute))
    assert table.now.raised == {"health/board": NOW}
    table.say("health", health("ok"))
    assert table.now.raised == {}


def test_an_alert_that_is_over_goes_and_a_table_that_was_taken_off_the_broker_too() -> None:
    table = Speaker(Hall())
    table.say("alert/beam-3", blocked(NOW))
    table.say("meta", Meta(club="arena", table="table-1", club_name="Арена", table_name="Стол 1",
                           games=(), sensors=(), versions={}))  # fmt: skip
    assert table.now.place == Place("arena", "table-1", "Стол 1")
    root = "luza/v1/arena/table/table-1"
    over = table.hall.take(f"{root}/alert/beam-3", b"", True, NOW)
    assert over is not None and over.payload == b""
    assert table.now.alerts == {}
    assert table.hall.take(f"{root}/alert/beam-3", b"", True, NOW) is None
    table.hall.take(f"{root}/meta", b"", True, NOW)
    assert table.hall.tables == []


@pytest.mark.parametrize(
    "payload",
    [
        *(b"{", b"[]", b"\xff", b'{"state":"sleeping","since":""}', b'{"at":"yesterday","state":"online"}'),
        b'{"x":' * 5000,
    ],
)
def test_what_cannot_be_read_is_counted_and_changes_nothing(payload: bytes) -> None:
    table = Speaker(Hall())
    table.online()
    before = table_line(table.now)
    assert table.hall.take("luza/v1/arena/table/table-1/availability", payload, False, NOW) is None
    assert (table.now.bad, table_line(table.now)) == (1, before)


def test_topics_of_others_are_passed_over() -> None:
    hall = Hall()
    for topic in ("luza/v1/arena/club/tables", "luza/v2/arena/table/one/state", "x", "luza/v1/a/table/b"):
        assert hall.take(topic, b"{}", False, NOW) is None
    assert hall.tables == []


def test_tables_stand_in_the_order_of_their_numbers() -> None:
    hall = Hall()
    for slug in ("table-10", "vip", "table-2", "table-1"):
        Speaker(hall, slug).online()
    assert [table.place.slug for table in hall.tables] == ["table-1", "table-2", "table-10", "vip"]


def test_pages_hear_the_snapshots_first_and_then_what_changes(tmp_path: Path) -> None:
    hall, bus = Hall(), HallBus()
    table = Speaker(hall)
    for number in range(300):  # more tables than a slow page may be behind
        table.slug = f"table-{number}"
        bus.publish(table.say("availability", Availability(state="online", since=at(NOW))))

    async def listen() -> list[tuple[str, bytes]]:
        found = []
        async with bus.subscribe() as updates:
            bus.publish(table.say("state", idle(rev=7)))
            bus.close()
            async for update in updates:
                found.append(update)
        return found

    found = asyncio.run(listen())
    assert len(found) == 301
    topic, payload = found[-1]
    event = frame(topic, payload)
    assert event is not None
    data = msgspec.json.decode(event.partition(b"data: ")[2])
    assert (data["club"], data["table"], data["topic"]) == ("arena", "table-299", "state")
    assert data["payload"]["rev"] == 7
    assert frame("arena/table-1/alert/x", b"") == (
        b'event: table\ndata: {"club":"arena","table":"table-1","topic":"alert/x","payload":null}\n\n'
    )


def test_the_stream_begins_with_a_heartbeat_and_is_never_kept(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'club.db'}")
    app = create_app(
        store, Hall(), HallBus(), lambda: ServerHealth("ok", "1", 0, True, 0, 0, []), now=lambda: NOW
    )
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        scope = {"type": "http", "method": "GET", "path": "/events", "headers": [], "query_string": b""}

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Any) -> None:
            sent.append(message)
            if b"heartbeat" in message.get("body", b""):
                app.state.events.close()

        await app(scope, receive, send)

    asyncio.run(asyncio.wait_for(ask(), 60))
    assert (b"cache-control", b"no-store") in sent[0]["headers"]
    assert any(b"event: heartbeat" in message.get("body", b"") for message in sent)
