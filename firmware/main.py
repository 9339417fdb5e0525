"""The board's start: settings, link, detectors and watchdog, put together; then the loop, for ever."""

import gc

# Compiling on the board leaves holes; tidied often while it starts, there is room for the link's ring.
gc.threshold(4096)

import os
import time

import machine
import micropython
from luza_link import messages as m
from luza_link.board import BoardLink
from luza_table import VERSION, store
from luza_table.board import Board
from luza_table.fitted import dictionary
from luza_table.port import open_port

WATCHDOG_MS = 8000
"""The RP2040's longest is 8388 ms."""
SERVICE_PIN = 22
"""Bridged to ground at power-on: the program stays away, and the port is MicroPython's prompt."""
FAREWELL_US = 1_000_000
"""New settings wait at most so long for the host to have what was felt under the old ones."""


def reset_cause(left_word: bool) -> int:
    """Why the board started, in the link's numbers."""
    if left_word:
        return m.RESET_SOFT
    causes = {machine.PWRON_RESET: m.RESET_POWER, machine.WDT_RESET: m.RESET_WATCHDOG}
    return causes.get(machine.reset_cause(), m.RESET_UNKNOWN)


def run() -> None:
    """Until there are new settings."""
    if hasattr(micropython, "alloc_emergency_exception_buf"):
        micropython.alloc_emergency_exception_buf(100)
    word = store.take_restart()
    kept = store.Store()
    settings = kept.settings
    link = BoardLink(
        uid=machine.unique_id(),
        boot_id=int.from_bytes(os.urandom(4), "little") or 1,
        reset_cause=reset_cause(word is not None),
        fw_version=VERSION,
        dictionary=dictionary(settings),
        settings_hash=kept.hash,
        apply_settings=kept.apply,
    )
    if word:
        link.log(m.LOG_WARNING, word)
    if kept.trouble:
        link.log(m.LOG_ERROR, kept.trouble)
    port = open_port(settings.link)
    board = Board(settings, link, time.ticks_us, time.ticks_diff)
    gc.threshold(-1)  # from here on the board tidies up between two turns of its loop
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    leave_at = 0
    while True:
        now = board.step()
        heard = port.read()
        if heard:
            link.receive(heard, now)
        link.poll(now, port.write)
        watchdog.feed()
        if kept.changed:
            leave_at = leave_at or now + FAREWELL_US
            if now >= leave_at or (link.acked == link.newest and not link.settings.reply):
                return
        machine.idle()


if machine.Pin(SERVICE_PIN, machine.Pin.IN, machine.Pin.PULL_UP).value():
    try:
        run()
        store.note_settings()
    except Exception as error:
        store.note_failure(error)
    machine.soft_reset()
