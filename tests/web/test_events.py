"""The event stream as any reader sees it, byte by byte over HTTP."""

import json
from collections.abc import Iterator
from http.client import HTTPResponse
from urllib.request import urlopen

import msgspec
import pytest
from luza.messages import Alert, Response, Words

from tests.web.site import DEADLINE_S, Site
from tests.web.states import Table, utc


class Reader:
    """Reads server-sent events from `/events`: (event, id, data)."""

    def __init__(self, url: str) -> None:
        self._answer: HTTPResponse = urlopen(f"{url}/events", timeout=DEADLINE_S)
        self.headers = self._answer.headers
        assert self._answer.readline() == b"retry: 1000\n"
        assert self._answer.readline() == b"\n"

    def __iter__(self) -> Iterator[tuple[str, int | None, object]]:
        fields: dict[str, str] = {}
        for line in self._answer:
            if line == b"\n":
                number = fields.get("id")
                yield fields["event"], None if number is None else int(number), json.loads(fields["data"])
                fields = {}
            else:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                assert name not in fields
                fields[name] = value

    def take(self, count: int) -> list[tuple[str, int | None, object]]:
        """The next events, heartbeats left out."""
        found: list[tuple[str, int | None, object]] = []
        for event in self:
            if event[0] != "heartbeat":
                found.append(event)
            if len(found) == count:
                return found
        return found

    def close(self) -> None:
        self._answer.close()


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_connection_begins_with_a_heartbeat_and_every_snapshot(site: Site, table: Table) -> None:
    told = [("availability", table.availability()), ("meta", table.meta()), ("state", table.state())]
    for topic, message in told:
        site.publish(topic, message)
    site.publish("event/pocket", table.pocket("rear-left"))  # an event: nobody hears it later
    reader = Reader(site.url)
    beat = next(iter(reader))
    assert beat[0] == "heartbeat"
    assert beat[1] is None
    assert set(beat[2]) == {"at", "build"}  # type: ignore[call-overload]
    assert reader.take(3) == [
        (topic, message.seq, json.loads(msgspec.json.encode(message))) for topic, message in told
    ]


def test_what_changes_follows_at_once_under_its_topic(site: Site, table: Table) -> None:
    reader = Reader(site.url)
    next(iter(reader))
    fall, state = table.pocket("middle-left", 7), table.falling()
    site.publish("event/pocket", fall)
    site.publish("state", state)
    assert [event[:2] for event in reader.take(2)] == [("event/pocket", fall.seq), ("state", state.seq)]


def test_the_stream_is_not_to_be_stored(site: Site) -> None:
    headers = Reader(site.url).headers
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]


def test_alerts_come_under_one_name_and_go(site: Site, table: Table) -> None:
    alert = Alert(
        **table.snapshot(), id="beam-3", level="fault", since=utc(), words=Words("Луч закрыт", "Beam blocked")
    )
    reader = Reader(site.url)
    next(iter(reader))
    site.publish("alert/beam-3", alert)
    site.clear("alert/beam-3")
    raised, over = reader.take(2)
    assert raised[:2] == ("alert", alert.seq)
    assert over == ("alert", None, {"id": "beam-3", "over": True})


def test_what_is_not_for_displays_stays_away(site: Site, table: Table) -> None:
    reader = Reader(site.url)
    next(iter(reader))
    answer = Response(**table.envelope(), id="c-1", status="ok", code="done", detail="Done.")
    site.publish("response/entry", answer)
    state = table.state()
    site.publish("state", state)
    assert reader.take(1)[0][:2] == ("state", state.seq)


def test_a_payload_of_several_lines_stays_one_event(site: Site, table: Table) -> None:
    reader = Reader(site.url)
    events = iter(reader)
    next(events)
    site.send("meta", b'{"seq":5,\n"club":"luza"}', 5, True)
    answer = reader._answer
    lines = [answer.readline() for _ in range(5)]
    assert lines == [b"event: meta\n", b"id: 5\n", b'data: {"seq":5,\n', b'data: "club":"luza"}\n', b"\n"]


def test_heartbeats_go_on_in_silence() -> None:
    with Site(heartbeat_s=0.02) as site:
        events = iter(Reader(site.url))
        beats = [next(events) for _ in range(4)]
    assert {beat[0] for beat in beats} == {"heartbeat"}
    times = [beat[2]["at"] for beat in beats]  # type: ignore[index]
    assert times == sorted(times)
    assert len(set(times)) > 1


def test_a_listener_that_is_let_go_is_told_so_by_the_end_of_the_stream(site: Site, table: Table) -> None:
    site.publish("state", table.state())
    reader = Reader(site.url)
    reader.take(1)
    site.drop_listeners()
    assert reader.take(1) == []


def test_a_listener_that_leaves_is_forgotten(site: Site, table: Table) -> None:
    reader = Reader(site.url)
    next(iter(reader))
    assert site.listeners() == 1
    reader.close()
    site.wait_for(lambda: site.listeners() == 0)


def test_stopping_ends_the_streams(site: Site) -> None:
    reader = Reader(site.url)
    next(iter(reader))
    site.stop()
    assert reader.take(1) == []
