"""Evidence: is what the rules require of a stroke proven, refuted or unproven by the facts at hand?

`assess` is the one question. It answers from a single pass where the facts name every ball, and else by
looking for worlds (see `worlds`).
"""

from collections.abc import Sequence, Set

from luza.evidence.events import ANY, events_of
from luza.evidence.known import follow, index
from luza.evidence.marks import Finding, Proof, Requirement
from luza.evidence.plenty import plenty
from luza.evidence.worlds import Search, Sense
from luza.facts import Ball, Contact, Fact, Pocket

__all__ = ["Finding", "Proof", "Requirement", "assess"]


def assess(
    facts: Sequence[Fact],
    struck: Ball | None,
    sensors: Set[str],
    on_table: int,
    requirement: Requirement | None,
) -> Finding:
    """What the facts of a shot prove of the cue ball's contact and of the requirement together.

    `facts` are in order; `struck` is the ball that the cue struck, None where it is not known; `sensors`
    what the table feels in this shot; `on_table` counts the balls before the stroke, the cue ball
    included. Without a `requirement` the contact alone is asked for.
    """
    found = _assess(facts, struck, sensors, on_table, requirement)
    if found.completed is Proof.REFUTED and found.contact is not Proof.REFUTED and "pocket" not in sensors:
        # A ball may have fallen that nothing felt, and a pot completes any stroke.
        return Finding(found.contact, Proof.UNPROVEN)
    return found


def _assess(
    facts: Sequence[Fact],
    struck: Ball | None,
    sensors: Set[str],
    on_table: int,
    requirement: Requirement | None,
) -> Finding:
    """The same for a table that feels its pockets."""
    all_contacts = "contact" in sensors
    first_felt = all_contacts or "first_contact" in sensors
    contacted = potted = False
    for fact in facts:
        kind = fact.__class__
        if kind is Contact:
            contacted = True
        elif kind is Pocket and contacted:
            potted = True
            break
    if first_felt and not contacted:
        return Finding(Proof.REFUTED, Proof.REFUTED)
    if requirement is None:
        if contacted:
            return Finding(Proof.PROVEN, Proof.PROVEN)
    elif potted:
        return Finding(Proof.PROVEN, Proof.PROVEN, requirement.pot)
    hidden_cushions, hidden_crossings = "cushion" not in sensors, "centre_line" not in sensors
    if all_contacts and requirement is not None:
        found = follow(facts, requirement)
        if found is not None and (
            found.completed is Proof.PROVEN or not (hidden_cushions or hidden_crossings)
        ):
            return found
    sense = Sense(not (first_felt or contacted), not all_contacts, hidden_cushions, hidden_crossings)
    return _search(Search(events_of(facts), index(struck) if struck else ANY, on_table, sense, requirement))


def _search(search: Search) -> Finding:
    """The finding that the worlds give."""
    contact = Proof.UNPROVEN if search.sense.hidden_first and search.untouched() else Proof.PROVEN
    if search.requirement is None:
        return Finding(contact, contact)
    avoidable, possible = plenty(search) or (search.avoidable(), search.possible())
    if not possible:
        return Finding(contact, Proof.REFUTED if avoidable else Proof.UNPROVEN, fits=avoidable)
    return Finding(contact, Proof.UNPROVEN if avoidable else Proof.PROVEN)
