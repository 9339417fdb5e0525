"""What hangs on the club's server: webhooks, table time, lamps; with a real table, broker and receiver."""

import base64
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.club import attached
from luza.club.history.intake import Place
from luza.club.interfaces.errors import BadInterface
from luza.club.settings import ClubSettings
from luza.club.time.errors import TimeRefused
from luza.club.time.permission import Actor
from luza.club.time.prices import PriceList, Tariff
from luza.messages import FrameEvent, Score
from luza.mqtt.broker import PrivateBroker

from tests.club.databases import Sqlite
from tests.club.hall import change, club_settings, play, run, sent, server, table, until
from tests.club.interfaces.receiver import Receiver
from tests.club.time.terms import PRICES, START
from tests.mqtt.harness import Ear

BOSS = Actor("Boss", "manager")
SECRET = f"whsec_{base64.b64encode(bytes(32)).decode()}"


def settings(url: str, broker: int, folder: Path, receiver: int) -> ClubSettings:
    """A club with one lamp and one webhook."""
    lamps, hooks = folder / "lamps.toml", folder / "hooks.toml"
    lamps.write_text('[table-1]\ntasmota = "lamp-1"\n')
    hooks.write_text(f'[[hooks]]\nname = "site"\nurl = "http://127.0.0.1:{receiver}/"\nsecret = "{SECRET}"\n')
    base = club_settings(url, broker)
    return change(
        base,
        time=change(base.time, lamps=str(lamps)),
        webhooks=change(base.webhooks, file=str(hooks), spool=str(folder / "spool")),
    )


def told(receiver: Receiver) -> list[dict[str, Any]]:
    """The frames that the receiver was told of."""
    return [msgspec.json.decode(request.body)["data"] for request in receiver.heard]


def test_a_frame_is_told_timed_and_lit(sqlite: Sqlite, tmp_path: Path) -> None:
    async def evening(receiver: Receiver) -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            found = settings(sqlite.create(), broker.port, tmp_path, receiver.port)
            lamp = await stack.enter_async_context(Ear(broker.port, "cmnd/#"))
            club = await stack.enter_async_context(server(found))
            await club.kept.hearing.wait()
            club.time.book.set_prices(BOSS, PriceList((Tariff("main", 40_000),)))
            opened = club.time.desk.open(BOSS, "table-1")
            club.time.changed()
            await lamp.until(lambda heard: heard and heard[-1].payload == b"ON")
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            await play(one)
            await until(lambda: len(receiver.heard) == 1)
            await until(lambda: club.time.book.session(opened.id).played_us > 0)
            (frame,) = told(receiver)
            assert (frame["club"], frame["table"], frame["game"]) == ("arena", "table-1", "free")
            assert (frame["players"], frame["frames_won"]) == (["Анна", "Борис"], [1, 0])
            assert frame["result"]["score"] == [2, 0]
            closed = club.time.desk.close(BOSS, opened.id)
            assert closed.played_us <= closed.billed_us
            club.time.changed()
            await lamp.until(lambda heard: heard[-1].payload == b"OFF")

    with Receiver() as receiver:
        run(evening(receiver))


def test_a_frame_that_ended_while_the_server_was_away_is_told_when_it_is_back(
    sqlite: Sqlite, tmp_path: Path
) -> None:
    async def evening(receiver: Receiver) -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            found = settings(sqlite.create(), broker.port, tmp_path, receiver.port)
            async with server(found) as club:
                await club.kept.hearing.wait()
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            await play(one)
            await sent(one)
            assert receiver.heard == []
            await stack.enter_async_context(server(found))
            await until(lambda: len(receiver.heard) == 1)
            assert told(receiver)[0]["result"]["winner"] == 0

    with Receiver() as receiver:
        run(evening(receiver))


def test_a_message_that_was_long_on_its_way_takes_nothing_from_a_frame(sqlite: Sqlite) -> None:
    """By when it comes the table's clock seems to be behind; a frame is as long as the table says."""
    now = [START]
    club = server(club_settings(sqlite.create(), 1), now=lambda: now[0])
    club.time.book.set_prices(BOSS, PRICES)
    opened = club.time.desk.open(BOSS, "table-1")
    one = Place("arena", "table-1")

    def hear(said: datetime, late: timedelta, seq: int, event: str) -> None:
        at = said.isoformat()
        now[0] = said + late
        score = Score(players=("A", "B"), score=(0, 0), frames_won=(0, 0), at_table=0, phase="play")
        payload = msgspec.json.encode(msgspec.structs.replace(score, session="s", seq=seq, rev=seq, at=at))
        assert club.hall.take("luza/v1/arena/table/table-1/score", payload, False, now[0]) is not None
        frame = FrameEvent(match="m1", event=event, number=1, breaker=0, seq=seq, at=at)  # type: ignore[arg-type]
        club.time.take(one, frame)

    hear(START, timedelta(seconds=5), 1, "started")
    hear(START + timedelta(seconds=10), timedelta(), 2, "ended")
    assert club.time.book.session(opened.id).played_us == 10_000_000
    club.store.close()


@pytest.mark.parametrize(
    "text",
    ["hooks = 1", "[[hooks]]\nname = 'a'", "[[hooks", f"[[hooks]]\nname='a'\nurl='x'\nsecret='{SECRET}'"],
)
def test_a_file_of_webhooks_that_is_wrong_is_refused_in_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "hooks.toml").write_text(text)
    with pytest.raises(BadInterface) as refused:
        attached.hooks(str(tmp_path / "hooks.toml"))
    assert "ебхук" in refused.value.words.ru


def test_files_that_are_not_there_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadInterface, match=r"missing\.toml"):
        attached.hooks(str(tmp_path / "missing.toml"))
    with pytest.raises(TimeRefused, match=r"missing\.toml"):
        attached.lamps(str(tmp_path / "missing.toml"))
    assert (attached.hooks(None), attached.lamps(None)) == ((), {})
