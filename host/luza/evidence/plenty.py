"""The short way where nothing but the first contact is named or listed, and there are balls in plenty.

Once contacts may go unfelt, any ball may be on the move from the first contact on. With two balls for each
side of the table and one for the centre line, every event can be given to a ball that has done nothing else:
nothing can be proven, and what is possible can be read off the events. The answers are those of the search,
which the tests compare.
"""

from collections.abc import Sequence

from luza.evidence.effects import Sense
from luza.evidence.events import DEED, TOUCH, Event
from luza.evidence.marks import CROSS, CROSSED, Requirement
from luza.evidence.needs import Needs, needs_of


def plenty(events: Sequence[Event], on_table: int, sense: Sense, requirement: Requirement) -> bool | None:
    """May the stroke be completed? None where the short way does not lead there; where it does, it may be
    left uncompleted as well."""
    if not sense.hidden_later or sense.hidden_cushions or requirement.tally is not None:
        return None
    needs = needs_of(requirement)
    # What the struck ball does before the contact must not be behind all others.
    alone = requirement.after_contact or not needs.drives
    contacted = sense.hidden_first
    sides = [0, 0, 0, 0, 0]
    first = 0
    for i, (kind, ball, other, deed, _, _) in enumerate(events):
        if ball >= 0 or other >= 0:
            return None
        if kind == TOUCH:
            if contacted:
                return None
            contacted, first = True, i
        elif kind != DEED or not (contacted or (deed == CROSS and alone)):
            return None
        else:
            sides[deed] += 1
    enough = 2 + sum(min(2, times) for times in sides[:CROSS]) + (sides[CROSS] > 0)
    if not contacted or on_table < enough:
        return None
    start = first if requirement.after_contact else 0
    deeds = [(i, event) for i, event in enumerate(events) if i >= start and event[0] == DEED]
    return requirement.unseen or _possible(needs, deeds, sense)


def _possible(needs: Needs, deeds: Sequence[tuple[int, Event]], sense: Sense) -> bool:
    """May these deeds, each by any ball, and what goes unfelt complete the stroke?"""
    unfelt = CROSSED if sense.hidden_crossings else 0
    if needs.flush[unfelt]:
        return True
    before: list[tuple[int, int]] = []
    for i, (_, _, _, deed, _, apart) in deeds:
        done = 1 << deed | unfelt
        if needs.flush[done] or needs.met[deed][unfelt] or (unfelt and needs.met[CROSS][done]):
            return True
        if any(not apart >> then & 1 and needs.met[deed][1 << what] for then, what in before):
            return True
        before.append((i, deed))
    return False
