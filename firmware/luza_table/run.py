"""The program of one copy of the firmware: settings, link, detectors and watchdog, put together; then the
loop, until there are new settings or somebody wants MicroPython's prompt.
"""

import gc
import os
import time

import machine
import micropython
from luza_link import messages as m
from luza_link.board import BoardLink

from luza_table import VERSION, reset, store
from luza_table.board import Board
from luza_table.fitted import dictionary
from luza_table.orders import Orders
from luza_table.port import open_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WATCHDOG_MS = 8000
"""The RP2040's longest is 8388 ms."""
FAREWELL_US = 1_000_000
"""New settings wait at most so long for the host to have what was felt under the old ones."""
PROBATION_US = 60_000_000
"""A copy on trial that no host has called good in this time gives way to the one before."""
ANSWERED_US = 100_000
"""The last answer before a reset is through the port by then."""
SETTLED_US = 1_000_000
"""A host that is linked so long after the start has the board under the new settings: they stay."""


def run(folder: str, on_trial: bool, confirm: "Callable[[], None]") -> None:
    """Until the board is to start anew. folder: this copy's; confirm: call it good."""
    if hasattr(micropython, "alloc_emergency_exception_buf"):
        micropython.alloc_emergency_exception_buf(100)
    word = store.take_restart()
    kept = store.Store()
    settings = kept.settings
    orders = Orders(on_trial, confirm)
    link = BoardLink(
        uid=machine.unique_id(),
        boot_id=int.from_bytes(os.urandom(4), "little") or 1,
        reset_cause=reset.cause(machine.mem32, machine.reset_cause() == machine.WDT_RESET, word),
        fw_version=store.version(VERSION, folder),
        dictionary=dictionary(settings),
        settings_hash=kept.hash,
        apply_settings=kept.apply,
        act=orders.act,
        read_settings=lambda: kept.blob,
        ended=word or "",
    )
    if word:
        link.log(m.LOG_WARNING, word)
    if kept.trouble:
        link.log(m.LOG_ERROR, kept.trouble)
    port = open_port(settings.link)
    board = Board(settings, link, time.ticks_us, time.ticks_diff)
    orders.watch(link, board.table.rest, settings.link)
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
        if orders.leaving:
            leave_at = leave_at or now + ANSWERED_US
            if now >= leave_at and not link.service.reply:
                machine.reset()  # a soft one would leave the watchdog running at the prompt
        elif orders.on_trial and now >= PROBATION_US:
            raise RuntimeError("nobody called this copy of the firmware good")
        if kept.on_trial:
            if link.linked and now >= SETTLED_US:
                kept.settle()
            elif now >= PROBATION_US:
                raise RuntimeError("no host was heard under the new settings")
        if kept.changed:
            leave_at = leave_at or now + FAREWELL_US
            if now >= leave_at or (link.acked == link.newest and not link.settings.reply):
                return
        machine.idle()
