"""Whether an action that was made against an older state still means the same. Pure.

A `Moment` is what a meaning can depend on. Each action depends on a few parts of it, listed here; if those
are the same now as they were when the action was made, it is done, and else refused:

| action | means the same while these are the same |
| --- | --- |
| `call`, `incident`, `rule`, `identify`, `affair_result`, `continue_run`, `fell` | the stroke it is about |
| a whole stroke, `strike`, `nominate`, `affair` | the stroke before it, who is at the table, the choice |
| other facts | the stroke before it, and whether one is in progress |
| `choose` | the stroke before it, and the choice that was offered |
| `removed` | the stroke before it, and what is to be removed |
| `extension`, `bent`, `warned` | the stroke before it, who is at the table, whether a stroke is in progress |
| `lag`, `lot` | the frame, its phase, the choice |
| `adjust`, `concede` | the frame |
| `setup` | the frame, the stroke before it, and whether one is in progress |
| `score` | the frame and its score |
| `undo` | the latest step, and so all below it |
| `redo` | what was taken back last |
| `start`, `stop` | the match and whether it is decided |
| `clock`, `sides`, `sense`, `confirm` | nothing but the match |

All depend on the match. A call about stroke n is thus taken while n is still the last stroke, also if it was
in progress when the marker's finger came down and has been judged since, and never falls on another.
"""

from collections.abc import Callable

import msgspec

from luza.history import Unit
from luza.panel.asked import (
    Action,
    Begin,
    End,
    Enter,
    FellToo,
    LookedAt,
    PutBack,
    SetScore,
    Stroke,
    Swap,
    SwitchOff,
    TakeBack,
)
from luza.panel.saying import at
from luza.table import Table
from luza.view import Decision, ToRemove

Aspect = tuple[object, ...]


class Moment(msgspec.Struct, frozen=True):
    """A state, as far as what is said in it depends on it. `subject`, `top` and `taken` name a stroke or a
    step by its place and its time."""

    match: str | None
    over: bool = False
    frame: int = 0
    phase: str = ""
    score: tuple[int, ...] = ()
    subject: tuple[int, float] | None = None
    open: bool = False
    at_table: int | None = None
    decision: Decision | None = None
    to_remove: ToRemove = ToRemove()
    top: tuple[int, float] | None = None
    taken: tuple[int, float] | None = None


def moment(match: str | None, table: Table | None) -> Moment:
    """The present one; `match` is its name, `table` None where the table is free."""
    if table is None:
        return Moment(match)
    frame, subject = table.frame, table.subject
    return Moment(
        match=match,
        over=table.winner is not None,
        frame=frame.number,
        phase=frame.phase,
        score=frame.score,
        subject=None if subject is None else (subject.number, at(subject)),
        open=table.shot_open,
        at_table=frame.at_table,
        decision=frame.decision,
        to_remove=frame.to_remove,
        top=_place(table.steps),
        taken=_place(table.taken_back),
    )


def _place(units: tuple[Unit, ...]) -> tuple[int, float] | None:
    return (len(units), at(units[-1])) if units else None


def same(action: Action, then: Moment, now: Moment) -> bool:
    """Does the action that was made `then` mean the same now?"""
    aspect = _aspect(action)
    return then.match == now.match and aspect(then) == aspect(now)


def _about(m: Moment) -> Aspect:
    return (m.subject,)


def _next(m: Moment) -> Aspect:
    return (m.subject, m.open, m.frame, m.at_table, m.decision)


def _during(m: Moment) -> Aspect:
    return (m.subject, m.open)


def _nothing(m: Moment) -> Aspect:
    return ()


def _frame(m: Moment) -> Aspect:
    return (m.frame,)


_OF_ENTRY: dict[object, Callable[[Moment], Aspect]] = {
    **dict.fromkeys(
        ("call", "incident", "rule", "identify", "affair_result", "continue_run", "fell"), _about
    ),
    **dict.fromkeys(("strike", "nominate", "affair"), _next),
    **dict.fromkeys(("contact", "cushion", "centre_line", "pocket", "off_table", "rest"), _during),
    **dict.fromkeys(("extension", "bent", "warned"), lambda m: (m.subject, m.open, m.at_table)),
    **dict.fromkeys(("lag", "lot"), lambda m: (m.frame, m.phase, m.decision)),
    **dict.fromkeys(("adjust", "concede"), _frame),
    "choose": lambda m: (m.subject, m.decision),
    "removed": lambda m: (m.subject, m.to_remove),
    "setup": lambda m: (m.frame, m.subject, m.open),
    "clock": _nothing,
    "undo": lambda m: (m.top,),
    "redo": lambda m: (m.top, m.taken),
}

_OF_ACTION: dict[type, Callable[[Moment], Aspect]] = {
    Stroke: _next,
    FellToo: _about,
    TakeBack: lambda m: (m.top,),
    PutBack: lambda m: (m.top, m.taken),
    SetScore: lambda m: (m.frame, m.score),
    Begin: lambda m: (m.over,),
    End: lambda m: (m.over,),
    Swap: _nothing,
    SwitchOff: _nothing,
    LookedAt: _nothing,
}


def _aspect(action: Action) -> Callable[[Moment], Aspect]:
    if isinstance(action, Enter):
        return _OF_ENTRY.get(action.entry.get("type"), _next)
    return _OF_ACTION[type(action)]
