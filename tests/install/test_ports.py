"""What may be on a port instead of the table's board: each is named, with its mend."""

import asyncio
import os
import random
import tty
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from luza.locale import catalogue
from luza.sources import talk
from luza.sources.link_port import SerialPort
from luza.sources.ports import candidates, the_port
from luza.sources.talk import Seen, Talk
from luza.sources.trouble import BoardTrouble
from luza_link.values import BoardHello, DictChunk, frame

from tests.install.command import luza

HELLO = BoardHello(1, 1, 0, 0, 77, 1, 1, 0, 512, 0, 0, 0, "e6614103e7692b2a", "0.2.0")
LATER = msgspec.structs.replace(HELLO, major=2)


@contextmanager
def a_port() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal: the end of whatever is plugged in, and the port's path."""
    end, port = os.openpty()
    tty.setraw(port)
    os.set_blocking(end, False)
    try:
        yield end, os.ttyname(port)
    finally:
        os.close(end)
        os.close(port)


@contextmanager
def a_speaker(said: bytes | None) -> Iterator[str]:
    """The path of a port that answers this whenever it hears something; None: what it heard.

    Who spoke earlier might be read off, for whoever opens a port drops what was sent to nobody.
    """
    with a_port() as (end, path):

        def speak() -> None:
            try:
                heard = os.read(end, 4096)
            except BlockingIOError:
                return
            os.write(end, heard if said is None else said)

        asyncio.get_running_loop().add_reader(end, speak)
        try:
            yield path
        finally:
            asyncio.get_running_loop().remove_reader(end)


def seen(said: bytes | None, *, uid: str = "", seconds: float = 30.0, baud: int = 115200) -> Seen:
    """What a talk takes a port for that answers this."""

    async def look() -> Seen:
        with a_speaker(said) as path:
            async with Talk(path, "test", uid=uid, baud=baud) as there:
                return await there.look(seconds)

    return asyncio.run(look())


@pytest.mark.parametrize(
    ("said", "what"),
    [(frame(HELLO), "board"), (frame(LATER), "other_version"), (b"\r\n>>> ", "prompt")],
)
def test_what_is_there_is_told_apart(said: bytes, what: str) -> None:
    assert seen(said).what == what


@pytest.mark.parametrize(
    "said", [b"$GPGGA,123519,4807.038,N*47\r\n", bytes(range(1, 256)), b"\xff\x00\xfe" * 40, None]
)
def test_noise_and_a_line_that_echoes_are_no_board(said: bytes | None) -> None:
    assert seen(said, seconds=0.3).what == "noise"


def test_a_port_where_nobody_answers_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "PROMPT_S", 0.1)
    assert seen(b"", seconds=0.1).what == "silent"


def test_the_board_of_another_table_is_named_with_both_numbers() -> None:
    found = seen(frame(HELLO), uid="0000000000000001")
    assert found.what == "wrong_board"
    assert "e6614103e7692b2a" in found.text and "0000000000000001" in found.text


def test_an_older_firmware_is_named_before_anything_is_asked_of_it() -> None:
    async def ask() -> None:
        old = BoardHello(1, 0, 0, 0, 77, 1, 1, 0, 512, 0, 0, 0, "e6614103e7692b2a", "0.1.0")
        with a_speaker(frame(old)) as path:
            async with Talk(path, "test") as there:
                await there.ready()

    with pytest.raises(BoardTrouble, match=r"old firmware 0\.1\.0.*Bridge GP22"):
        asyncio.run(ask())


@pytest.mark.parametrize("dictionary", [b"[]", b'{"inputs":'], ids=["a list", "half of it"])
def test_a_dictionary_that_cannot_be_read_is_named_with_the_mend(dictionary: bytes) -> None:
    crc = zlib.crc32(dictionary)
    said = frame(msgspec.structs.replace(HELLO, minor=1, dictionary_hash=crc))
    said += frame(DictChunk(crc, len(dictionary), 0, dictionary))

    async def ask() -> None:
        with a_speaker(said) as path:
            async with Talk(path, "test") as there:
                await there.ready()
                await there.fitted()

    with pytest.raises(BoardTrouble, match=r"cannot be read.*luza firmware install"):
        asyncio.run(ask())


def test_every_answer_has_words_with_a_mend_in_both_languages() -> None:
    for what in ("other_version", "wrong_board", "prompt", "noise", "silent"):
        assert f"board.trouble.there_{what}" in catalogue("ru")
        assert Seen("silent", "/dev/x").trouble().words.ru != Seen("silent", "/dev/x").trouble().words.en


@pytest.mark.parametrize("baud", [9600, 115200, 1_000_000])
def test_garbage_at_any_speed_is_named_by_the_command(baud: int) -> None:
    assert seen(random.Random(baud).randbytes(40) + b"\x80" * 40, seconds=0.2, baud=baud).what == "noise"


def test_a_port_in_use_is_named_with_who_may_have_it() -> None:
    async def ask() -> str:
        with a_port() as (_, path):
            port = SerialPort(path, 115200)
            try:
                said = await luza("firmware", "status", "--port", path, lang="ru")
            finally:
                port.close()
            assert said.status == 1
            return said.err

    assert "systemctl stop luza-table" in asyncio.run(ask())


def test_no_port_several_ports_and_a_board_without_micropython(tmp_path: Path) -> None:
    with pytest.raises(BoardTrouble, match="there is no port"):
        the_port("/dev/no-such-*", tmp_path)
    (tmp_path / "RPI-RP2").touch()
    with pytest.raises(BoardTrouble, match=r"the drive RPI-RP2.*\.uf2"):
        the_port("/dev/no-such-*", tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"port-{name}").touch()
    assert len(candidates(f"{tmp_path}/port-*")) == 2
    with pytest.raises(BoardTrouble, match="--port"):
        the_port(f"{tmp_path}/port-*", tmp_path)
