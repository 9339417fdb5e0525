"""The simulated shots under masks: no answer is wrong, and there are no fewer answers than there were."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.evidence import Proof, assess

from tests.bench.evidence import survey
from tests.evidence.shots import MASKS, REQUIREMENTS, Played, Seen, masked, played

SENSORS = ("contact", "first_contact", "cushion", "centre_line", "pocket", "strike", "off_table")

DECIDED: dict[str, dict[str, tuple[int, int]]] = {
    "full": {
        "free break": (243, 88),
        "free stroke": (248, 75),
        "dynamic break": (186, 145),
        "dynamic stroke": (254, 67),
        "code break": (253, 21),
        "code stroke": (253, 21),
        "contact": (310, 21),
    },
    "partly": {
        "free break": (218, 75),
        "free stroke": (235, 68),
        "dynamic break": (165, 133),
        "dynamic stroke": (244, 62),
        "code break": (253, 21),
        "code stroke": (236, 21),
        "contact": (310, 21),
    },
    "nameless": {
        "free break": (166, 71),
        "free stroke": (204, 68),
        "dynamic break": (114, 127),
        "dynamic stroke": (217, 62),
        "code break": (250, 21),
        "code stroke": (194, 21),
        "contact": (310, 21),
    },
    "kit": {
        "free break": (38, 71),
        "free stroke": (38, 53),
        "dynamic break": (50, 91),
        "dynamic stroke": (67, 47),
        "code break": (237, 21),
        "code stroke": (40, 21),
        "contact": (310, 21),
    },
    "bare": {
        "free break": (28, 53),
        "free stroke": (28, 53),
        "dynamic break": (28, 77),
        "dynamic stroke": (28, 0),
        "code break": (132, 0),
        "code stroke": (28, 0),
        "contact": (170, 0),
    },
}
"""Shots proven and refuted, of 331, by mask and requirement."""


def ask(name: str, seen: Seen) -> tuple[Proof, Proof]:
    finding = assess(seen.facts, seen.struck, seen.sensors, seen.on_table, REQUIREMENTS[name])
    return finding.contact, finding.completed


@settings(max_examples=150)
@given(
    shot=st.sampled_from(played()),
    name=st.sampled_from(list(REQUIREMENTS)),
    seed=st.integers(0, 2**32),
    balls=st.sampled_from([0.0, 0.02, 0.1, 0.3, 0.7, 1.0]),
    sensors=st.sets(st.sampled_from(SENSORS), max_size=3),
)
def test_proven_stays_true_and_refuted_stays_false(
    shot: Played, name: str, seed: int, balls: float, sensors: set[str]
) -> None:
    """Whatever balls and sensors are hidden: what is still decided is as all the facts decide it."""
    known = ask(name, shot.seen)
    for less, more in zip(
        ask(name, masked(shot.seen, random.Random(seed), balls, sorted(sensors))), known, strict=True
    ):
        assert less in (Proof.UNPROVEN, more)


@pytest.mark.parametrize("mask", MASKS)
def test_no_answer_is_wrong_and_as_many_are_given_as_before(mask: str) -> None:
    for name, counts in survey(mask).items():
        assert counts["wrong"] == 0
        proven, refuted = DECIDED[mask][name]
        assert counts["proven"] >= proven
        assert counts["refuted"] >= refuted
        assert counts["proven"] + counts["refuted"] + counts["unproven"] == len(played())
