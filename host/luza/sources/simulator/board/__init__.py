"""What stands in for the board's hardware; runs on the board's side, under MicroPython or CPython.

`machine.py` and `time.py` take the place of MicroPython's own modules of these names, so nothing of the
firmware knows that it is not on a board. They are found by path, not as parts of this package.
"""
