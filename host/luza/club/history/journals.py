"""A table's journal as the events that the table told as it was written: the history is made from either."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Protocol

import msgspec

from luza.club.history.intake import HistoryEvent
from luza.controller.events import Reporter
from luza.entries import parse_entry, parse_header
from luza.errors import LuzaError
from luza.messages import FrameEvent, MatchEvent, ShotEvent
from luza.table import Table
from luza.told import Told, merged


class Recorded(msgspec.Struct, frozen=True):
    """A match as a table has it on disk; `lines` are its log without the header.

    `ended` is None while it is being played. `told_t`: up to there the table has told it; None: unknown.
    """

    name: str
    header: str
    lines: tuple[str, ...]
    started: str
    ended: str | None
    told_t: float | None = None


class JournalSource(Protocol):
    """Where journals are read: a file, or a table over the network."""

    def matches(self) -> Iterator[Recorded]:
        """All matches, the oldest first."""
        ...


class _Stamp(msgspec.Struct):
    t: float = 0.0
    at: str | None = None


class Retold(msgspec.Struct, frozen=True):
    """The events of a match, and the lines that this version's rules do not take, with the reason."""

    events: tuple[HistoryEvent, ...]
    skipped: tuple[str, ...]


_stamp = msgspec.json.Decoder(_Stamp).decode


def retold(match: Recorded) -> Retold:
    """What the table told of the match. Raises BadEntry or Refused where its header is none."""
    table = Table(parse_header(match.header))
    reporter = Reporter(match.name, table)
    skipped: list[str] = []
    events: list[HistoryEvent] = []

    def tell(told: list[Told]) -> None:
        events.extend(_kept(event for _, event in reporter.events(told)))

    events.extend(
        msgspec.structs.replace(event, at=match.started) for event in _kept(e for _, e in reporter.started())
    )
    numbered = enumerate(match.lines, 2)
    for _, same in groupby(numbered, lambda line: _stamp(line[1]).t):
        # What was entered at one moment was told as one: a shot that came and went in it was never told.
        told: list[Told] = []
        for number, line in same:
            try:
                told += table.enter(parse_entry(line, number))
            except LuzaError as problem:
                skipped.append(f"line {number}: {problem}")
        tell(merged(told))
    tell(table.tick(_end(match)))
    if match.ended is not None:
        events.extend(_kept(event for _, event in reporter.closed()))
    return Retold(tuple(events), tuple(skipped))


def _kept(events: Iterable[object]) -> Iterator[HistoryEvent]:
    return (event for event in events if isinstance(event, MatchEvent | FrameEvent | ShotEvent))


def _end(match: Recorded) -> float:
    """Up to when the table waited for quiet after the last line."""
    if match.told_t is not None:
        return match.told_t
    last = _stamp(match.lines[-1]) if match.lines else _Stamp()
    if match.ended is None or last.at is None:
        return last.t
    waited = datetime.fromisoformat(match.ended) - datetime.fromisoformat(last.at)
    return last.t + max(0.0, waited.total_seconds())
