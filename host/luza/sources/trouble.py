"""What can be wrong with a board, its port or its firmware, each with its mend, in both languages."""

from luza.errors import LuzaError
from luza.locale import Value, say
from luza.messages import Words
from luza.sources.reasons import worded

_SAID = ("reason", "text")
"""What a board, its link or the system said themselves."""


class BoardTrouble(LuzaError):
    """`code` names a sentence of `board.toml`, which `data` fills; `words` is that sentence."""

    def __init__(self, code: str, **data: Value) -> None:
        self.code = code
        self.data = data
        filled = {
            name: worded(value) if name in _SAID and isinstance(value, str) else value
            for name, value in data.items()
        }
        self.words: Words = say(f"board.trouble.{code}", **filled)
        super().__init__(self.words.en)
