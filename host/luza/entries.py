"""Lines of the table log to typed entries, and back without loss.

Line 1 of a `*.tlog` file is the header, each later line one entry with `t` and `type`. Unknown fields are
kept (the line itself is what is stored) and ignored; an unknown `type` is an error that names its line.
"""

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec

from luza.errors import UNREADABLE, BadEntry
from luza.facts import ALL_SENSORS, Fact, Sensor
from luza.statements import PlayerIndex, Statement

Entry = Fact | Statement

Game = Literal["free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code"]
"""The games that a set of rules comes with; the rules may know more."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the players agreed before the match; each has the reading played by default."""

    unproven: Literal["legal", "ask", "lean"] = "legal"
    settle_s: Annotated[float, msgspec.Meta(gt=0, le=60)] = 4.0
    target: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    handicap: list[int] | None = None
    calls: Literal["spoken", "entered"] = "spoken"
    call_mode: Literal["pocket", "strict"] = "pocket"
    waive: list[str] = []
    clock_s: Annotated[float, msgspec.Meta(gt=0, le=3600)] | None = None
    overtime: Literal["foul", "call"] = "foul"
    own_in_hand: Literal["counts", "passes"] = "counts"
    penalty_per: Literal["stroke", "offence"] = "stroke"
    void_on: Literal["every_foul", "listed"] = "every_foul"


class Header(msgspec.Struct, frozen=True, tag="match", omit_defaults=True):
    """The first line: which game, who plays, what the table senses."""

    game: str
    players: list[Annotated[str, msgspec.Meta(min_length=1, max_length=200)]]
    format: Literal[1] = 1
    race_to: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    first_breaker: PlayerIndex | None = None
    sensors: list[Sensor] = msgspec.field(default_factory=lambda: sorted(ALL_SENSORS))  # type: ignore[arg-type]
    options: Options = Options()


_decode = msgspec.json.Decoder(Entry).decode
_decode_header = msgspec.json.Decoder(Header).decode
_NAME_SHOWN = 40
"""Characters of a name that nobody knows; it may be as long as the file."""
_ENTRY_TYPES = [str(kind.__struct_config__.tag) for kind in (*Fact.__args__, *Statement.__args__)]


def parse_entry(line: str | bytes, number: int = 0) -> Entry:
    """The entry on one line of a table log.

    Raises BadEntry with the line's `number` and one sentence that names the field and the mend.
    """
    try:
        return _decode(line)
    except UNREADABLE as problem:
        raise BadEntry(number, _explain(problem)) from None


def parse_header(line: str | bytes, number: int = 1) -> Header:
    """The header of a table log; raises BadEntry as `parse_entry` does."""
    try:
        header = _decode_header(line)
    except UNREADABLE as problem:
        reason = _explain(problem)
        if reason.startswith("unknown type"):
            reason = "the first line must be the match's header, of type 'match'"
        raise BadEntry(number, reason) from None
    check_header(header, number)
    return header


def check_header(header: Header, number: int = 1) -> None:
    """Raises BadEntry where the header's fields do not fit each other."""
    many = len(header.players)
    most = 4 if header.game == "classic" else 2
    if not 2 <= many <= most:
        wanted = "2 to 4 players" if most == 4 else "2 players"
        raise BadEntry(number, f"{header.game} is played by {wanted}, the header names {many}")
    if header.first_breaker is not None and header.first_breaker >= many:
        raise BadEntry(
            number, f"first_breaker {header.first_breaker}: there are {many} players, counted from 0"
        )
    handicap = header.options.handicap
    if handicap is not None and len(handicap) != many:
        raise BadEntry(number, f"options.handicap has {len(handicap)} numbers for {many} players")


def parse_log(lines: Iterable[str | bytes]) -> Iterator[tuple[int, Header | Entry]]:
    """(line number, header or entry) of each line that is not blank; lines count from 1."""
    seen = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if seen:
            yield number, parse_entry(line, number)
        else:
            seen = True
            yield number, parse_header(line, number)
    if not seen:
        raise BadEntry(1, "the file is empty: its first line must be the match's header")


def encode(entry: Entry | Header) -> str:
    """The line of an entry (without a line feed), with defaults left out."""
    return msgspec.json.encode(entry).decode()


def _explain(problem: Exception) -> str:
    """One sentence for what the decoder found, with the nearest known name where a name is wrong."""
    if isinstance(problem, UnicodeDecodeError):
        return f"the line is not UTF-8 (byte {problem.start})"
    if isinstance(problem, RecursionError):
        return "lists and objects in it are nested too deep"
    if not isinstance(problem, msgspec.ValidationError):
        return f"the line is not whole JSON: {problem}"
    text = str(problem)
    unknown = re.match(r"Invalid value '(.*)' - at `\$\.type`", text)
    if unknown:
        name = unknown[1][:_NAME_SHOWN]
        near = difflib.get_close_matches(name, _ENTRY_TYPES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return f"unknown type {name!r}{hint}"
    return text
