"""Two thousand edges in a second through the board's handlers, ring and loop; prints what the loop took.

Arguments: the settings' file, how long the loop stands still between two turns in us, the inputs by their
numbers, joined by commas. The counter is the script's own, so that no busy machine is in the way. For
MicroPython with the simulated hardware, whose interrupts run with the heap locked.
"""

import gc

gc.threshold(4096)

import json
import sys
from array import array

import machine
from luza_link.board import BoardLink
from luza_table.board import Board
from luza_table.fitted import dictionary
from luza_table.settings import Settings

EDGES = 2_000
EVERY_US = 500
START_US = 2_000_000

times = array("L")
numbers = bytearray()
levels = bytearray()
now = 0


def ticks() -> int:
    """The counter."""
    return now


def diff(later: int, earlier: int) -> int:
    """Distance of two readings."""
    return later - earlier


def main(path: str, still_us: int, inputs: "list[int]") -> None:
    """Let it happen, the loop a turn every `still_us`."""
    global now
    with open(path, "rb") as file:
        settings = Settings(file.read())
    link = BoardLink(b"12345678", 1, 1, "test", dictionary(settings), 0)
    board = Board(settings, link, ticks, diff)
    take = board.table.edge

    def edge(t: int, number: int, active: bool) -> None:
        times.append(t)
        numbers.append(number)
        levels.append(active)
        take(t, number, active)

    board.table.edge = edge
    turn = START_US
    active = bytearray(32)
    for step in range(EDGES):
        now = START_US + step * EVERY_US
        while turn <= now:
            board.step()
            turn += still_us
        number = inputs[step % len(inputs)]
        active[number] ^= 1
        wire = settings.pins[number]
        machine._world._edge(wire.pin, wire.active if active[number] else 1 - wire.active)
    board.step()
    print(json.dumps({"lost": board._ring.lost, "muted": board._muted}))
    for at in range(len(times)):
        print(times[at], numbers[at], levels[at])


main(sys.argv[1], int(sys.argv[2]), [int(number) for number in sys.argv[3].split(",")])
