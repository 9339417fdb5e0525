"""The project's files, and who imports whom, as the tests of the house read them."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def files(*endings: str) -> tuple[Path, ...]:
    """The files that belong to the project (tracked, or new and not ignored), by the ends of their names."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    paths = sorted(ROOT / name for name in listed if name.endswith(endings or ("",)) and name)
    return tuple(path for path in paths if path.is_file())


def under(*folders: str, endings: tuple[str, ...] = (".py",)) -> tuple[Path, ...]:
    """The project's files with these endings below these folders of the root."""
    roots = tuple(ROOT / folder for folder in folders)
    return tuple(path for path in files(*endings) if any(path.is_relative_to(root) for root in roots))


def name(path: Path) -> str:
    """A path as it is written in this project: from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[str]:
    """The full dotted names that a file imports anywhere in it, inside functions and for type checks too.

    `from luza.facts import Strike` gives `luza.facts.Strike`: the reader cuts off what it does not need.
    """
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
