"""What the facts that name their balls say by themselves: one pass.

A stroke in which every ball is named and every contact is listed is one world, and this is the whole answer.
Where some are not, what the named ones have done is done in every world, so that it may still be proven.
"""

from collections.abc import Sequence

from luza.evidence.events import index
from luza.evidence.marks import CROSS, SIDES, Finding, Proof, Requirement
from luza.facts import CentreLine, Contact, Cushion, Fact

_PROVEN = Proof.PROVEN


def follow(facts: Sequence[Fact], requirement: Requirement) -> Finding | None:
    """The finding of a stroke with a contact and no pot after it; None where a ball that is not named leaves
    it open.

    `facts` are a shot's facts in order; what is not proven is right only if they list every contact. They
    are read until the requirement is met: what follows cannot take that back. What a ball carries is one
    integer: five bits for what each ball has done, its own among them.
    """
    marks: dict[int, int] = {}
    deeds, flush, tally = requirement.deeds, requirement.flush, requirement.tally
    touched, crossed, contacted = 0, False, False
    counting = not requirement.after_contact
    possible = requirement.unseen
    everything = True
    met: str | None = None
    for fact in facts:
        kind = fact.__class__
        if kind is Contact:
            contacted = counting = True
            if met is not None:
                return Finding(_PROVEN, _PROVEN, met)
            balls = fact.balls  # type: ignore[union-attr]
            if not marks or balls is None:
                everything = everything and not marks
                continue
            a, b = index(balls[0]), index(balls[1])
            if a < 0 or b < 0:
                everything = False
                continue
            mine, theirs = marks.get(a, 0), marks.get(b, 0)
            if mine or theirs:
                if flush is not None and (flush(mine >> 5 * a & 31) or flush(theirs >> 5 * b & 31)):
                    possible = True
                marks[a] = marks[b] = mine | theirs
        elif counting and (kind is Cushion or kind is CentreLine):
            ball = index(fact.ball)  # type: ignore[union-attr]
            deed = SIDES[fact.cushion] if kind is Cushion else CROSS  # type: ignore[union-attr]
            crossed = crossed or deed == CROSS
            if ball < 0:
                everything = False
            else:
                had = marks.get(ball, 0)
                if had and deeds is not None:
                    own = had >> 5 * ball & 31
                    met = deeds(own, _folded(had ^ own << 5 * ball), deed) or met
                marks[ball] = had | 1 << 5 * ball + deed
                if deed != CROSS:
                    touched |= 1 << ball
            if tally is not None:
                met = met or tally(touched.bit_count(), crossed)
            if met is not None and contacted:
                return Finding(_PROVEN, _PROVEN, met)
    if not everything:
        return None
    return Finding(_PROVEN, Proof.UNPROVEN if possible else Proof.REFUTED)


def _folded(marks: int) -> int:
    """The deeds of all balls in one set."""
    marks |= marks >> 40
    marks |= marks >> 20
    marks |= marks >> 10
    return (marks | marks >> 5) & 31
