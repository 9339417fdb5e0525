"""What every file keeps to: its length, its words, its docstrings, and tests that do not wait."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files, name, tree, under

LONGEST = 400
"""A file is read at a sitting."""

CODE = tuple(path for path in files(".py", ".js", ".css", ".html", ".sh", "Makefile", ".mk"))
TEXT = tuple(
    path
    for path in files()
    if path.suffix not in {".png", ".jpg", ".woff2", ".ttf", ".gz", ".xz", ".db", ".bin"}
)

# Written in pieces, so that this file does not hold the words it looks for.
FORBIDDEN = re.compile(
    "|".join(
        (
            r"(?<![\w.])/" + r"(?:work|root|tmp|home/[a-z])" + r"(?:/|\b(?=[\"'`\s]))",
            "py" + r"pi\.org",
            "python" + r"hosted\.",
            "npm" + r"js\.",
            "deb" + r"ian\.org",
            r"\bTO" + r"DO\b",
            r"\bFIX" + r"ME\b",
            r"\bX" + r"XX\b",
        )
    )
)
THIRD_PARTY = re.compile(r"""(?:https?:)?//(?!www\.w3\.org/)[\w-]+\.[\w.-]+""")


@pytest.mark.parametrize("path", CODE, ids=name)
def test_a_file_is_short_enough_to_be_read_at_a_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", TEXT, ids=name)
def test_a_file_is_free_of_this_machine_and_of_loose_ends(path: Path) -> None:
    """Paths of somebody's machine, hosts of package registries, notes of work that is still to be done."""
    found = [
        f"{name(path)}:{number}: {hit[0]}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (hit := FORBIDDEN.search(line))
    ]
    assert not found


@pytest.mark.parametrize("path", under("host/luza", "protocol/luza_link", "firmware"), ids=name)
def test_what_others_may_use_says_what_it_is(path: Path) -> None:
    """Every module has a docstring, and every public class, function and method of a public class."""
    assert ast.get_docstring(tree(path))
    assert not list(_without_docstring(tree(path)))


def _without_docstring(node: ast.Module | ast.ClassDef) -> Iterator[str]:
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if child.name.startswith("_"):
                continue
            if not ast.get_docstring(child):
                yield f"line {child.lineno}: {child.name}"
            if isinstance(child, ast.ClassDef):
                yield from _without_docstring(child)


@pytest.mark.parametrize("path", under("tests"), ids=name)
def test_no_test_waits_in_real_time(path: Path) -> None:
    """A test passes the clock in, or waits for the event itself with a deadline."""
    for node in ast.walk(tree(path)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        called = ast.unparse(node.func)
        assert called != "time.sleep", f"line {node.lineno}"
        if called == "asyncio.sleep":
            how_long = node.args[0]
            if isinstance(how_long, ast.BinOp) and isinstance(how_long.op, ast.Mult):
                how_long = how_long.right  # a random part of so much
            assert isinstance(how_long, ast.Constant), f"line {node.lineno}"
            assert float(how_long.value) < 0.1, f"line {node.lineno}"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path", under("host/luza/web", endings=(".html", ".js", ".css", ".svg", ".webmanifest")), ids=name
)
def test_the_pages_load_nothing_from_elsewhere(path: Path) -> None:
    """A club's network may have no way out, and a page that calls home would tell who plays."""
    assert not THIRD_PARTY.findall(path.read_text(encoding="utf-8"))


def test_the_top_level_has_the_folders_of_the_layout_and_no_more() -> None:
    there = {path.relative_to(ROOT).parts[0] for path in files() if path.parent != ROOT}
    assert there == {"firmware", "host", "protocol", "hardware", "tests", ".ci"}
