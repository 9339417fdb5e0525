"""What each action does, within a step of the controller: entries of the contract, or a match's two ends."""

from collections.abc import Callable, Iterator

from luza import taps
from luza.controller.acts import Acts
from luza.controller.keeper import Step
from luza.entries import Entry, Header
from luza.panel import back, start
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
from luza.panel.offers import no_stroke
from luza.panel.whys import No, no
from luza.statements import Adjust, Redo, Sides, Undo
from luza.table import Table

Deed = Callable[[Acts, Step], object]
"""Does it; raises Refused or BadEntry, and then nothing was done."""

_NOT_ENTERED = frozenset({"sensors", "sides", "match"})
"""Kinds that are an action of their own, or nobody's to say."""


def deed(action: Action, table: Table | None, source: str, default: Header) -> Deed:
    """The action as a deed of `source`. `table` is as it stands now; `default` what a match starts with."""
    match action:
        case Enter(entry=entry):
            said = _entry(entry, table)
            return lambda acts, step: acts.say(step, said, source)
        case Begin(header=asked):
            header = start.header(default, asked)
            return lambda acts, step: acts.start(step, header, source)
        case End():
            return lambda acts, step: acts.stop(step)
        case LookedAt(item=item):
            return lambda acts, step: step.looked_at(item)
        case SwitchOff(off=off):
            senses = frozenset[str](off)
            if table is not None and not senses <= set(table.header.sensors):
                raise no("all_off")
            return lambda acts, step: acts.switch_off(step, senses, source)
        case Swap(swapped=swapped):
            return lambda acts, step: acts.say(step, Sides(0.0, swapped), source)
        case _:
            making = _making(action)
            return lambda acts, step: acts.say_all(step, making, source)


def _making(
    action: Stroke | FellToo | TakeBack | PutBack | SetScore,
) -> Callable[[Table, float], Iterator[Entry]]:
    match action:
        case Stroke():
            return lambda table, t: taps.stroke(
                table,
                t,
                action.pots,
                off_table=action.off_table,
                fouls=action.fouls,
                incidents=action.incidents,
                struck=action.struck,
            )
        case FellToo(pots=pots):
            return lambda table, t: taps.fell(table, t, pots)
        case TakeBack(steps=steps):
            return lambda table, t: (Undo(t) for _ in range(steps or back.undo_offered(table)))
        case PutBack(steps=steps):
            return lambda table, t: (Redo(t) for _ in range(steps or back.redo_offered(table)))
        case SetScore():
            return lambda table, t: _score(action, table, t)


def _score(action: SetScore, table: Table, t: float) -> Iterator[Entry]:
    """A correction for each player whose number changes; who wins by it comes last, in this frame still."""
    reason = start.reason(action.reason)
    now, wanted = table.frame.score, action.score
    if len(wanted) != len(now):
        raise no("wrong_number", wanted=len(now), found=len(wanted))
    changes = [(new, player, new - old) for player, (new, old) in enumerate(zip(wanted, now, strict=True))]
    if not any(delta for _, _, delta in changes):
        raise no("no_change")
    for _, player, delta in sorted(changes):
        if delta:
            yield Adjust(t, player, delta, reason)


def _entry(entry: dict[str, object], table: Table | None) -> dict[str, object]:
    """The entry with its texts made clean; raises No for what cannot come from a panel, or not now."""
    kind = entry.get("type")
    if not isinstance(kind, str) or kind in _NOT_ENTERED:
        raise no("entry_unknown", kind=str(kind)[:40])
    if kind == "adjust":
        if entry.get("delta") == 0:
            raise no("no_change")
        start.sensible(entry.get("delta"))
        entry = {**entry, "reason": start.reason(str(entry.get("reason", "")))}
    score = entry.get("score")
    start.sensible(entry.get("run"), *(score if isinstance(score, list) else ()))
    if isinstance(text := entry.get("text"), str):
        entry = {**entry, "text": start.clean(text)[: start.LONGEST_REASON]}
    refused = None if table is None else _not_now(kind, table)
    if refused is not None:
        raise refused
    return entry


def _not_now(kind: str, table: Table) -> No | None:
    """Facts are never refused by the table; from a person they have to fit."""
    if kind == "strike":
        if table.shot_open:
            return no("stroke_open")
        return None if no_stroke(table) is None else no("no_strokes")
    if kind == "bent" and not table.clock.on:
        return no("clock_off")
    if kind in ("rest", "contact", "cushion", "centre_line", "off_table") and not table.shot_open:
        return no("no_stroke_open")
    return None
