"""The club's wireless network: joined, watched, joined again."""

import network

RETRY_MS = 20_000
"""A network that was not joined within this is tried anew."""


class Wifi:
    """A station; `up` is asked in every turn of the loop."""

    def __init__(self, ssid: str, password: str, country: str) -> None:
        network.country(country)
        self._ssid = ssid
        self._password = password
        self._tried_at: "int | None" = None
        self._station = network.WLAN(network.STA_IF)
        self._station.active(True)
        try:
            # Power saving delays what the broker says by up to a second.
            self._station.config(pm=network.WLAN.PM_NONE)
        except (AttributeError, ValueError, OSError):
            pass  # a port without it

    def up(self, now: int) -> bool:
        """True while it is joined; tries where it is not."""
        if self._station.isconnected():
            self._tried_at = now
            return True
        if self._tried_at is None or now - self._tried_at > RETRY_MS:
            first = self._tried_at is None
            self._tried_at = now
            try:
                if not first:
                    self._station.disconnect()
                self._station.connect(self._ssid, self._password)
            except OSError:
                pass  # the radio is busy; tried again
        return False
