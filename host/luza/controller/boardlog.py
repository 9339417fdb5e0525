"""What boards say of themselves, in the program's log."""

import logging

from luza.sources.board import (
    BoardAway,
    BoardConfused,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardSays,
    BoardSettings,
)

CONFUSED_EVERY_S = 10.0
"""A board whose messages cannot be read may send thousands: one of them a while is told."""

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

log = logging.getLogger(__name__)


class BoardLog:
    """Writes down what whoever looks for a fault wants to read; times are seconds of one clock."""

    def __init__(self) -> None:
        self._confused_s = float("-inf")
        self._unread = 0

    def take(self, report: BoardReport, now: float) -> None:
        """Writes a report down, if it is one for people."""
        match report:
            case BoardFound():
                log.info("board %s is at %s, firmware %s", report.uid, report.port, report.firmware)
            case BoardAway():
                log.warning("no board at %s: %s", report.port, report.reason)
            case BoardRefused():
                log.warning("the board at %s is not used: %s", report.port, report.text)
            case BoardSettings() if not report.applied:
                log.warning("board %s refused its settings: %s", report.uid, report.reason)
            case BoardSays():
                log.log(_LEVELS[report.level], "board %s: %s", report.uid, report.text)
            case BoardConfused():
                self._unreadable(report, now)
            case _:
                pass

    def _unreadable(self, report: BoardConfused, now: float) -> None:
        self._unread += 1
        if now - self._confused_s >= CONFUSED_EVERY_S:
            log.warning(
                "board %s: %d messages dropped that cannot be read, the latest: %s",
                report.uid,
                self._unread,
                report.text,
            )
            self._confused_s, self._unread = now, 0
