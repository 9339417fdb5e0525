"""MicroPython's `network`: joined when asked to, away while the file `no-wifi` lies on the flash."""

import os

STA_IF = 0


def country(code):
    """Where the radio is."""
    assert len(code) == 2


class WLAN:
    """The station."""

    PM_NONE = 16

    def __init__(self, interface):
        self._asked = False

    def active(self, on):
        """The radio is on."""

    def config(self, **kwargs):
        """Settings of the radio."""

    def connect(self, ssid, password):
        """Join."""
        assert (ssid, password) == ("club", "secret")
        self._asked = True

    def disconnect(self):
        """Leave."""
        self._asked = False

    def isconnected(self):
        """Joined."""
        if "no-wifi" in os.listdir():
            self._asked = False
        return self._asked
