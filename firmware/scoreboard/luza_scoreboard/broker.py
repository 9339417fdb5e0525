"""Wi-Fi, line and subscriber together: connected as long as it can be, and again when it was not."""

import os

from luza_scoreboard.errors import Lost, Refused
from luza_scoreboard.line import Line
from luza_scoreboard.mqtt import Subscriber
from luza_scoreboard.show import NO_BROKER, NO_WIFI, REFUSED, WELL

FIRST_WAIT_MS = 1000
LONGEST_WAIT_MS = 15_000
STEADY_MS = 10_000
"""A connection that held for so long is tried again at once after it broke; others later each time."""
OPENING_MS = 10_000
_CHUNK = 512
_CHUNKS = 8
"""So much is read in one turn at the most: a flood must not keep the loop."""


class Broker:
    """`step` in every turn of the loop; `hear(topic, payload)` and `reconnected()` are called from it."""

    def __init__(self, settings, wifi, client_id: str, hear, reconnected) -> None:
        self.trouble = NO_WIFI
        """Why there is no connection, in the numbers of luza_scoreboard.show."""
        self.heard_at: "int | None" = None
        """When the broker last said something; None while there is no connection."""
        self._settings = settings
        self._wifi = wifi
        self._client_id = client_id
        self._topics = [settings.root + "availability", settings.root + "score"]
        self._hear = hear
        self._reconnected = reconnected
        self._line: "Line | None" = None
        self._subscriber: "Subscriber | None" = None
        self._opened_at = 0
        self._wait_ms = 0
        self._retry_at = 0
        self._buffer = bytearray(_CHUNK)
        self._said = ""

    def step(self, now: int) -> None:
        """One turn; never waits, but for a name that has to be looked up and for TLS arithmetic."""
        if not self._wifi.up(now):
            self._drop()
            self._wait_ms = self._retry_at = 0
            self._say(NO_WIFI, "no Wi-Fi")
            return
        try:
            if self._subscriber is not None:
                self._talk(self._line, self._subscriber, now)
            elif self._line is not None:
                self._greet(self._line, now)
            elif now >= self._retry_at:
                self._opened_at = now
                self._line = Line(*self._settings.line)
        except Refused as error:
            self._failed(REFUSED, str(error), now)
        except (Lost, OSError, ValueError) as error:  # ValueError: what is wrong with a certificate
            self._failed(NO_BROKER, str(error), now)

    def _greet(self, line: Line, now: int) -> None:
        if line.connected():
            self._reconnected()
            self._subscriber = Subscriber(self._client_id, self._settings.account, self._topics, self._hear)
        elif now - self._opened_at > OPENING_MS:
            raise Lost("nobody answers at " + self._settings.line[0])

    def _talk(self, line, subscriber: Subscriber, now: int) -> None:
        for _ in range(_CHUNKS):
            count = line.read(self._buffer)
            if count:
                subscriber.receive(self._buffer, count, now)
            if count < _CHUNK:
                break
        subscriber.poll(now)
        if subscriber.outgoing:
            subscriber.outgoing = subscriber.outgoing[line.write(subscriber.outgoing) :]
        if subscriber.ready:
            self.heard_at = subscriber.heard_at
            self._say(WELL, "listening to " + self._settings.root)

    def _failed(self, trouble: int, reason: str, now: int) -> None:
        steady = self.trouble == WELL and now - self._opened_at > STEADY_MS
        self._drop()
        self._wait_ms = (
            FIRST_WAIT_MS if steady else min(max(2 * self._wait_ms, FIRST_WAIT_MS), LONGEST_WAIT_MS)
        )
        # A part of chance, so that ten walls do not fall upon a broker that has just come back.
        self._retry_at = now + self._wait_ms + self._wait_ms * os.urandom(1)[0] // 1024
        self._say(trouble, reason)

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = self._subscriber = self.heard_at = None

    def _say(self, trouble: int, reason: str) -> None:
        """For whoever watches the console, once a change."""
        self.trouble = trouble
        if reason != self._said:
            self._said = reason
            print(reason)
