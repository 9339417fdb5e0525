"""Why a stroke was judged so: its facts in order, what was said, what the rules ask, what is known. Pure."""

from collections.abc import Mapping

from luza import words
from luza.evidence import Proof
from luza.facts import Contact, Cushion, Fact, Pocket, Rest
from luza.history import Shot
from luza.locale import join, say
from luza.messages import Words
from luza.panel import saying
from luza.panel.papers import FactLine, Question, SaidLine, WhyView
from luza.panel.strokes import leaning_of, line, name
from luza.statements import UnfeltFall
from luza.table import Table

ASKED_OF = ("contact", "first_contact", "cushion", "centre_line", "pocket")
"""The senses that a verdict on a stroke rests on."""


def reason(table: Table, n: int, sources: Mapping[float, str] | None = None) -> WhyView | None:
    """The reason of stroke n's verdict; None where there is no such stroke.

    `sources`: who entered the facts, by their time, as the journal has it; what is not there was felt.
    """
    shot = next((shot for shot in table.shots if shot.number == n), None)
    if shot is None or shot.view is None or shot.verdict is None:
        return None
    began = saying.at(shot)
    facts = list(shot.stroke().facts)
    if shot.rested_at is not None:
        facts.append(Rest(shot.rested_at))
    tapped = {said.t for said in shot.said if isinstance(said, UnfeltFall)}
    game = table.header.game
    return WhyView(
        line=line(table, shot),
        facts=tuple(_fact(fact, began, game, tapped, sources or {}) for fact in facts),
        said=tuple(
            SaidLine(str(said.__struct_config__.tag), said.t, saying.statement(table, said))
            for said in shot.said
        ),
        questions=_questions(table, shot),
        unfelt=_unfelt(shot),
        seconds=None if shot.rested_at is None else round(shot.rested_at - began, 3),
        before=shot.opened.frame.score,
        after=shot.verdict.frame.score,
    )


def _fact(fact: Fact, began: float, game: str, tapped: set[float], sources: Mapping[float, str]) -> FactLine:
    by_hand = fact.t in tapped or sources.get(fact.t, "").startswith(("panel:", "buttons"))
    where = fact.pocket if isinstance(fact, Pocket) else fact.cushion if isinstance(fact, Cushion) else None
    return FactLine(
        kind=str(fact.__struct_config__.tag),
        t=round(fact.t - began, 3),
        where=where,
        ball=None if isinstance(fact, Contact | Rest) else fact.ball,
        balls=(fact.balls or ()) if isinstance(fact, Contact) else (),
        by="person" if by_hand else "sensors",
        words=saying.fact(fact, game),
    )


def _questions(table: Table, shot: Shot) -> tuple[Question, ...]:
    assert shot.verdict is not None
    game, finding = table.rules.game, shot.verdict.finding
    contact, completed = name(finding.contact), name(finding.completed)
    found = [Question("contact", contact, say(f"panel.why.contact_{contact}"))]
    asked = game.break_ if shot.opened.frame.phase == "break" else game.stroke
    if asked is not None and finding.contact is not Proof.REFUTED:
        text = say(f"panel.why.completion_{completed}")
        leans = leaning_of(table, shot) if completed == "unproven" else None
        if leans is not None:
            text = join((text, words.leaning(leans)), ". ")
        found.append(Question("completion", completed, text))
    return tuple(found)


def _unfelt(shot: Shot) -> tuple[Words, ...]:
    """The senses that the table did not have in this stroke, as far as the verdict rests on them."""
    missing = [sense for sense in ASKED_OF if sense not in shot.sensors]
    if {"contact", "first_contact"} & shot.sensors:
        missing = [sense for sense in missing if sense not in ("contact", "first_contact")]
    elif "contact" in missing:
        missing.remove("first_contact")
    return tuple(say("panel.why.unfelt", sensor=words.names.sensor(sense)) for sense in missing)
