"""Statements, facts and nominations in words, as the panel lists them. Pure."""

from collections.abc import Callable
from typing import Any

from luza import words
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket, Rest, Strike
from luza.history import Fell, Said, Shot, Unit
from luza.locale import has, join, say
from luza.messages import Words
from luza.rules.frame import Nomination
from luza.statements import (
    Adjust,
    Affair,
    AffairResult,
    Bent,
    Call,
    Choose,
    Clock,
    Concede,
    ContinueRun,
    Extension,
    Identify,
    Incident,
    Lag,
    Lot,
    Nominate,
    Removed,
    Rule,
    Setup,
    Statement,
    UnfeltFall,
    Warned,
)
from luza.table import Table

QUIET = (Warned, Bent)
"""What the clock and the referee say beside the game: nobody means it by a step back."""


def at(unit: Unit) -> float:
    """When a step was entered: its first fact, or what was said; seconds of the match."""
    if isinstance(unit, Shot):
        return unit.facts[0].t if unit.facts else 0.0
    return unit.statement.t if isinstance(unit, Said) else unit.fact.t


def step(table: Table, unit: Unit) -> Words:
    """A step of the match in one line: a stroke with its verdict, or what was said."""
    if isinstance(unit, Shot):
        if unit.view is None:
            return say("panel.said.stroke_open", who=table.players[unit.player])
        return words.shot(table.brief(), unit.view)
    if isinstance(unit, Fell):
        return words.fell(unit.fact.pocket, unit.fact.ball, table.header.game)
    return statement(table, unit.statement, unit)


def statement(table: Table, said: Statement, unit: Said | None = None) -> Words:
    """What was said; `unit` is where it stands in the match, for a choice's words."""
    if isinstance(said, Choose):
        return say("panel.said.choose", what=_option(table, said, unit))
    found = _SAYING.get(type(said))
    tag = str(said.__struct_config__.tag)
    return found(table, said) if found is not None else Words(tag, tag)


def incident(case: str) -> Words:
    """An incident's name."""
    key = f"panel.incident.{case}"
    return say(key) if has(key) else Words(case, case)


def nominated(called: Nomination, game: str) -> Words:
    """What was called before the stroke."""
    halves = []
    if called.own:
        halves.append(_half("own", called.own_pocket))
    if called.objects:
        balls = join((words.names.ball(ball, game) for ball in called.balls), ", ")
        halves.append(_half("balls" if called.balls else "any", called.pocket, balls=balls))
    return halves[0] if len(halves) == 1 else say("panel.nominated.both", own=halves[0], object=halves[1])


def _half(key: str, pocket: str | None, **values: Words) -> Words:
    if key != "balls":
        values = {}
    if pocket is None:
        return say(f"panel.nominated.{key}", **values)
    return say(f"panel.nominated.{key}_pocket", pocket=words.names.pocket(pocket), **values)


def fact(fact: Fact, game: str) -> Words:
    """A fact as a line of a stroke's course."""
    if isinstance(fact, Contact):
        if fact.balls is None:
            return say("panel.fact.contact")
        one, two = (words.names.ball(ball, game) for ball in fact.balls)
        return say("panel.fact.contact_balls", one=one, two=two)
    if isinstance(fact, Rest):
        return say("panel.fact.rest")
    ball = words.names.ball(fact.ball, game)
    if isinstance(fact, Pocket):
        return say("panel.fact.pocket", ball=ball, where=words.names.pocket(fact.pocket))
    kind = {Strike: "strike", Cushion: "cushion", CentreLine: "centre_line", OffTable: "off_table"}[
        type(fact)
    ]
    values: dict[str, Words] = {}
    if isinstance(fact, Cushion):
        values["where"] = words.names.cushion(fact.cushion)
    if fact.ball is None:
        return say(f"panel.fact.{kind}", **values)
    return say(f"panel.fact.{kind}_ball", ball=ball, **values)


def _option(table: Table, said: Choose, unit: Said | None) -> Words:
    frame = None if unit is None else unit.before.frame.view()
    if frame is not None and frame.decision is not None and said.option in frame.decision.options:
        options = words.decisions.options(table.header.game, frame, table.players)
        return options[frame.decision.options.index(said.option)]
    return Words(said.option, said.option)


def _call(table: Table, said: Call) -> Words:
    foul = words.fouls.name(said.foul, table.header.game)
    if said.player is None:
        return say("panel.said.call", foul=foul)
    return say("panel.said.call_of", foul=foul, who=table.players[said.player])


def _nominate(table: Table, said: Nominate) -> Words:
    called = Nomination(
        own=said.own,
        own_pocket=said.pocket if said.own else None,
        objects=bool(said.balls) or not said.own,
        balls=tuple(said.balls or ()),
        pocket=said.pocket,
    )
    return say("panel.said.nominate", what=nominated(called, table.header.game))


def _adjust(table: Table, said: Adjust) -> Words:
    delta = words.signed(said.delta)
    return say("panel.said.adjust", who=table.players[said.player], delta=delta, reason=said.reason)


def _fell(table: Table, said: UnfeltFall) -> Words:
    ball = words.names.ball(said.ball, table.header.game)
    return say("panel.said.fell", ball=ball, pocket=words.names.pocket(said.pocket))


def _lag(table: Table, said: Lag) -> Words:
    if said.winner is None:
        return say("panel.said.lag_repeat")
    return say("panel.said.lag", who=table.players[said.winner])


def _of_player(key: str) -> Callable[[Table, Any], Words]:
    return lambda table, said: say(key, who=table.players[said.player])


_SAYING: dict[type, Callable[[Table, Any], Words]] = {
    Setup: lambda table, said: say("panel.said.setup", score=words.results.score(said.score)),
    Lag: _lag,
    Lot: lambda table, said: say("panel.said.lot", who=table.players[said.winner]),
    Call: _call,
    Incident: lambda table, said: say("panel.said.incident", what=incident(said.case)),
    Rule: lambda table, said: say(f"panel.said.rule_{said.verdict}"),
    Nominate: _nominate,
    Identify: lambda table, said: say(
        "panel.said.identify", ball=words.names.ball(said.ball, table.header.game)
    ),
    Removed: lambda table, said: say("panel.said.removed"),
    Clock: lambda table, said: say(
        "panel.said.clock_on" if said.on else "panel.said.clock_off",
        **({"n": round(said.limit_s or table.clock.limit_s)} if said.on else {}),
    ),
    Warned: lambda table, said: say("panel.said.warned"),
    Bent: lambda table, said: say("panel.said.bent_on" if said.on else "panel.said.bent_off"),
    Extension: _of_player("panel.said.extension"),
    Affair: _of_player("panel.said.affair"),
    AffairResult: lambda table, said: say(
        "panel.said.affair_met" if said.success else "panel.said.affair_failed"
    ),
    ContinueRun: lambda table, said: say("panel.said.continue_run"),
    Adjust: _adjust,
    Concede: _of_player("panel.said.concede"),
    UnfeltFall: _fell,
}
