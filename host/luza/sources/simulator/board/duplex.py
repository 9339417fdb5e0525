"""CPython's two standard streams as one, for `machine.UART`; MicroPython opens the descriptor itself."""

import sys


class Duplex:
    """What the firmware reads, writes and polls of a UART."""

    def __init__(self) -> None:
        self.read = sys.stdin.buffer.read
        self.write = sys.stdout.buffer.write
        self.fileno = sys.stdin.fileno
