"""What goes on the board is what is in the folders, and nothing is written down twice in two ways."""

import json
import re
from pathlib import Path

from luza.sources.pins import CHECKOUT, read_pins
from luza_link import messages as m
from luza_table import VERSION
from luza_table.settings import LIMITS

FIRMWARE = CHECKOUT / "firmware"
LINK = CHECKOUT / "protocol"


def listed(manifest: Path) -> set[str]:
    """The files that a manifest installs; each comes from the place that it goes to."""
    urls = json.loads(manifest.read_text())["urls"]
    assert all(target == source for target, source in urls)
    return {target for target, _ in urls}


def test_the_manifest_of_the_firmware_is_its_folder() -> None:
    there = {path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.glob("luza_table/*.py")}
    assert listed(FIRMWARE / "package.json") == there | {"main.py", "settings.json"}
    assert json.loads((FIRMWARE / "package.json").read_text())["version"] == VERSION


def test_the_manifest_of_the_link_is_what_the_board_imports() -> None:
    """Followed through the files; what only CPython reads stays away."""
    needed: set[str] = set()
    waiting = ["luza_link/board.py", "luza_link/messages.py", "luza_link/__init__.py"]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        text = (LINK / name).read_text()
        for line in re.findall(r"^from (luza_link[\w.]*) import (.+)$", text, re.MULTILINE):
            if line[0] == "luza_link":
                waiting += [f"luza_link/{one.split(' as ')[0].strip()}.py" for one in line[1].split(",")]
            else:
                waiting.append(line[0].replace(".", "/") + ".py")
    assert listed(LINK / "package.json") == needed


def test_the_settings_on_the_board_are_made_from_the_pin_map() -> None:
    assert (FIRMWARE / "settings.json").read_bytes() == read_pins().settings()


def test_the_readme_has_every_limit_with_its_default_and_bounds() -> None:
    readme = (FIRMWARE / "README.md").read_text()
    for section, numbers in LIMITS.items():
        for key, (default, low, high) in numbers.items():
            assert re.search(rf"`{section}\.{key}` \| {default} \| {low} to {high} \|", readme), (
                section,
                key,
            )


def test_the_readme_has_every_pin() -> None:
    readme = (CHECKOUT / "hardware" / "README.md").read_text()
    for number, (pin, _) in read_pins().inputs().items():
        assert re.search(rf"GP{pin} \| [^|]*\| {re.escape(m.INPUT_NAMES[number])} \|", readme), number
