"""The history out to files: CSV for a spreadsheet, JSON for programs; matches, frames, shots, players."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from luza.club.history.lists import MatchLine, Page, line, matches, shots_of
from luza.club.history.models import Match, Player
from luza.club.history.names import same_name
from luza.club.history.scope import Scope

What = Literal["matches", "frames", "shots", "players"]
Form = Literal["csv", "json"]
AT_ONCE = 100
"""Matches that are read together: a long history must not be in memory as a whole."""

Row = dict[str, Any]


def export(session: Session, what: What, form: Form, scope: Scope) -> Iterator[bytes]:
    """The file in pieces. CSV begins with the mark by which spreadsheets know UTF-8; JSON is one list."""
    rows = _ROWS[what](session, scope)
    return _csv(rows, COLUMNS[what]) if form == "csv" else _json(rows)


COLUMNS: dict[What, tuple[str, ...]] = {
    "matches": (
        *("match", "club", "table", "game", "race_to", "started", "lasted_s", "ended", "winner"),
        *("players", "frames_won"),
    ),
    "frames": ("match", "frame", "started", "game", "breaker", "ended", "winner", "draw", "players", "score"),
    "shots": (
        *("match", "n", "frame", "player", "t", "verdict", "fouls", "potted", "pockets", "balls"),
        *("delta", "run", "spotted", "articles"),
    ),
    "players": ("id", "name", "note", "merged_into"),
}
"""The columns of each CSV file, which are also the names in JSON."""


def _all_matches(session: Session, scope: Scope) -> Iterator[MatchLine]:
    offset = 0
    while True:
        found, _ = matches(session, scope, Page(AT_ONCE, offset))
        yield from found
        if len(found) < AT_ONCE:
            return
        offset += AT_ONCE


def _names(match: MatchLine) -> list[str]:
    return [seat.name for seat in match.players]


def _name(match: MatchLine, seat: int | None) -> str | None:
    names = _names(match)
    return names[seat] if seat is not None and seat < len(names) else None


def _matches(session: Session, scope: Scope) -> Iterator[Row]:
    for match in _all_matches(session, scope):
        yield {
            "match": match.id,
            "club": match.club,
            "table": match.table,
            "game": match.game,
            "race_to": match.race_to,
            "started": match.started.isoformat(),
            "lasted_s": match.lasted_s,
            "ended": match.ended,
            "winner": _name(match, match.winner),
            "players": _names(match),
            "frames_won": [seat.frames_won for seat in match.players],
        }


def _frames(session: Session, scope: Scope) -> Iterator[Row]:
    for match in _all_matches(session, scope):
        for frame in match.frames:
            yield {
                "match": match.id,
                "frame": frame.number,
                "started": match.started.isoformat(),
                "game": match.game,
                "breaker": _name(match, frame.breaker),
                "ended": frame.ended,
                "winner": _name(match, frame.winner),
                "draw": frame.draw,
                "players": _names(match),
                "score": list(frame.score),
            }


def _shots(session: Session, scope: Scope) -> Iterator[Row]:
    for match in _all_matches(session, scope):
        number = session.execute(select(Match.id).where(Match.key == match.id)).scalar_one()
        for shot in shots_of(session, number):
            yield {
                "match": match.id,
                "n": shot.n,
                "frame": shot.frame,
                "player": _name(match, shot.player),
                "t": shot.t,
                "verdict": shot.verdict,
                "fouls": list(shot.fouls),
                "potted": shot.potted,
                "pockets": [pot.pocket for pot in shot.pots],
                "balls": [pot.ball for pot in shot.pots],
                "delta": list(shot.delta),
                "run": shot.run,
                "spotted": shot.spotted,
                "articles": list(shot.articles),
            }


def _players(session: Session, scope: Scope) -> Iterator[Row]:
    everyone = sorted(session.scalars(select(Player)), key=lambda one: (same_name(one.name), one.id))
    return (msgspec.structs.asdict(line(one)) for one in everyone)


_ROWS: dict[What, Callable[[Session, Scope], Iterator[Row]]] = {
    "matches": _matches,
    "frames": _frames,
    "shots": _shots,
    "players": _players,
}


def _json(rows: Iterator[Row]) -> Iterator[bytes]:
    opening = b"["
    for row in rows:
        yield opening + b"\n" + msgspec.json.encode(row)
        opening = b","
    yield b"[]\n" if opening == b"[" else b"\n]\n"


def _csv(rows: Iterator[Row], columns: tuple[str, ...]) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    text.write("\ufeff")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in row.items()})
        if text.tell() > 65_536:
            yield _taken(text)
    yield _taken(text)


def _taken(text: io.StringIO) -> bytes:
    found = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return found


def _cell(value: object) -> str:
    """A list as its values between semicolons; a name that a spreadsheet would take for a formula is quoted,
    so that nobody's name can run there."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        return _cell("; ".join("?" if one is None else str(one) for one in value))
    if isinstance(value, str) and value[:1] in ("=", "+", "@", "\t", "\r"):
        return f"'{value}"
    if isinstance(value, str) and value[:1] == "-" and not value[1:2].isdigit():
        return f"'{value}"
    return str(value)
