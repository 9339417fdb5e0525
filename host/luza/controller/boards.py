"""What the boards say about themselves: which senses the table can rely on now, and what people should know.

A value without I/O: reports and times go in, issues and unfit senses come out. Facts of play do not come by
here.
"""

from typing import Literal

import msgspec

from luza.facts import Sensor
from luza.sources.board import (
    BoardAway,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardSettings,
    BoardVitals,
    InputsSeen,
    SensorHealth,
)

GONE_AFTER_S = 30.0
"""A board that is away for longer is not only late: what it would have felt is unknown from then on."""

AWAY_TOLD_AFTER_S = 3.0
"""A board that is away for less is coming back, or is being found at the start: nobody is troubled."""

SENSES_OF: dict[str, frozenset[Sensor]] = {
    "pocket": frozenset({"pocket"}),
    "cushion": frozenset({"cushion"}),
    "centre line": frozenset({"centre_line"}),
    "slate": frozenset({"strike", "contact", "first_contact", "rest"}),
    "colour": frozenset({"ball_kind"}),
}
"""What an input is for, by how its name begins. Quiet is heard by the slate's piezo above all."""

Level = Literal["info", "warning", "fault"]


class Issue(msgspec.Struct, frozen=True):
    """Something about a part of the table that people should see while it lasts.

    `id` is its topic's last level; `code` and `data` say what it is, in no language.
    """

    id: str
    part: Literal["board", "link", "sensors", "journal", "outbox", "clock"]
    level: Level
    code: str
    data: dict[str, str | int] = {}


class _Board(msgspec.Struct):
    """What is known of one board, or of a port where no board has been seen."""

    port: str
    away_since: float | None = None
    refused: BoardRefused | None = None
    firmware: str = ""
    unwell: dict[str, str] = {}
    active: tuple[str, ...] = ()
    vitals: BoardVitals | None = None
    settings_refused: str | None = None


class Boards:
    """All boards of the table. Times are seconds of one clock that never runs backwards."""

    def __init__(self, fitted: frozenset[Sensor], now: float) -> None:
        self.fitted = fitted
        self._boards: dict[str, _Board] = {}
        if fitted:
            # Until one is heard of, a board is away.
            self._boards[""] = _Board(port="", away_since=now)

    def take(self, report: BoardReport, now: float) -> None:
        """Takes note of a report."""
        match report:
            case BoardFound():
                board = self._board(report.uid)
                board.port, board.firmware = report.port, report.firmware
                board.away_since = board.refused = None
            case BoardAway():
                board = self._board(report.uid or "")
                board.port = report.port
                if board.away_since is None:
                    board.away_since = now
            case BoardRefused():
                board = self._board("")
                board.port, board.refused = report.port, report
                if board.away_since is None:
                    board.away_since = now
            case InputsSeen():
                board = self._board(report.uid)
                board.active = report.active
                board.unwell = {name: board.unwell.get(name, "dead") for name in report.faulty}
            case SensorHealth():
                unwell = self._board(report.uid).unwell
                if report.state == "ok":
                    unwell.pop(report.input, None)
                else:
                    unwell[report.input] = report.state
            case BoardVitals():
                board = self._board(report.uid)
                board.vitals = report
                # A beam that was broken on connecting counts until it is once seen free.
                board.active = tuple(name for name in board.active if name in report.active)
                board.unwell = {name: board.unwell.get(name, "dead") for name in report.faulty}
            case BoardSettings():
                board = self._board(report.uid)
                board.settings_refused = None if report.applied else report.reason
            case _:
                pass

    def unfit(self, now: float) -> frozenset[Sensor]:
        """The fitted senses that cannot be relied on now."""
        unfit: set[Sensor] = set()
        for board in self._boards.values():
            if board.away_since is not None and now - board.away_since >= GONE_AFTER_S:
                return self.fitted
            for name in board.unwell:
                unfit |= senses_of(name)
        return self.fitted & unfit

    def next_change(self, now: float) -> float | None:
        """When `unfit` or `issues` next changes without a report, because a board stays away."""
        times = [
            board.away_since + after
            for board in self._boards.values()
            if board.away_since is not None
            for after in (AWAY_TOLD_AFTER_S, GONE_AFTER_S)
        ]
        return min((at for at in times if at > now), default=None)

    def late(self, now: float) -> bool:
        """Whether facts may still come that were felt before now: a board is away, and not yet gone."""
        return any(
            board.away_since is not None and now - board.away_since < GONE_AFTER_S
            for board in self._boards.values()
        )

    def issues(self, now: float) -> list[Issue]:
        """What people should see now."""
        found: list[Issue] = []
        for uid, board in self._boards.items():
            about: dict[str, str | int] = {"uid": uid, "port": board.port}
            if board.refused is not None:
                data = {**about, "why": board.refused.why, "text": board.refused.text}
                found.append(Issue("board-refused", "board", "fault", "board_refused", data))
            elif board.away_since is not None and now - board.away_since >= AWAY_TOLD_AFTER_S:
                found.append(Issue("board-away", "board", "fault", "board_away", about))
            if board.settings_refused is not None:
                data = {**about, "text": board.settings_refused}
                found.append(Issue("board-settings", "board", "warning", "board_settings", data))
            found += [
                Issue(f"input-{_slug(name)}", "sensors", "fault", f"input_{state}", {"input": name})
                for name, state in board.unwell.items()
            ]
            found += [
                Issue(f"input-{_slug(name)}", "sensors", "warning", "input_active", {"input": name})
                for name in board.active
                if name not in board.unwell and name.startswith(("pocket", "centre line"))
            ]
        return found

    def counters(self) -> dict[str, int]:
        """The link's counters, all boards together."""
        vitals = [board.vitals for board in self._boards.values() if board.vitals is not None]
        return {
            "lost": sum(one.lost for one in vitals),
            "bad_frames": sum(one.bad_frames for one in vitals),
            "resent": sum(one.resent for one in vitals),
        }

    def vitals(self) -> dict[str, int]:
        """The board's own counters; of several boards the worst."""
        vitals = [board.vitals for board in self._boards.values() if board.vitals is not None]
        if not vitals:
            return {}
        return {
            "free_heap": min(one.free_heap for one in vitals),
            "worst_loop_us": max(one.worst_loop_us for one in vitals),
        }

    def firmware(self) -> str | None:
        """The firmware's version, where a board has told it."""
        return next((board.firmware for board in self._boards.values() if board.firmware), None)

    def _board(self, uid: str) -> _Board:
        """The board; one that nobody has seen before takes the place of the one that was waited for."""
        if uid and uid not in self._boards:
            self._boards[uid] = self._boards.pop("", _Board(port=""))
        elif not uid and len(self._boards) == 1:
            return next(iter(self._boards.values()))
        elif not uid and uid not in self._boards:
            self._boards[uid] = _Board(port="")
        return self._boards[uid]


def senses_of(name: str) -> frozenset[Sensor]:
    """What the input of that name is for; everything, if the name is not known."""
    for beginning, senses in SENSES_OF.items():
        if name.startswith(beginning):
            return senses
    return frozenset().union(*SENSES_OF.values())


def _slug(name: str) -> str:
    return name.replace(" ", "-").replace("_", "-")
