"""Who may import whom, and what the pure middle must not touch."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.tree import ROOT, imports, name, tree, under

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"errors"}),
    frozenset({"facts"}),
    frozenset({"statements", "view"}),
    frozenset({"entries", "told", "messages"}),
    frozenset({"evidence"}),
    frozenset({"rules", "clock", "spotting"}),
    frozenset({"match"}),
    frozenset({"said"}),
    frozenset({"history"}),
    frozenset({"fold"}),
    frozenset({"about"}),
    frozenset({"table"}),
    frozenset({"replay", "locale", "orders", "taps"}),
    frozenset({"words", "settings", "journal", "sources"}),
    frozenset({"controller", "doctor"}),
    frozenset({"panel"}),
    frozenset({"mqtt", "web", "players"}),
    frozenset({"club"}),
    frozenset({"service"}),
    frozenset({"cli"}),
)
"""The rooms of host/luza from the ground up. A room may import itself and the rooms of lower layers."""

PURE = frozenset(
    {
        *("errors", "facts", "statements", "view", "entries", "told", "messages"),
        *("evidence", "rules", "clock", "spotting", "match", "said", "history", "fold"),
        *("about", "table", "replay", "taps"),
    }
)
"""The rooms where the same entries must always give the same state, bit for bit."""

IMPURE_MODULES = frozenset(
    {
        *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "select", "selectors", "signal"),
        *("socket", "ssl", "subprocess", "threading", "_thread"),
        *("datetime", "time", "random", "secrets", "uuid"),
        *("io", "logging", "os", "pathlib", "shutil", "sqlite3", "sys", "tempfile"),
    }
)
IMPURE_CALLS = frozenset({"open", "print", "input", "id", "hash", "globals", "exec", "eval"})

HOST_MODULES = under("host/luza")
LINK_MODULES = under("protocol/luza_link")

DISTRIBUTION = {"paho": "paho-mqtt", "serial": "pyserial"}
"""Where a package is installed under another name than it is imported by."""


def room(path: Path) -> str:
    """The room of host/luza that a file belongs to; empty for the package's own `__init__`."""
    return path.relative_to(ROOT / "host" / "luza").parts[0].removesuffix(".py").removeprefix("__init__")


def rank(of: str) -> int:
    """The layer of a room, from 0."""
    for number, layer in enumerate(LAYERS):
        if of in layer:
            return number
    raise LookupError(f"the room host/luza/{of} has no layer yet: give it one in {name(Path(__file__))}")


@pytest.mark.parametrize("path", HOST_MODULES, ids=name)
def test_a_room_imports_only_what_is_below_it(path: Path) -> None:
    here = room(path)
    if not here:
        assert not [target for target in imports(path) if target.startswith("luza.")]
        return
    for target in imports(path):
        parts = target.split(".")
        if parts[0] == "luza" and parts[1:] and parts[1] != here:
            assert rank(parts[1]) < rank(here), f"{here} is below {parts[1]} and may not import it"


@pytest.mark.parametrize("path", [path for path in HOST_MODULES if room(path) in PURE], ids=name)
def test_the_middle_is_pure(path: Path) -> None:
    """No clock, no thread, no I/O, no chance: neither a module that brings them nor a call that does."""
    assert not {target.split(".")[0] for target in imports(path)} & IMPURE_MODULES
    called = {
        node.func.id
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & IMPURE_CALLS


@pytest.mark.parametrize("path", LINK_MODULES, ids=name)
def test_the_link_knows_nothing_of_the_host(path: Path) -> None:
    assert not [target for target in imports(path) if target.split(".")[0] == "luza"]


@pytest.mark.parametrize("path", HOST_MODULES, ids=name)
def test_what_is_imported_is_declared(path: Path) -> None:
    """A package that is only there because a tool brought it would be missing on a table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *extras["fast"], *extras["pi"], *extras["demo"]]
    if room(path) in ("club", "cli"):
        declared += extras["club"]
    for target in imports(path):
        package = target.split(".")[0]
        if package in sys.stdlib_module_names or package in ("luza", "luza_link"):
            continue
        distribution = DISTRIBUTION.get(package, package)
        assert any(line.startswith(distribution) for line in declared), f"{package} is not in pyproject.toml"


def test_every_room_has_a_layer_and_every_layer_its_rooms() -> None:
    there = {room(path) for path in HOST_MODULES} - {""}
    listed = frozenset().union(*LAYERS)
    assert there <= listed, "give the new room its layer"
    assert listed <= there, "a room that is gone leaves the list"
