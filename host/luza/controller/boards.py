"""What the boards say about themselves: which senses the table can rely on now, and what people should know.

A value without I/O: reports and times go in, issues and unfit senses come out. Facts of play do not come by
here.
"""

import re
from fnmatch import fnmatch
from typing import Literal

import msgspec

from luza.facts import Sensor
from luza.sources.board import (
    BoardAway,
    BoardFitted,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardSettings,
    BoardVitals,
    InputHealth,
    InputsHealth,
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
    "reference": frozenset(),
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
    uid: str = ""
    inputs: tuple[str, ...] | None = None
    """What it says it is fitted with; None until it has said so."""
    senses: frozenset[Sensor] = frozenset()
    """What it senses wholly, alone."""
    away_since: float | None = None
    refused: BoardRefused | None = None
    firmware: str = ""
    unwell: dict[str, str] = {}
    health: dict[str, tuple[InputHealth, float]] = {}
    """What it said last of each input, and when that was."""
    active: tuple[str, ...] = ()
    vitals: BoardVitals | None = None
    settings_refused: str | None = None


class Boards:
    """All boards of the table. Times are seconds of one clock that never runs backwards.

    ports: where a board each is looked for. ours: this host's version of the firmware; empty: it has none.
    """

    def __init__(
        self, fitted: frozenset[Sensor], now: float, ports: tuple[str, ...] = ("",), ours: str = ""
    ) -> None:
        self.fitted = fitted
        self._ours = ours
        self._boards: list[_Board] = []
        if fitted:
            # Until one is heard of, a board is away.
            self._boards = [_Board(port=port, away_since=now) for port in ports]

    def take(self, report: BoardReport, now: float) -> None:
        """Takes note of a report."""
        match report:
            case BoardFound():
                board = self._board(report.uid, report.port)
                board.port, board.firmware = report.port, report.firmware
                board.away_since = board.refused = None
            case BoardAway():
                board = self._board(report.uid or "", report.port)
                board.port = report.port
                if board.away_since is None:
                    board.away_since = now
            case BoardRefused():
                board = self._board("", report.port)
                board.port, board.refused = report.port, report
                if board.away_since is None:
                    board.away_since = now
            case BoardFitted():
                self._fitted(self._board(report.uid), report.dictionary)
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
            case InputsHealth():
                board = self._board(report.uid)
                board.health = {one.input: (one, now) for one in report.inputs}
                board.unwell = {one.input: one.state for one in report.inputs if one.state != "ok"}
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
        gone = [one for one in self._boards if _is_gone(one, now)]
        if gone and len(gone) == len(self._boards):
            return self.fitted
        for board in gone:
            unfit |= self._lost_with(board)
        for board in self._boards:
            for name in board.unwell:
                unfit |= senses_of(name)
        return self.fitted & unfit

    def next_change(self, now: float) -> float | None:
        """When `unfit` or `issues` next changes without a report, because a board stays away."""
        times = [
            board.away_since + after
            for board in self._boards
            if board.away_since is not None
            for after in (AWAY_TOLD_AFTER_S, GONE_AFTER_S)
        ]
        return min((at for at in times if at > now), default=None)

    def late(self, now: float) -> bool:
        """Whether facts may still come that were felt before now: a board is away, and not yet gone."""
        return any(
            board.away_since is not None and now - board.away_since < GONE_AFTER_S for board in self._boards
        )

    def issues(self, now: float) -> list[Issue]:
        """What people should see now."""
        found: list[Issue] = []
        for board in self._boards:
            about: dict[str, str | int] = {"uid": board.uid, "port": board.port}
            which = "" if len(self._boards) == 1 else f"-{_slug(board.uid or board.port)}"
            if board.refused is not None:
                data = {**about, "why": board.refused.why, "text": board.refused.text}
                found.append(Issue(f"board-refused{which}", "board", "fault", "board_refused", data))
            elif board.away_since is not None and now - board.away_since >= AWAY_TOLD_AFTER_S:
                found.append(Issue(f"board-away{which}", "board", "fault", "board_away", about))
            if board.settings_refused is not None:
                data = {**about, "text": board.settings_refused}
                found.append(Issue(f"board-settings{which}", "board", "warning", "board_settings", data))
            if age := _age(board.firmware, self._ours):
                data = {**about, "why": age, "text": board.firmware, "ours": self._ours}
                found.append(Issue(f"board-firmware{which}", "board", "warning", "board_firmware", data))
            found += _input_issues(board.unwell)
            found += [
                Issue(f"input-{_slug(name)}", "sensors", "warning", "input_active", {"input": name})
                for name in board.active
                if name not in board.unwell and name.startswith(("pocket", "centre line"))
            ]
        return found

    def inputs(self, now: float) -> dict[str, tuple[InputHealth, float]]:
        """Every input of every board, and for how many seconds it has been as it is; of two of one name the
        one that is worse off."""
        found: dict[str, tuple[InputHealth, float]] = {}
        for board in self._boards:
            for name, (health, told) in board.health.items():
                if name not in found or health.state != "ok":
                    found[name] = (health, health.for_s + now - told)
        return found

    def counters(self) -> dict[str, int]:
        """The link's counters, all boards together."""
        vitals = [board.vitals for board in self._boards if board.vitals is not None]
        return {
            "lost": sum(one.lost for one in vitals),
            "bad_frames": sum(one.bad_frames for one in vitals),
            "resent": sum(one.resent for one in vitals),
        }

    def vitals(self) -> dict[str, int]:
        """The board's own counters; of several boards the worst."""
        vitals = [board.vitals for board in self._boards if board.vitals is not None]
        if not vitals:
            return {}
        return {
            "free_heap": min(one.free_heap for one in vitals),
            "worst_loop_us": max(one.worst_loop_us for one in vitals),
        }

    def firmware(self) -> str | None:
        """The firmware's version, where a board has told it."""
        return next((board.firmware for board in self._boards if board.firmware), None)

    def _lost_with(self, board: _Board) -> frozenset[Sensor]:
        """What cannot be relied on without that board: what it feels, or what no other one is known to."""
        if board.inputs is not None:
            return frozenset[Sensor]().union(*(senses_of(name) for name in board.inputs))
        others = (other.senses for other in self._boards if other is not board)
        return self.fitted - frozenset[Sensor]().union(*others)

    def _fitted(self, board: _Board, dictionary: dict[str, object]) -> None:
        inputs, senses = dictionary.get("inputs"), dictionary.get("sensors")
        if isinstance(inputs, list) and isinstance(senses, list):
            board.inputs = tuple(str(name) for name in inputs)
            board.senses = frozenset(sense for sense in self.fitted if sense in senses)

    def _board(self, uid: str, port: str = "") -> _Board:
        """The board; one that nobody has seen before takes the place of the one that was waited for."""
        for board in self._boards:
            if (uid and board.uid == uid) or (not uid and port and board.port == port):
                return board
        unknown = [board for board in self._boards if not board.uid]
        found = next((board for board in unknown if _fits(board.port, port)), None) or next(
            iter(unknown), None
        )
        if not uid and len(self._boards) == 1:
            return self._boards[0]
        if found is None:
            found = _Board(port=port)
            self._boards.append(found)
        found.uid = found.uid or uid
        return found


def _is_gone(board: _Board, now: float) -> bool:
    """It is away, and not only late."""
    return board.away_since is not None and now - board.away_since >= GONE_AFTER_S


def _age(theirs: str, ours: str) -> Literal["", "old", "new", "other"]:
    """What a firmware `0.2.0+build` is beside this host's; empty: they are alike, or one is not known."""
    their_number, their_build = _number_and_build(theirs)
    our_number, our_build = _number_and_build(ours)
    if not their_number or not our_number:
        return ""
    if their_number != our_number:
        return "old" if their_number < our_number else "new"
    return "other" if their_build and our_build and their_build != our_build else ""


def _number_and_build(version: str) -> tuple[tuple[int, ...], str]:
    number, _, build = version.partition("+")
    return tuple(map(int, re.findall(r"\d{1,9}", number))), build


def _fits(wanted: str, port: str) -> bool:
    """The port is the one that was named, by a pattern or as it is."""
    return bool(wanted) and fnmatch(port, wanted)


def _input_issues(unwell: dict[str, str]) -> list[Issue]:
    """One for each input that is unwell; where the whole harness is off, one for all that hangs on it."""
    off = "reference" in unwell
    found = [
        Issue(f"input-{_slug(name)}", "sensors", "fault", f"input_{state}", {"input": name})
        for name, state in unwell.items()
        if not (off and state == "dead")
    ]
    if off:
        found.append(Issue("harness", "sensors", "fault", "input_dead_harness"))
    return found


def senses_of(name: str) -> frozenset[Sensor]:
    """What the input of that name is for; everything, if the name is not known."""
    for beginning, senses in SENSES_OF.items():
        if name.startswith(beginning):
            return senses
    return frozenset().union(*SENSES_OF.values())


def _slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
