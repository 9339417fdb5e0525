"""Which copy the board's starter takes, whatever is left of its notes."""

import ast
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from luza.sources import board_files
from luza.sources.installer import slots_of

CHOOSING = ("SLOTS", "read", "known", "write", "choose")


@pytest.fixture
def choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[str, bool]]:
    """The starter's own choice, in a folder that stands for the flash; the rest of it wants a board."""
    tree = ast.parse(board_files.starter())
    tree.body = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.Assign) and _named(node) in CHOOSING
    ]
    names: dict[str, Any] = {"json": json, "os": os}
    exec(compile(tree, "main.py", "exec"), names)
    monkeypatch.chdir(tmp_path)
    chosen: Callable[[], tuple[str, bool]] = names["choose"]
    return chosen


def _named(node: ast.FunctionDef | ast.Assign) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.targets[0])


NOTES: list[tuple[str | None, tuple[str, bool]]] = [
    (None, ("a", False)),
    ("", ("a", False)),
    ('{"good": "b"', ("a", False)),
    ("\0\0\0\0", ("a", False)),
    ("[1]", ("a", False)),
    ("7", ("a", False)),
    ('{"good": "../b"}', ("a", False)),
    ('{"good": ["a"]}', ("a", False)),
    ('{"good": "b", "trial": "c"}', ("a", False)),
    ('{"good": "b"}', ("b", False)),
    ('{"good": "", "trial": "a"}', ("a", True)),
    ('{"good": "a", "trial": "b"}', ("b", True)),
    ('{"good": "a", "trial": "b", "tried": true}', ("a", False)),
]
"""What stands in `slots.json`, and the copy that is started then, and whether on trial."""


@pytest.mark.parametrize(("slots", "chosen"), NOTES)
def test_damaged_notes_start_the_copy_that_was_first(
    slots: str | None, chosen: tuple[str, bool], choose: Callable[[], tuple[str, bool]]
) -> None:
    if slots is not None:
        Path("slots.json").write_text(slots)
    assert choose() == chosen


@pytest.mark.parametrize(("slots", "chosen"), NOTES)
def test_an_installation_leaves_alone_the_copy_that_the_starter_calls_good(
    slots: str | None, chosen: tuple[str, bool]
) -> None:
    started, on_trial = chosen
    good = json.loads(slots or "null")["good"] if on_trial else started
    assert slots_of(None if slots is None else slots.encode(), started=True)["good"] == good


@pytest.mark.parametrize(
    "slots", ['{"good": "a", "trial": "b"}', '{"good": "a", "trial": "b", "tried": true}']
)
def test_a_flash_that_takes_no_notes_starts_the_good_copy(
    slots: str, choose: Callable[[], tuple[str, bool]]
) -> None:
    Path("slots.json").write_text(slots)
    Path("slots.json.new").mkdir()
    assert choose() == ("a", False)
