"""The scoreboard's start: settings, display, Wi-Fi and watchdog, put together; then the loop, for ever."""

import gc

# Compiling on the board leaves holes; tidied often while it starts, there is room for a panel's waves.
gc.threshold(4096)

import binascii
import sys
import time

import machine
from luza_scoreboard import VERSION
from luza_scoreboard.display import open_display
from luza_scoreboard.errors import SettingsError
from luza_scoreboard.settings import SERVICE_PIN, Settings
from luza_scoreboard.wall import Wall
from luza_scoreboard.wifi import Wifi

WATCHDOG_MS = 8000
"""The RP2040's longest is 8388 ms."""
TURN_MS = 10
SETTINGS = "scoreboard.json"
FAILURE = "failure.txt"
"""Where the last failure was, for the technician."""


def read(name: str) -> bytes:
    """A file of the board's."""
    with open(name, "rb") as file:
        return file.read()


def run() -> None:
    """Never returns; raises SettingsError where the settings are not as they should be."""
    try:
        blob = read(SETTINGS)
    except OSError:
        raise SettingsError("there is no " + SETTINGS + " on the board; copy it there") from None
    settings = Settings(blob, sys.platform, read)
    display = open_display(settings.display)
    client_id = "luza-" + binascii.hexlify(machine.unique_id()).decode()
    print("scoreboard", VERSION, client_id)
    wall = Wall(settings, display, Wifi(*settings.wifi), client_id)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        wall.step()
        watchdog.feed()
        time.sleep_ms(TURN_MS)


def note(error: Exception) -> None:
    """What failed and where, on the console and on the flash."""
    sys.print_exception(error)
    try:
        with open(FAILURE, "w") as file:
            sys.print_exception(error, file)
    except OSError:
        pass  # it starts again all the same


if machine.Pin(SERVICE_PIN, machine.Pin.IN, machine.Pin.PULL_UP).value():
    try:
        run()
    except SettingsError as error:
        print(SETTINGS + ":", error)  # and leave the prompt to the technician
    except Exception as error:
        note(error)
        machine.reset()
