"""Webhooks against a real HTTP server: signed, told once, tried again, and never in anybody's way."""

import asyncio
import base64
import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from luza.club.hearing.hall import Hall
from luza.club.history.intake import Place
from luza.club.interfaces.errors import BadInterface
from luza.club.interfaces.frames import FrameTeller
from luza.club.interfaces.hook import PAUSES_S, Hook, delivery_of, pause_s
from luza.club.interfaces.spool import Spool
from luza.club.interfaces.webhooks import Webhooks
from luza.club.store import Store
from luza.messages import FrameEvent, MatchEvent
from luza.view import FrameResult

from tests.club.databases import Sqlite
from tests.club.evening import take_all
from tests.club.interfaces.receiver import Receiver, Request
from tests.mqtt.harness import AT, run
from tests.web.ports import kept_port
from tests.web.ports import number as number_of

KEY = b"a secret of at least 24 bytes"
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"


def ended(number: int, seq: int | None = None) -> FrameEvent:
    """The end of a frame, as a table tells it."""
    result = FrameResult(number=number, winner=0, draw=False, score=(8, 5), breaker=0)
    return FrameEvent(
        match="m1", event="ended", number=number, breaker=0, result=result, seq=seq or number, at=AT
    )


def hook(port: int, name: str = "site") -> Hook:
    """A hook for a receiver on loopback."""
    return Hook(name, f"http://127.0.0.1:{port}/frames", SECRET)


class Clock:
    """A clock that the test moves, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def webhooks(folder: Path, clock: Clock, *hooks: Hook) -> Webhooks:
    """Hooks that wait for longer than any machine stands still."""
    return Webhooks(hooks, folder, clock, patience_s=60)


def tell(hooks: Webhooks, event: FrameEvent) -> None:
    """The club hears a frame's event."""
    made = delivery_of(event, "arena", "table-1", game="free", players=("Анна", "Boris"), frames_won=(1, 0))
    if made is not None:
        hooks.tell(*made)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def signature(request: Request) -> str:
    """What the signature has to be, worked out anew from what came."""
    head = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}."
    return base64.b64encode(hmac.new(KEY, head.encode() + request.body, hashlib.sha256).digest()).decode()


def test_a_frames_end_is_told_once_and_signed(tmp_path: Path) -> None:
    clock = Clock()

    async def scene(receiver: Receiver) -> None:
        hooks = webhooks(tmp_path, clock, hook(receiver.port))
        hooks.start()
        for event in (ended(1), ended(1), msgspec.structs.replace(ended(2), event="started")):
            tell(hooks, event)
        await until(lambda: hooks.views()[0].delivered == 1)
        tell(hooks, ended(1))
        tell(hooks, ended(2))
        await until(lambda: hooks.views()[0].delivered == 2)
        await hooks.stop()

    with Receiver() as receiver:
        run(scene(receiver))
        first, second = receiver.heard
    assert first.headers["webhook-signature"] == f"v1,{signature(first)}"
    assert first.headers["webhook-timestamp"] == "1700000000"
    assert first.headers["content-type"] == "application/json"
    assert first.headers["webhook-id"] != second.headers["webhook-id"]
    assert msgspec.json.decode(first.body) == {
        "type": "frame.ended",
        "timestamp": AT,
        "data": {
            "club": "arena",
            "table": "table-1",
            "match": "m1",
            "game": "free",
            "players": ["Анна", "Boris"],
            "number": 1,
            "frames_won": [1, 0],
            "result": {"number": 1, "winner": 0, "draw": False, "score": [8, 5], "breaker": 0},
        },
    }


def test_a_receiver_that_fails_is_tried_again_later_and_later(tmp_path: Path) -> None:
    """Frame 1 fails twice; other frames' news neither wait for it nor bring it forward."""
    clock, heard = Clock(), Counter[int]()

    def answer(request: Request) -> int:
        number = msgspec.json.decode(request.body)["data"]["number"]
        heard[number] += 1
        return 500 if number == 1 and heard[1] < 3 else 200

    async def scene(receiver: Receiver) -> None:
        hooks = webhooks(tmp_path, clock, hook(receiver.port))
        hooks.start()
        tell(hooks, ended(1))
        await until(lambda: hooks.views()[0].trouble == "500")
        for tries, pause in enumerate(PAUSES_S[:2], start=1):
            clock.now += pause - 0.01
            tell(hooks, ended(10 * tries))
            await until(lambda tries=tries: hooks.views()[0].delivered == 2 * tries - 1)  # type: ignore[misc]
            assert (heard[1], hooks.views()[0].waiting) == (tries, 1)
            clock.now += 0.02
            tell(hooks, ended(10 * tries + 1))
            await until(lambda tries=tries: heard[1] == tries + 1 and heard[10 * tries + 1])  # type: ignore[misc]
        await until(lambda: hooks.views()[0].waiting == 0)
        await hooks.stop()

    with Receiver(answer) as receiver:
        run(scene(receiver))
    assert heard == {1: 3, 10: 1, 11: 1, 20: 1, 21: 1}


def test_what_was_not_delivered_outlives_a_restart(tmp_path: Path) -> None:
    clock = Clock()

    async def nobody(port: int) -> None:
        hooks = webhooks(tmp_path, clock, hook(port))
        hooks.start()
        for number in (1, 2, 3):
            tell(hooks, ended(number))
        await until(lambda: hooks.views()[0].trouble is not None)
        await hooks.stop()

    async def somebody(port: int) -> None:
        hooks = webhooks(tmp_path, clock, hook(port))
        hooks.start()
        await until(lambda: hooks.views()[0].delivered == 3)
        await hooks.stop()

    with kept_port() as kept:
        port = number_of(kept)
        run(nobody(port))
        clock.now += PAUSES_S[0]
        with Receiver(port=port) as receiver:
            run(somebody(port))
    numbers = sorted(msgspec.json.decode(one.body)["data"]["number"] for one in receiver.heard)
    assert numbers == [1, 2, 3]


def test_a_receiver_that_never_answers_delays_nobody(tmp_path: Path) -> None:
    """Not who tells, not the other hook, and not the end of the program."""

    async def scene(dead: Receiver, alive: Receiver) -> None:
        hooks = Webhooks([hook(dead.port, "dead"), hook(alive.port, "alive")], tmp_path, patience_s=600)
        hooks.start()
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(1, 51):
            tell(hooks, ended(number))
        told_s = loop.time() - began
        await until(lambda: hooks.views()[1].delivered == 50)
        assert hooks.views()[0].waiting == 50
        began = loop.time()
        await hooks.stop()
        assert loop.time() - began < 30
        assert told_s < 30

    with Receiver(lambda _r: None) as dead, Receiver() as alive:
        run(scene(dead, alive))


def test_a_machine_that_is_too_slow_is_told_and_the_frame_is_told_once(
    sqlite: Sqlite, tmp_path: Path
) -> None:
    """The recorder keeps what it could not hand on, and hands it on again."""
    store = Store(sqlite.create())

    async def evening(port: int) -> None:
        hooks = webhooks(tmp_path, Clock(), hook(port))
        hooks.start()
        slow, place = FrameTeller(hooks, Hall(), store, patience_s=0.01), Place("arena", "table-1")
        with pytest.raises(BadInterface, match="too slow"):
            slow.take(place, ended(1))  # in the loop that has to do it: it cannot
        await asyncio.to_thread(FrameTeller(hooks, Hall(), store).take, place, ended(1))
        await until(lambda: hooks.views()[0].delivered == 1)
        await hooks.stop()

    with Receiver() as receiver:
        run(evening(receiver.port))
        assert len(receiver.heard) == 1
    store.close()


def test_who_played_is_told_though_the_tables_state_is_not_there(store: Store, tmp_path: Path) -> None:
    """It comes over another line, and after a while without the server it is of another match: the history
    knows the match as it was when that frame ended."""
    started = MatchEvent(
        match="m1", event="started", game="free", players=("Анна", "Борис"), frames_won=(0, 0), at=AT, t=0.0
    )
    place = Place("arena", "table-1")
    frames = [msgspec.structs.replace(ended(number), t=float(number)) for number in (1, 2)]
    take_all(store, place, [started, *frames])

    async def evening(port: int) -> None:
        hooks = webhooks(tmp_path, Clock(), hook(port))
        hooks.start()
        for frame in frames:
            await asyncio.to_thread(FrameTeller(hooks, Hall(), store).take, place, frame)
        await until(lambda: hooks.views()[0].delivered == 2)
        await hooks.stop()

    with Receiver() as receiver:
        run(evening(receiver.port))
        told = [msgspec.json.decode(request.body)["data"] for request in receiver.heard]
    assert [(one["game"], one["players"]) for one in told] == [("free", ["Анна", "Борис"])] * 2
    assert [one["frames_won"] for one in told] == [[1, 0], [2, 0]]


def test_a_silence_is_a_failure_after_a_while(tmp_path: Path) -> None:
    async def scene(receiver: Receiver) -> None:
        hooks = Webhooks([hook(receiver.port)], tmp_path, Clock(), patience_s=0.05)
        hooks.start()
        tell(hooks, ended(1))
        await until(lambda: hooks.views()[0].trouble is not None)
        assert "0.05" in (hooks.views()[0].trouble or "")
        await hooks.stop()

    with Receiver(lambda _r: None) as receiver:
        run(scene(receiver))


@pytest.mark.parametrize("status", [302, 410])
def test_a_receiver_that_sends_elsewhere_is_not_followed_and_one_that_is_gone_not_asked_again(
    tmp_path: Path, status: int
) -> None:
    async def scene(receiver: Receiver) -> None:
        hooks = webhooks(tmp_path, Clock(), hook(receiver.port))
        hooks.start()
        tell(hooks, ended(1))
        await until(lambda: hooks.views()[0].trouble == str(status))
        view = hooks.views()[0]
        assert (view.waiting, view.given_up) == ((0, 1) if status == 410 else (1, 0))
        await hooks.stop()

    with Receiver(lambda _r: status) as receiver:
        run(scene(receiver))
        assert len(receiver.heard) == 1


def test_the_spool_is_bounded_and_remembers_what_was_told(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool.db", most=3)
    for number in range(6):
        assert spool.put(f"id-{number}", b"{}", 100.0 + number)
    assert not spool.put("id-0", b"{}", 200.0)
    assert (spool.depth(), spool.dropped) == (3, 3)
    first = spool.next()
    assert first is not None and first.id == "id-3"
    spool.failed("id-3", 500.0)
    following = spool.next()
    assert following is not None and following.id == "id-4"
    spool.over("id-4")
    assert spool.depth() == 2
    spool.close()
    again = Spool(tmp_path / "spool.db", most=3)
    assert again.depth() == 2
    assert not again.put("id-4", b"{}", 600.0)
    again.close()


def test_a_delivery_is_given_up_after_about_a_day() -> None:
    assert 20 * 3600 < sum(PAUSES_S) < 30 * 3600
    assert pause_s(len(PAUSES_S)) == PAUSES_S[-1]
    assert pause_s(len(PAUSES_S) + 1) is None


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Hook("site", "ftp://example.org", SECRET), "hook_url"),
        (Hook("site", "example.org", SECRET), "hook_url"),
        (Hook("site", "http://[::1", SECRET), "hook_url"),
        (Hook("site", "http://127.0.0.1/", "whsec_c2hvcnQ="), "hook_secret"),
        (Hook("site", "http://127.0.0.1/", "secret"), "hook_secret"),
        (Hook("../site", "http://127.0.0.1/", SECRET), "hook_name"),
    ],
)
def test_a_hook_that_cannot_be_used_is_refused_in_words(tmp_path: Path, wrong: Hook, code: str) -> None:
    with pytest.raises(BadInterface) as refused:
        Webhooks([wrong], tmp_path)
    assert refused.value.code == code
    assert refused.value.words.ru.startswith("Вебхук")
