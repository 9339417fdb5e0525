"""What touches and deeds do to the balls of a world, and when they complete the stroke."""

from typing import NamedTuple

from luza.evidence.course import DRIVEN, FIELD, GONE, LASTS, MARKS, MOVING, OWN, SEVERAL, SOURCE
from luza.evidence.marks import CROSS, CROSSED, CUSHIONS
from luza.evidence.needs import Needs

CONTACTED, MET, CROSSING = 1, 2, 4
COUNT = 3
"""Flags: the cue ball has touched a ball; the requirement is met, if it has; a ball has crossed. From the bit
COUNT on stands how many balls have touched a cushion, where that is asked for."""

BOTH = FIELD << 5 | FIELD
OWN_CUSHIONS = CUSHIONS << OWN

Balls = list[int]
"""The parts of a world's balls (see `course`), by slot."""


class Sense(NamedTuple):
    """What the table does not feel in this shot."""

    hidden_first: bool
    """Even the first contact may go unfelt."""
    hidden_later: bool
    """Contacts after the first may go unfelt."""
    hidden_cushions: bool
    hidden_crossings: bool


class Effects:
    """What happens in worlds in which the stroke is completed (`reach`), or may be by something that nothing
    feels; or in those in which it is not. `balls`: how many lie on the table; `size`: of how many the worlds
    tell."""

    def __init__(
        self, sense: Sense, needs: Needs, after_contact: bool, reach: bool, balls: int, size: int
    ) -> None:
        self.sense = sense
        self.needs = needs
        self.after_contact = after_contact
        self.reach = reach
        self.balls = balls
        self.size = size
        self.free_hand = sense.hidden_later
        self.unfelt_crossing = CROSSED if reach and sense.hidden_crossings else 0
        self.flush = reach and bool(needs.flush_bits)
        self.unfelt = reach and (
            sense.hidden_crossings or sense.hidden_cushions or (sense.hidden_later and self.flush)
        )
        self.counts = needs.tally is not None
        self.passes = needs.drives and not (reach and sense.hidden_later)
        self.pooled = needs.pooled and not self.flush and not self.counts
        self.sourced = needs.drives and not needs.pooled

    def meet(self, flags: int, balls: Balls, a: int, b: int) -> int:
        """Two balls touch: changes `balls` and answers the flags, or 0 where this is not looked for."""
        first = not flags & CONTACTED
        if first and flags & MET and not self.reach:
            return 0
        p, q = balls[a], balls[b]
        movers = (p & MOVING) + (q & MOVING) if first or not self.free_hand else 2
        open_ = self.reach and not flags & MET
        counted = not (first and self.after_contact)
        if open_ and counted and (self.flushed(p, first) or self.flushed(q, first)):
            flags |= MET
        balls[a], balls[b] = p & ~LASTS | MOVING, q & ~LASTS | MOVING
        if self.passes and (p | q) & MARKS:
            self.pass_on(balls, a, b)
        if first and self.free_hand and self.passes:
            self.spread(balls, a if p & MOVING else b)
        flags |= CONTACTED
        if open_ and self.unfelt:
            if self.sense.hidden_cushions and self.counts:
                flags += (self.balls if first and self.free_hand else 2 - movers + first) << COUNT
                if self.tallied(flags):
                    flags |= MET
            if self.may(balls, a) or self.may(balls, b):
                flags |= MET
        return flags

    def flushed(self, part: int, first: bool) -> bool:
        """May the ball of this part complete the stroke by touching one that stands flush?"""
        own = part >> OWN & FIELD
        if part & MOVING or (self.free_hand and not first):
            own |= self.unfelt_crossing
        return bool(self.needs.flush[own])

    def pass_on(self, balls: Balls, a: int, b: int) -> None:
        """Each of two balls may have driven the other: it has the other's deeds behind it."""
        p, q = balls[a], balls[b]
        if self.pooled:
            deeds = (p | q) & FIELD << DRIVEN
            balls[a], balls[b] = p | deeds, q | deeds
        elif not self.sourced:
            balls[a] = p | (q >> OWN & FIELD) << DRIVEN | q & FIELD << DRIVEN
            balls[b] = q | (p >> OWN & FIELD) << DRIVEN | p & FIELD << DRIVEN
        else:
            balls[a], balls[b] = driven_by(p, q, a, b), driven_by(q, p, b, a)

    def spread(self, balls: Balls, struck: int) -> None:
        """Whatever moves from now on has been driven by the struck ball, or by one that it has driven."""
        deeds = balls[struck] >> OWN & FIELD
        if deeds:
            balls += [0] * (self.size - len(balls))
            behind = deeds << DRIVEN | (struck + 1) << SOURCE
            for slot, part in enumerate(balls):
                if slot != struck and not part & GONE:
                    balls[slot] = part & ~(FIELD << SOURCE) | behind

    def do(self, flags: int, balls: Balls, slot: int, deed: int) -> int:
        """A ball does something: changes `balls`, answers the flags, or -1 where this is not looked for."""
        if (self.after_contact and not flags & CONTACTED) or (self.reach and flags & MET):
            return flags
        part = balls[slot]
        if self.counts:
            if deed == CROSS:
                flags |= CROSSING
            elif not part & OWN_CUSHIONS and not (self.reach and self.sense.hidden_cushions):
                flags += 1 << COUNT
        done = part >> OWN & BOTH | self.behind(flags, balls, slot)
        met = self.needs.met[deed][done | self.unfelt_crossing] or (self.counts and self.tallied(flags))
        balls[slot] = part | self.needs.leaves[deed] << (DRIVEN if self.pooled else OWN)
        if not met and self.unfelt and flags & CONTACTED:
            met = self.may(balls, slot)
        if not met:
            return flags
        return -1 if flags & CONTACTED and not self.reach else flags | MET

    def behind(self, flags: int, balls: Balls, slot: int) -> int:
        """The deeds of the other balls, where contacts that nothing felt may have made them drive this one;
        as they stand in `own | driven << 5`."""
        if not (self.reach and self.free_hand and self.needs.drives and flags & CONTACTED):
            return 0
        deeds = 0
        for other, part in enumerate(balls):
            if other != slot:
                deeds |= part
        return (deeds >> OWN & FIELD) << 5

    def tallied(self, flags: int) -> bool:
        """Are so many balls at cushions enough, with a crossing or without?"""
        tally = self.needs.tally
        crossed = bool(flags & CROSSING or self.unfelt_crossing)
        return tally is not None and tally(flags >> COUNT, crossed) is not None

    def may(self, balls: Balls, slot: int) -> bool:
        """After this ball's deed, may something that nothing feels complete the stroke?"""
        needs, sense = self.needs, self.sense
        done = balls[slot] >> OWN & BOTH | self.unfelt_crossing
        if sense.hidden_cushions:
            done |= CUSHIONS
            if any(table[done] for table in needs.met[:CROSS]):
                return True
        if sense.hidden_crossings and needs.met[CROSS][done]:
            return True
        others = sum(not part & GONE for part in balls) > 1
        return sense.hidden_later and others and bool(needs.flush[done & FIELD])

    def leave(self, flags: int, balls: Balls, slot: int) -> None:
        """A ball leaves the surface; where contacts go unfelt it may have driven any other before."""
        deeds = self.behind(flags, [balls[slot], 0], 1) << OWN
        balls[slot] = GONE
        if deeds:
            for other, part in enumerate(balls):
                if part != GONE:
                    balls[other] = part | deeds


def driven_by(part: int, by: int, slot: int, other: int) -> int:
    """The part of a ball after the ball in the slot `other` has touched it. A deed of its own that comes
    back to it is not another ball's."""
    deeds, source = by >> OWN & FIELD, by >> SOURCE & FIELD
    whose = {other + 1} if deeds else set()
    if source and source != slot + 1:
        deeds |= by >> DRIVEN & FIELD
        whose.add(source)
    if not deeds:
        return part
    before = part >> SOURCE & FIELD
    if before:
        whose.add(before)
    source = whose.pop() if len(whose) == 1 else SEVERAL
    return part & ~(FIELD << SOURCE) | deeds << DRIVEN | source << SOURCE
