"""Why something cannot be done, in the words of the people at the table. Pure."""

from luza import words
from luza.errors import Refused
from luza.locale import has, say
from luza.messages import Words
from luza.statements import Statement
from luza.table import Table


class No(Refused):
    """An action that the panel itself refuses; `words` say why. Nothing has changed."""

    def __init__(self, code: str, said: Words) -> None:
        super().__init__(said.en, code)
        self.words = said


def no(code: str, **values: str | int | Words) -> No:
    """A refusal in the panel's own words (`panel.refused.<code>`)."""
    return No(code, say(f"panel.refused.{code}", **values))


def short(refused: Refused) -> Words:
    """Why not, as a button says it: the code's sentence, where that says enough."""
    if isinstance(refused, No):
        return refused.words
    known = has(f"refusals.code.{refused.code}")
    return words.refusal(refused.code, "" if known else refused.reason)


def full(refused: Refused) -> Words:
    """Why not, as an answer says it: with what exactly was wrong."""
    return refused.words if isinstance(refused, No) else words.refusal(refused.code, refused.reason)


def why(table: Table, said: Statement) -> Words | None:
    """Why the statement cannot be entered now; None: it can."""
    try:
        table.check(said)
    except Refused as refused:
        return short(refused)
    return None
