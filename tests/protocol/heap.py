"""On MicroPython: an event is pushed and sent with the heap locked. Prints JSON."""

import json
import struct

import micropython
from luza_link import messages as m
from luza_link.board import BoardLink
from luza_link.codec import Decoder, encode

wire = bytearray(1000)
used = 0


def write(buffer, size):
    """Keep what is sent, without allocating."""
    global used
    for at in range(size):
        wire[used + at] = buffer[at]
    used += size
    return True


board = BoardLink(b"\1\2", 7, m.RESET_POWER, "0.1.0", b"{}", 0)
hello = struct.pack(m.HELLO_HOST, m.VERSION_MAJOR, 0, 0, 0, m.ROLE_HOST, 7, 0) + b"\0"
board.receive(encode(m.HELLO, hello), 0)
board.poll(1000, write)
used = 0
micropython.heap_lock()  # from here on an allocation raises MemoryError
for number in range(3):
    board.push_event(2000 + number, m.POCKET, 2, 57, 0)
    board.poll(2000 + number, write)
micropython.heap_unlock()
frames = Decoder().feed(bytes(wire[:used]))
print(json.dumps({"events": len([kind for kind, _ in frames if kind == m.EVENT])}))
