"""Is there a world in which …? Depth first through the states of a shot, each looked at once."""

from collections.abc import Iterator, Sequence
from itertools import chain

from luza.evidence.course import FIELD, MARKS, MOVING, RECENT, SOURCE, Course
from luza.evidence.effects import CONTACTED, MET, Effects, Sense
from luza.evidence.events import DEED, SOME_OBJECT, TOUCH, Event
from luza.evidence.marks import Requirement
from luza.evidence.needs import needs_of
from luza.evidence.outlook import Outlook
from luza.evidence.worlds import State, Worlds

LIMIT = 800
"""So many states looked at, a search gives up and answers as if the world existed, which leaves the
requirement unproven: never wrong."""

NOWHERE: State = (0, 0, 0)
SOURCES = FIELD << SOURCE


class Search:
    """Looks for one world among the worlds of a shot."""

    def __init__(self, course: Course, sense: Sense, requirement: Requirement, reach: bool) -> None:
        needs, after_contact = needs_of(requirement), requirement.after_contact
        effects = Effects(sense, needs, after_contact, reach, course.balls, course.size)
        self.worlds = Worlds(course, effects)
        self.outlook = Outlook(course, effects)
        self.reach = reach
        self.last = len(course.events)
        self.hidden_first = sense.hidden_first
        self.anyway = reach and (requirement.unseen or sense.hidden_first or sense.hidden_cushions)
        self.unseen = requirement.unseen
        self.failed: dict[tuple[int, ...], list[int]] = {}
        counts_alone = effects.counts and not any(needs.matter)
        self.easy = MOVING | (MARKS & ~SOURCES if reach != counts_alone else 0)
        # Whose deeds are behind a ball, and where it is counted its own, has to be the same.
        self.same = SOURCES if effects.sourced else MARKS if effects.counts and not counts_alone else 0
        self.mirror = RECENT + len(course.events)
        self.width = self.mirror + (RECENT if self.same else 0)
        self.blank = self.easy | self.same << self.mirror
        self.moving = self.blank ^ MOVING
        self.budget = LIMIT

    def exists(self) -> bool:
        """Is there a world as it is looked for?"""
        i, state = 0, NOWHERE
        after, ahead = 0, iter(self.worlds.starts())
        path: list[tuple[int, State, int, Iterator[State]]] = []
        while True:
            following = next(ahead, None)
            if following is None:
                if not path:
                    return False
                self.failed.setdefault((i, *state[:2]), []).append(self._bonds(i, state))
                i, state, after, ahead = path.pop()
                continue
            self.budget -= 1
            if self.budget < 0:
                return True
            if not self._leads_nowhere(after, following):
                path.append((i, state, after, ahead))
                i, state = after, following
                after, ahead = self._ahead(i, state)
                if after > self.last:
                    return True

    def _ahead(self, i: int, state: State) -> tuple[int, Iterator[State]]:
        """From a state before the event `i` on as far as there is one way only: the next event at which there
        are several, and the states before it. Beyond the last event if a world as looked for is found."""
        worlds, sure = self.worlds, self.worlds.course.sure
        while i < self.last:
            if len(state) == len(NOWHERE):
                i, state = worlds.burst(i, state)
                if i == self.last:
                    break
            found = worlds.after(i, state)
            i += 1
            if not sure[i - 1]:
                return i, found
            first, second = next(found, None), next(found, None)
            if first is None:
                return i, found
            if second is not None:
                return i, chain((first, second), found)
            state = first
        return (i if self.reach and not self._ends(state) else i + 1), iter(())

    def _leads_nowhere(self, i: int, state: State) -> bool:
        """Is that plain, or has a state failed from which everything could be done that can from this?"""
        if not self.failed:
            return False
        if not self.anyway and self.outlook.hopeless(i, state):
            return True
        failed = self.failed.get((i, *state[:2]))
        if not failed:
            return False
        bonds = self._bonds(i, state)
        return any(not other & ~bonds for other in failed)

    def _bonds(self, i: int, state: State) -> int:
        """What keeps the balls of a state from doing things, as one set of bits: a state can do all that one
        with more bits can."""
        width, easy, same, mirror = self.width, self.easy, self.same, self.mirror
        size, moving = state[1:3]
        named = self.worlds.course.named[i] + 3
        bonds = 0
        for part in state[3:named]:
            bonds = bonds << width | part ^ easy | (~part & same) << mirror
        for _ in range(size - moving + 3 - len(state)):
            bonds = bonds << width | self.blank
        for _ in range(moving):
            bonds = bonds << width | self.moving
        for part in state[named:]:
            bonds = bonds << width | part ^ easy | (~part & same) << mirror
        return bonds

    def _ends(self, state: State) -> bool:
        """Is the requirement met, or may it be by something that nothing feels?"""
        flags = [state[0]]
        if self.hidden_first and not state[0] & CONTACTED:
            flags = [then for then, _ in self.worlds.contacted(state)]
        return any(then & CONTACTED and (then & MET or self.unseen) for then in flags)


def untouched(events: Sequence[Event], struck: int, sense: Sense) -> bool:
    """Is there a world without any contact: can one ball have done everything by itself?"""
    balls = {event[1] for event in events if event[1] >= 0} | ({struck} if struck >= 0 else set())
    if len(balls) > 1 or (0 in balls and any(event[1] == SOME_OBJECT for event in events)):
        return False
    last, seen, left = -1, 0, False
    named = False
    for i, (kind, ball, _, _, code, apart) in enumerate(events):
        if kind == TOUCH or left or seen & apart:
            return False
        if kind != DEED:
            left = True
        elif code >= 0:
            if code == last and not (named and ball >= 0) and not sense.hidden_cushions:
                return False
            last, named, seen = code, ball >= 0, seen | 1 << i
    return True
