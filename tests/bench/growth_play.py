"""What a table in play says, made by the core itself: the messages of a match, stroke by stroke."""

from collections.abc import Iterator

import msgspec
from luza.controller.events import Reporter
from luza.controller.showing import score, state
from luza.entries import Header, parse_log
from luza.messages import ClockView, Message
from luza.table import Table

MATCH = "20261130-180000-1"
POCKETS = ("front-left", "rear-right", "middle-left", "rear-left")
POTS = (2, 0, 1, 0, 0, 1)
"""Balls that fall in one stroke after the other, over and over."""


class Said(msgspec.Struct, frozen=True):
    """A message below the table's root, not yet stamped."""

    leaf: str
    message: Message
    retain: bool


def strokes(many: int) -> list[tuple[Said, ...]]:
    """What is said at the beginning of a match, and then in each stroke."""
    lines = list(_lines(many))
    entries = parse_log(lines)
    _, header = next(entries)
    assert isinstance(header, Header)
    table = Table(header)
    reporter = Reporter(MATCH, table)
    told = [*_events(reporter.started()), *_shown(table)]
    found: list[tuple[Said, ...]] = []
    for number, entry in entries:
        assert not isinstance(entry, Header)
        events = list(_events(reporter.events(table.enter(entry))))
        told += events
        fact = msgspec.json.decode(lines[number - 1])["type"]
        if fact in ("strike", "pocket", "rest"):
            told += _shown(table)
        if fact == "rest":
            found.append(tuple(told))
            told = []
    return found


def _lines(many: int) -> Iterator[bytes]:
    header = {
        "type": "match",
        "format": 1,
        "game": "free",
        "players": ["Анна Петрова", "Борис Иванов"],
        "race_to": 99,
        "first_breaker": 0,
    }
    yield msgspec.json.encode(header)
    for number in range(many):
        t = number * 10.0
        facts: list[dict[str, object]] = [{"type": "strike"}, {"type": "contact"}]
        facts += [{"type": "cushion", "cushion": "rear"}, {"type": "centre_line"}]
        facts += [
            {"type": "pocket", "pocket": POCKETS[(number + n) % 4], "ball": "object"}
            for n in range(POTS[number % len(POTS)])
        ]
        facts.append({"type": "rest"})
        for place, fact in enumerate(facts):
            yield msgspec.json.encode({"t": t + place * 0.3, **fact})


def _events(events: Iterator[tuple[str, Message]]) -> Iterator[Said]:
    for leaf, message in events:
        yield Said(leaf, message, retain=False)


def _shown(table: Table) -> tuple[Said, ...]:
    shown = state(MATCH, table, table.brief(), ClockView(), ())
    return Said("state", shown, retain=True), Said("score", score(shown), retain=True)
