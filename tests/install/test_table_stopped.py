"""Who works at a board has the table to himself: not while it runs, not in the middle of a stroke."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from luza.cli.firmware import board_at
from luza.cli.stopped import table_stopped
from luza.facts import Contact, Rest, Strike
from luza.journal import Journal
from luza.journal.errors import JournalInUse
from luza.settings import Settings, load
from luza.sources.pins import PINS
from luza.sources.trouble import BoardTrouble

from tests.controller.world import World
from tests.install.command import Said, luza


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.end()


def settings_of(folder: Path, more: str = "") -> Settings:
    """A table's settings with its journal in the folder."""
    path = folder / "luza.toml"
    path.write_text(
        f'[table]\nname = "Стол 7"\n[journal]\npath = "{folder}/table.db"\n[board]\n{more}', encoding="utf-8"
    )
    return load(path)


def trouble(settings: Settings) -> BoardTrouble:
    with pytest.raises(BoardTrouble) as caught, table_stopped(settings):
        pass
    return caught.value


def test_a_table_that_runs_is_named_with_how_to_stop_it(world: World, tmp_path: Path) -> None:
    found = trouble(settings_of(tmp_path))
    assert found.code == "table_runs"
    assert "«Стол 7»" in found.words.ru and "systemctl stop luza-table" in found.words.ru


def test_a_stroke_that_is_not_over_is_waited_for(world: World, tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    world.start()
    world.feel(Strike(0.1), Contact(0.2))
    world.crash()
    found = trouble(settings)
    assert found.code == "stroke_on"
    assert "“Стол 7”" in found.words.en
    world.open()
    world.feel(Rest(5.0))
    world.crash()
    with table_stopped(settings), pytest.raises(JournalInUse):
        Journal.open(tmp_path / "table.db")
    world.open()


def test_a_table_without_a_journal_yet_is_no_hindrance(tmp_path: Path) -> None:
    with table_stopped(settings_of(tmp_path)):
        assert not (tmp_path / "table.db").exists()


def test_of_several_boards_one_has_to_be_named(tmp_path: Path) -> None:
    """Only the first is held against the number in the settings."""
    ports = [tmp_path / name for name in ("one", "two")]
    for port in ports:
        os.mkfifo(port)
    settings = settings_of(tmp_path, 'port = "/dev/luza-table-a"\nuid = "aa"\nmore = ["/dev/luza-table-b"]\n')
    with pytest.raises(BoardTrouble, match=r"/dev/luza-table-a, /dev/luza-table-b.*--port"):
        board_at(None, settings)
    assert board_at(str(ports[1]), settings) == (str(ports[1]), "")
    alone = settings_of(tmp_path, 'uid = "aa"\n')
    assert board_at(str(ports[0]), alone) == (str(ports[0]), "aa")


def test_settings_are_not_pushed_to_a_table_that_runs_or_plays(world: World, tmp_path: Path) -> None:
    """The file is read first: a mistake in it is named whatever the table does."""
    settings_of(tmp_path)
    port = tmp_path / "port"
    os.mkfifo(port)

    def push(file: Path) -> Said:
        where = ("--port", str(port), "--settings", str(tmp_path / "luza.toml"))
        return asyncio.run(luza("firmware", "settings", "push", str(file), *where))

    world.start()
    world.feel(Strike(0.1), Contact(0.2))
    running = push(PINS)
    assert running.status == 1 and "systemctl stop luza-table" in running.err
    assert "no-such.toml" in push(tmp_path / "no-such.toml").err
    world.crash()
    assert "stroke" in push(PINS).err
    world.open()
