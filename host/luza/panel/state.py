"""The panel's state, whole, from the table and what displays were told. Pure."""

from collections.abc import Mapping

import msgspec

from luza import taps, words
from luza.controller import shotclock
from luza.controller.play import Play
from luza.history import Shot
from luza.locale import say
from luza.messages import Alert, Health, Snapshot, State, Words
from luza.panel import back, forms, offers
from luza.panel.saying import nominated
from luza.panel.shown import (
    Balls,
    Choice,
    Choosing,
    ClockPanel,
    PanelState,
    Proposal,
    SeatView,
    SenseView,
    ShotLine,
    Taps,
)
from luza.panel.strokes import line
from luza.panel.whys import why
from luza.statements import UnfeltFall
from luza.table import Table

SHOTS_SHOWN = 12


def panel_state(
    play: Play | None, t: float, told: Mapping[str, Snapshot], seat: SeatView | None
) -> PanelState:
    """The state at `t` of the match, without its stamp. `told`: what displays were told last, by topic."""
    shown = told["state"]
    assert isinstance(shown, State)
    health = told.get("health")
    table = None if play is None else play.table
    nothing = back.nothing(say("panel.refused.nothing_taken"))
    return PanelState(
        state=shown,
        game_words=None if table is None else words.names.game(table.header.game),
        terms=() if table is None else forms.terms(table.header),
        shots=() if table is None else lines(table),
        balls=None if table is None else _balls(table),
        nominated=None if table is None else _nominated(table),
        choosing=None if table is None else _choosing(table),
        fouls=offers.fouls(table, t),
        offers=offers.offers(table),
        undo=nothing if table is None else back.undo(table),
        redo=nothing if table is None else back.redo(table),
        clock=_clock(table, t),
        taps=_taps(table),
        senses=() if table is None else _senses(table),
        seat=seat,
        health=health if isinstance(health, Health) else None,
        alerts=tuple(one for one in told.values() if isinstance(one, Alert)),
    )


def lines(table: Table, most: int = SHOTS_SHOWN) -> tuple[ShotLine, ...]:
    """The latest strokes, the last first."""
    found: list[ShotLine] = []
    for unit in reversed(table.steps):
        if isinstance(unit, Shot) and unit.view is not None:
            found.append(line(table, unit))
            if len(found) == most:
                break
    return tuple(found)


def _balls(table: Table) -> Balls:
    frame, game = table.match.frame, table.rules.game
    return Balls(
        on_table=frame.on_table,
        to_spot=frame.to_spot,
        to_remove=frame.to_remove.n,
        remove_by=frame.to_remove.by,
        numbers=None if frame.balls is None else tuple(sorted(frame.balls)),
        own=not game.any_ball,
        numbered=game.numbered,
    )


def _nominated(table: Table) -> Words | None:
    called = table.match.frame.nominated
    return None if called is None else nominated(called, table.header.game)


def _choosing(table: Table) -> Choosing | None:
    frame, game = table.frame, table.header.game
    decision = frame.decision
    if decision is None or table.shot_open:
        return None
    said = words.decisions.options(game, frame, table.players)
    return Choosing(
        kind=decision.kind,
        by=decision.by,
        words=words.decisions.title(game, decision, table.players),
        choices=tuple(
            Choice(
                option=option,
                words=text,
                default=option == decision.default,
                clause=offers.clause(words.decisions.clause(game, decision.kind, option)),
                entry={"type": "choose", "option": option},
            )
            for option, text in zip(decision.options, said, strict=True)
        ),
    )


def _clock(table: Table | None, t: float) -> ClockPanel:
    if table is None:
        return ClockPanel(on=False, bent=False, limits=(), proposal=None)
    clock = table.clock
    agreed = table.header.options.clock_s
    limits = [
        (forms.LIMITS[0], say("panel.clock.free", n=round(forms.LIMITS[0]))),
        (forms.LIMITS[1], say("panel.clock.tournament", n=round(forms.LIMITS[1]))),
    ]
    if agreed is not None and agreed not in forms.LIMITS:
        limits.append((agreed, say("panel.clock.agreed", n=round(agreed))))
    return ClockPanel(
        on=clock.on,
        bent=clock.bent_since is not None,
        limits=tuple(limits),
        proposal=_proposal(table, t),
    )


def _proposal(table: Table, t: float) -> Proposal | None:
    player = shotclock.too_slow(table, t)
    if player is None:
        return None
    return Proposal(
        foul="slow_play",
        player=player,
        words=say("panel.clock.proposal", who=table.players[player]),
        confirm={"type": "call", "foul": "slow_play", "player": player},
        dismiss={"type": "clock", "on": True},
    )


def _taps(table: Table | None) -> Taps:
    if table is None:
        free = say("panel.refused.nothing_taken")
        return Taps(mode="stroke", why=free, amend_why=free)
    return Taps(
        mode="stroke" if taps.whole(table) else "amend",
        why=offers.no_stroke(table),
        amend_why=why(table, UnfeltFall(table.now, "front-left")),
    )


def _senses(table: Table) -> tuple[SenseView, ...]:
    return tuple(
        SenseView(
            id=sense,
            words=words.names.sensor(sense),
            works=sense in table.sensors,
            off=sense in table.switched_off,
        )
        for sense in table.header.sensors
    )


def stamped(state: PanelState, *, session: str, seq: int, rev: int, at: str) -> PanelState:
    """The state with its stamp, and that of displays with the same `rev`."""
    shown = msgspec.structs.replace(state.state, session=session, rev=rev, at=at)
    return msgspec.structs.replace(state, session=session, seq=seq, rev=rev, at=at, state=shown)
