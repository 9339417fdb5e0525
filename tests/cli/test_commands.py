"""The command line as a person or a script meets it: run as a process of its own."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from luza.cli import COMMANDS, Commands
from luza.cli.supervised import supervised
from luza.settings import Settings, parse
from luza.settings.allowed import SECTIONS

from tests.cli.process import LUZA, luza


@pytest.fixture
def bad_file(tmp_path: Path) -> str:
    file = tmp_path / "luza.toml"
    file.write_text("[web]\nport = 70000\n[mqtt]\nhots = 'x'\n")
    return str(file)


def test_help_fits_one_screen_and_lists_only_what_is_there() -> None:
    screen = luza("--help").stdout
    assert len(screen.splitlines()) <= 24
    listed = Commands().list_commands(None)
    assert set(listed) <= set(COMMANDS)
    for name in COMMANDS:
        assert (f"│ {name} " in screen) == (name in listed)


@pytest.mark.parametrize("name", Commands().list_commands(None))
def test_every_commands_help_fits_one_screen(name: str) -> None:
    screen = luza(name, "--help").stdout
    assert len(screen.splitlines()) <= 40


def test_a_command_that_is_not_there_is_bad_input() -> None:
    assert "No such command 'brew'" in luza("brew", status=2).stderr


def test_the_version_is_the_packages() -> None:
    assert luza("--version").stdout.startswith("luza 0.")


def test_a_commands_module_is_imported_only_when_it_is_named() -> None:
    """`luza replay` must not wait for the web server's import, nor a table carry what it does not use."""
    program = "import sys, luza.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "luza.cli" in loaded
    for heavy in ("luza.cli.config", "starlette", "uvicorn", "paho", "serial", "sqlite3", "rich", "pydantic"):
        assert heavy not in loaded


def test_config_prints_a_file_that_reads_back() -> None:
    assert parse(luza("config", "print", "--defaults").stdout) == Settings()
    assert "# Порт страниц." in luza("config", "print", "--defaults", "--lang", "ru").stdout
    assert json.loads(luza("config", "print", "--defaults", "--json").stdout)["web"]["port"] == 8080


def test_config_check_of_a_good_file(tmp_path: Path) -> None:
    file = tmp_path / "luza.toml"
    file.write_text("[web]\nport = 8081\n")
    assert luza("config", "check", str(file)).stdout == f"{file}: good\n"
    assert json.loads(luza("config", "check", "--json", LUZA_SETTINGS=str(file)).stdout) == {
        "file": str(file),
        "ok": True,
        "problems": [],
    }


def test_config_check_of_a_bad_file_names_all_that_is_wrong(bad_file: str) -> None:
    english = luza("config", "check", bad_file, status=2)
    assert english.stdout == ""
    assert english.stderr == (
        f"luza: {bad_file}: the settings are no good, nothing was changed\n"
        "  line 2: [web] port = 70000: must be a whole number from 1 to 65535\n"
        "  line 4: [mqtt] hots: unknown key; did you mean host?\n"
    )
    assert "нужно: целое число" in luza("config", "check", bad_file, "--lang", "ru", status=2).stderr
    assert (
        "нужно: целое число"
        in luza("config", "check", bad_file, status=2, LUZA_LANG="", LANG="ru_RU.UTF-8").stderr
    )


def test_config_check_answers_programs_in_json(bad_file: str) -> None:
    answer = json.loads(luza("config", "check", bad_file, "--json", status=2).stdout)
    assert not answer["ok"]
    assert [(p["section"], p["key"], p["value"], p["line"]) for p in answer["problems"]] == [
        ("web", "port", 70000, 2),
        ("mqtt", "hots", None, 4),
    ]


def test_config_print_of_a_bad_file_prints_nothing(bad_file: str) -> None:
    done = luza("config", "print", bad_file, status=2)
    assert done.stdout == ""
    assert "port = 70000" in done.stderr


def test_nothing_starts_with_settings_that_are_no_good(bad_file: str) -> None:
    """Status 2 tells systemd that another start would end the same way."""
    done = luza("table", "--settings", bad_file, status=2)
    assert "[web] port = 70000: must be a whole number from 1 to 65535" in done.stderr
    assert "Traceback" not in done.stderr


def test_config_explains_a_key_a_section_and_all() -> None:
    said = luza("config", "explain", "web.port").stdout
    assert "a whole number from 1 to 65535; default 8080" in said
    assert luza("config", "explain", "web").stdout.count("\nweb.") == len(SECTIONS["web"].keys) - 1
    everything = json.loads(luza("config", "explain", "--json").stdout)
    assert len(everything) == sum(len(section.keys) for section in SECTIONS.values())


def test_config_explain_suggests_where_the_key_is_not_known() -> None:
    assert "did you mean web.port?" in luza("config", "explain", "web.prot", status=2).stderr


def test_a_reader_that_goes_away_is_no_fault() -> None:
    program = f"{LUZA} config print --defaults | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """Where systemd listens: a datagram socket of the file system."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(30)
        yield ear


def test_systemd_hears_that_the_table_is_ready_that_it_turns_and_that_it_stops(
    systemd: socket.socket, tmp_path: Path
) -> None:
    file = tmp_path / "luza.toml"
    file.write_text(
        '[board]\nkind = "none"\n[mqtt]\nenabled = false\n[web]\nenabled = false\n'
        '[journal]\npath = "table.db"\n'
    )
    told = {"NOTIFY_SOCKET": str(systemd.getsockname()), "WATCHDOG_USEC": "100000"}
    with subprocess.Popen([LUZA, "table", "--settings", file], env={**os.environ, **told}) as table:
        heard = [systemd.recv(64) for _ in range(3)]
        table.terminate()
        while heard[-1] == b"WATCHDOG=1":
            heard.append(systemd.recv(64))
    assert (heard[:3], heard[-1]) == ([b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"], b"STOPPING=1")
    assert table.returncode == 0


def test_a_loop_that_hangs_gives_no_sign_of_life(systemd: socket.socket) -> None:
    """That is all systemd needs to end the process and to start it anew."""

    async def hang() -> None:
        async with supervised({"NOTIFY_SOCKET": str(systemd.getsockname()), "WATCHDOG_USEC": "20000"}):
            said = [await asyncio.to_thread(systemd.recv, 64) for _ in range(3)]
            assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            systemd.settimeout(0.1)
            with pytest.raises(TimeoutError):
                list(iter(lambda: systemd.recv(64), b""))
            systemd.settimeout(30)
            assert await asyncio.to_thread(systemd.recv, 64) == b"WATCHDOG=1"

    asyncio.run(hang())


@pytest.mark.parametrize("more", [{}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}])
def test_who_is_not_watched_says_only_that_it_is_ready(systemd: socket.socket, more: dict[str, str]) -> None:
    async def work() -> None:
        async with supervised({"NOTIFY_SOCKET": str(systemd.getsockname()), **more}):
            await asyncio.sleep(0)

    asyncio.run(work())
    assert [systemd.recv(64), systemd.recv(64)] == [b"READY=1", b"STOPPING=1"]


def test_a_service_does_its_work_where_systemd_does_not_listen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> str:
        async with supervised({"NOTIFY_SOCKET": str(tmp_path / "nowhere")}):
            return "done"

    assert asyncio.run(work()) == "done"
    assert "READY=1" in caplog.text
