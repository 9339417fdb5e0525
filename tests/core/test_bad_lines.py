"""A recording with a bad line: which line, and why, in one sentence."""

import json
from typing import Any

import pytest
from luza.errors import BadEntry
from luza.replay import replay

HEADER = {"type": "match", "format": 1, "game": "free", "players": ["A", "B"], "first_breaker": 0}
REST = {"t": 1.0, "type": "rest"}


def header(**fields: Any) -> str:
    return json.dumps({**HEADER, **fields})


BAD = [
    ([], 1, "empty"),
    (["", " "], 1, "empty"),
    ([json.dumps(REST)], 1, "first line must be the match's header"),
    ([header(game="fre")], 1, "'free'"),
    ([header(format=2)], 1, "format"),
    ([header(players=["A"])], 1, "2 players"),
    ([header(players=["A", "B", "C"])], 1, "2 players"),
    ([header(game="classic", players=list("ABCDE"))], 1, "2 to 4 players"),
    ([header(first_breaker=2)], 1, "first_breaker"),
    ([header(race_to=0)], 1, "race_to"),
    ([header(sensors=["strike", "smell"])], 1, "sensors"),
    ([header(options={"unproven": "perhaps"})], 1, "unproven"),
    ([header(options={"handicap": [1]})], 1, "handicap"),
    ([header(options={"waive": ["lateness"]})], 1, "lateness"),
    ([header(), header()], 2, "match"),
    ([header(), json.dumps({**REST, "type": "rets"})], 2, "'rest'"),
    ([header(), json.dumps({"type": "rest"})], 2, "`t`"),
    ([header(), json.dumps({**REST, "t": "1"})], 2, "$.t"),
    ([header(), json.dumps(REST), "", json.dumps({**REST, "t": 0.5})], 4, "backwards"),
    ([header(), '{"t": 1.0, "type": "rest"'], 2, "JSON"),
    ([header(), "[]"], 2, "object"),
    ([header(), '{"t": 1.0, "x": ' + "[" * 5000 + "]" * 5000 + "}"], 2, "deep"),
    ([header()[:-1] + ', "x": ' + '{"x":' * 5000 + "1" + "}" * 5001], 1, "deep"),
    ([header(), json.dumps({**REST, "type": "r" * 5_000_000})], 2, f"'{'r' * 40}'"),
    ([header().encode(), b'{"t": 1.0, "type": "r\xffst"}'], 2, ""),
    ([header(), json.dumps({"t": 1, "type": "strike", "ball": 16})], 2, "ball"),
    ([header(), json.dumps({"t": 1, "type": "contact", "balls": [1]})], 2, "balls"),
    ([header(), json.dumps({"t": 1, "type": "pocket", "pocket": "front"})], 2, "pocket"),
    ([header(), json.dumps({"t": 1, "type": "cushion", "cushion": "top"})], 2, "cushion"),
    ([header(), json.dumps({"t": 1, "type": "choose", "option": "play"})], 2, "offered"),
]


@pytest.mark.parametrize(("lines", "line", "word"), BAD, ids=[f"{line}: {word}" for _, line, word in BAD])
def test_it_is_named_with_its_line(lines: list[str | bytes], line: int, word: str) -> None:
    with pytest.raises(BadEntry) as bad:
        replay(lines)
    assert bad.value.line == line
    assert word in str(bad.value)


def test_what_is_unknown_in_a_line_is_ignored() -> None:
    lines = [header(note="x", options={"colour": "green"}), json.dumps({**REST, "camera": [1, 2]})]
    assert replay(lines).view().frame.phase == "break"
