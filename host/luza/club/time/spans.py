"""Spans of time: half-open intervals between two instants. Pure.

All instants are aware datetimes in UTC: what a clock on the wall shows belongs to `walltime`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

MICROSECOND = timedelta(microseconds=1)


class Span(msgspec.Struct, frozen=True, order=True):
    """From `begin` (included) to `end` (not included)."""

    begin: datetime
    end: datetime

    @property
    def microseconds(self) -> int:
        """The length, exactly."""
        return (self.end - self.begin) // MICROSECOND


def without(span: Span, holes: Iterable[Span]) -> tuple[Span, ...]:
    """What is left of a span outside of the holes, in order; no piece is empty."""
    left: list[Span] = []
    begin = span.begin
    for hole in sorted(holes):
        if hole.end <= begin or hole.begin >= span.end:
            continue
        if hole.begin > begin:
            left.append(Span(begin, hole.begin))
        begin = max(begin, hole.end)
    if begin < span.end:
        left.append(Span(begin, span.end))
    return tuple(left)


def overlap(one: Sequence[Span], other: Sequence[Span]) -> int:
    """Microseconds that lie in both; each of the two may overlap itself, and counts once."""
    total = 0
    for span in joined(one):
        for beside in joined(other):
            begin, end = max(span.begin, beside.begin), min(span.end, beside.end)
            if begin < end:
                total += (end - begin) // MICROSECOND
    return total


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same time as spans that neither touch nor overlap, in order."""
    found: list[Span] = []
    for span in sorted(spans):
        if span.begin >= span.end:
            continue
        if found and span.begin <= found[-1].end:
            found[-1] = Span(found[-1].begin, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)
