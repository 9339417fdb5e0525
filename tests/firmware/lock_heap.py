"""2,000 edges through the ring, each put with the heap locked; prints what came out. For MicroPython."""

import json
import time

import micropython
from luza_table.ring import EdgeRing


def burst(ring: EdgeRing) -> int:
    """A hundred edges as from interrupts; how long they took, in us."""
    micropython.heap_lock()
    before = time.ticks_us()
    for number in range(100):
        ring.put(number)
    spent = time.ticks_us() - before
    micropython.heap_unlock()
    return spent


def main() -> None:
    """Twenty bursts, read out one by one."""
    ring = EdgeRing(512, time.ticks_us)
    codes = []
    times = []
    spent = 0
    for _ in range(20):
        spent += burst(ring)
        while ring.take():
            codes.append(ring.code)
            times.append(ring.time)
    in_order = codes == list(range(100)) * 20 and times == sorted(times)
    told = {"edges": len(codes), "in_order": in_order, "lost": ring.lost, "us_each": round(spent / 2000, 2)}
    print(json.dumps(told))


main()
