"""MicroPython's `time` at the speed LUZA_WALL_SPEED; the counter begins a minute before it wraps.

At twenty times the speed, a machine that keeps this program waiting for half a second would be a broker that
has said nothing for ten. So one look at the clock is never later after another than on a real board.
"""

import os

import utime

gmtime = utime.gmtime
ticks_diff = utime.ticks_diff
_SPEED = int(os.getenv("LUZA_WALL_SPEED"))
_LONGEST_US = 250_000
_began = utime.ticks_us()
_passed = 0


def ticks_ms():
    """The counter, which wraps at 2^30."""
    global _began, _passed
    now = utime.ticks_us()
    _passed += min(utime.ticks_diff(now, _began) * _SPEED, _LONGEST_US)
    _began = now
    return (_passed // 1000 + (1 << 30) - 60_000) & (1 << 30) - 1


def sleep_ms(ms):
    """Sleep, as much shorter as time goes faster; meanwhile a panel is refreshed."""
    try:
        from rp2 import refresh
    except ImportError:
        pass
    else:
        refresh()
    utime.sleep_us(ms * 1000 // _SPEED)
