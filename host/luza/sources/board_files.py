"""What goes on a board: the files that the manifests name, and the hash that says which build they are."""

import ast
import hashlib
import json
from functools import cache
from pathlib import Path

from luza.errors import LuzaError
from luza.sources.pins import CHECKOUT

FIRMWARE = CHECKOUT / "firmware"
LINK = CHECKOUT / "protocol"
STARTER = "main.py"
"""Chooses between the two copies; lies beside them."""
SETTINGS = "settings.json"
SLOTS = "slots.json"
"""Which copy is good, which is on trial; see firmware/main.py."""
BUILD = "build.txt"
"""In each copy: the hash of its files."""


class NoFirmware(LuzaError):
    """The board's files are not where the project keeps them."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is not there; the board's files come from the project's folder")
        self.path = path


@cache
def copy_files() -> dict[str, bytes]:
    """One copy of the firmware: path within its folder to content, its build's hash included.

    Raises NoFirmware where the project's files are not there.
    """
    files: dict[str, bytes] = {}
    for folder in (LINK, FIRMWARE):
        for target, source in json.loads(_read(folder / "package.json"))["urls"]:
            if target not in (STARTER, SETTINGS):
                files[target] = _read(folder / source)
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(name.encode() + b"\0" + files[name])
    files[BUILD] = whole.hexdigest()[:8].encode()
    return files


def starter() -> bytes:
    """The file that chooses between the copies."""
    return _read(FIRMWARE / STARTER)


def version() -> str:
    """What a board with these files says it runs: `0.2.0+1a2b3c4d`."""
    number: str = json.loads(_read(FIRMWARE / "package.json"))["version"]
    return f"{number}+{copy_files()[BUILD].decode()}"


@cache
def limits() -> dict[str, dict[str, tuple[int, int, int]]]:
    """The detectors' numbers as this host's firmware knows them: default, lowest, highest."""
    tree = ast.parse(_read(FIRMWARE / "luza_table" / "settings.py"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LIMITS":
            found: dict[str, dict[str, tuple[int, int, int]]] = ast.literal_eval(node.value)
            return found
    raise NoFirmware(FIRMWARE / "luza_table" / "settings.py")


def lay_out(flash: Path) -> None:
    """Write a simulated board's file system but for its settings: the starter, and copy `a`.

    It may run on CPython as well, for which the link has a file more.
    """
    (flash / STARTER).write_bytes(starter())
    (flash / SLOTS).write_text('{"good": "a"}')
    on_cpython = "luza_link/cpython.py"
    for name, content in {**copy_files(), on_cpython: _read(LINK / on_cpython)}.items():
        path = flash / "a" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NoFirmware(path) from None
