"""The board's end of the cable: USB, which is MicroPython's own standard input and output, or a UART."""

import select
import sys

import machine
import micropython

_CHUNK = 64
"""Bytes taken in one go, and so the longest that reading keeps the loop."""


class Port:
    """Reads and writes without waiting."""

    def __init__(self, reader, writer) -> None:
        self._reader = reader
        self._writer = writer
        self._left = b""
        self._poll_in = select.poll()
        self._poll_in.register(reader, select.POLLIN)
        self._poll_out = select.poll()
        self._poll_out.register(writer, select.POLLOUT)

    def read(self) -> bytes:
        """What has come in, up to a chunk; empty where nothing has."""
        data = b""
        while len(data) < _CHUNK and self._poll_in.poll(0):
            # More than one byte would make the RP2040 wait until all of them are there.
            byte = self._reader.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, frame: bytearray, size: int) -> bool:
        """Write the buffer's first `size` bytes; False, and none of them, where there is no room."""
        if not self._poll_out.poll(0):
            return False
        if self._left:
            self._left = self._left[self._writer.write(self._left) or 0 :]
            if self._left:
                return False
        data = memoryview(frame)[:size]
        written = self._writer.write(data) or 0
        if written < size:
            self._left = bytes(data[written:])
        return True


def open_port(link: "dict") -> Port:
    """The port that the settings name."""
    if link["port"] == "uart":
        uart = machine.UART(link["id"], link["baud"], tx=machine.Pin(link["tx"]), rx=machine.Pin(link["rx"]))
        return Port(uart, uart)
    micropython.kbd_intr(-1)  # a byte 3 in a frame is no Ctrl-C
    return Port(sys.stdin.buffer, sys.stdout.buffer)
