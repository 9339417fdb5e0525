"""What every file keeps to: its length, its words, its docstrings, and tests that do not wait."""

import ast
import re
from collections.abc import Iterator

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


def test_a_file_is_short_enough_to_be_read_at_a_sitting() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert len(lengths) > 100
    assert not {path: lines for path, lines in lengths.items() if lines > LONGEST}


def test_files_are_free_of_this_machine_and_of_loose_ends() -> None:
    """Paths of somebody's machine, hosts of package registries, notes of work that is still to be done."""
    found = [
        f"{name(path)}:{number}: {hit[0]}"
        for path in TEXT
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (hit := FORBIDDEN.search(line))
    ]
    assert not found


def test_what_others_may_use_says_what_it_is() -> None:
    """Every module has a docstring, and every public class, function and method of a public class."""
    found = [
        f"{name(path)}: {what}"
        for path in under("host/luza", "protocol/luza_link", "firmware")
        for what in _without_docstring(tree(path))
    ]
    assert not found


def _without_docstring(node: ast.Module | ast.ClassDef) -> Iterator[str]:
    if isinstance(node, ast.Module) and not ast.get_docstring(node):
        yield "the module"
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if child.name.startswith("_"):
                continue
            if not ast.get_docstring(child):
                yield f"line {child.lineno}: {child.name}"
            if isinstance(child, ast.ClassDef):
                yield from _without_docstring(child)


def test_no_test_waits_in_real_time() -> None:
    """A test passes the clock in, or waits for the event itself with a deadline."""
    found = [
        f"{name(path)}:{node.lineno}"
        for path in under("tests")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _waits(node)
    ]
    assert not found


def _waits(call: ast.Call) -> bool:
    called = ast.unparse(call.func)
    if called != "asyncio.sleep":
        return called == "time.sleep"
    how_long = call.args[0]
    if isinstance(how_long, ast.BinOp) and isinstance(how_long.op, ast.Mult):
        how_long = how_long.right  # a random part of so much
    return not isinstance(how_long, ast.Constant) or float(how_long.value) >= 0.1  # type: ignore[arg-type]


def test_nothing_waits_in_a_way_that_can_swallow_its_end() -> None:
    """Up to Python 3.11 `asyncio.wait_for` may lose a cancellation that comes with what it waits for; a task
    then goes on for ever, and whoever ends it with it. `asyncio.timeout` does not."""
    found = [
        name(path)
        for path in under("host/luza")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "asyncio.wait_for"
    ]
    assert not found


def test_the_pages_load_nothing_from_elsewhere() -> None:
    """A club's network may have no way out, and a page that calls home would tell who plays."""
    pages = under("host/luza", endings=(".html", ".js", ".css", ".svg", ".webmanifest"))
    assert pages
    assert not {name(path) for path in pages if THIRD_PARTY.findall(path.read_text(encoding="utf-8"))}


def test_the_top_level_has_the_folders_of_the_layout_and_no_more() -> None:
    there = {path.relative_to(ROOT).parts[0] for path in files() if path.parent != ROOT}
    assert there == {"firmware", "host", "protocol", "hardware", "tests", ".ci"}
