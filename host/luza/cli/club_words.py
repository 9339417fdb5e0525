"""How the commands of the club say that something was not done."""

import sys
from typing import NoReturn

from luza.cli import language
from luza.errors import LuzaError
from luza.messages import Words


def refused(problem: Exception) -> NoReturn:
    """Says why, in the language of the person at the keyboard, and ends with the problem's exit status."""
    words = getattr(problem, "words", None)
    text = getattr(words, language()) if isinstance(words, Words) else str(problem)
    print(f"luza: {text}", file=sys.stderr)
    sys.exit(problem.exit_status if isinstance(problem, LuzaError) else 1)
