"""What a marker taps, as entries: a table without sensors, or with dead ones, is kept by hand. Pure.

Each function hands out the entries of one action, at one time `t`; each is to be entered before the next is
asked for, since what follows may depend on the verdict. What a marker has seen and has not called was right:
a stroke that was tapped in is never left unproven.
"""

from collections.abc import Iterator, Sequence

import msgspec

from luza.entries import Entry
from luza.errors import Refused
from luza.facts import Ball, OffTable, Pocket, PocketName, Rest, Strike
from luza.rules.fouls import ANY_TIME
from luza.statements import Call, Case, Incident, Rule, Sensors, UnfeltFall
from luza.table import Table

FELT = frozenset({"strike", "contact", "first_contact", "cushion", "centre_line", "pocket"})
"""The senses that open a stroke by themselves."""


class Tap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ball fell: the pocket, and the ball where it matters (`cue`, `object`, a number in classic)."""

    pocket: PocketName
    ball: Ball | None = None


def whole(table: Table) -> bool:
    """Does nothing feel the strokes here, so that a tap is a whole stroke? Else taps add to what is felt."""
    return not table.sensors & FELT


def stroke(
    table: Table,
    t: float,
    pots: Sequence[Tap] = (),
    *,
    off_table: Sequence[Ball | None] = (),
    fouls: Sequence[str] = (),
    incidents: Sequence[Case] = (),
    struck: Ball | None = None,
) -> Iterator[Entry]:
    """A stroke as the marker saw it, from the strike to the rest; one that is in progress is completed.

    Without `pots` and `fouls` the turn passes. `off_table`: the balls that left the table. Raises Refused
    where no stroke can be played now.
    """
    if not table.shot_open:
        yield Strike(t, struck)
        if table.sensors:
            # The sensors have not felt this stroke, so what they did not feel says nothing about it.
            felt, off = sorted(table.sensors), sorted(table.switched_off)
            yield Sensors(t, [], off)  # type: ignore[arg-type]
            yield Sensors(t, felt, off)  # type: ignore[arg-type]
    if not table.shot_open:
        over = table.frame.phase == "over"
        raise Refused(
            "stroke: the match is over" if over else "stroke: it is not settled yet who breaks",
            "match_over" if over else "not_started",
        )
    subject = table.subject
    player = 0 if subject is None else subject.player
    for pot in pots:
        yield Pocket(t, pot.pocket, _ball(table, pot.ball))
    for ball in off_table:
        yield OffTable(t, ball)
    for case in incidents:
        yield Incident(t, case)
    for foul in fouls:
        yield Call(t, foul, player if foul in ANY_TIME else None)
    if table.shot_open:
        yield Rest(t)
    yield from seen(table, t)


def fell(table: Table, t: float, pots: Sequence[Tap]) -> Iterator[Entry]:
    """Balls fell in the stroke in progress or the last one, and no sensor felt them."""
    for pot in pots:
        yield UnfeltFall(t, pot.pocket, _ball(table, pot.ball))
    yield from seen(table, t)


def seen(table: Table, t: float) -> Iterator[Entry]:
    """A person has seen the last stroke: what its facts leave open is answered."""
    last = table.last_shot
    if last is not None and last.verdict == "unproven" and not table.shot_open:
        yield Rule(t, "legal")


def _ball(table: Table, ball: Ball | None) -> Ball | None:
    """Where there is a cue ball, a ball that is not named is an object ball."""
    return "object" if ball is None and not table.rules.game.any_ball else ball
