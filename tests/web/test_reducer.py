"""The reducer of all pages, run by the real browser: one function from messages to what is shown."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from luza.messages import Alert, ClockMessage, Message, Part, ShotEvent, Words
from playwright.sync_api import Browser, Page

from tests.web.site import Site
from tests.web.states import Table, shot, utc

Told = dict[str, Any]
Fold = Callable[..., Any]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with Site() as site:
        context = browser.new_context()
        opened = context.new_page()
        opened.goto(f"{site.url}/static/any/img/icon.svg")  # nothing runs there but what the test calls
        yield opened
        context.close()


@pytest.fixture
def fold(page: Page) -> Fold:
    """Folds messages from the start; with `ask`, gives what that function of the module says of the state."""

    def run(*messages: Told, ask: str | None = None, at: float = 0) -> Any:
        return page.evaluate(
            """async ([messages, ask, at]) => {
                const module = await import("/static/any/js/reducer.js");
                const freeze = (value) => {
                    if (value && typeof value === "object") Object.values(value).forEach(freeze);
                    return Object.freeze(value);
                };
                const state = messages.reduce(
                    (before, message) => freeze(module.reduce(before, freeze(message))),
                    freeze(module.initial),
                );
                return ask ? module[ask](state, at) : state;
            }""",
            [list(messages), ask, at],
        )

    return run


@pytest.fixture
def table() -> Table:
    return Table()


def told(topic: str, message: Message | None = None, received: float = 0, **more: object) -> Told:
    data = {} if message is None else msgspec.json.decode(msgspec.json.encode(message))
    return {"topic": topic, "data": data | more, "received": received}


def pockets(state: Told) -> list[str]:
    return [fall["pocket"] for fall in state["pockets"]]


def test_snapshots_are_kept_by_topic(fold: Fold, table: Table) -> None:
    meta, health, state = table.meta(), table.health(), table.state()
    after = fold(told("meta", meta), told("health", health), told("state", state))
    assert after["meta"]["table_name"] == "Стол 3"
    assert after["health"]["state"] == "ok"
    assert after["state"]["frame"]["score"] == [4, 6]
    assert after["session"] == "s-1"


def test_unknown_fields_and_topics_change_nothing(fold: Fold, table: Table) -> None:
    state = table.state()
    plain = fold(told("state", state))
    later = fold(told("state", state), told("weather", state), told("event/thunder", seq=999, session="s-1"))
    assert later | {"seen": []} == plain
    assert fold(told("state", state, weather="rain"))["state"]["weather"] == "rain"


@pytest.mark.parametrize("junk", [None, 7, "text", [], {}, {"seq": 1}, {"seq": "1", "session": "s-1"}])
def test_what_cannot_be_read_changes_nothing(fold: Fold, table: Table, junk: object) -> None:
    before = told("state", table.state())
    plain = fold(before)
    for topic in ("state", "event/pocket", "event/shot", "alert", "heartbeat"):
        assert fold(before, {"topic": topic, "data": junk, "received": 0}) == plain, topic


def test_a_message_seen_before_is_taken_once(fold: Fold, table: Table) -> None:
    fall = told("event/pocket", table.pocket("rear-left"))
    assert pockets(fold(fall, fall)) == ["rear-left"]


def test_two_balls_in_one_pocket_are_two(fold: Fold, table: Table) -> None:
    first, second = table.pocket("rear-left"), table.pocket("rear-left")
    assert pockets(fold(told("event/pocket", first), told("event/pocket", second))) == ["rear-left"] * 2


def test_an_older_revision_is_not_shown(fold: Fold, table: Table) -> None:
    old, new = told("state", table.state()), told("state", table.foul())
    assert fold(new, old) == fold(new)
    assert fold(old, new)["state"]["frame"]["score"] == [-1, 3]


def test_of_one_revision_the_later_message_is_shown(fold: Fold, table: Table) -> None:
    state = table.state()
    later = msgspec.structs.replace(state, seq=state.seq + 1, idle=True)
    assert fold(told("state", later), told("state", state))["state"]["idle"] is True


def test_topics_have_their_own_revisions(fold: Fold, table: Table) -> None:
    meta, state = table.meta(), table.state()
    assert fold(told("state", state), told("meta", meta))["meta"] is not None


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(order=st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_in_whatever_order_and_how_often_the_newest_state_stands(fold: Fold, order: list[int]) -> None:
    table = Table()
    states = [told("state", table.state()) for _ in range(6)]
    assert fold(*(states[i] for i in order))["state"]["rev"] == states[max(order)]["data"]["rev"]


def test_a_new_session_starts_from_nothing(fold: Fold, table: Table) -> None:
    before = [told("meta", table.meta()), told("state", table.state())]
    before.append(told("event/pocket", table.pocket("rear-left")))
    fresh = Table("s-2", seq=1)  # a journal that was begun anew counts from the start
    after = fold(*before, told("availability", fresh.availability()))
    assert (after["session"], after["state"], after["meta"], after["pockets"]) == ("s-2", None, None, [])


def test_a_session_that_is_over_says_nothing_more(fold: Fold, table: Table) -> None:
    first, late = told("state", table.state()), told("state", table.foul())
    fresh = told("state", Table("s-2", seq=300).break_())
    assert fold(first, fresh, late) == fold(first, fresh)


def test_what_the_line_and_the_clock_did_outlives_a_session(fold: Fold, table: Table) -> None:
    beat = {"topic": "heartbeat", "data": {"at": "2026-11-30T12:00:00.250Z", "build": "b"}, "received": 0}
    after = fold(told("state", table.state()), beat, told("state", Table("s-2").state()))
    assert len(after["offsets"]) == 1
    assert after["build"] == "b"


def test_a_ball_that_fell_shows_before_any_state_knows_it(fold: Fold, table: Table) -> None:
    known, fall, judged = table.falling(), table.pocket("front-left"), table.state()
    before = [told("state", known), told("event/pocket", fall)]
    assert [one["pocket"] for one in fold(*before, ask="falling")] == [
        "rear-left",
        "middle-right",
        "front-left",
    ]
    assert fold(*before, told("state", judged), ask="falling") == []


def test_a_fall_that_comes_late_does_not_come_back(fold: Fold, table: Table) -> None:
    fall, judged = table.pocket("front-left"), table.state()
    assert fold(told("state", judged), told("event/pocket", fall), ask="falling") == []


def test_the_pockets_of_the_last_shot_stay_until_the_next(fold: Fold, table: Table) -> None:
    course = [told("state", table.falling()), told("state", table.state()), told("state", table.foul())]
    assert [one["pocket"] for one in fold(*course)["lastPockets"]] == ["rear-left", "middle-right"]
    assert fold(*course, told("state", table.state(shot_open=True)))["lastPockets"] == []
    assert fold(*course, told("state", table.idle()))["lastPockets"] == []


def test_a_replaced_verdict_is_marked_until_the_next_shot(fold: Fold, table: Table) -> None:
    def judged(**how: bool) -> Told:
        event = ShotEvent(**table.envelope(), match="m-1", shot=shot(), **({"amended": False} | how))
        return told("event/shot", event)

    assert fold(judged())["amended"] is None
    assert fold(judged(), judged(amended=True))["amended"] == 41
    assert fold(judged(amended=True), judged())["amended"] is None
    assert fold(judged(amended=True, withdrawn=True))["amended"] is None


def test_alerts_come_and_go(fold: Fold, table: Table) -> None:
    def alert(name: str) -> Told:
        words = Words("Луч закрыт", "Beam blocked")
        return told("alert", Alert(**table.snapshot(), id=name, level="fault", since=utc(), words=words))

    beam, dark = alert("beam-1"), alert("dark")
    over = {"topic": "alert", "data": {"id": "beam-1", "over": True}, "received": 0}
    assert set(fold(beam, dark)["alerts"]) == {"beam-1", "dark"}
    assert set(fold(beam, dark, over)["alerts"]) == {"dark"}
    # A new connection brings those that still hold, under the numbers they had.
    opened = {"topic": "local/opened", "data": None, "received": 0}
    assert set(fold(beam, dark, opened, dark)["alerts"]) == {"dark"}


def test_the_clock_is_the_last_that_was_told(fold: Fold, table: Table) -> None:
    state = table.clock()
    stopped = ClockMessage(
        **table.snapshot(),
        running=False,
        ends_at=None,
        left_s=12.0,
        limit_s=45.0,
        warned=False,
        extensions=(1, 1),
    )
    restarted = table.clock()
    ask = {"ask": "shotClock"}
    assert fold(told("state", state), told("clock", stopped), **ask)["left_s"] == 12.0
    assert (
        fold(told("state", state), told("clock", stopped), told("state", restarted), **ask)["running"] is True
    )


def test_the_hosts_time_is_that_of_the_least_delayed_heartbeat(fold: Fold) -> None:
    def beat(at: float, received: float) -> Told:
        return {"topic": "heartbeat", "data": {"at": f"1970-01-01T00:00:{at:06.3f}Z"}, "received": received}

    near = [beat(10.0, 5400), beat(15.0, 10050), beat(20.0, 15900)]
    assert fold(*near, ask="hostTime", at=20_000) == 20_000 + 4950
    stepped = beat(50.0, 20_000)  # the host's clock was set meanwhile
    assert fold(*near, stepped, ask="hostTime", at=25_000) == 25_000 + 30_000
    assert fold(ask="hostTime", at=25_000) == 25_000


def test_who_is_away_and_since_when(fold: Fold, table: Table) -> None:
    away = {"topic": "local/away", "data": {"since": 1000}, "received": 13_000}
    back = {"topic": "local/back", "data": None, "received": 20_000}
    online, offline = (
        told("availability", table.availability()),
        told("availability", table.availability("offline")),
    )
    assert fold(online, ask="absence") is None
    assert fold(online, away, ask="absence") == {"kind": "host", "since": 1000, "words": None}
    assert fold(online, away, back, ask="absence") is None
    assert fold(online, offline, ask="absence")["kind"] == "table"


def test_a_board_that_fell_silent_is_an_absence_and_a_weak_sensor_is_not(fold: Fold, table: Table) -> None:
    silent = Part("fault", Words("Плата не отвечает", "The board is silent"), "2026-11-30T18:00:00.000Z")
    gone = told("health", table.health(link=silent))
    assert fold(gone, ask="absence")["kind"] == "board"
    assert fold(gone, ask="absence")["words"]["en"] == "The board is silent"
    assert (
        fold(told("health", table.health(link=Part("degraded"), outbox=Part("fault"))), ask="absence") is None
    )
