"""Words for people: values of the product rendered into Russian and English sentences.

A verdict, a decision, an alert is a value; here it becomes `luza.messages.Words`. Everything is pure and
total: a code that nobody foresaw still has words. The sentences themselves are in `luza.locale`, the clauses
in `luza.rules.clauses`.
"""

from luza.messages import Words
from luza.rules import clauses as _clauses
from luza.words import decisions, fouls, names, results, troubles
from luza.words.instructions import instructions
from luza.words.leaning import leaning
from luza.words.shots import fell, foul, shot, signed
from luza.words.state import clock_words, idle, state_words, status
from luza.words.troubles import alert, doubt, refusal


def clause(id: str) -> Words:
    """A clause's short wording; raises `luza.rules.clauses.UnknownClause`."""
    found = _clauses.get(id)
    return Words(found.ru, found.en)


__all__ = [
    "alert",
    "clause",
    "clock_words",
    "decisions",
    "doubt",
    "fell",
    "foul",
    "fouls",
    "idle",
    "instructions",
    "leaning",
    "names",
    "refusal",
    "results",
    "shot",
    "signed",
    "state_words",
    "status",
    "troubles",
]
