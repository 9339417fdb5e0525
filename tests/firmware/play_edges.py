"""Feeds labelled edges to the detectors; the same file runs on CPython and on MicroPython.

A case is {"limits", "without", "reference", "levels", "edges", "samples", "until", "every", "origin"}: the
detectors' numbers that differ, groups that are not fitted, whether there is a reference wire, inputs active
at the start (as bits), edges [us, input, active], colour readings [us, pocket, clear, red, green, blue],
the last time, how often the loop turns, and the board's time at the start. Its outcome is a list of facts
[us, kind, channel, value, flags].

As a program: cases from the file of the first argument, one JSON a line; outcomes to standard output alike.
"""

import gc
import sys

if sys.implementation.name == "micropython":
    gc.threshold(4096)  # as the board's start does, so that compiling leaves no holes

import json

from luza_table.settings import Settings
from luza_table.table import Table

PINS = {
    "pocket": ("front-left", "front-right", "middle-left", "middle-right", "rear-left", "rear-right"),
    "cushion": ("front", "rear", "left-front", "left-rear", "right-front", "right-rear"),
    "centre_line": ("house", "pyramid"),
    "slate": ("slate",),
}


def settings_of(case: dict) -> Settings:
    """A whole table with the case's numbers, less the groups that it goes without."""
    wiring = {}
    pin = 2
    for group in ("pocket", "cushion", "centre_line", "slate"):
        pins = {}
        for name in PINS[group]:
            pins[name] = pin
            pin += 1
        if group not in case.get("without", ()):
            wiring[group] = {"pins": pins, "active": "high"}
    if "samples" in case:
        ports = {name: port for port, name in enumerate(PINS["pocket"])}
        wiring["colour"] = {"i2c": 0, "sda": 20, "scl": 21, "khz": 400, "switch": 0x70, "ports": ports}
    if case.get("reference"):
        wiring["reference"] = {"out": 26, "in": 27}
    limits = case.get("limits", {})
    whole = {"format": 1, "name": "test", "wiring": wiring, "link": {"port": "usb"}, "limits": limits}
    return Settings(json.dumps(whole).encode())


def run(case: dict) -> list:
    """The facts of one case."""
    out = []
    table = Table(settings_of(case), lambda *fact: out.append(list(fact)))
    origin = case.get("origin", 0)
    table.start(origin, case.get("levels", 0))
    coming = [(t, 1, edge) for t, *edge in case["edges"]]
    coming += [(t, 0, sample) for t, *sample in case.get("samples", ())]
    coming.sort(key=lambda one: one[:2])
    every = case.get("every", 20_000)
    now = 0
    for t, is_edge, what in coming:
        while now + every <= t:
            now += every
            table.tick(origin + now)
        if is_edge:
            table.edge(origin + t, what[0], bool(what[1]))
        elif table.levels >> what[0] & 1:  # the board looks while the beam is broken
            table.kinds.sample(*what)
    while now < case["until"]:
        now += every
        table.tick(origin + now)
    for fact in out:
        fact[0] -= origin
    return out


if __name__ == "__main__":
    with open(sys.argv[1]) as lines:
        for line in lines:
            print(json.dumps(run(json.loads(line))))
            gc.collect()
