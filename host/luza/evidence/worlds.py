"""The worlds that fit a shot's facts: how one goes on from event to event.

A world gives every fact its balls and, on a table that does not list every contact, adds contacts that
nothing felt. It fits the facts if it keeps to what is physically certain:

1. a ball that has left the surface does nothing more;
2. only the struck ball moves before the first contact, and a ball moves only if struck or touched by a
   moving ball;
3. a ball does not touch one cushion twice running without touching a ball or another cushion between;
4. a ball is not at two cushions within the time that their distance needs at 12 m/s.

The last two choose among balls: two facts that both name the ball are believed.

A state says how far a world has come: its flags, how many balls it has, how many of those that it does not
list are moving, then a part for each ball (see `course`). Of the balls that no later fact names only those
are listed, in order, that something has happened to besides; and what can no longer matter is wiped from all.
So worlds that differ in nothing that matters are one state.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from luza.evidence.course import (
    AWAY,
    DRIVEN,
    FIELD,
    GONE,
    LAST,
    LASTS,
    MARKS,
    MOVING,
    OWN,
    RECENT,
    SOURCE,
    UNNAMED,
    Course,
)
from luza.evidence.effects import CONTACTED, MET, Balls, Effects
from luza.evidence.events import DEED, POT, SOME_OBJECT, TOUCH
from luza.evidence.marks import CROSS

State = tuple[int, ...]
Sorts = tuple[list[int], list[int], list[int]]

_BLANK, _MOVING = [0, 0], [MOVING, MOVING]
_SOURCES = FIELD << SOURCE


class Worlds:
    """The worlds of one shot, as far as `effects` looks for them."""

    def __init__(self, course: Course, effects: Effects) -> None:
        self.course = course
        self.effects = effects
        self.sense = effects.sense
        self.needs = effects.needs
        self.reach = effects.reach
        self.free_hand = effects.free_hand
        self.sourced = effects.sourced
        # Deeds by which a ball differs from one like it: another may have them from this one.
        self.told_apart = FIELD << OWN if effects.sourced else 0
        self.keep = course.keep(effects.needs, effects.flush, bool(effects.unfelt_crossing))

    def starts(self) -> list[State]:
        """The worlds before the first event: which ball was struck."""
        course = self.course
        slots = [course.struck] if course.struck is not None else range(min(course.size, course.named[0] + 1))
        found = []
        for slot in slots:
            balls = [0] * (course.named[0] + 1)
            balls[slot] = MOVING
            found.append(self._state(0, 0, course.size, 0, balls))
        return found

    def after(self, i: int, state: State) -> Iterator[State]:
        """The worlds after the event `i`; the likeliest to lead on first."""
        kind = self.course.events[i][0]
        happen = self._touches if kind == TOUCH else self._deeds if kind == DEED else self._departures
        flags, size, moving, *balls = state
        spare = _list(balls, size, moving)
        yield from happen(i, flags, size, spare, balls)
        if self.sense.hidden_first and not flags & CONTACTED:
            for then, after in self.contacted(state):
                yield from happen(i, then, size, spare, after)

    def burst(self, i: int, state: State) -> tuple[int, State]:
        """From a state before the event `i`, in which all balls are alike, past events in which two of them
        touch: the most that can come of each is that one ball more is moving."""
        flags, size, moving = state[:3]
        effects = self.effects
        if self.free_hand or not flags & CONTACTED or (effects.unfelt and not flags & MET):
            return i, state
        events = self.course.events
        while i < len(events) and events[i][0] == TOUCH and events[i][1] < 0 and events[i][2] < 0:
            moving += moving < size
            i += 1
        return i, (flags, size, moving)

    def contacted(self, state: State) -> Iterator[tuple[int, Balls]]:
        """Flags and balls after a first contact that nothing felt."""
        flags, size, moving, *balls = state
        _list(balls, size, moving)
        struck = next((slot for slot, part in enumerate(balls) if part & MOVING), None)
        other = next((slot for slot, part in enumerate(balls) if not part & (MOVING | GONE)), None)
        if struck is not None and other is not None:
            flags = self.effects.meet(flags, balls, struck, other)
            if flags:
                yield flags, balls

    # -- who it may have been -----------------------------------------------------------------------------

    def _who(self, i: int, spec: int, balls: Balls, movers: bool) -> list[int]:
        """The slots of the balls that a spec may mean; of those that are alike one."""
        named = self.course.named[i]
        if spec >= 0:
            slot = self.course.slots[spec]
            part = balls[slot]
            return [] if part & GONE or (movers and not part & MOVING) else [slot]
        cue = self.course.slots.get(0, -1) if spec == SOME_OBJECT else -1
        found: list[int] = []
        before = -1
        for slot, part in enumerate(balls):
            if (slot >= named and part == before and not part & self.told_apart) or slot == cue:
                continue
            if slot >= named:
                before = part
            if not part & GONE and (not movers or part & MOVING):
                found.append(slot)
        return found

    def _sorts(self, i: int, spec: int, balls: Balls, free: bool) -> Sorts:
        """The slots of the balls that may be one of two that touch, of those that are alike two, in three
        sorts: those to which a touch by itself does nothing, those that carry deeds, and all others."""
        named = self.course.named[i]
        cue = self.course.slots.get(0, -1) if spec == SOME_OBJECT else -1
        only = self.course.slots[spec] if spec >= 0 else -1
        marks = MARKS if self.effects.passes else 0
        inert: list[int] = []
        plain: list[int] = []
        carrying: list[int] = []
        before, twins = -1, False
        for slot, part in enumerate(balls):
            if part & GONE or slot == cue or (only >= 0 and slot != only):
                continue
            if slot >= named:
                if part == before and not part & self.told_apart:
                    if twins:
                        continue
                    twins = True
                else:
                    before, twins = part, False
            if part & marks:
                carrying.append(slot)
            elif not part & LASTS and (free or part & MOVING):
                inert.append(slot)
            else:
                plain.append(slot)
        return inert, plain, carrying

    def _pairs(self, balls: Balls, ones: Sorts, others: Sorts) -> Iterator[tuple[int, int]]:
        """The pairs of balls that may have touched, those first that leave most open. Where nothing is
        carried it makes no difference which of the inert balls it was; and where the stroke is not to be
        completed, a ball that carries deeds touches none for no good if an inert one might instead."""
        inert, plain, carrying = ones
        inert_, plain_, carrying_ = others
        passing = chain(
            self._passing(balls, carrying, others, inert), self._passing(balls, carrying_, ones, inert_)
        )
        if self.reach:
            yield from passing
        if inert:
            yield from ((inert[0], b) for b in plain_)
        if inert_:
            yield from ((a, inert_[0]) for a in plain)
        yield from ((a, b) for a in plain for b in plain_ if a != b)
        yield from ((a, b) for a in inert[:2] for b in inert_[:2] if a != b)
        yield from passing

    def _passing(
        self, balls: Balls, carrying: list[int], others: Sorts, instead: list[int]
    ) -> Iterator[tuple[int, int]]:
        """The pairs in which one ball carries deeds; `instead`: the inert balls in its place."""
        inert, plain, theirs = others
        for a in carrying:
            yield from ((a, b) for b in theirs if a != b)
            if self.reach or balls[a] & LASTS or not instead:
                yield from ((a, b) for b in plain)
                yield from ((a, b) for b in inert)
            elif len(instead) == 1:
                yield from ((a, b) for b in inert if b == instead[0])

    # -- the three kinds of event ---------------------------------------------------------------------------

    def _touches(self, i: int, flags: int, size: int, spare: int, balls: Balls) -> Iterator[State]:
        event = self.course.events[i]
        free = bool(self.free_hand and flags & CONTACTED)
        ones = self._sorts(i, event[1], balls, free)
        others = ones if event[1] == event[2] < 0 else self._sorts(i, event[2], balls, free)
        seen: set[tuple[int, int]] = set()
        for a, b in self._pairs(balls, ones, others):
            pair = (a, b) if a < b else (b, a)
            if pair in seen or not (free or (balls[a] | balls[b]) & MOVING):
                continue
            seen.add(pair)
            after = balls.copy()
            then = self.effects.meet(flags, after, a, b)
            if then:
                yield self._state(i + 1, then, size, spare, after)

    def _deeds(self, i: int, flags: int, size: int, spare: int, balls: Balls) -> Iterator[State]:
        _, spec, _, deed, code, apart = self.course.events[i]
        movers = not (self.free_hand and flags & CONTACTED)
        again = noted = 0
        if code >= 0:
            again = 1 << code + (LAST if spec >= 0 else LAST + UNNAMED)
            noted = 1 << code + LAST + UNNAMED | (0 if spec >= 0 else 1 << code + LAST) | 1 << i + RECENT
        slots = self._who(i, spec, balls, movers)
        if len(slots) > 1:
            slots = self._sorted(slots, balls, deed)
        for slot in slots:
            part = balls[slot]
            if apart and part >> RECENT & apart:
                continue
            ways: Iterable[tuple[int, Balls]] = ((flags, balls.copy()),)
            if part & again:
                ways = self._again(i, deed, flags, balls, slot)
            for before, after in ways:
                then = self.effects.do(before, after, slot, deed)
                if then >= 0:
                    if code >= 0:
                        after[slot] = after[slot] & ~LASTS | noted
                    yield self._state(i + 1, then, size, spare, after)

    def _sorted(self, slots: list[int], balls: Balls, deed: int) -> list[int]:
        """Those first that leave most open: to complete the stroke, those that have done most; not to, those
        that have done the same, then those that have done nothing (last where balls are counted)."""
        if self.reach:
            return sorted(slots, key=lambda slot: -(balls[slot] & MARKS))
        leaves = self.needs.leaves[deed]
        same = leaves << OWN | leaves << DRIVEN
        blank_first = not self.effects.counts

        def turn(slot: int) -> int:
            part = balls[slot]
            return 0 if part & same else 1 if (not part & MARKS) == blank_first else 2

        return sorted(slots, key=turn)

    def _departures(self, i: int, flags: int, size: int, spare: int, balls: Balls) -> Iterator[State]:
        event = self.course.events[i]
        movers = not (self.free_hand and flags & CONTACTED)
        potted = event[0] == POT and flags & CONTACTED
        if potted and not self.reach:
            return
        for slot in self._who(i, event[1], balls, movers):
            for then, after in self._farewells(flags, balls, slot):
                self.effects.leave(then, after, slot)
                yield self._state(i + 1, then | (MET if potted else 0), size, spare, after)

    def _again(self, i: int, deed: int, flags: int, balls: Balls, slot: int) -> Iterator[tuple[int, Balls]]:
        """A ball at the same cushion again: what may have happened to it between that nothing felt."""
        if self.sense.hidden_later and flags & CONTACTED:
            named = self.course.named[i]
            seen: set[int] = set()
            for other, part in enumerate(balls):
                if other != slot and not part & GONE and part not in seen:
                    if other >= named and not part & self.told_apart:
                        seen.add(part)
                    after = balls.copy()
                    then = self.effects.meet(flags, after, slot, other)
                    if then:
                        yield then, after
        if self.sense.hidden_cushions:
            for other in range(CROSS):
                if other != deed:
                    after = balls.copy()
                    then = self.effects.do(flags, after, slot, other)
                    if then >= 0:
                        yield then, after

    def _farewells(self, flags: int, balls: Balls, slot: int) -> Iterator[tuple[int, Balls]]:
        """What a ball may do that nothing feels before it leaves: touch others, any of those whose next
        touch of a cushion needs one."""
        yield flags, balls.copy()
        if self.sense.hidden_later and flags & CONTACTED:
            for other, part in enumerate(balls):
                if other != slot and part & LASTS:
                    after = balls.copy()
                    then = self.effects.meet(flags, after, slot, other)
                    if then:
                        yield from self._farewells(then, after, slot)

    # -- states ---------------------------------------------------------------------------------------------

    def _state(self, i: int, flags: int, size: int, spare: int, balls: Balls) -> State:
        """The state before the event `i`, of what can still matter."""
        keep = self.keep[i]
        if flags & MET:
            flags &= CONTACTED | MET
            keep &= ~MARKS
        if self.free_hand and flags & CONTACTED:
            keep &= ~MOVING
        named = self.course.named[i]
        if self.sourced:
            balls = [part & keep for part in balls]
            carried = 0
            for part in balls:
                carried |= part
            if carried >> SOURCE & FIELD:
                _rename(balls, named)
        rest: Balls = []
        for part in balls[named:]:
            part &= keep
            if part > GONE:
                rest.append(part)
            elif part == GONE:
                size -= 1
            else:
                spare += part
        if len(rest) > 1:
            rest.sort()
        listed = [part & keep for part in balls[:named]]
        return (flags, size, spare if keep & MOVING else 0, *listed, *rest)


def _list(balls: Balls, size: int, moving: int) -> int:
    """Lists two moving balls and two blank ones more, if there are so many: that is enough for an event. How
    many moving ones are left."""
    listed = 2 if moving > 2 else moving
    still = size - moving - len(balls)
    balls += _MOVING[:listed]
    balls += _BLANK[:still]
    return moving - listed


def _rename(parts: Balls, named: int) -> None:
    """Sorts the parts of the balls that are alike, and names the slots by which others refer to them anew."""
    order = sorted(range(named, len(parts)), key=parts.__getitem__)
    slots: list[int] | None = None
    for slot, part in enumerate(parts):
        source = part >> SOURCE & FIELD
        if source and source < AWAY:
            if slots is None:
                slots = _places(parts, order, named)
            parts[slot] = part & ~_SOURCES | slots[source - 1] << SOURCE
    parts[named:] = [parts[slot] for slot in order]


def _places(parts: Balls, order: Sequence[int], named: int) -> list[int]:
    """By slot, where the ball will be listed, counted from 1; AWAY for one that has left or is not listed."""
    places = [AWAY] * len(parts)
    for slot in range(named):
        if parts[slot] != GONE:
            places[slot] = slot + 1
    place = named
    for slot in order:
        if parts[slot] > GONE:
            place += 1
            places[slot] = place
    return places
