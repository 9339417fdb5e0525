"""A message from the desk to a table and back: shown, read at the table, refused, unanswered."""

from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from luza.club.hearing import orders
from luza.club.hearing.messenger import Messenger
from luza.mqtt.broker import PrivateBroker

from tests.club.databases import Sqlite
from tests.club.hall import club_settings, run, server, table, until


def say(desk: Messenger, leaf: str, message: dict[str, object]) -> None:
    """What a table that is no more would say."""
    desk.heard(f"luza/v1/arena/table/table-9/{leaf}", msgspec.json.encode(message))


def test_a_message_is_shown_read_and_told_back(
    sqlite: Sqlite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "ANSWER_S", 60.0)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = await stack.enter_async_context(server(club_settings(sqlite.create(), broker.port)))
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            assert one.publisher is not None
            await one.publisher.listening.wait()
            await club.live.hearing.wait()
            desk = club.messenger
            sent = await desk.send("arena", "table-1", "Стол заказан с 20:00", "Администратор", 60)
            assert desk.of("arena", "table-1") == [sent]
            assert sent.fate_at(sent.at) == "shown"
            assert sent.fate_at(sent.at + timedelta(seconds=60)) == "expired", "a table may be off by then"
            await until(lambda: bool(club.hall.table("arena", "table-1").alerts))  # type: ignore[union-attr]
            [name] = one.controller.waiting
            await one.controller.confirm(name)
            await until(lambda: sent.fate == "acknowledged")
            assert sent.told is not None
            assert sent.fate_at(sent.until + timedelta(hours=1)) == "acknowledged"
            with pytest.raises(orders.NotTold, match=r"did not take the message: .*200"):
                await desk.send("arena", "table-1", "x" * 201)
            monkeypatch.setattr(orders, "ANSWER_S", 0.05)
            with pytest.raises(orders.NotTold, match="does not answer"):
                await desk.send("arena", "table-9", "Кто там?")
            [silent] = desk.of("arena", "table-9")
            assert silent.fate == "unanswered"
            late = {"session": "s", "seq": 1, "at": "2026-03-01T12:00:00Z", "id": silent.id}
            say(desk, "response/message", late | {"status": "ok", "code": "", "detail": ""})
            assert silent.fate_at(silent.at) == "shown", "its answer was only late"
            say(desk, "event/message", late | {"outcome": "expired"})
            assert silent.fate_at(silent.at) == "expired"
            assert desk.of("arena", "table-1") == [sent], "what a table refused is not among them"
            assert one.controller.waiting == ()

    run(evening())
