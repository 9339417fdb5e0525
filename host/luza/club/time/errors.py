"""What the time desk does not do, each with its reason in both languages. Nothing has changed by then."""

from luza.errors import LuzaError
from luza.locale import Value, say
from luza.messages import Words


class TimeRefused(LuzaError):
    """An action that cannot be done now, or a price list that cannot be used.

    `code` is stable, for programs; `words` is the sentence `table_time.refused.<code>` in both languages.
    """

    exit_status = 2

    def __init__(self, code: str, /, **values: Value) -> None:
        self.code = code
        self.words: Words = say(f"table_time.refused.{code}", **values)
        super().__init__(self.words.en)
