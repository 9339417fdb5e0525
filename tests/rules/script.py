"""The language of the case files: what happens at a table in words that a referee reads and can add to.

A case:

    == FREE 20(2)a | off a cushion, then to another
    free; 2:2, A plays, 12 balls
    4 strikes; 4-9; 9 rear; 9 right-rear; rest
    => legal; 2:2; B plays

The first line names the clauses that the case decides, with commas between, and what happens. The second
is the header; behind its `;` may stand a frame taken over. Then entries, as many lines as wanted, and after
`=>` what must come of it. Half a second lies between two entries, but a tenth before `~strikes`; `+30s`
lets more time pass.

Header: `free`, `race 3`, `lag` (no first breaker), `breaks B`, `sensors cushion pocket`, `without contact`,
`option unproven=ask`, `players 3`.
Frame: `2:2`, `A plays`, `12 balls`, `cue house`, `object only`, `numbers 4 13`, `run 1`, `broken by A`.
Facts: `4 strikes`, `strikes`, `4-9`, `contact`, `9 rear`, `rear`, `9 crosses`, `crosses`, `9 in rear-left`,
`in rear-left`, `9 off`, `off`, `rest`.
Statements: `call lean`, `call interference by B`, `choose return`, `rule foul`, `incident on_rail cue`,
`undo`, `redo`, `concede A`, `lag won by A`, `lag repeated`, `lot B`, `clock on 45`, `clock off`, `warned`,
`bent on`, `extension A`, `affair B 5`, `affair_result no`, `continue_run`, `identify 5`, `removed 5`,
`nominate 5 in rear-left`, `nominate own in rear-left`, `adjust A +1`, `setup` and a frame in brackets.
Expectations: a verdict with its fouls (`legal`, `foul off_table`), `2:2`, `B plays`, `12 balls`, `spot 1`,
`remove 1 by B`, `cue house`, `object only`, `any ball`, `choice after_foul of B: play return`, `no choice`,
`phase lag`, `frames 1:0`, `frame 1 8:3 won by A`, `frame 1 70:70 drawn`, `match won by A`, `no shots`,
`potted 2`, `debt 0:1`, `by FREE 21.1`, `refused` (the last entry), `shot 1 legal`, `frame number 2`,
`breaker B`, `no fouls`, `nobody plays`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from luza.entries import parse_entry, parse_header
from luza.errors import Refused
from luza.table import Table
from luza.view import ShotView

KIT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "ball_kind", "rest"]
ALL = [
    "strike",
    "contact",
    "cushion",
    "centre_line",
    "pocket",
    "ball_kind",
    "ball_number",
    "off_table",
    "rest",
]
CUSHION = "front|rear|left|right|left-front|left-rear|right-front|right-rear"
STEP = 0.5


class Case(NamedTuple):
    """One case of a file: the clauses that it decides, its words, and its lines."""

    place: str
    clauses: tuple[str, ...]
    title: str
    lines: tuple[str, ...]


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    head, lines, at = "", [], 0
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), "=="], 1):
        text = line.split("#")[0].strip()
        if text.startswith("=="):
            if head:
                clauses, _, title = head.partition("|")
                named = tuple(clause.strip() for clause in clauses.split(","))
                yield Case(f"{path.stem}:{at}", named, title.strip(), tuple(lines))
            head, lines, at = text[2:].strip(), [], number
        elif text:
            lines.append(text)


def play(case: Case) -> None:
    """Plays a case and raises AssertionError where something comes out otherwise."""
    entries = [line for line in case.lines[1:] if not line.startswith("=>")]
    expected = [line[2:] for line in case.lines if line.startswith("=>")]
    assert expected, f"{case.place}: nothing is expected"
    wanted = [word.strip() for line in expected for word in line.split(";") if word.strip()]
    table, clock = open_table(case.lines[0])
    script = [word.strip() for line in entries for word in line.split(";") if word.strip()]
    refused = "refused" in wanted
    for i, word in enumerate(script):
        if re.fullmatch(r"\+[\d.]+s", word):
            clock += float(word[1:-1])
            continue
        clock += 0.1 if word.startswith("~") else STEP
        word = word.removeprefix("~")
        entry = parse_entry(msgspec.json.encode({"t": clock, **entry_of(word)}))
        try:
            table.enter(entry)
        except Refused as reason:
            assert refused and i == len(script) - 1, f"{case.place}: {word!r} was refused: {reason}"
            break
    else:
        assert not refused, f"{case.place}: {script[-1]!r} was not refused"
    table.finish()
    for word in wanted:
        if word != "refused":
            _check(case.place, word, table)


def _player(name: str) -> int:
    return "ABCD".index(name)


def _ball(text: str) -> str | int:
    return int(text) if text.isdigit() else text


def open_table(line: str) -> tuple[Table, float]:
    """The table that a header line describes, and the time."""
    head, _, frame = line.partition(";")
    words = [word.strip() for word in head.split(",")]
    header: dict[str, Any] = {"type": "match", "game": words[0], "first_breaker": 0, "sensors": list(ALL)}
    options: dict[str, Any] = {}
    players = 2
    for word in words[1:]:
        name, _, value = word.partition(" ")
        if name == "race":
            header["race_to"] = int(value)
        elif word == "lag":
            del header["first_breaker"]
        elif name == "breaks":
            header["first_breaker"] = _player(value)
        elif name == "sensors":
            header["sensors"] = KIT if value == "kit" else value.split()
        elif name == "without":
            header["sensors"] = [sensor for sensor in header["sensors"] if sensor not in value.split()]
        elif name == "players":
            players = int(value)
        elif name == "option":
            key, _, text = value.partition("=")
            options[key] = _option(text)
        else:
            raise ValueError(f"header: {word!r}")
    header["players"] = ["Anna", "Boris", "Clara", "Dmitri"][:players]
    header["options"] = options
    table = Table(parse_header(msgspec.json.encode(header)))
    if frame.strip():
        table.enter(parse_entry(msgspec.json.encode({"t": 1.0, **_frame(frame)})))
    return table, 1.0


def _option(text: str) -> Any:
    """An option's value: `entered`, `60`, `0:20` (a list of numbers), `["lean"]`."""
    if re.fullmatch(r"-?\d+(:-?\d+)+", text):
        return [int(n) for n in text.split(":")]
    return msgspec.json.decode(text) if re.match(r"[\d\[]", text) else text


def _frame(text: str) -> dict[str, Any]:
    """The `setup` that a frame in words stands for."""
    setup: dict[str, Any] = {"type": "setup"}
    for word in (part.strip() for part in text.split(",")):
        name, _, value = word.partition(" ")
        if re.fullmatch(r"-?\d+(:-?\d+)+", word):
            setup["score"] = [int(n) for n in word.split(":")]
        elif value == "plays":
            setup["at_table"] = _player(name)
        elif value == "balls":
            setup["on_table"] = int(name)
        elif name == "cue":
            setup["cue_ball"] = value
        elif word == "object only":
            setup["object_only"] = True
        elif name == "numbers":
            setup["balls"] = [int(n) for n in value.split()]
        elif name == "run":
            setup["run"] = int(value)
        elif name == "broken":
            setup["breaker"] = _player(value.split()[-1])
        elif name == "won":
            setup["frames_won"] = [int(n) for n in value.split(":")]
        else:
            raise ValueError(f"frame: {word!r}")
    return setup


def entry_of(word: str) -> dict[str, Any]:
    """The entry that a word of the script stands for."""
    for pattern, make in _ENTRIES:
        found = re.fullmatch(pattern, word)
        if found:
            entry = make(**found.groupdict())
            return {key: value for key, value in entry.items() if value is not None}
    raise ValueError(f"not understood: {word!r}")


def _maybe(ball: str | None) -> str | int | None:
    return None if ball is None else _ball(ball)


_B = r"(?P<ball>cue|object|\d+)"
_P = r"(?P<player>[A-D])"
_ENTRIES: list[tuple[str, Any]] = [
    (rf"(?:{_B} )?strikes", lambda ball: {"type": "strike", "ball": _maybe(ball)}),
    (r"contact", lambda: {"type": "contact"}),
    (
        r"(?P<a>cue|object|\d+)-(?P<b>cue|object|\d+)",
        lambda a, b: {"type": "contact", "balls": [_ball(a), _ball(b)]},
    ),
    (
        rf"(?:{_B} )?(?P<cushion>{CUSHION})",
        lambda ball, cushion: {"type": "cushion", "cushion": cushion, "ball": _maybe(ball)},
    ),
    (rf"(?:{_B} )?crosses", lambda ball: {"type": "centre_line", "ball": _maybe(ball)}),
    (
        rf"(?:{_B} )?in (?P<pocket>[a-z]+-[a-z]+)",
        lambda ball, pocket: {"type": "pocket", "pocket": pocket, "ball": _maybe(ball)},
    ),
    (rf"(?:{_B} )?off", lambda ball: {"type": "off_table", "ball": _maybe(ball)}),
    (r"(?P<kind>rest|undo|redo|warned|continue_run)", lambda kind: {"type": kind}),
    (
        rf"call (?P<foul>\w+)(?: by {_P})?",
        lambda foul, player: {"type": "call", "foul": foul, "player": player and _player(player)},
    ),
    (
        rf"choose (?P<option>\w+)(?: by {_P})?",
        lambda option, player: {"type": "choose", "option": option, "player": player and _player(player)},
    ),
    (r"rule (?P<verdict>legal|foul)", lambda verdict: {"type": "rule", "verdict": verdict}),
    (
        rf"incident (?P<case>\w+)(?: {_B})?(?: in (?P<pocket>[a-z-]+))?",
        lambda case, ball, pocket: {"type": "incident", "case": case, "ball": _maybe(ball), "pocket": pocket},
    ),
    (rf"concede {_P}", lambda player: {"type": "concede", "player": _player(player)}),
    (rf"lag won by {_P}", lambda player: {"type": "lag", "winner": _player(player)}),
    (r"lag repeated", lambda: {"type": "lag", "repeat": True}),
    (rf"lot {_P}", lambda player: {"type": "lot", "winner": _player(player)}),
    (
        r"clock (?P<on>on|off)(?: (?P<limit>\d+))?",
        lambda on, limit: {"type": "clock", "on": on == "on", "limit_s": limit and float(limit)},
    ),
    (r"bent (?P<on>on|off)", lambda on: {"type": "bent", "on": on == "on"}),
    (rf"extension {_P}", lambda player: {"type": "extension", "player": _player(player)}),
    (
        rf"affair {_P}(?: {_B})?",
        lambda player, ball: {"type": "affair", "player": _player(player), "ball": _maybe(ball)},
    ),
    (r"affair_result (?P<yes>yes|no)", lambda yes: {"type": "affair_result", "success": yes == "yes"}),
    (
        rf"identify {_B}(?: in (?P<pocket>[a-z-]+))?",
        lambda ball, pocket: {"type": "identify", "ball": _ball(ball), "pocket": pocket},
    ),
    (
        r"nominate own(?: in (?P<pocket>[a-z-]+))?",
        lambda pocket: {"type": "nominate", "own": True, "pocket": pocket},
    ),
    (
        r"nominate(?P<balls>(?: \w+)*?)(?: in (?P<pocket>[a-z-]+))?",
        lambda balls, pocket: {
            "type": "nominate",
            "balls": [_ball(b) for b in balls.split()] or None,
            "pocket": pocket,
        },
    ),
    (rf"removed(?: {_B})?", lambda ball: {"type": "removed", "ball": _maybe(ball)}),
    (
        rf"adjust {_P} (?P<delta>[+-]\d+)",
        lambda player, delta: {
            "type": "adjust",
            "player": _player(player),
            "delta": int(delta),
            "reason": "as said",
        },
    ),
    (r"setup \((?P<frame>.*)\)", lambda frame: _frame(frame)),
]


def _check(place: str, word: str, table: Table) -> None:
    """Holds one expectation against the table."""
    view = table.view()
    shot = view.shots[-1] if view.shots else None
    for pattern, ask in _EXPECTED:
        found = re.fullmatch(pattern, word)
        if found:
            want, have = ask(view, shot, **found.groupdict())
            assert have == want, f"{place}: {word!r}: expected {want!r}, came to {have!r}"
            return
    raise ValueError(f"{place}: not understood: {word!r}")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in text.split(":"))


def _verdict(shot: ShotView | None, verdict: str, fouls: str | None) -> tuple[Any, Any]:
    if shot is None:
        return verdict, "no shot"
    if fouls is None and verdict != "foul":
        return verdict, shot.verdict
    return (verdict, tuple((fouls or "").split())), (shot.verdict, shot.fouls)


def _shot_number(view: Any, n: str, verdict: str, fouls: str | None) -> tuple[Any, Any]:
    shots = [shot for shot in view.shots if shot.n == int(n)]
    return _verdict(shots[0] if shots else None, verdict, fouls)


def _finished(view: Any, n: str, score: str, winner: str | None) -> tuple[Any, Any]:
    results = [result for result in view.frames if result.number == int(n)]
    have = [(result.score, result.winner, result.draw) for result in results]
    return [(_numbers(score), winner and _player(winner), winner is None)], have


_N = r"(?P<numbers>-?\d+(?::-?\d+)+)"
_V = r"(?P<verdict>legal|foul|void|unproven)(?: (?P<fouls>[a-z_ ]+))?"
_EXPECTED: list[tuple[str, Any]] = [
    (_V, lambda view, shot, verdict, fouls: _verdict(shot, verdict, fouls)),
    (rf"shot (?P<n>\d+) {_V}", lambda view, shot, n, verdict, fouls: _shot_number(view, n, verdict, fouls)),
    (_N, lambda view, shot, numbers: (_numbers(numbers), view.frame.score)),
    (rf"debt {_N}", lambda view, shot, numbers: (_numbers(numbers), view.frame.debt)),
    (rf"frames {_N}", lambda view, shot, numbers: (_numbers(numbers), view.frames_won)),
    (rf"delta {_N}", lambda view, shot, numbers: (_numbers(numbers), shot.delta)),
    (r"(?P<player>[A-D]) plays", lambda view, shot, player: (_player(player), view.frame.at_table)),
    (r"nobody plays", lambda view, shot: (None, view.frame.at_table)),
    (r"(?P<n>\d+) balls", lambda view, shot, n: (int(n), view.frame.on_table)),
    (r"spot (?P<n>\d+)", lambda view, shot, n: (int(n), view.frame.to_spot)),
    (r"spotted (?P<n>\d+)", lambda view, shot, n: (int(n), shot.spotted)),
    (r"potted (?P<n>\d+)", lambda view, shot, n: (int(n), shot.potted)),
    (
        r"remove (?P<n>\d+)(?: by (?P<by>[A-D]))?",
        lambda view, shot, n, by: (
            (int(n), by and _player(by)),
            (view.frame.to_remove.n, view.frame.to_remove.by),
        ),
    ),
    (r"cue (?P<cue>\w+)", lambda view, shot, cue: (cue, view.frame.cue_ball)),
    (r"object only", lambda view, shot: (True, view.frame.object_only)),
    (r"any ball", lambda view, shot: (False, view.frame.object_only)),
    (r"no choice", lambda view, shot: (None, view.frame.decision)),
    (
        r"choice (?P<kind>\w+)(?: of (?P<by>[A-D]))?: (?P<options>[a-z_ ]+)",
        lambda view, shot, kind, by, options: (
            (kind, by and _player(by), tuple(options.split()), options.split()[0]),
            view.frame.decision and msgspec.structs.astuple(view.frame.decision),
        ),
    ),
    (r"phase (?P<phase>\w+)", lambda view, shot, phase: (phase, view.frame.phase)),
    (r"no fouls", lambda view, shot: ((), shot.fouls)),
    (r"no shots", lambda view, shot: ((), view.shots)),
    (r"(?P<n>\d+) shots", lambda view, shot, n: (int(n), len(view.shots))),
    (r"by (?P<clause>.+)", lambda view, shot, clause: (True, clause in shot.articles)),
    (
        r"frame (?P<n>\d+) (?P<score>-?\d+(?::-?\d+)+) (?:won by (?P<winner>[A-D])|drawn)",
        lambda view, shot, n, score, winner: _finished(view, n, score, winner),
    ),
    (r"match won by (?P<player>[A-D])", lambda view, shot, player: (_player(player), view.match_winner)),
    (r"no winner", lambda view, shot: (None, view.match_winner)),
    (r"frame number (?P<n>\d+)", lambda view, shot, n: (int(n), view.frame.number)),
    (r"breaker (?P<player>[A-D])", lambda view, shot, player: (_player(player), view.frame.breaker)),
]
