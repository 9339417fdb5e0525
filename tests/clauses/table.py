"""The table of clauses: where each is applied, which cases decide it, what it needs.

    python -m tests.clauses.table          # as Markdown

A clause is applied by the function, class or constant whose docstring, comment or text cites its id, and
decided by a case of `tests/rules/cases` or a test that names it. Ids after one prefix may be listed, or
spanned: `FREE 5.2 to 5.5`, `FREE 22A.2, 25.1`.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from luza.rules import clauses

from tests.rules.script import read_cases

ROOT = Path(__file__).parents[2]
CODE = ROOT / "host" / "luza"
IDS = (Path(__file__).with_name("ids.txt")).read_text("utf-8").split("\n")[:-1]
PREFIX = r"(?P<prefix>GEN|FREE|F80|MOSC|COMB|CL|DA|DB|CODE) "
ITEM = r"\d+(?:[AB]\.\d|\.(?:\d+(?:-\d)?|[А-Я](?:-\d)?))?(?:\(\d\)[a-c]?)?[a-f]?(?: n\d| else| note)?"
LIST = re.compile(rf"{PREFIX}(?P<items>{ITEM}(?:(?:, | and | to |; ){ITEM})*)")
READING = re.compile(r"AMB-\d\d")


def cited(text: str) -> set[str]:
    """The ids that a text cites."""
    text = re.sub(r"\s+", " ", text.replace("#", " "))
    found = set(READING.findall(text))
    for match in LIST.finditer(text):
        prefix, items = match["prefix"], re.split(r"(, | and | to |; )", match["items"])
        names = [f"{prefix} {item}" for item in items[::2]]
        found.update(names)
        for i, joint in enumerate(items[1::2]):
            if joint == " to " and names[i] in IDS and names[i + 1] in IDS:
                found.update(IDS[IDS.index(names[i]) : IDS.index(names[i + 1])])
    return found & set(IDS)


def _scopes(path: Path) -> Iterator[tuple[str, str]]:
    """(name, source) of each function, class and constant of a module, and of the module's own words."""
    source = path.read_text("utf-8")
    tree, lines = ast.parse(source), source.split("\n")
    yield path.stem, ast.get_docstring(tree) or ""
    before = ""
    for node in tree.body:
        # Whole lines: `ast.get_source_segment` splits the source anew for each node.
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, text
            before = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            before = getattr(target, "id", path.stem)
            yield before, text
        elif isinstance(node, ast.Expr):
            yield before or path.stem, text


Row = tuple[str, str, str, list[str], list[str]]
"""A clause: its id, the games, what it needs, where it is applied, the tests that decide it."""

SHOWN = "test_every_clause_stands_on_the_rules_page_in_both_languages"
"""The test of the rules page, which shows what no software can apply."""


def applied() -> dict[str, list[str]]:
    """By clause, the places of the code that cite it."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(CODE.rglob("*.py")):
        room = path.relative_to(CODE)
        if room.parts[0] in ("locale", "web", "cli", "mqtt") or room.parts[:2] == ("rules", "clauses"):
            continue
        for name, text in _scopes(path):
            for id in cited(text):
                place = f"{room.with_suffix('').as_posix()}:{name}"
                if place not in places[id]:
                    places[id].append(place)
    return places


def decided() -> dict[str, list[str]]:
    """By clause, the cases and tests that decide it."""
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "rules" / "cases").glob("*.txt")):
        for case in read_cases(path):
            for id in case.clauses:
                tests[id].append(case.place)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, text in _scopes(path):
            if name.startswith("test_"):
                for id in cited(text):
                    tests[id].append(f"{path.stem}:{name}")
    return tests


def rows() -> Iterator[Row]:
    """The rows of all clauses."""
    places, tests = applied(), decided()
    for id in IDS:
        clause = clauses.get(id)
        yield id, ", ".join(clause.games), clause.need, places.get(id, []), tests.get(id, [])


def main(table: Iterable[Row] | None = None) -> None:
    """Prints the table, or these rows of it."""
    print("| clause | games | needs | applied by | decided by |")
    print("| --- | --- | --- | --- | --- |")
    for id, games, need, places, tests in rows() if table is None else table:
        few = ", ".join(tests[:3]) + (f" and {len(tests) - 3} more" if len(tests) > 3 else "")
        # Only conduct is applied by no function (`test_table`): people read it on the rules page.
        where = ", ".join(places[:3]) or "panel/rulebook:rulebook"
        print(f"| {id} | {games} | {need} | {where} | {few or 'test_papers:' + SHOWN} |")


if __name__ == "__main__":
    main()
