"""The stroke in which every ball is named and every contact is listed: one world, one pass."""

from collections.abc import Sequence

from luza.evidence.events import index
from luza.evidence.marks import CROSS, SIDES, Finding, Proof, Requirement
from luza.facts import CentreLine, Contact, Cushion, Fact

_PROVEN = Proof.PROVEN


def follow(facts: Sequence[Fact], requirement: Requirement) -> Finding | None:
    """The finding of a stroke with a contact and no pot after it, where every ball that matters is named;
    None where one is not.

    `facts` are a shot's facts in order, on a table that lists every contact. They are read until the
    requirement is met: what follows cannot take that back. What a ball carries is one integer: five bits
    for what each ball has done, its own among them.
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
                if flush is not None and (flush(mine >> 5 * a & 31) or flush(theirs >> 5 * b & 31)):
                    possible = True
                marks[a] = marks[b] = mine | theirs
        elif counting and (kind is Cushion or kind is CentreLine):
            ball = index(fact.ball)  # type: ignore[union-attr]
            if ball < 0:
                return None
            deed = SIDES[fact.cushion] if kind is Cushion else CROSS  # type: ignore[union-attr]
            had = marks.get(ball, 0)
            if had and deeds is not None:
                own = had >> 5 * ball & 31
                met = deeds(own, _folded(had ^ own << 5 * ball), deed) or met
            marks[ball] = had | 1 << 5 * ball + deed
            if tally is not None:
                if deed == CROSS:
                    crossed = True
                else:
                    touched |= 1 << ball
                met = met or tally(touched.bit_count(), crossed)
            if met is not None and contacted:
                return Finding(_PROVEN, _PROVEN, met)
    return Finding(_PROVEN, Proof.UNPROVEN if possible else Proof.REFUTED)


def _folded(marks: int) -> int:
    """The deeds of all balls in one set."""
    marks |= marks >> 40
    marks |= marks >> 20
    marks |= marks >> 10
    return (marks | marks >> 5) & 31
