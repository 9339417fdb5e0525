"""Random matches, for properties that must hold in every one of them: entries that may well be refused."""

from typing import Any

import msgspec
from hypothesis import strategies as st
from luza.entries import Entry, Header, parse_entry
from luza.facts import POCKETS, SIDE
from luza.rules.fouls import FOULS
from luza.statements import Incident

GAMES = ["free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code"]
BALLS = st.sampled_from([None, "cue", "object", 1, 2, 5, 9, 15])
CASES = Incident.__annotations__["case"].__args__
OPTIONS = ["play", "return", "anywhere", "accept", "accept_return", "rebreak", "rebreak_return"]
OPTIONS += ["break", "yield", "full", "truncated", "legal", "foul"]


def _entry(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(kind), **fields}).map(
        lambda e: {key: value for key, value in e.items() if value is not None}
    )


PLAYER = st.sampled_from([0, 0, 1, 1, 2])
POCKET = st.sampled_from(POCKETS)
FACTS = st.one_of(
    _entry("strike", ball=BALLS),
    _entry("contact", balls=st.none() | st.lists(BALLS, min_size=2, max_size=2)),
    _entry("cushion", cushion=st.sampled_from(sorted(SIDE)), ball=BALLS),
    _entry("centre_line", ball=BALLS),
    _entry("pocket", pocket=POCKET, ball=BALLS),
    _entry("pocket", pocket=POCKET, ball=BALLS),
    _entry("off_table", ball=BALLS),
    _entry("rest"),
    _entry("rest"),
)
STATEMENTS = st.one_of(
    _entry("lag", winner=PLAYER),
    _entry("lag", repeat=st.just(True)),
    _entry("lot", winner=PLAYER),
    _entry("call", foul=st.sampled_from(FOULS), player=st.none() | PLAYER),
    _entry("call", foul=st.sampled_from(FOULS), player=st.none() | PLAYER),
    _entry("incident", case=st.sampled_from(CASES), ball=BALLS, pocket=st.none() | POCKET),
    _entry("rule", verdict=st.sampled_from(["legal", "foul"])),
    _entry("nominate", balls=st.just([1]), pocket=st.none() | POCKET),
    _entry("nominate", own=st.just(True), pocket=st.none() | POCKET),
    _entry("identify", ball=st.sampled_from([1, 5, "cue", "object"])),
    _entry("choose", option=st.sampled_from(OPTIONS)),
    _entry("choose", option=st.sampled_from(OPTIONS)),
    _entry("removed"),
    _entry("clock", on=st.booleans(), limit_s=st.none() | st.just(45.0)),
    _entry("warned"),
    _entry("bent", on=st.booleans()),
    _entry("extension", player=PLAYER),
    _entry("affair", player=PLAYER, ball=BALLS),
    _entry("affair_result", success=st.booleans()),
    _entry("continue_run"),
    _entry("fell", pocket=POCKET, ball=BALLS),
    _entry("adjust", player=PLAYER, delta=st.integers(-9, 9), reason=st.just("x")),
    _entry("concede", player=PLAYER),
    _entry(
        "setup",
        score=st.lists(st.integers(-2, 7), min_size=2, max_size=2),
        at_table=PLAYER,
        on_table=st.integers(2, 12),
    ),
)
TAKING_BACK = st.one_of(_entry("undo"), _entry("redo"))


@st.composite
def matches(draw: st.DrawFn, taking_back: bool = True, most: int = 40) -> tuple[Header, list[Entry]]:
    """A header and entries with times that never decrease."""
    game = draw(st.sampled_from(GAMES))
    header = {
        "type": "match",
        "game": game,
        "players": ["A", "B", "C"] if game == "classic" and draw(st.booleans()) else ["A", "B"],
        "race_to": draw(st.sampled_from([1, 2])),
        "options": {
            "unproven": draw(st.sampled_from(["legal", "ask", "lean"])),
            "calls": draw(st.sampled_from(["spoken", "entered"])),
            "target": draw(st.sampled_from([2, 3, 8])),
        },
    }
    if draw(st.booleans()):
        header["first_breaker"] = 0
    if draw(st.booleans()):
        header["sensors"] = draw(
            st.sampled_from([["cushion", "pocket"], ["strike", "first_contact", "cushion", "pocket", "rest"]])
        )
    kinds = FACTS | FACTS | STATEMENTS
    if taking_back:
        kinds = kinds | TAKING_BACK
    t = 0.0
    entries: list[Entry] = []
    for entry in draw(st.lists(kinds, max_size=most)):
        t += draw(st.sampled_from([0.0, 0.1, 0.3, 1.0, 5.0]))
        entries.append(parse_entry(msgspec.json.encode({"t": round(t, 3), **entry})))
    return msgspec.json.decode(msgspec.json.encode(header), type=Header), entries
