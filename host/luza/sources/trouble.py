"""What can be wrong with a board, its port or its firmware, each with its mend, in both languages."""

from luza.errors import LuzaError
from luza.locale import Value, say
from luza.messages import Words


class BoardTrouble(LuzaError):
    """`code` names a sentence of `board.toml`, which `data` fills; `words` is that sentence."""

    def __init__(self, code: str, **data: Value) -> None:
        self.code = code
        self.data = data
        self.words: Words = say(f"board.trouble.{code}", **data)
        super().__init__(self.words.en)
