"""What panels hear while they are open: each change, the proposal of the clock, the end of a session."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from luza.entries import Options
from luza.facts import Contact, Pocket, Rest, Strike

from tests.panel.hall import Browser, Hall

FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]


class Ear:
    """The event stream of one browser, read in the tests' loop."""

    def __init__(self, hall: Hall, browser: Browser) -> None:
        self.hall = hall
        self.heard: list[tuple[str, Any]] = []
        self._something = asyncio.Event()
        self._gone = asyncio.Event()
        cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        self._scope = {
            "type": "http",
            "method": "GET",
            "path": "/events",
            "raw_path": b"/events",
            "query_string": b"",
            "headers": [(b"cookie", cookie.encode())],
            "http_version": "1.1",
        }
        self.ended = False

    async def listen(self) -> None:
        """Until the stream ends, or `leave`."""

        async def receive() -> dict[str, Any]:
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            text = message.get("body", b"").decode()
            for frame in text.split("\n\n"):
                lines = dict(line.split(": ", 1) for line in frame.split("\n") if ": " in line)
                if "event" in lines:
                    self.heard.append((lines["event"], msgspec.json.decode(lines["data"])))
                    self._something.set()

        await self.hall.app(self._scope, receive, send)
        self.ended = True
        self._something.set()

    def leave(self) -> None:
        self._gone.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until something was heard for which this holds."""
        async with asyncio.timeout(60):
            while not holds():
                self._something.clear()
                await self._something.wait()

    def panels(self) -> list[Any]:
        return [data for topic, data in self.heard if topic == "panel"]


def listening(hall: Hall, browser: Browser, work: Callable[[Ear], Awaitable[None]]) -> Ear:
    """Does `work` while the browser listens."""

    async def both() -> Ear:
        ear = Ear(hall, browser)
        task = asyncio.create_task(ear.listen())
        try:
            await work(ear)
        finally:
            ear.leave()
            await task
        return ear

    return hall.run(both())


def test_a_panel_hears_the_state_at_once_and_after_each_change(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()

    async def work(ear: Ear) -> None:
        await ear.until(lambda: bool(ear.panels()))
        before = ear.panels()[-1]
        request = marker.request({"do": "stroke", "pots": [{"pocket": "front-left"}]})
        assert (await marker.posting("act", request)).status_code == 200
        await ear.until(lambda: ear.panels()[-1]["rev"] > before["rev"])
        assert ear.panels()[-1]["state"]["frame"]["score"] == [1, 0]
        assert ear.panels()[-1]["seat"]["here"]

    ear = listening(hall, marker, work)
    seqs = [panel["seq"] for panel in ear.panels()]
    assert seqs == sorted(set(seqs))
    topics = [topic for topic, _ in ear.heard]
    # The display of the score is not kept waiting by the panel.
    assert topics.index("state", topics.index("event/shot")) < len(topics) - 1 - topics[::-1].index("panel")


def test_who_only_looks_hears_nothing_of_the_panel(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()

    async def work(ear: Ear) -> None:
        await ear.until(lambda: bool(ear.heard))
        # Before the second stroke comes what the first one did to the panel.
        for n in (1, 2):
            marker._take(await marker.posting("act", marker.request({"do": "stroke"})))
            await ear.until(lambda n=n: [topic for topic, _ in ear.heard].count("event/shot") == n)

    ear = listening(hall, hall.browser("nobody-in"), work)
    assert ear.panels() == []


def test_a_taken_seat_is_heard_of_at_once(hall: Hall) -> None:
    hall.start()
    olga, pavel = hall.marker("Ольга"), hall.marker("Павел", "tablet-two")

    async def work(ear: Ear) -> None:
        await ear.until(lambda: bool(ear.panels()))
        await pavel.posting("seat", {"take": True})
        await ear.until(lambda: ear.panels()[-1]["seat"]["name"] == "Павел")

    listening(hall, olga, work)
    assert olga.look()["you"]["lost_to"]["name"] == "Павел"


def test_a_session_that_ends_ends_its_stream(hall: Hall) -> None:
    hall.start()
    marker, manager = hall.marker(), hall.browser("office-pc").pair("manager")

    async def work(ear: Ear) -> None:
        await ear.until(lambda: bool(ear.panels()))
        await manager.posting("keys", {"role": "marker", "pin": "271828"})
        await ear.until(lambda: ear.ended)

    listening(hall, marker, work)


def test_the_time_that_is_up_proposes_the_foul_and_a_person_confirms(hall: Hall) -> None:
    hall.start(sensors=FELT, options=Options(clock_s=45, overtime="call"))
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    marker = hall.marker()
    ends = marker.panel["state"]["clock"]["ends_at"]
    assert ends is not None and marker.panel["clock"]["proposal"] is None

    async def work(ear: Ear) -> None:
        await ear.until(lambda: bool(ear.panels()))
        for seconds in (35.0, 10.0):
            hall.clocks.forward(seconds)
            hall.table.tick()
        await ear.until(lambda: ear.panels()[-1]["clock"]["proposal"] is not None)

    ear = listening(hall, marker, work)
    assert [data["warned"] for topic, data in ear.heard if topic == "clock"][-1]
    proposal = ear.panels()[-1]["clock"]["proposal"]
    assert (proposal["foul"], proposal["player"]) == ("slow_play", 0)
    marker.look()
    marker.done("enter", entry=proposal["confirm"])
    assert hall.score == (0, 0)
    assert marker.panel["choosing"]["kind"] == "after_foul"
    assert marker.panel["clock"]["proposal"] is None


def test_a_proposal_that_is_waved_away_gives_the_time_anew(hall: Hall) -> None:
    hall.start(sensors=FELT, options=Options(clock_s=45, overtime="call"))
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    marker = hall.marker()
    for seconds in (35.0, 15.0):
        hall.clocks.forward(seconds)
        hall.table.tick()
    proposal = marker.look()["panel"]["clock"]["proposal"]
    marker.done("enter", entry=proposal["dismiss"])
    assert marker.panel["clock"]["proposal"] is None
    hall.feel(Strike(1.0), Contact(1.3), Pocket(1.8, "rear-left"), Rest(4.0))
    assert hall.score == (2, 0)


def test_a_late_stroke_asks_and_its_foul_is_the_likeliest(hall: Hall) -> None:
    hall.start(sensors=FELT, options=Options(clock_s=45, overtime="call"))
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    hall.clocks.forward(35)
    hall.table.tick()
    hall.clocks.forward(15)
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    marker = hall.marker()
    assert marker.panel["fouls"][0]["id"] == "slow_play"
    assert len(marker.panel["state"]["needs_confirmation"]) == 1
    marker.entered("call", foul="slow_play", player=0)
    assert marker.panel["state"]["needs_confirmation"] == []
    assert hall.score == (0, 0)


@pytest.mark.parametrize("overtime", ["call", "foul"])
def test_who_was_down_on_the_shot_in_time_is_not_late(hall: Hall, overtime: Any) -> None:
    hall.start(sensors=FELT, options=Options(clock_s=45, overtime=overtime))
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    marker = hall.marker()
    hall.clocks.forward(30)
    marker.entered("bent", on=True)
    assert marker.panel["clock"]["bent"]
    hall.clocks.forward(20)
    hall.table.tick()
    assert marker.look()["panel"]["clock"]["proposal"] is None
    hall.feel(Strike(0.0), Contact(0.3), Pocket(0.8, "rear-left"), Rest(3.0))
    assert hall.score == (2, 0)
