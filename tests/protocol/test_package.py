"""What the board is given of the shared package: all that it imports, and no more."""

import json
import re
import tomllib

from tests.protocol.runtimes import ROOT

LINK = ROOT / "protocol" / "luza_link"


def imported_by(name: str, found: set[str]) -> set[str]:
    """The package's files that a file imports on the board, itself included."""
    if name not in found:
        found.add(name)
        text = (LINK / f"{name}.py").read_text()
        for module in re.findall(r"^from luza_link\.(\w+) import", text, re.M):
            imported_by(module, found)
        for module in re.findall(r"^from luza_link import (\w+)", text, re.M):
            imported_by(module, found)
    return found


def test_the_list_is_what_the_board_imports() -> None:
    package = json.loads((ROOT / "protocol" / "package.json").read_text())
    wanted = {f"luza_link/{name}.py" for name in imported_by("board", {"__init__"})}
    assert {target for target, _ in package["urls"]} == wanted
    assert all(target == source for target, source in package["urls"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["version"] == project["version"]
