"""Strokes as the panel shows them: verdict, fouls, clauses, what was proven of it and by whom. Pure."""

from typing import Literal

from luza import words
from luza.evidence import Finding, Proof
from luza.evidence.lean import Lean
from luza.facts import Pocket
from luza.history import Shot
from luza.locale import say
from luza.panel.offers import clause
from luza.panel.shown import Clause, ShotLine
from luza.rules.stroke import leaning
from luza.statements import Incident, Rule
from luza.table import Table
from luza.taps import FELT

ProofName = Literal["proven", "refuted", "unproven"]

_SEEN = frozenset({"in_pocket_zone", "moved_three", "on_rail"})
"""Incidents by which a person has said that the stroke was completed."""


def line(table: Table, shot: Shot) -> ShotLine:
    """A judged stroke in one line of the list."""
    view = shot.view
    assert view is not None
    stroke = shot.stroke()
    pots = tuple((fact.pocket, fact.ball) for fact in stroke.facts if isinstance(fact, Pocket))
    by_hand = not shot.sensors & FELT
    proof = None if by_hand or ruled(shot) else proof_of(shot)
    unfelt = say("panel.proof.tapped" if by_hand else "panel.proof.ruled")
    decision = table.frame.decision
    last = table.subject is shot
    awaits = last and decision is not None and decision.kind == "ruling"
    game = table.header.game
    return ShotLine(
        shot=view,
        words=words.shot(table.brief(), view, awaits_ruling=awaits),
        fouls=tuple(words.fouls.name(id, game) for id in view.fouls),
        clauses=cited(view.articles),
        proof=proof,
        proof_words=unfelt if proof is None else say(f"panel.proof.{proof}"),
        lean=_towards(table, shot) if proof == "unproven" else None,
        pots=pots,
        unnamed=sum(_unnamed(table, ball) for _, ball in pots),
        last=last,
    )


def leaning_of(table: Table, shot: Shot) -> Lean | None:
    """Which way a stroke leans that nothing proves; None where the facts say nothing of it."""
    found = leaning(table.rules.game, shot.opened.frame, shot.stroke())
    return None if found.reason == "open" else found


def _towards(table: Table, shot: Shot) -> float | None:
    """The same as a number, from -1 (foul) to 1 (legal)."""
    found = leaning_of(table, shot)
    return None if found is None else round(2 * found.chance - 1, 2)


def cited(articles: tuple[str, ...]) -> tuple[Clause, ...]:
    """The clauses of a verdict that the catalogue has."""
    return tuple(found for id in articles if (found := clause(id)) is not None)


def ruled(shot: Shot) -> bool:
    """Has a person said whether the stroke was correct?"""
    return any(
        isinstance(said, Rule) or (isinstance(said, Incident) and said.case in _SEEN) for said in shot.said
    )


def proof_of(shot: Shot) -> ProofName | None:
    """What the facts prove of the stroke as a whole; None for one that is not judged."""
    return None if shot.verdict is None else named(shot.verdict.finding)


def named(finding: Finding) -> ProofName:
    """Contact and completion together."""
    if Proof.REFUTED in (finding.contact, finding.completed):
        return "refuted"
    return "proven" if finding.completed is Proof.PROVEN else "unproven"


def name(proof: Proof) -> ProofName:
    """The proof as a word."""
    names: tuple[ProofName, ...] = ("refuted", "unproven", "proven")
    return names[proof]


def _unnamed(table: Table, ball: str | int | None) -> bool:
    """Does the game want to know which ball this was?"""
    game = table.rules.game
    if game.numbered:
        return not isinstance(ball, int) and ball != "cue"
    return ball is None and not game.any_ball
