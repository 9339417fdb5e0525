"""Evidence: is what the rules require of a stroke proven, refuted or unproven by the facts at hand?

`assess` is the one question. It answers from a single pass where the facts name the balls that matter
(`known`), from a look at the events where they name hardly any (`plenty`), and else by looking for worlds
(`search`).
"""

from collections.abc import Sequence, Set

from luza.evidence.course import Course
from luza.evidence.effects import Sense
from luza.evidence.events import ANY, events_of, index
from luza.evidence.known import follow
from luza.evidence.marks import Finding, Proof, Requirement
from luza.evidence.plenty import plenty
from luza.evidence.search import Search, untouched
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
    hidden_pots = "pocket" not in sensors
    if contacted and requirement is not None:
        found = follow(facts, requirement)
        all_felt = all_contacts and not (hidden_cushions or hidden_crossings or hidden_pots)
        if found is not None and (found.completed is Proof.PROVEN or all_felt):
            return found
    sense = Sense(not first_felt, not all_contacts, hidden_cushions, hidden_crossings)
    who = ANY if struck is None else index(struck)
    events = events_of(facts)
    contact = Proof.PROVEN
    if sense.hidden_first and untouched(events, who, sense):
        contact = Proof.UNPROVEN
    if requirement is None:
        return Finding(contact, contact)
    possible = plenty(events, on_table, sense, requirement)
    if possible is not None:
        possible = possible or hidden_pots
        return Finding(contact, Proof.UNPROVEN if possible else Proof.REFUTED)
    course = Course(events, who, on_table)
    avoidable = Search(course, sense, requirement, reach=False).exists()
    # A world in which a ball was touched is all that it takes for what no sensor can decide.
    unseen = hidden_pots or (avoidable and contacted and requirement.unseen)
    possible = unseen or Search(course, sense, requirement, reach=True).exists()
    if not possible:
        return Finding(contact, Proof.REFUTED if avoidable else Proof.UNPROVEN, fits=avoidable)
    return Finding(contact, Proof.UNPROVEN if avoidable else Proof.PROVEN)
