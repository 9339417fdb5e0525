"""What can be wrong with the settings of an interface."""

from luza.errors import LuzaError
from luza.locale import Value, say
from luza.messages import Words


class BadInterface(LuzaError):
    """An interface cannot be set up as asked; `words` is `interfaces.<code>` in both languages."""

    exit_status = 2

    def __init__(self, code: str, /, **values: Value) -> None:
        self.code = code
        self.words: Words = say(f"interfaces.{code}", **values)
        super().__init__(self.words.en)
