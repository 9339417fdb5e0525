"""What a board and its link give as reasons, in both languages: their English sentence is the code.

A board keeps no catalogue: it says a sentence that a log can be read by. `reasons.toml` has each of those
sentences with its gaps; what a board said is laid against them, and what stood in the gaps goes into the
other language's sentence.
"""

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter

from luza.locale import catalogue, same, say
from luza.messages import Words

_IN = "reasons."


def worded(text: str) -> Words:
    """The reason in both languages; one that no sentence fits (a trace, another firmware's) as it is."""
    for key, sentence in _sentences().items():
        if found := sentence.fullmatch(text):
            return say(key, **{name: worded(part) for name, part in found.groupdict().items()})
    return same(text)


def known(text: str) -> bool:
    """Whether there are words for this reason in both languages."""
    return any(sentence.fullmatch(text) for sentence in _sentences().values())


@cache
def _sentences() -> Mapping[str, re.Pattern[str]]:
    """Key to pattern; what says more of itself is tried first."""
    found = {key: text for key, text in catalogue("en").items() if key.startswith(_IN)}
    return {key: _pattern(found[key]) for key in sorted(found, key=lambda key: -len(found[key]))}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = (
        re.escape(fixed) + ("" if name is None else f"(?P<{name}>.*)")
        for fixed, name, _, _ in Formatter().parse(sentence)
    )
    return re.compile("".join(parts), re.DOTALL)
