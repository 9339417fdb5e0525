"""An entry that cannot be taken: why, in words of both languages. Nothing has changed."""

from luza.errors import Refused
from luza.locale import Value, say
from luza.messages import Words


class NotTaken(Refused):
    """A well-formed entry that cannot apply now. `code` is for programs, `words` for people."""

    def __init__(self, code: str, **values: Value) -> None:
        self.words: Words = say(f"tournament.refused.{code}", **values)
        super().__init__(self.words.en, code)
