"""2,000 edges through the ring, each put with the heap locked; prints what came out. For MicroPython."""

import json
import time

import micropython
from luza_table.ring import EdgeRing

ring = EdgeRing(512, time.ticks_us)
codes = []
last = 0
in_order = True
spent = 0
for _ in range(20):
    micropython.heap_lock()
    before = time.ticks_us()
    for number in range(100):
        ring.put(number)
    after = time.ticks_us()
    micropython.heap_unlock()
    spent += after - before
    while ring.take():
        in_order = in_order and ring.time >= last
        last = ring.time
        codes.append(ring.code)
in_order = in_order and codes == list(range(100)) * 20
told = {"edges": len(codes), "in_order": in_order, "lost": ring.lost, "us_each": round(spent / 2000, 2)}
print(json.dumps(told))
