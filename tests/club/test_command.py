"""`luza club`: settings, sync, players; what is wrong is said with its mend."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from luza.cli import main
from luza.club.history.names import player_id
from luza.club.settings import ClubSettings, parse, text_of

from tests.club.evening import Evening, a_short_match
from tests.web.ports import kept_port, number

Luza = Callable[..., Any]


@pytest.fixture
def luza(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Luza:
    """The command line, in this process: it would take a second to start each time."""
    monkeypatch.setenv("LUZA_LANG", "en")

    def call(*arguments: str, status: int = 0) -> Any:
        monkeypatch.setattr(sys, "argv", ["luza", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        assert end.value.code in ((0, None) if status == 0 else (status,)), said.err
        return said

    return call


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A settings file beside a table's journal with one match."""
    evening = Evening(tmp_path)
    a_short_match(evening)
    evening.end()
    path = tmp_path / "club.toml"
    path.write_text('[club]\nid = "club"\n[database]\nurl = "sqlite:///club.db"\n')
    return path


def test_the_history_is_rebuilt_and_players_are_merged_and_parted(luza: Luza, settings: Path) -> None:
    journal = str(settings.parent / "one" / "table.db")
    done = luza("club", "sync", journal, "--settings", str(settings))
    assert (done.out, done.err) == ("matches written: 1, known further: 0, copies: 0\n", "")
    assert (settings.parent / "club.db").exists()
    anna, boris = player_id("Анна"), player_id("Борис")
    assert luza("club", "players", "names", "--settings", str(settings)).out == "Анна\nБорис\n"
    luza("club", "players", "merge", anna, boris, "--settings", str(settings))
    assert luza("club", "players", "names", "--settings", str(settings)).out == "Борис\n"
    listed = luza("club", "players", "list", "анн", "--settings", str(settings)).out
    assert listed == f"{anna}  Анна  -> {boris}\n"
    again = luza("club", "players", "merge", anna, boris, "--settings", str(settings), status=2)
    assert "merged into another player already" in again.err


def test_a_copied_journal_counts_once_and_what_is_missing_is_named(
    luza: Luza, settings: Path, tmp_path: Path
) -> None:
    journal = settings.parent / "one" / "table.db"
    with kept_port() as nobody:
        pages = f"http://127.0.0.1:{number(nobody)}"
        done = luza(
            *("club", "sync", str(journal), str(journal), str(tmp_path / "gone.db"), pages),
            *("--settings", str(settings)),
            status=1,
        )
    assert "there is no such journal" in done.err
    assert pages in done.err
    assert done.out == "matches written: 2, known further: 0, copies: 0\n"
    copy = luza("club", "sync", str(journal), "--table", "two", "--settings", str(settings), status=1)
    assert copy.out == "matches written: 0, known further: 0, copies: 1\n"
    assert "the same match is there as club.one.1-" in copy.err


def test_settings_that_are_wrong_are_all_named_at_once(luza: Luza, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[database]\nurl = "mysql://x"\n[web]\nport = 0\n[mqtt]\nhots = "x"\n')
    done = luza("club", "check", str(path), status=2)
    for said in ("line 2: [database] url", "line 4: [web] port", "did you mean host?"):
        assert said in done.err


def test_a_database_that_cannot_be_opened_is_named(luza: Luza, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[staff]\npath = "staff.json"\n[database]\nurl = "sqlite:////proc/club/club.db"\n')
    done = luza("club", "run", "--settings", str(path), status=1)
    assert "database sqlite:////proc/club/club.db" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_printed_settings_are_the_defaults(language: str) -> None:
    assert parse(text_of(ClubSettings(), language)) == ClubSettings()  # type: ignore[arg-type]
