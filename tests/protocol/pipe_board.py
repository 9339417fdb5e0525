"""A board's end of the link on standard input and output, for MicroPython.

    micropython -X heapsize=192k pipe_board.py UID BOOT_ID EVENTS INTERVAL_US

Pushes EVENTS pocket events, one every INTERVAL_US, numbered by their value, and goes on until its input ends.
Standard input does not block.
"""

import gc
import sys
import time
from binascii import unhexlify

from luza_link import messages as m
from luza_link.board import BoardLink

DICTIONARY = b'{"fitted":["pocket","strike"],"units":{"pocket":"ms"}}'

WAITING = 100
"""No more is pushed while so many wait, so that a slow machine's board does not run ahead of its test."""

settings = []


def apply_settings(blob):
    """Takes anything but a refusal."""
    if blob.startswith(b"bad"):
        return "settle_ms 7: 100 to 5000"
    settings.append(blob)
    return ""


def write(buffer, size):
    """Give one frame to the host."""
    sys.stdout.buffer.write(memoryview(buffer)[:size])


def main(uid, boot_id, events, interval_us):
    """Until the input ends."""
    board = BoardLink(unhexlify(uid), boot_id, m.RESET_POWER, "0.1.0", DICTIONARY, 0, apply_settings)
    board.levels = 1 << 2
    board.log(m.LOG_INFO, "плата готова")
    started = time.ticks_us()
    next_us = 0
    pushed = 0
    while True:
        now_us = time.ticks_diff(time.ticks_us(), started)
        if pushed < events and now_us >= next_us and board.newest - board.acked < WAITING:
            pushed += 1
            board.push_event(now_us, m.POCKET, pushed % 6, pushed, m.FLAG_OBJECT)
            next_us = now_us + interval_us
        data = sys.stdin.buffer.read(256)
        if data == b"":
            return
        if data:
            board.receive(data, now_us)
        board.free_heap = gc.mem_free()
        board.poll(now_us, write)
        time.sleep_us(200)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
