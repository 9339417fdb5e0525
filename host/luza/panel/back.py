"""Taking back and putting back, seen beforehand: what each action was, and what the table shows then. Pure.

It is tried on a copy of the table, so what is announced is what will be.
"""

from luza import words
from luza.errors import Refused
from luza.history import Fell, Said, Shot, Unit
from luza.locale import join, say
from luza.messages import Words
from luza.panel.saying import QUIET, at, step
from luza.panel.shown import Step, TakingBack
from luza.panel.whys import short
from luza.statements import Redo, Undo
from luza.table import Table
from luza.view import MatchView

NEAREST = 6
"""How many actions are shown unless more are asked for."""


def nothing(why: Words) -> TakingBack:
    """There is nothing to take back or to put back."""
    return TakingBack(why=why, offered=0, steps=(), more=False)


def undo(table: Table, most: int = NEAREST) -> TakingBack:
    """What taking back up to `most` actions would take and change, the latest first."""
    try:
        table.check(Undo(table.now))
    except Refused as no:
        return nothing(short(no))
    twin = table.copy()
    steps: list[Step] = []
    taken = offered = 0
    while (units := _latest(twin)) and (len(steps) < most or not offered):
        takes = _takes(twin, units)
        for _ in units:
            twin.enter(Undo(twin.now))
        taken += len(units)
        offered = offered or (0 if _quiet(units[0]) else taken)
        steps.append(_step(taken, takes, table, twin))
    return TakingBack(None, offered or taken, tuple(steps), more=bool(units))


def redo(table: Table, most: int = NEAREST) -> TakingBack:
    """What putting back up to `most` actions would put back and change, the nearest first."""
    try:
        table.check(Redo(table.now))
    except Refused as no:
        return nothing(short(no))
    twin = table.copy()
    steps: list[Step] = []
    put = offered = 0
    while twin.taken_back and len(steps) < most:
        units = [twin.taken_back[0]]
        twin.enter(Redo(twin.now))
        while twin.taken_back and _goes_on(units[0], twin.taken_back[0]):
            units.append(twin.taken_back[0])
            twin.enter(Redo(twin.now))
        put += len(units)
        if not steps or (_quiet(units[0]) and offered == steps[-1].steps):
            offered = put
        steps.append(_step(put, _takes(twin, units), table, twin))
    return TakingBack(None, offered, tuple(steps), more=bool(twin.taken_back))


def undo_offered(table: Table) -> int:
    """How many steps one tap takes back: a whole action, and what is quiet after it; at least one."""
    return max(1, undo(table, 1).offered)


def redo_offered(table: Table) -> int:
    """How many steps one tap puts back: a whole action, and what is quiet after it; at least one."""
    return max(1, redo(table).offered)


def _latest(table: Table) -> list[Unit]:
    """The steps of the latest action, in their order: all that was entered at one time. A ball that fell by
    itself goes with the step before it."""
    found: list[Unit] = []
    for unit in reversed(table.steps):
        if isinstance(unit, Fell):
            continue
        if found and at(unit) != at(found[0]):
            break
        found.insert(0, unit)
        if isinstance(unit, Shot):
            break  # what was said at the same time before it was said by itself
    return found


def _goes_on(first: Unit, unit: Unit) -> bool:
    """Does the step belong to the action that the first one began? A stroke begins one of its own."""
    return not isinstance(unit, Shot) and at(unit) == at(first)


def _takes(table: Table, units: list[Unit]) -> Words:
    """An action in one line: its stroke as it was judged with all that belongs to it, else all that was
    said."""
    strokes = [unit for unit in units if isinstance(unit, Shot)]
    return join((step(table, unit) for unit in strokes or units), "; ")


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
