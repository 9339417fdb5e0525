"""What the board keeps on its flash: its settings, and why it restarted.

Settings are written beside the old ones and then renamed, so a power cut leaves one set or the other, whole.
"""

import binascii
import os

from luza_table.settings import Settings, SettingsError

SETTINGS = "settings.json"
BEFORE = "settings.old"
"""The settings before these, until these have proved good."""
PROBATION = "settings.trial"
"""There while the settings are on trial: "0" before their first start, "1" after it."""
RESTART = "restart.txt"
PROMPT = "prompt.json"
BUILD = "build.txt"
"""In the firmware's folder: the hash of its files, written when they were installed."""
NOTHING_FITTED = b'{"format": 1, "name": "not set up"}'


class Store:
    """Reads once, at the start; `settings` is in force until the next start."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why the settings on the flash are not used; empty where they are."""
        self.changed = False
        """New settings are on the flash: the board is to start anew."""
        self.on_trial = False
        """These settings have not proved good yet."""
        self._probation()
        blob = _read(SETTINGS)
        try:
            if blob is None:
                raise SettingsError("there is no " + SETTINGS + "; send the table's settings to the board")
            self.settings = Settings(blob)
        except SettingsError as error:
            self.trouble = self.trouble or str(error)
            blob = NOTHING_FITTED
            self.settings = Settings(blob)
        self.blob = blob or b""
        """The settings in force, as they came."""
        self.hash = binascii.crc32(self.blob)

    def apply(self, blob: bytes) -> str:
        """Check new settings and write them; empty, or why they were refused and the old ones stay."""
        try:
            Settings(blob)
            _write(SETTINGS + ".new", blob)
            if _read(SETTINGS) is not None:
                if not self.on_trial:
                    os.rename(SETTINGS, BEFORE)
                _write(PROBATION, b"0")
            os.rename(SETTINGS + ".new", SETTINGS)
        except SettingsError as error:
            return str(error)
        except OSError as error:
            return "the board's flash does not take them: " + str(error)
        self.changed = True
        return ""

    def settle(self) -> None:
        """A host has the board under these settings: they stay."""
        self.on_trial = False
        for name in (PROBATION, BEFORE):
            _remove(name)

    def _probation(self) -> None:
        """Settings get one start to prove good; after that, those before them are back."""
        tried = _read(PROBATION)
        if tried is None:
            if _read(SETTINGS) is None and _read(BEFORE) is not None:
                os.rename(BEFORE, SETTINGS)  # the power went while new ones were written
            return
        if tried == b"0" and _read(SETTINGS) is not None:
            _write(PROBATION, b"1")
            self.on_trial = True
            return
        if _read(BEFORE) is not None:
            os.rename(BEFORE, SETTINGS)
            self.trouble = "the new settings did not prove good; the ones before are back"
        _remove(PROBATION)


def version(number: str, folder: str) -> str:
    """The version that the host is told: the number, and which build of it this is."""
    build = _read(folder + "/" + BUILD)
    return number if not build else number + "+" + build.decode().strip()


def ask_for_prompt(link: str) -> None:
    """Leave word for the next start that somebody wants MicroPython's prompt on this link."""
    _write(PROMPT, link.encode())


def note_settings() -> None:
    """Leave word for the next start that there are new settings."""
    try:
        _write(RESTART, b"started anew with new settings")
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


def _remove(name: str) -> None:
    try:
        os.remove(name)
    except OSError:
        pass  # it was not there


def _read(name: str) -> "bytes | None":
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


def _write(name: str, data: bytes) -> None:
    with open(name, "wb") as file:
        file.write(data)
