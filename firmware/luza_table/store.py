"""What the board keeps on its flash: its settings, and why it restarted.

Settings are written beside the old ones and then renamed, so a power cut leaves one set or the other, whole.
"""

import binascii
import os
import sys

from luza_table.settings import Settings, SettingsError

SETTINGS = "settings.json"
RESTART = "restart.txt"
NOTHING_FITTED = b'{"format": 1, "name": "not set up"}'


class Store:
    """Reads once, at the start; `settings` is in force until the next start."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why the settings on the flash are not used; empty where they are."""
        self.changed = False
        """New settings are on the flash: the board is to start anew."""
        blob = _read(SETTINGS)
        try:
            if blob is None:
                raise SettingsError("there is no " + SETTINGS + "; send the table's settings to the board")
            self.settings = Settings(blob)
        except SettingsError as error:
            self.trouble = str(error)
            blob = NOTHING_FITTED
            self.settings = Settings(blob)
        self.hash = binascii.crc32(blob or b"")

    def apply(self, blob: bytes) -> str:
        """Check new settings and write them; empty, or why they were refused and the old ones stay."""
        try:
            Settings(blob)
            _write(SETTINGS + ".new", blob)
            os.rename(SETTINGS + ".new", SETTINGS)
        except SettingsError as error:
            return str(error)
        except OSError as error:
            return "the board's flash does not take them: " + str(error)
        self.changed = True
        return ""


def note_settings() -> None:
    """Leave word for the next start that there are new settings."""
    try:
        _write(RESTART, b"started anew with new settings")
    except OSError:
        pass  # it starts all the same


def note_failure(error: Exception) -> None:
    """Leave word for the next start where the program failed."""
    try:
        with open(RESTART, "w") as file:
            file.write("the program failed\n")
            sys.print_exception(error, file)
    except OSError:
        pass  # it starts all the same


def take_restart() -> "str | None":
    """The word that the last run left, in a line, once; None where the board was switched on or reset."""
    text = _read(RESTART)
    if text is None:
        return None
    os.remove(RESTART)
    lines = [line.strip() for line in text.decode().strip().split("\n")]
    trace = lines[1:]
    # What failed comes before where: a log message is cut at its end.
    return ", ".join(lines[:1] + trace[-1:] + trace[-2:-1])


def _read(name: str) -> "bytes | None":
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


def _write(name: str, data: bytes) -> None:
    with open(name, "wb") as file:
        file.write(data)
