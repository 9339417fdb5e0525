"""Documents that cannot fall behind: what they name is there."""

import configparser
import re
from pathlib import Path

import pytest
from luza.cli import COMMANDS, Commands

from tests.house.test_layers import HOST_MODULES, rank, room
from tests.house.tree import ROOT, files, name

FOLDERS = ("firmware", "host", "protocol", "hardware", "tests")
DOCUMENTS = files(".md")


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_top_folder_has_a_readme_that_ends_with_its_decisions(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[-1] == "Decisions"
    decisions = text.split("\n## Decisions\n")[1]
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", decisions), "a decision has its date"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_the_commands_in_a_document_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    quoted = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^    (\S.*)$", text, re.MULTILINE)
    quoted += [
        line for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) for line in block.splitlines()
    ]
    for command in quoted:
        if made := re.match(r"(?:\$ )?make ([a-z]+)", command):
            assert made[1] in targets, command
        if called := re.match(r"(?:\$ |sudo |\.venv/bin/)*luza ([a-z]+)", command):
            assert called[1] in COMMANDS, command
            assert called[1] in Commands().list_commands(None), command


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_the_links_in_a_document_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (path.parent / target).exists(), target


def test_the_readme_shows_the_scoreboard_as_the_tests_saw_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](tests/pictures/scoreboard.png)" in text


def test_the_readmes_map_names_every_top_folder() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for folder in FOLDERS:
        assert f"[`{folder}/`]({folder}/README.md)" in text


@pytest.mark.parametrize("path", files(".service"), ids=name)
def test_a_service_starts_a_command_that_exists(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(path.read_text(encoding="utf-8"))
    called = re.search(r"/luza ([a-z]+)", unit["Service"]["ExecStart"])
    assert called
    assert called[1] in Commands().list_commands(None)


def test_the_hosts_readme_has_a_line_for_every_room() -> None:
    listed = re.findall(
        r"^\| `([a-z]+)` \|", (ROOT / "host/README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    there = {room(path) for path in HOST_MODULES} - {""}
    assert set(listed) == there
    ranks = [rank(of) for of in listed]
    assert ranks == sorted(ranks), "the rooms are listed from the ground up"
