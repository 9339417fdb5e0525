"""MicroPython's `time` on the simulated board: the counter is the board's, the rest the built-in module's."""

_machine = __import__("machine")  # ours, which lies beside this file

ticks_us = _machine.ticks_us
ticks_diff = _machine.ticks_diff
