"""The board's microseconds as the host's monotonic seconds, from PING and PONG.

Cristian's method: of many round trips the shortest bound the error best (half of the round trip); the board's
reading belongs to the midpoint. F. Cristian, "Probabilistic clock synchronization", Distributed Computing 3,
1989. The two crystals drift apart: a line through the good round trips of the last minutes gives the rate.
"""

from __future__ import annotations

import statistics
from collections import deque
from typing import NamedTuple

KEEP = 240
"""Round trips remembered: four minutes at one a second."""
WAITING = 16
"""Pings that may be without an answer; older ones are given up."""
DRIFT_SPAN_S = 10.0
"""A rate is estimated only from a span at least this long;"""
DRIFT_MAX = 500e-6
"""a crystal is within 100 parts per million, so a steeper line is noise and is cut to this."""
JUMP_S = 0.5
"""No drift puts a round trip so far from the line: one of the clocks has jumped, or the host has slept."""


class RoundTrip(NamedTuple):
    """One answered PING: the board's seconds, the host's seconds at the midpoint, the seconds it took."""

    board_s: float
    host_s: float
    took_s: float


class BoardClock:
    """Maps one boot's time to the host's. Times of the host are monotonic seconds, passed in."""

    def __init__(self) -> None:
        self._token = 0
        self.reset()

    def reset(self) -> None:
        """Forget all: another boot counts from another instant."""
        self._waiting: dict[int, float] = {}
        self._trips: deque[RoundTrip] = deque(maxlen=KEEP)
        self._one_way_s: float | None = None
        self._origin_s = 0.0
        self._offset_s = 0.0
        self._rate = 1.0

    @property
    def synchronised(self) -> bool:
        """At least one round trip is known; before that only an upper bound is."""
        return bool(self._trips)

    @property
    def error_s(self) -> float | None:
        """Half of the shortest round trip: the offset is no further off than this; None without one."""
        return min(trip.took_s for trip in self._trips) / 2 if self._trips else None

    @property
    def drift(self) -> float:
        """How much faster the host's clock runs than the board's, as a fraction (5e-5 is 50 ppm)."""
        return self._rate - 1.0

    def ping(self, now: float) -> int:
        """A new token, sent at `now`."""
        self._token = (self._token + 1) & 0xFFFFFFFF
        self._waiting[self._token] = now
        if len(self._waiting) > WAITING:
            del self._waiting[next(iter(self._waiting))]
        return self._token

    def pong(self, token: int, board_us: int, now: float) -> None:
        """The answer came at `now`; one to a forgotten or repeated token is ignored."""
        sent = self._waiting.pop(token, None)
        if sent is None:
            return
        trip = RoundTrip(board_us / 1e6, (sent + now) / 2, now - sent)
        if self._trips and abs(self.host_s(board_us) - trip.host_s) > trip.took_s / 2 + JUMP_S:
            self.reset()
        self._trips.append(trip)
        self._fit()

    def seen(self, board_us: int, now: float) -> None:
        """A frame that says `board_us` arrived at `now`: it cannot have been sent later."""
        offset = now - board_us / 1e6
        if self._one_way_s is None or offset < self._one_way_s:
            self._one_way_s = offset

    def host_s(self, board_us: int) -> float:
        """The host's monotonic seconds at the board's `board_us`.

        Before the first round trip it is late by the way's length. LookupError before anything was heard.
        """
        board_s = board_us / 1e6
        if self._trips:
            return board_s + self._offset_s + (self._rate - 1.0) * (board_s - self._origin_s)
        if self._one_way_s is None:
            raise LookupError("the board's clock is unknown: nothing with a time in it has come from it yet")
        return board_s + self._one_way_s

    def _fit(self) -> None:
        """A line through the third of the round trips that took least."""
        quick = sorted(self._trips, key=lambda trip: trip.took_s)
        quick = quick[: max(1, len(quick) // 3)]
        span = max(trip.board_s for trip in quick) - min(trip.board_s for trip in quick)
        if span < DRIFT_SPAN_S:
            best = quick[0]
            self._origin_s = best.board_s
            self._offset_s = best.host_s - best.board_s
            return
        board = [trip.board_s for trip in quick]
        ahead = [trip.host_s - trip.board_s for trip in quick]
        self._origin_s = statistics.fmean(board)
        self._offset_s = statistics.fmean(ahead)
        slope = statistics.linear_regression(board, ahead).slope
        self._rate = 1.0 + max(-DRIFT_MAX, min(DRIFT_MAX, slope))
