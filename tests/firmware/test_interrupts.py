"""What an interrupt handler costs, counted in the bytecode that MicroPython makes of it; and a flood of edges
through the whole board.

The count is of the unix build's compiler, which is the board's. What a count means in time on an RP2040 is
reasoned in firmware/README.md, not measured here.
"""

import json
import re
import subprocess

import pytest
from luza.sources.pins import CHECKOUT, read_pins
from luza.sources.simulator.process import HARDWARE, HEAP
from luza_link import messages as m

from tests.firmware.runtimes import FOLDERS, HERE, MICROPYTHON

BOARD_PATH = ":".join([str(HARDWARE), *map(str, FOLDERS), ".frozen"])
LOOPING = {"JUMP", "POP_JUMP_IF_TRUE", "POP_JUMP_IF_FALSE", "UNWIND_JUMP", "FOR_ITER"}
ALLOCATING = ("BUILD_", "MAKE_", "LOAD_CONST_OBJ", "LOAD_SUPER", "RAISE", "IMPORT_", "YIELD", "SETUP_")
"""Bytecode that makes objects."""


def bytecode(name: str, function: str) -> list[tuple[int, str, str]]:
    """A function's instructions as MicroPython's compiler lists them: place, name, the rest."""
    done = subprocess.run(
        [MICROPYTHON, "-v", "-v", CHECKOUT / "firmware" / "luza_table" / name],
        env={"MICROPYPATH": BOARD_PATH, "LUZA_BOARD_SIGNALS": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    block = re.search(rf"{name}, code block '{function}' .*?\n(.*?)(?=^File|\Z)", done.stdout, re.M | re.S)
    assert block, done.stderr[-300:]
    rows = re.findall(r"^(\d+) ([A-Z_]+)(.*)$", block[1], re.M)
    return [(int(place), word, rest) for place, word, rest in rows]


@pytest.mark.parametrize(
    ("name", "function", "most", "calls"),
    [("board.py", "on_edge", 50, 3), ("ring.py", "put", 45, 1)],
)
def test_a_handler_has_no_loop_makes_no_object_and_is_short(
    name: str, function: str, most: int, calls: int
) -> None:
    code = bytecode(name, function)
    assert 10 < len(code) <= most, len(code)
    for place, word, rest in code:
        assert not word.startswith(ALLOCATING), (place, word)
        if word in LOOPING:
            assert int(rest.split()[0]) > place, "a jump back is a loop"
    called = sum(word.startswith("CALL_") for _, word, _ in code)
    assert called <= calls


@pytest.mark.parametrize(
    ("alone", "still_us"), [(False, 200_000), (True, 90_000)], ids=["all inputs", "one input"]
)
def test_two_thousand_edges_a_second_are_all_kept_in_order(alone: bool, still_us: int) -> None:
    """For a second, on fifteen inputs in turn or on one, while the loop stands still again and again."""
    numbers = [m.INPUT_POCKETS] if alone else sorted(read_pins().inputs())
    level = dict.fromkeys(numbers, 0)
    edges = []
    for step in range(2_000):
        number = numbers[step % len(numbers)]
        level[number] ^= 1
        edges.append((2_000_000 + step * 500, number, level[number]))
    told, got = flood(still_us, numbers)
    assert told == {"lost": 0, "muted": 0}
    assert got == edges


def flood(still_us: int, numbers: list[int]) -> tuple[dict[str, int], list[tuple[int, ...]]]:
    """What the board's loop took, under MicroPython."""
    levels = sum(1 << pin for pin, active_high in read_pins().inputs().values() if not active_high)
    settings = str(CHECKOUT / "firmware" / "settings.json")
    inputs = ",".join(map(str, numbers))
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", HERE / "flood_edges.py", settings, str(still_us), inputs],
        env={"MICROPYPATH": BOARD_PATH, "LUZA_BOARD_SIGNALS": "0", "LUZA_BOARD_LEVELS": str(levels)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:]
    head, *rows = done.stdout.splitlines()
    return json.loads(head), [tuple(map(int, row.split())) for row in rows]
