"""The serial link between the board and the host: one codec for CPython and MicroPython."""
