"""The choices that the rules give to players: a title, a sentence and a clause for each option."""

from collections.abc import Mapping, Sequence

from luza.locale import has, say
from luza.messages import Words
from luza.view import Decision, FrameView

_FREE_FOUL = {"play": "FREE 6", "return": "FREE 6"}
_FREE_BREAK = dict.fromkeys(("accept", "accept_return", "rebreak", "rebreak_return"), "FREE 12.2")
_FREE_LAG = {"break": "FREE 7.4", "yield": "FREE 7.4"}
_LAG = {"break": "GEN 2.4", "yield": "GEN 2.4"}
_RULING = {"legal": "FREE 20", "foul": "FREE 20"}

CLAUSES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "free": {
        "first_break": _FREE_LAG,
        "after_foul": _FREE_FOUL,
        "after_bad_break": _FREE_BREAK,
        "ruling": _RULING,
    },
    "free80": {
        "first_break": _FREE_LAG,
        "after_foul": _FREE_FOUL,
        "after_bad_break": _FREE_BREAK,
        "rerack": {"full": "F80 2a", "truncated": "F80 2b"},
        "ruling": _RULING,
    },
    "moscow": {"first_break": _LAG, "ruling": {"legal": "GEN 5.1", "foul": "MOSC 7d"}},
    "combined": {"first_break": _LAG, "ruling": {"legal": "GEN 5.1", "foul": "MOSC 7d"}},
    "classic": {"ruling": {"legal": "GEN 5.1", "foul": "CL 7.4"}},
    "dynamic-call": {"first_break": _LAG, "ruling": {"legal": "GEN 5.1", "foul": "DA 6.1"}},
    "dynamic": {
        "first_break": {"break": "DB 2.2", "yield": "GEN 2.4"},
        "after_foul": {"play": "DB 6.3", "anywhere": "DB 6.3"},
        "after_bad_break": dict.fromkeys(("accept", "rebreak", "rebreak_return"), "DB 3.2"),
        "ruling": {"legal": "DB 4.5", "foul": "DB 4.5"},
    },
    "dynamic-code": {
        "first_break": {"break": "CODE 4.1", "yield": "CODE 4.1"},
        "after_foul": {"play": "CODE 1.Ж", "return": "CODE 1.Ж", "anywhere": "CODE 1.Ж"},
        "after_bad_break": dict.fromkeys(_FREE_BREAK, "CODE 5.3"),
        "ruling": {"legal": "CODE 6", "foul": "CODE 6"},
    },
}
"""Game, kind of decision, option: the clause that gives the choice."""


def title(game: str, decision: Decision, players: Sequence[str]) -> Words:
    """Who has to choose what. A ruling is the referee's, by nobody at the table."""
    key = f"decisions.title.{decision.kind}"
    if not has(key):
        return say("decisions.title.other_kind", kind=decision.kind)
    return say(key, by="" if decision.by is None else players[decision.by])


def options(
    game: str, frame: FrameView, players: Sequence[str], *, articles: bool = False
) -> tuple[Words, ...]:
    """The frame's options in the decision's order, as on a button; () without a decision.

    With `articles` each ends with the clause that gives it.
    """
    decision = frame.decision
    if decision is None:
        return ()
    found = tuple(_option(game, frame, decision, option, players) for option in decision.options)
    if not articles:
        return found
    return tuple(
        words
        if (id := clause(game, decision.kind, option)) is None
        else say("decisions.option.with_article", text=words, article=id)
        for words, option in zip(found, decision.options, strict=True)
    )


def clause(game: str, kind: str, option: str) -> str | None:
    """The clause that gives a player this choice in the game."""
    return CLAUSES.get(game, {}).get(kind, {}).get(option)


def _option(game: str, frame: FrameView, decision: Decision, option: str, players: Sequence[str]) -> Words:
    if decision.kind == "rerack":
        left = frame.on_table
        return say(f"decisions.option.{option}", left=left, rack=16 - left)
    if decision.by is None:
        return say(f"decisions.option.{option}")
    key = option
    if decision.kind == "after_bad_break" and frame.cue_ball == "anywhere" and option.startswith("accept"):
        # A missed rack with the cue ball off the table: there is no position of it to accept (CODE 5.3).
        key = f"{option}_in_hand"
    for table in (f"decisions.option.{game}.{key}", f"decisions.option.{key}"):
        if has(table):
            other = players[(decision.by + 1) % len(players)]
            return say(table, by=players[decision.by], other=other)
    return say("decisions.option.other_option", option=option)
