"""Who may import whom, and what the pure middle must not touch."""

import ast
import sys
import tomllib
from pathlib import Path

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


def test_a_room_imports_only_what_is_below_it() -> None:
    assert HOST_MODULES
    for path in HOST_MODULES:
        here = room(path)
        for target in imports(path):
            parts = target.split(".")
            if parts[0] == "luza" and parts[1:] and parts[1] != here:
                assert here, f"{name(path)} imports {target}"
                assert rank(parts[1]) < rank(here), f"{name(path)}: {here} is not above {parts[1]}"


def test_the_middle_is_pure() -> None:
    """No clock, no thread, no I/O, no chance: neither a module that brings them nor a call that does."""
    for path in HOST_MODULES:
        if room(path) not in PURE:
            continue
        assert not {target.split(".")[0] for target in imports(path)} & IMPURE_MODULES, name(path)
        called = {
            node.func.id
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & IMPURE_CALLS, name(path)


def test_the_link_knows_nothing_of_the_host() -> None:
    assert LINK_MODULES
    for path in LINK_MODULES:
        assert not [target for target in imports(path) if target.split(".")[0] == "luza"], name(path)


def test_what_is_imported_is_declared() -> None:
    """A package that is only there because a tool brought it would be missing on a table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    always = [*project["dependencies"], *extras["fast"], *extras["pi"], *extras["demo"]]
    for path in HOST_MODULES:
        declared = always + (extras["club"] if room(path) in ("club", "cli") else [])
        for target in imports(path):
            package = target.split(".")[0]
            if package in sys.stdlib_module_names or package in ("luza", "luza_link"):
                continue
            distribution = DISTRIBUTION.get(package, package)
            there = any(line.startswith(distribution) for line in declared)
            assert there, f"{name(path)}: {package} is not in pyproject.toml"


def test_every_room_has_a_layer_and_every_layer_its_rooms() -> None:
    there = {room(path) for path in HOST_MODULES} - {""}
    listed = frozenset().union(*LAYERS)
    assert there <= listed, "give the new room its layer"
    assert listed <= there, "a room that is gone leaves the list"
