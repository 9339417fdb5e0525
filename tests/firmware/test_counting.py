"""Time on a counter that wraps, and edges on their way out of interrupts."""

import json

import pytest
from luza_table.clock import Clock
from luza_table.ring import EdgeRing

from tests.firmware.runtimes import on_micropython


class Counter:
    """A counter of so many bits, as ticks_us and ticks_diff show it."""

    def __init__(self, bits: int, start: int) -> None:
        self.us = start
        self._period = 1 << bits

    def ticks(self) -> int:
        """The reading."""
        return self.us % self._period

    def diff(self, later: int, earlier: int) -> int:
        """Signed distance of two readings."""
        half = self._period // 2
        return (later - earlier + half) % self._period - half


@pytest.mark.parametrize("bits", [30, 62])
def test_time_goes_on_across_the_wrap(bits: int) -> None:
    counter = Counter(bits, (1 << bits) - 1_000)
    clock = Clock(counter.ticks, counter.diff)
    before = counter.ticks()
    assert clock.now() == 0
    counter.us += 999
    assert clock.now() == 999
    counter.us += 1
    assert counter.ticks() == 0
    assert clock.at(counter.ticks()) == 1_000
    assert clock.at(before) == 0
    assert clock.now() == 1_000
    counter.us += 5
    late = counter.ticks()
    counter.us += 5
    assert clock.at(late) == 1_005
    assert clock.now() == 1_010
    assert clock.at(late) == 1_005


def test_time_counts_days_of_a_counter_that_wraps_every_eighteen_minutes() -> None:
    counter = Counter(30, 5)
    clock = Clock(counter.ticks, counter.diff)
    for _ in range(1_000):
        counter.us += 400_000_000
        clock.now()
    assert clock.now() == 400_000_000_000


def test_a_ring_gives_edges_in_order_and_counts_what_it_has_no_room_for() -> None:
    counter = Counter(30, 0)
    ring = EdgeRing(8, counter.ticks)
    assert not ring.take()
    for code in range(9):
        counter.us = 10 * code
        ring.put(code)
    assert ring.lost == 2
    taken = []
    while ring.take():
        taken.append((ring.time, ring.code))
    assert taken == [(10 * code, code) for code in range(7)]
    ring.put(200)
    assert ring.take()
    assert ring.code == 200


def test_an_interrupt_on_micropython_allocates_nothing_and_keeps_two_thousand_edges_in_order() -> None:
    """The ring's `put` with the heap locked, as in a hard interrupt; how long it takes is printed."""
    told = json.loads(on_micropython("lock_heap.py"))
    assert told["lost"] == 0
    assert told["in_order"]
    assert told["edges"] == 2_000
    print(f"put: {told['us_each']} us on this machine")
