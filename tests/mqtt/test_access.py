"""The club's broker as its files set it up: who may read, write and command, and over TLS."""

import asyncio
from pathlib import Path

import pytest
from luza.mqtt import clubbroker
from luza.mqtt.access import Access
from luza.mqtt.broker import PrivateBroker
from luza.mqtt.connection import Connection
from luza.mqtt.errors import BadAccess, BrokerRefused, BrokerUnreachable
from luza.mqtt.topics import Topics

from tests.mqtt.harness import TOPICS, Ear, Table, run, shot
from tests.mqtt.test_commands import ask, command

OTHER = Topics("arena", "table-2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("club")
    clubbroker.write(made, "arena", ["table-1", "table-2"], ["127.0.0.1", "localhost"])
    return made


def guarded(folder: Path) -> list[str]:
    return ["allow_anonymous false", f"password_file {folder / 'users'}", f"acl_file {folder / 'acl'}"]


def with_tls(folder: Path) -> list[str]:
    # The lines follow the private broker's listener, which they turn into one with TLS.
    return [*guarded(folder), f"certfile {folder / 'server.crt'}", f"keyfile {folder / 'server.key'}"]


def account(folder: Path, name: str) -> dict[str, str]:
    return {"username": name, "password": (folder / "passwords" / name).read_text().strip()}


def access(folder: Path, port: int, name: str = "table-1", tls: bool = False) -> Access:
    return Access(
        port=port,
        username=name,
        password_file=str(folder / "passwords" / name),
        tls=tls,
        ca_file=str(folder / "ca.crt") if tls else None,
    )


def test_each_account_may_do_its_own_and_no_more(folder: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            PrivateBroker(guarded(folder)) as broker,
            Ear(broker.port, **account(folder, "display")) as display,
            Ear(broker.port, **account(folder, "panel")) as panel,
            Ear(broker.port, **account(folder, "club")) as club,
            Ear(broker.port, **account(folder, "table-2")) as neighbour,
        ):
            table = Table(tmp_path)
            publisher = table.connect(broker.port, access=access(folder, broker.port))
            await publisher.listening.wait()
            table.tell("event/shot", shot(1))
            await display.first(f"{TOPICS.root}/event/shot")
            assert (await ask(panel, "stop", command("by panel"))).json["status"] == "ok"
            assert (await ask(club, "stop", command("by club"))).json["status"] == "ok"
            # Mosquitto answers a write that is not allowed with "not authorised".
            denied = 0x87
            order = f"{TOPICS.root}/command/stop"
            assert await display.publish(order, command("by display")) == denied
            assert await neighbour.publish(order, command("by a table")) == denied
            assert await neighbour.publish(f"{TOPICS.root}/state", b"{}") == denied
            assert await panel.publish(f"{TOPICS.root}/state", b"{}") == denied
            assert await club.publish(f"{TOPICS.root}/state", b"{}") == denied
            assert await display.publish("luza/v1/arena/club/tables", b"{}") == denied
            assert await neighbour.publish(f"{OTHER.root}/state", b"{}") != denied
            assert await club.publish("luza/v1/arena/club/tables", b"{}") != denied
            assert len(table.done) == 2
            # A table does not hear its neighbour: all that has come by now is what was said to itself.
            await club.publish(f"{OTHER.root}/command/stop", command("to the neighbour"))
            await neighbour.first(f"{OTHER.root}/command/stop", id="to the neighbour")
            assert {one.topic.split("/")[4] for one in neighbour.heard} == {"table-2"}
            await table.close()

    run(scene())


def test_nobody_comes_in_without_an_account(folder: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker(guarded(folder)) as broker:
            with pytest.raises(BrokerRefused, match=r"mqtt\.username"):
                await _open(Access(port=broker.port))
            wrong = access(folder, broker.port)
            wrong = Access(
                port=broker.port, username="table-1", password_file=str(folder / "passwords/table-2")
            )
            with pytest.raises(BrokerRefused, match=r"mqtt\.(username|password_file)"):
                await _open(wrong)

    run(scene())


def test_a_table_whose_account_is_another_tables_waits_and_loses_nothing(
    folder: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with (
            PrivateBroker(guarded(folder)) as broker,
            Ear(broker.port, **account(folder, "display")) as ear,
        ):
            table = Table(tmp_path)
            table.tell("event/shot", shot(1))
            publisher = table.connect(broker.port, access=access(folder, broker.port, "table-2"))
            while publisher.trouble is None or publisher.trouble.code != "broker_refused":
                await asyncio.sleep(0.01)
            assert "ACL" in publisher.trouble.detail
            assert TOPICS.availability in publisher.trouble.detail
            assert publisher.part().state == "fault"
            await publisher.stop()
            assert table.journal.outbox.depth() == 1
            publisher = table.connect(broker.port, access=access(folder, broker.port))
            await ear.first(f"{TOPICS.root}/event/shot")
            await table.close()

    run(scene())


def test_a_topic_that_is_not_ours_to_clear_holds_nothing_up(folder: Path, tmp_path: Path) -> None:
    """The table had another name before, and its account may no longer write there."""

    async def scene() -> None:
        async with (
            PrivateBroker(guarded(folder)) as broker,
            Ear(broker.port, **account(folder, "display")) as ear,
        ):
            table = Table(tmp_path)
            with table.journal.transaction() as work:
                work.snapshot(work.next_seq(), f"{OTHER.root}/state", b"{}")
            table.clear(f"{OTHER.root}/state")
            table.tell("event/shot", shot(1))
            publisher = table.connect(broker.port, access=access(folder, broker.port))
            await ear.first(f"{TOPICS.root}/event/shot")
            await publisher.stop()
            assert publisher.part().counters["dropped"] == 1
            await table.close()

    run(scene())


def test_over_tls_with_the_clubs_own_certificates(folder: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with PrivateBroker(with_tls(folder)) as broker:
            ear = Ear(broker.port, ca_file=str(folder / "ca.crt"), **account(folder, "display"))
            async with ear:
                table = Table(tmp_path)
                for n in range(1, 101):
                    table.tell("event/shot", shot(n))
                table.connect(broker.port, access=access(folder, broker.port, tls=True))
                await ear.first(f"{TOPICS.root}/event/shot")
                await ear.until(
                    lambda heard: heard[-1].topic.endswith("shot") and heard[-1].json["shot"]["n"] == 100
                )
                await table.close()

    run(scene())


def test_what_is_wrong_with_tls_is_said(folder: Path, tmp_path: Path) -> None:
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    clubbroker.certificates(stranger, ["localhost"])

    async def scene() -> None:
        async with PrivateBroker(with_tls(folder)) as broker, PrivateBroker() as plain:
            good = access(folder, broker.port, tls=True)
            await _open(good)
            for wrong, words in (
                ({"ca_file": str(stranger / "ca.crt")}, "mqtt.ca_file"),
                ({"ca_file": None}, "mqtt.ca_file"),
                ({"tls": False, "ca_file": None}, "mqtt.tls"),
                ({"port": plain.port}, "mqtt.tls"),
                ({"host": "127.0.0.2"}, "mqtt.host"),
            ):
                with pytest.raises(BrokerUnreachable) as problem:
                    await _open(Access(**{**_fields(good), **wrong}))  # type: ignore[arg-type]
                assert words in str(problem.value)
                assert problem.value.place in str(problem.value)

    run(scene())


@pytest.mark.parametrize(
    ("content", "word"), [(None, "No such file"), (b"\n", "first line"), (b"\xff\xfe", "UTF-8")]
)
def test_a_password_file_that_is_no_good_is_named(tmp_path: Path, content: bytes | None, word: str) -> None:
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadAccess, match=word) as problem:
        Access(username="table-1", password_file=str(path)).password()
    assert str(path) in str(problem.value)


def test_a_certificate_file_that_is_no_good_is_named(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_text("no certificate")
    for name in ("ca.crt", "missing.crt"):
        with pytest.raises(BadAccess, match=name):
            Access(tls=True, ca_file=str(tmp_path / name)).context()


def test_the_files_keep_their_passwords_when_a_table_is_added(tmp_path: Path) -> None:
    arguments = [str(tmp_path), "--club", "arena", "--host", "localhost", "--table", "table-1"]
    assert clubbroker.main(arguments) == 0
    before = (tmp_path / "passwords" / "table-1").read_text(), (tmp_path / "ca.crt").read_text()
    assert clubbroker.main([*arguments, "--table", "table-2"]) == 0
    assert before == ((tmp_path / "passwords" / "table-1").read_text(), (tmp_path / "ca.crt").read_text())
    assert "user table-2" in (tmp_path / "acl").read_text()
    for secret in ("ca.key", "server.key", "passwords/table-1"):
        assert (tmp_path / secret).stat().st_mode & 0o077 == 0
    assert clubbroker.main([*arguments, "--table", "club"]) == 1


async def _open(access: Access) -> None:
    connection = Connection(access, "probe", acked=lambda _n, _c: None, received=lambda _m: None)
    try:
        await connection.open()
    finally:
        await connection.close()


def _fields(access: Access) -> dict[str, object]:
    return {name: getattr(access, name) for name in access.__struct_fields__}
