"""Which states need not be looked at further."""

from functools import cached_property, reduce
from operator import or_

from luza.evidence.course import FIELD, GONE, MOVING, OWN, Course
from luza.evidence.effects import BOTH, CONTACTED, COUNT, CROSSING, MET, OWN_CUSHIONS, Effects
from luza.evidence.marks import CROSS, CUSHIONS


class Outlook:
    """What the events to come make of a state, without looking at any world."""

    def __init__(self, course: Course, effects: Effects) -> None:
        self.course = course
        self.effects = effects
        self.needs = effects.needs

    @cached_property
    def open(self) -> list[bool]:
        """By event, whether what is to come may complete the stroke all by itself."""
        return self.course.open(self.needs, self.effects.flush)

    def hopeless(self, i: int, state: tuple[int, ...]) -> bool:
        """Is it plain that no world as it is looked for goes on from this state before the event `i`?"""
        flags = state[0]
        if not flags & CONTACTED or flags & MET:
            return False
        if self.effects.counts:
            return not self.effects.reach and self._counts(i, state)
        return self._falls_short(i, state) if self.effects.reach else self._overdoes(i, state)

    def _overdoes(self, i: int, state: tuple[int, ...]) -> bool:
        """Must a deed to come complete the stroke, though it is not to be? What balls carry only grows, and a
        ball that is set moving carries what the one that touched it does."""
        may, static = self.needs.may, self.effects.passes and not self.effects.free_hand
        unnamed, *named = self.course.deeds[i]
        if state[2] or (len(state) - 3 < state[1] and not static):
            unnamed = 0
        for slot, deeds in enumerate(named[: self.course.named[i]], 3):
            part = state[slot]
            if deeds & ~may[part >> OWN & BOTH] and (part & MOVING or not static):
                return True
        for part in state[3:]:
            if not unnamed:
                return False
            if not part & GONE and (part & MOVING or not static):
                unnamed &= ~may[part >> OWN & BOTH]
        return unnamed != 0

    def _falls_short(self, i: int, state: tuple[int, ...]) -> bool:
        """Can nothing to come complete the stroke, with what all balls have done behind it and without?"""
        if self.effects.unfelt or self.open[i]:
            return False
        done = 0
        for part in state[3:]:
            done |= part
        done = done >> OWN & BOTH
        done |= done >> 5 | (done & FIELD) << 5
        if self.course.touches[i] and self.needs.flush[done & FIELD]:
            return False
        deeds = reduce(or_, self.course.deeds[i])
        return not any(deeds >> deed & 1 and self.needs.met[deed][done] for deed in range(5))

    def _counts(self, i: int, state: tuple[int, ...]) -> bool:
        """Must more balls be counted than are not to be, or one of them do too much?"""
        flags, effects = state[0], self.effects
        unnamed, *named = self.course.deeds[i]
        if reduce(or_, named, unnamed) >> CROSS:
            flags |= CROSSING
        more = sum(
            bool(deeds & CUSHIONS) and not part & OWN_CUSHIONS
            for part, deeds in zip(state[3:], named, strict=False)
        )
        if effects.tallied(flags + (more << COUNT)):
            return True
        if not effects.tallied(flags + (1 << COUNT)):
            return False
        may = self.needs.may
        can = reduce(or_, (may[part >> OWN & BOTH] for part in state[3:] if part & OWN_CUSHIONS), 0)
        return unnamed & CUSHIONS & ~can != 0
