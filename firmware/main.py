"""The board's start: which of the two copies of the program runs, and what becomes of one that fails.

The copies are the folders `a` and `b`; `slots.json` names the good one, and the one on trial if there is any.
A copy on trial gets one start. If it fails, or hangs, or is not called good meanwhile, the next start is the
good one's. This file is never updated over the cable while it runs, so it knows as little as possible.
"""

import gc

# Compiling on the board leaves holes; tidied often while it starts, there is room for the link's ring.
gc.threshold(4096)

import json
import os
import sys

import machine

SERVICE_PIN = 22
"""Bridged to ground at power-on: the program stays away, and the port is MicroPython's prompt."""
SLOTS = "slots.json"
"""{"good": "a", "trial": "b", "tried": true, "failed": "b"}; all but `good` may be missing."""
PROMPT = "prompt.json"
"""Left by the program for whom it is to make room, with the link that the prompt is wanted on."""


def read(name: str) -> "object":
    """A file's JSON; None where it is not there, or is not to be read."""
    try:
        with open(name) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def known() -> "dict":
    """The slots; where they cannot be read, or name what cannot be, `a` is the good copy."""
    slots = read(SLOTS)
    named = ("", "a", "b")
    if isinstance(slots, dict) and slots.get("good", "") in named and slots.get("trial", "") in named:
        return slots
    return {"good": "a"}


def write(slots: "dict") -> None:
    """Keep the slots: whole, or as they were."""
    with open(SLOTS + ".new", "w") as file:
        json.dump(slots, file)
    os.rename(SLOTS + ".new", SLOTS)


def choose() -> "tuple[str, bool]":
    """The folder to start from (empty: none is good), and whether it is on trial."""
    slots = known()
    good, trial = slots.get("good", ""), slots.get("trial", "")
    try:
        if trial and not slots.get("tried"):
            write({"good": good, "trial": trial, "tried": True})
            return trial, True
        if trial:
            write({"good": good, "failed": trial})
    except OSError:
        pass  # full or worn flash: a trial that cannot be noted would never end, the good copy needs no note
    return good, False


def confirm() -> None:
    """The copy that runs is good."""
    write({"good": slot})


def wanted_at_prompt() -> bool:
    """Somebody asked for MicroPython's prompt, with the bridge or through the program."""
    if not machine.Pin(SERVICE_PIN, machine.Pin.IN, machine.Pin.PULL_UP).value():
        return True
    if PROMPT not in os.listdir():
        return False
    link = read(PROMPT)
    os.remove(PROMPT)
    if isinstance(link, dict) and link.get("port") == "uart":
        tx, rx = machine.Pin(link["tx"]), machine.Pin(link["rx"])
        os.dupterm(machine.UART(link["id"], link["baud"], tx=tx, rx=rx))
    return True


if not wanted_at_prompt():
    slot, on_trial = choose()
    if slot:
        sys.path.insert(0, slot)
        try:
            from luza_table import store
            from luza_table.run import run

            run(slot, on_trial, confirm)
            store.note_settings()
        except Exception as error:
            # Not through the copy's own files: it may be they that are broken.
            gc.collect()  # it may be memory that failed
            try:
                with open("restart.txt", "w") as file:
                    file.write("the program failed\n")
                    sys.print_exception(error, file)
            except OSError:
                pass  # it starts anew all the same
        machine.soft_reset()
