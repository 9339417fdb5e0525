"""What can be known of a shot before any world is looked at: its balls, and what still matters when.

A ball's part in a world is one integer, laid out as the constants below say. Balls that a later fact names
have slots of their own, in the order in which they are last named, the latest first, so that they drop out
from the end; all others are alike and stand behind them.
"""

from collections.abc import Sequence
from functools import cached_property

from luza.evidence.events import DEED, POT, SOME_OBJECT, TOUCH, Event
from luza.evidence.marks import CROSS, CUSHIONS
from luza.evidence.needs import Needs

MOVING, GONE = 1, 1 << 1
OWN, DRIVEN, SOURCE, LAST, RECENT = 2, 7, 12, 17, 33
"""Where in a part begin: its own deeds; those of balls that have driven it; whose those are; the cushions
that it cannot be the next to touch, for it has touched nothing since, by their codes, once for facts that
name the ball and once for facts that do not; the events at cushions, as bits, that may still be too near in
time. The first three are five bits wide."""
FIELD = 31
MARKS = FIELD << OWN | FIELD << DRIVEN | FIELD << SOURCE
UNNAMED = 8
"""Added to a cushion's code where the fact does not name the ball."""
LASTS = 0xFFFF << LAST
SEVERAL, AWAY = 31, 30
"""In SOURCE, where else a slot and 1 stand: several balls' deeds, or those of one that has left."""


class Course:
    """The events of a shot, and by event (and once more for the end) what matters from there on.

    `slots`: the slot of each ball that is named. `named[i]`: how many slots still belong to named balls
    before the event i. `size`: how many
    balls the shot may need; `balls`: how many there are. `sure[i]`: does the event i
    name its balls?
    """

    def __init__(self, events: Sequence[Event], struck: int, on_table: int) -> None:
        self.events = events
        last: dict[int, int] = {}
        unnamed = kinds = 0
        for i, event in enumerate(events):
            for ball in event[1:3] if event[0] == TOUCH else event[1:2]:
                if ball >= 0:
                    last[ball] = i
                else:
                    unnamed += 2
                    if ball == SOME_OBJECT:
                        kinds = i + 1
        balls = len(last) + (struck >= 0 and struck not in last)
        if kinds and (0 in last or struck == 0 or on_table > 15):
            balls += 0 not in last and struck != 0
            last[0] = max(last.get(0, 0), kinds - 1)
        order = sorted(last, key=last.__getitem__, reverse=True)
        self.slots = {ball: slot for slot, ball in enumerate(order)}
        self.balls = max(balls, on_table)
        alone = struck >= 0 and struck not in last
        self.size = len(order) + alone + min(max(0, on_table - balls), unnamed + 2)
        self.struck = self.slots.get(struck, len(order)) if struck >= 0 else None
        self.named = [sum(last[ball] >= i for ball in order) for i in range(len(events) + 1)]
        self.sure = [event[1] >= 0 and (event[0] != TOUCH or event[2] >= 0) for event in events]

    @cached_property
    def touches(self) -> list[bool]:
        """By event, whether balls touch in what is to come."""
        found = [False]
        for event in reversed(self.events):
            found.append(found[-1] or event[0] == TOUCH)
        found.reverse()
        return found

    @cached_property
    def deeds(self) -> list[tuple[int, ...]]:
        """By event, the sets of deeds to come: of balls that no fact names, then by slot of the others."""
        sets = [0] * (len(self.slots) + 1)
        found = [tuple(sets)]
        for event in reversed(self.events):
            if event[0] == DEED:
                sets[self.slots[event[1]] + 1 if event[1] >= 0 else 0] |= 1 << event[3]
            found.append(tuple(sets))
        found.reverse()
        return found

    def keep(self, needs: Needs, flush: bool, crossings: bool) -> list[int]:
        """By event, the bits of a part that may still matter. `flush`: whether a touch may complete the
        stroke; `crossings`: whether there may be some that nothing feels."""
        events = self.events
        marks = recent = lasts = 0
        always = MOVING | GONE
        kept = [always]
        for i in range(len(events) - 1, -1, -1):
            kind, _, _, deed, code, apart = events[i]
            recent = recent & ~(1 << i) | apart
            if code >= 0:
                lasts |= 1 << code + (LAST if events[i][1] >= 0 else LAST + UNNAMED)
            if kind == DEED:
                marks |= needs.matter[deed]
                if needs.tally is not None and deed != CROSS:
                    marks |= CUSHIONS
            elif kind == TOUCH:
                if flush:
                    marks |= needs.flush_bits
                if crossings:
                    marks |= needs.matter[CROSS]
            if marks >> 5:
                marks |= marks >> 5 | (marks & FIELD) << 5
            kept.append(
                always | lasts | marks << OWN | (FIELD << SOURCE if marks >> 5 else 0) | recent << RECENT
            )
        kept.reverse()
        return kept

    def open(self, needs: Needs, flush: bool) -> list[bool]:
        """By event, whether what is to come may complete the stroke all by itself: by a fall, by two deeds of
        which the second follows from the first, or by a deed and a touch."""
        later = touch = 0
        may = False
        found = [may]
        for event in reversed(self.events):
            kind, deed = event[0], event[3]
            if kind == POT:
                may = True
            elif kind == TOUCH:
                touch = flush
            elif kind == DEED:
                behind = 1 << deed | 1 << deed + 5
                may = may or any(later >> then & 1 and needs.met[then][behind] for then in range(5))
                may = may or bool(touch and needs.flush[1 << deed])
                later |= 1 << deed
            found.append(may)
        found.reverse()
        return found
