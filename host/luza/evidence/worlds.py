"""Is there a world in which …? The search behind proven and refuted.

A world gives every fact its balls and, on a table that does not list every contact, adds contacts that
nothing felt. It fits the facts if it keeps to what is physically certain:

1. a ball that has left the surface does nothing more;
2. only the struck ball moves before the first contact, and a ball moves only if struck or touched by a
   moving ball;
3. a ball does not touch one cushion twice running without touching a ball or another cushion between;
4. a ball is not at two cushions within the time that their distance needs at 12 m/s.

Balls that no fact names are alike, so each new one is the lowest index that is free; and what a state has
left to decide depends on the balls' marks alone, so a state is looked at once. A search gives up after
`LIMIT` states and answers as if the world existed, which leaves the requirement unproven: never wrong.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from luza.evidence.events import ANY, DEED, GAP, SOME_OBJECT, TOUCH, Event
from luza.evidence.marks import CROSS, OWN, Requirement, deed

LIMIT = 3000


class World(NamedTuple):
    """How far a world has come: bit sets of balls, and by ball its marks and its last cushion.

    `last` is (cushion's name, time, touched a ball since) or None. `seen` are the balls that have a part
    in the shot. `level` is 0 while the requirement is open, 1 once it may be met.
    """

    moving: int
    gone: int
    seen: int
    contacted: bool
    touched: int
    crossed: bool
    level: int
    marks: tuple[int, ...]
    last: tuple[tuple[str, float, bool] | None, ...]


class Sense(NamedTuple):
    """What the table does not feel in this shot."""

    hidden_first: bool
    """Even the first contact may go unfelt."""
    hidden_later: bool
    """Contacts after the first may go unfelt."""
    hidden_cushions: bool
    hidden_crossings: bool


class Search:
    """The worlds of one shot. `on_table` counts all balls before the stroke, the cue ball included."""

    def __init__(
        self,
        events: Sequence[Event],
        struck: int,
        on_table: int,
        sense: Sense,
        requirement: Requirement | None,
    ) -> None:
        self.events = events
        self.sense = sense
        self.requirement = requirement
        named = {s for e in events for s in (e[1], e[2]) if s >= 0}
        if struck >= 0:
            named.add(struck)
        self.struck = struck
        self.named = sorted(named)
        free = [i for i in range(15, -1, -1) if i not in named]
        self.fresh = sorted(free[: max(0, on_table - len(named))], reverse=True)
        self.few = requirement is not None and requirement.tally is not None
        self.budget = LIMIT
        self.dead: set[tuple[int, World]] = set()

    def avoidable(self) -> bool:
        """Is there a world in which the stroke does not do what it must?"""
        return any(self._avoid(0, world) for world in self._starts())

    def possible(self) -> bool:
        """Is there a world in which it does, or in which it may?"""
        self.dead.clear()
        return any(self._reach(0, world) for world in self._starts())

    def untouched(self) -> bool:
        """Is there a world without any contact? Only where the first contact may go unfelt."""
        return any(self._alone(world) for world in self._starts())

    # -- the worlds' beginnings -----------------------------------------------------------------------

    def _starts(self) -> Iterator[World]:
        for ball in self._choices(self.struck, World(0, 0, 0, False, 0, False, 0, (0,) * 16, (None,) * 16)):
            yield World(1 << ball, 0, 1 << ball, False, 0, False, 0, (0,) * 16, (None,) * 16)

    def _choices(self, spec: int, world: World, movers: int = -1) -> list[int]:
        """The balls that a spec may be, of those on the surface and in `movers`; fresh ones first, but
        last where it counts how many balls did something."""
        if spec >= 0:
            return [spec] if (1 << spec) & movers & ~world.gone else []
        allowed = movers & ~world.gone
        found = [b for b in self.named if allowed >> b & 1 and not (spec == SOME_OBJECT and b == 0)]
        alike: set[tuple[object, ...]] = set()
        for ball in self.fresh:
            if spec == SOME_OBJECT and ball == 0:
                continue
            if world.seen >> ball & 1:
                if allowed >> ball & 1:
                    part = _part(world, ball)
                    if part not in alike:
                        alike.add(part)
                        found.append(ball)
            else:
                if allowed >> ball & 1:
                    found.insert(len(found) if self.few else 0, ball)
                break
        return found

    def _movers(self, world: World) -> int:
        """The balls that an event may be given to."""
        return -1 if world.contacted and self.sense.hidden_later else world.moving

    # -- one event ------------------------------------------------------------------------------------

    def _steps(self, event: Event, world: World, reach: bool) -> Iterator[World]:
        """The worlds after the event; with `reach` those that meet the requirement have level 1, else
        they are left out."""
        if event[0] == TOUCH:
            yield from self._touch(event, world, reach)
            return
        movers = self._movers(world)
        for ball in self._choices(event[1], world, movers):
            world_here = world._replace(seen=world.seen | 1 << ball)
            if event[0] == DEED:
                yield from self._deed(event, world_here, ball, reach)
            elif not (event[3] and world.contacted) or reach:
                level = 1 if event[3] and world.contacted else world.level
                yield world_here._replace(gone=world.gone | 1 << ball, level=level)
        if self.sense.hidden_first and not world.contacted:
            touched = self._first_contact(world, reach)
            if touched is not None:
                yield from self._steps(event, touched, reach)

    def _first_contact(self, world: World, reach: bool) -> World | None:
        """The world after its first contact; None where that makes good what was done before it, in a
        world that is to be avoided."""
        return None if world.level and not reach else world._replace(contacted=True)

    def _touch(self, event: Event, world: World, reach: bool) -> Iterator[World]:
        free_hand = self.sense.hidden_later and world.contacted
        if not world.contacted:
            touched = self._first_contact(world, reach)
            if touched is None:
                return
            world = touched
        free_hand = free_hand or (event[1] >= 0 and event[2] >= 0)
        seen_pairs: set[tuple[int, int]] = set()
        for a in self._choices(event[1], world):
            with_a = world._replace(seen=world.seen | 1 << a)
            for b in self._choices(event[2], with_a):
                pair = (min(a, b), max(a, b))
                both = 1 << a | 1 << b
                if a == b or pair in seen_pairs or not (free_hand or both & world.moving):
                    continue
                seen_pairs.add(pair)
                after = self._joined(with_a._replace(seen=with_a.seen | both), a, b, reach)
                if after is not None:
                    yield after

    def _joined(self, world: World, a: int, b: int, reach: bool) -> World | None:
        """The world after the balls a and b have touched."""
        requirement = self.requirement
        level = world.level
        marks = list(world.marks)
        if requirement is not None:
            if reach and requirement.flush is not None:
                for ball in (a, b):
                    if requirement.flush(self._had(world, ball), ball):
                        level = 1
            marks[a] = marks[b] = marks[a] | marks[b]
        last = list(world.last)
        for ball in (a, b):
            mark = last[ball]
            if mark is not None:
                last[ball] = (mark[0], mark[1], True)
        return world._replace(
            moving=world.moving | 1 << a | 1 << b, level=level, marks=tuple(marks), last=tuple(last)
        )

    def _deed(self, event: Event, world: World, ball: int, reach: bool) -> Iterator[World]:
        field, t, name = event[3], event[4], event[5]
        before = world.last[ball]
        if field != CROSS and before is not None:
            if event[1] < 0 and t - before[1] < GAP[before[0], name]:
                return
            if event[1] < 0 and not before[2] and GAP[before[0], name] == 0.0 and _same(before[0], name):
                yield from self._twice_running(event, world, ball, reach)
                return
        after = self._done(world, ball, field, reach)
        if after is not None:
            if field != CROSS:
                last = list(after.last)
                last[ball] = (name, t, False)
                after = after._replace(last=tuple(last))
            yield after

    def _twice_running(self, event: Event, world: World, ball: int, reach: bool) -> Iterator[World]:
        """The same cushion again: between the two the ball must have touched a ball that nothing felt."""
        if not (world.contacted and self.sense.hidden_later):
            return
        for partner in self._choices(ANY, world):
            if partner == ball:
                continue
            met = self._joined(world._replace(seen=world.seen | 1 << partner), ball, partner, reach)
            if met is not None:
                yield from self._deed(event, met, ball, reach)

    def _had(self, world: World, ball: int) -> int:
        """The marks that may bear on what the ball does next, for a world that is to be reached."""
        marks = world.marks[ball]
        if world.contacted and self.sense.hidden_later:
            for other in world.marks:
                marks |= other & ~OWN[ball]
        if world.contacted and self.sense.hidden_crossings:
            marks |= deed(CROSS, ball)
        return marks

    def _done(self, world: World, ball: int, field: int, reach: bool) -> World | None:
        """The world after the ball has touched the cushion `field` or crossed; None where that meets the
        requirement and it is to be avoided."""
        requirement = self.requirement
        if requirement is None or not (world.contacted or not requirement.after_contact):
            return world
        had = self._had(world, ball) if reach else world.marks[ball]
        met = requirement.deeds is not None and requirement.deeds(had, ball, field) is not None
        marks = list(world.marks)
        marks[ball] |= deed(field, ball)
        touched, crossed = world.touched, world.crossed
        if field == CROSS:
            crossed = True
        else:
            touched |= 1 << ball
        if requirement.tally is not None:
            sure = crossed or (reach and self.sense.hidden_crossings)
            met = met or requirement.tally(touched, sure) is not None
        if reach and world.contacted and not met:
            met = self._later(requirement, marks[ball], had, ball)
        if met and not reach and world.contacted:
            return None
        return world._replace(
            marks=tuple(marks), touched=touched, crossed=crossed, level=1 if met else world.level
        )

    def _later(self, requirement: Requirement, marks: int, had: int, ball: int) -> bool:
        """May something that nothing feels complete the stroke after this deed?"""
        if self.sense.hidden_crossings and requirement.deeds is not None:
            if requirement.deeds(marks | had, ball, CROSS) is not None:
                return True
        return (
            self.sense.hidden_later and requirement.flush is not None and requirement.flush(marks | had, ball)
        )

    # -- the searches ---------------------------------------------------------------------------------

    def _avoid(self, i: int, world: World) -> bool:
        if i == len(self.events):
            return True
        return self._descend(i, world, reach=False)

    def _reach(self, i: int, world: World) -> bool:
        if i == len(self.events):
            return self._can_end(world)
        return self._descend(i, world, reach=True)

    def _can_end(self, world: World) -> bool:
        requirement = self.requirement
        if requirement is None or not (world.contacted or self.sense.hidden_first):
            return False
        sense = self.sense
        unfelt = sense.hidden_crossings and sense.hidden_later and requirement.flush is not None
        if unfelt and requirement.flush is not None and requirement.flush(deed(CROSS, 0), 0):
            return True
        return bool(world.level or requirement.unseen or sense.hidden_cushions)

    def _descend(self, i: int, world: World, reach: bool) -> bool:
        if world.level:
            world = world._replace(marks=(0,) * 16, touched=0, crossed=False)
        key = (i, world)
        if key in self.dead:
            return False
        self.budget -= 1
        if self.budget < 0:
            return True
        go_on = self._reach if reach else self._avoid
        for after in self._steps(self.events[i], world, reach):
            if go_on(i + 1, after):
                return True
        self.dead.add(key)
        return False

    def _alone(self, world: World) -> bool:
        """Can the struck ball have done everything by itself, touching nothing?"""
        ball = world.moving.bit_length() - 1
        last: tuple[str, float] | None = None
        gone = False
        for kind, spec, _, field, t, name in self.events:
            fits = spec in (ANY, ball) or (spec == SOME_OBJECT and ball != 0)
            if gone or kind == TOUCH or not fits:
                return False
            if kind == DEED and field != CROSS:
                if last is not None and (_same(last[0], name) or t - last[1] < GAP[last[0], name]):
                    return False
                last = (name, t)
            elif kind != DEED:
                gone = True
        return True


def _same(one: str, other: str) -> bool:
    """Are the two names of one side of the table?"""
    return one.split("-")[0] == other.split("-")[0]


def _part(world: World, ball: int) -> tuple[object, ...]:
    """What a ball that no fact names has done so far: two with the same part are alike.

    Its own bit is left out of the marks, and where another ball carries it, that tells the two apart.
    """
    bits = OWN[ball]
    carried = tuple(i for i, marks in enumerate(world.marks) if marks & bits and i != ball)
    own = sum(1 << k for k in range(5) if world.marks[ball] >> (16 * k + ball) & 1)
    return (
        world.moving >> ball & 1,
        world.touched >> ball & 1,
        own,
        world.marks[ball] & ~bits,
        carried,
        world.last[ball],
    )
