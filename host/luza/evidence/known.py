"""The stroke in which every ball is named and every contact is listed: one world, one pass."""

from collections.abc import Sequence

from luza.evidence.marks import CROSS, SIDES, Finding, Proof, Requirement, deed
from luza.facts import CentreLine, Contact, Cushion, Fact

_PROVEN = Proof.PROVEN


def index(ball: str | int | None) -> int:
    """A named ball's index; -1 for `"object"` and for None, which name no single ball."""
    if ball.__class__ is int:
        return ball
    return 0 if ball == "cue" else -1


def follow(facts: Sequence[Fact], requirement: Requirement) -> Finding | None:
    """The finding of a stroke with a contact and no pot after it, where every ball that matters is named;
    None where one is not.

    `facts` are a shot's facts in order, on a table that lists every contact. They are read until the
    requirement is met: what follows cannot take that back.
    """
    marks: dict[int, int] = {}
    deeds, flush, tally = requirement.deeds, requirement.flush, requirement.tally
    touched, crossed, contacted = 0, False, False
    counting = not requirement.after_contact
    possible = requirement.unseen
    met: str | None = None
    for fact in facts:
        kind = fact.__class__
        if kind is Contact:
            contacted = counting = True
            if met is not None:
                return Finding(_PROVEN, _PROVEN, met)
            if not marks:
                continue
            balls = fact.balls  # type: ignore[union-attr]
            if balls is None:
                return None
            a, b = index(balls[0]), index(balls[1])
            if a < 0 or b < 0:
                return None
            mine, theirs = marks.get(a, 0), marks.get(b, 0)
            if mine or theirs:
                if flush is not None and (flush(mine, a) or flush(theirs, b)):
                    possible = True
                marks[a] = marks[b] = mine | theirs
        elif counting and (kind is Cushion or kind is CentreLine):
            ball = index(fact.ball)  # type: ignore[union-attr]
            if ball < 0:
                return None
            field = SIDES[fact.cushion] if kind is Cushion else CROSS  # type: ignore[union-attr]
            had = marks.get(ball, 0)
            if deeds is not None and had:
                met = deeds(had, ball, field) or met
            marks[ball] = had | deed(field, ball)
            if tally is not None:
                if field == CROSS:
                    crossed = True
                else:
                    touched |= 1 << ball
                met = met or tally(touched, crossed)
            if met is not None and contacted:
                return Finding(_PROVEN, _PROVEN, met)
    return Finding(_PROVEN, Proof.UNPROVEN if possible else Proof.REFUTED)
