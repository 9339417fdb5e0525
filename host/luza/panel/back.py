"""Taking back and putting back, seen beforehand: what each step takes, and what the table shows then. Pure.

It is tried on a copy of the table, so what is announced is what will be.
"""

from collections.abc import Iterator

from luza import words
from luza.errors import Refused
from luza.history import Fell, Said, Unit
from luza.locale import join, say
from luza.messages import Words
from luza.panel.saying import QUIET, at, step
from luza.panel.shown import Step, TakingBack
from luza.panel.whys import short
from luza.statements import Redo, Undo
from luza.table import Table
from luza.view import MatchView

NEAREST = 6
"""How many steps are shown unless more are asked for."""


def nothing(why: Words) -> TakingBack:
    """There is nothing to take back or to put back."""
    return TakingBack(why=why, offered=0, steps=(), more=False)


def undo(table: Table, most: int = NEAREST) -> TakingBack:
    """What up to `most` steps back would take and change, the latest first."""
    try:
        table.check(Undo(table.now))
    except Refused as no:
        return nothing(short(no))
    twin = table.copy()
    offered = undo_offered(table)
    steps: list[Step] = []
    while len(steps) < max(most, offered):
        latest = next(_latest_first(twin), None)
        if latest is None:
            return TakingBack(None, offered, tuple(steps), more=False)
        takes = step(twin, latest)
        twin.enter(Undo(twin.now))
        steps.append(_step(len(steps) + 1, takes, table, twin))
    return TakingBack(None, offered, tuple(steps), more=any(True for _ in _latest_first(twin)))


def redo(table: Table, most: int = NEAREST) -> TakingBack:
    """What up to `most` steps forth would put back and change, the nearest first."""
    try:
        table.check(Redo(table.now))
    except Refused as no:
        return nothing(short(no))
    twin = table.copy()
    waiting: list[Unit] = []
    steps: list[Step] = []
    while twin.taken_back:
        unit = twin.taken_back[0]
        waiting.append(unit)
        twin.enter(Redo(twin.now))
        if len(steps) < max(most, _together(waiting)):
            steps.append(_step(len(steps) + 1, step(twin, unit), table, twin))
    offered = _together(waiting)
    return TakingBack(None, offered, tuple(steps), more=len(waiting) > len(steps))


def undo_offered(table: Table) -> int:
    """How many steps one tap takes back: a whole action, and what is quiet after it; at least one."""
    return max(1, _offered(_latest_first(table)))


def redo_offered(table: Table) -> int:
    """How many steps one tap puts back; at least one."""
    twin = table.copy()
    waiting: list[Unit] = []
    while twin.taken_back:
        waiting.append(twin.taken_back[0])
        twin.enter(Redo(twin.now))
    return max(1, _together(waiting))


def _latest_first(table: Table) -> Iterator[Unit]:
    """The steps that an undo would take one after the other: a ball that fell by itself goes with the step
    before it."""
    return (unit for unit in reversed(table.steps) if not isinstance(unit, Fell))


def _offered(latest_first: Iterator[Unit]) -> int:
    """How many steps one tap takes: what is quiet on top, and then all that was entered at one time."""
    offered = 0
    meant: Unit | None = None
    for unit in latest_first:
        if meant is None and not _quiet(unit):
            meant = unit
        elif meant is not None and at(unit) != at(meant):
            break
        offered += 1
    return offered


def _together(units: list[Unit]) -> int:
    """How many steps one tap puts back: all that was entered at one time, and what is quiet after it."""
    same = 0
    while same < len(units) and at(units[same]) == at(units[0]):
        same += 1
    while same < len(units) and _quiet(units[same]):
        same += 1
    return same


def _quiet(unit: Unit) -> bool:
    return isinstance(unit, Said) and isinstance(unit.statement, QUIET)


def _step(number: int, takes: Words, table: Table, twin: Table) -> Step:
    was, then = table.brief(), twin.brief()
    changes = changed(was, then)
    if not changes and table.clock != twin.clock:
        changes = [say("panel.change.clock")]
        quiet = True
    else:
        quiet = not changes
    told = join(changes, ", ") if changes else say("panel.change.nothing")
    return Step(
        steps=number,
        takes=takes,
        changes=Words(_capital(told.ru), _capital(told.en)),
        quiet=quiet,
        score=then.frame.score,
        frames_won=then.frames_won,
        at_table=then.frame.at_table,
    )


def changed(was: MatchView, then: MatchView) -> list[Words]:
    """What is otherwise afterwards, the weightiest first."""
    found: list[Words] = []
    if was.match_winner is not None and then.match_winner is None:
        found.append(say("panel.change.match"))
    elif was.match_winner is None and then.match_winner is not None:
        found.append(say("panel.change.match_over"))
    if was.frames_won != then.frames_won:
        found.append(_from_to("panel.change.frames", was.frames_won, then.frames_won))
    if was.frame.number > then.frame.number:
        found.append(say("panel.change.frame", number=then.frame.number))
    elif was.frame.number < then.frame.number:
        found.append(say("panel.change.frame_over", number=was.frame.number))
    if was.frame.score != then.frame.score:
        found.append(_from_to("panel.change.score", was.frame.score, then.frame.score))
    if was.frame.at_table != then.frame.at_table:
        who = then.frame.at_table
        found.append(
            say("panel.change.nobody") if who is None else say("panel.change.turn", who=then.players[who])
        )
    if then.frame.decision is not None and then.frame.decision != was.frame.decision:
        title = words.decisions.title(then.game, then.frame.decision, then.players)
        found.append(say("panel.change.choice", title=title))
    elif was.frame.decision is not None and then.frame.decision is None:
        found.append(say("panel.change.choice_gone"))
    return found


def _from_to(key: str, was: tuple[int, ...], then: tuple[int, ...]) -> Words:
    return say(key, was=words.results.score(was), then=words.results.score(then))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
