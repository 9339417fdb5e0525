"""The short way where the table does not list every contact and there are balls in plenty.

Once contacts may go unfelt, any ball may be on the move from the first contact on. If there are as many
balls as events, each event may be another ball's, so that hardly anything can be proven, and what is possible
can be read off the events. The answers are those of the search (`worlds`), which the tests compare.
"""

from collections.abc import Sequence

from luza.evidence.events import DEED, GAP, GONE, TOUCH, Event
from luza.evidence.marks import CROSS, Requirement, deed
from luza.evidence.worlds import Search, Sense


def plenty(search: Search) -> tuple[bool, bool] | None:
    """(avoidable, possible) as the search would find, or None where the short way does not lead there."""
    requirement, sense, events = search.requirement, search.sense, search.events
    if requirement is None or not sense.hidden_later:
        return None
    if sense.hidden_cushions or any(event[1] >= 0 or event[2] >= 0 for event in events):
        return None
    if len(search.fresh) < _needed(events):
        return None
    first = next((i for i, event in enumerate(events) if event[0] == TOUCH), None)
    if not sense.hidden_first:
        if first is None or any(event[0] != DEED or event[3] != CROSS for event in events[:first]):
            return None
        counted = events[first + 1 :] if requirement.after_contact else events
        return _avoidable(requirement, counted), _possible(requirement, counted, sense)
    if first is not None:
        return None
    falls = [i for i, event in enumerate(events) if event[0] == GONE]
    if falls:
        if any(not events[i][3] for i in falls):
            return None
        return falls[0] == len(events) - 1 and search.untouched(), True
    return search.untouched() or _avoidable(requirement, events), _possible(requirement, events, sense)


def _needed(events: Sequence[Event]) -> int:
    """Balls enough to give every event to one that it does not harm: one each, or one for each side of
    the table with another that it touches between, one that crosses, one for each fall, and the one that
    the cue ball meets."""
    sides = {event[3] for event in events if event[0] == DEED}
    falls = sum(event[0] == GONE for event in events)
    return min(len(events), 2 * len(sides) + falls) + 1


def _avoidable(requirement: Requirement, events: Sequence[Event]) -> bool:
    """May these deeds be so many balls' that they do not complete the stroke?

    Each its own ball's, unless it counts how many balls did something: then as few balls' as can be.
    """
    tally, deeds = requirement.tally, requirement.deeds
    if tally is None:
        return True
    cushions = [event for event in events if event[0] == DEED and event[3] != CROSS]
    crossed = any(event[0] == DEED and event[3] == CROSS for event in events)
    few = 0
    while few < len(cushions) and tally((1 << few + 1) - 1, crossed) is None:
        few += 1
    if deeds is not None and len({event[3] for event in cushions}) > few:
        return False
    return few >= len(cushions) or _covered(cushions, few)


def _covered(cushions: Sequence[Event], balls: int) -> bool:
    """Can so few balls have touched all these cushions, each in time?"""
    ways: set[tuple[int, ...]] = {(-1,) * balls}
    for i, event in enumerate(cushions):
        ways = {
            tuple(sorted((*way[:k], i, *way[k + 1 :])))
            for way in ways
            for k in range(balls)
            if way[k] < 0 or not _too_far(cushions[way[k]], event)
        }
    return bool(ways)


def _possible(requirement: Requirement, events: Sequence[Event], sense: Sense) -> bool:
    """May these deeds, each by any ball, and what goes unfelt complete the stroke?"""
    deeds, flush, tally = requirement.deeds, requirement.flush, requirement.tally
    done = [event for event in events if event[0] == DEED]
    fields = {event[3] for event in done}
    if sense.hidden_crossings:
        fields.add(CROSS)
    if requirement.unseen:
        return True
    if flush is not None and any(flush(deed(field, 1), 1) for field in fields):
        return True
    if tally is not None:
        cushions = sum(event[3] != CROSS for event in done)
        if tally((1 << cushions) - 1, CROSS in fields) is not None:
            return True
    if deeds is None:
        return False
    if sense.hidden_crossings and any(
        deeds(deed(field, 1), 1, CROSS) or deeds(deed(CROSS, 1), 1, field) for field in fields
    ):
        return True
    return any(
        deeds(deed(one[3], 1), 1, two[3]) is not None and not _too_far(one, two)
        for i, one in enumerate(done)
        for two in done[i + 1 :]
    )


def _too_far(one: Event, two: Event) -> bool:
    """Are they two cushions that one ball cannot have been at?"""
    return CROSS not in (one[3], two[3]) and two[4] - one[4] < GAP[one[5], two[5]]
