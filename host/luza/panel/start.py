"""A match as a panel asks for it: names made clean, what is left out taken from the settings. Pure."""

import re
import unicodedata
from collections.abc import Mapping

import msgspec

from luza.entries import Header, check_header
from luza.errors import BadEntry
from luza.panel.whys import no
from luza.rules.fouls import FOULS

MOST = 999
"""The largest number that a score, a correction or a run can be set to; none is ever played to it."""
LONGEST_NAME = 60
LONGEST_REASON = 200

_TURNING = re.compile("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and those that turn the direction of what stands beside them."""
_BLANK = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\uffa0\ufff9-\ufffb]"
)
"""Characters that take no room or show nothing: with them two names look alike that are not."""


def clean(text: str) -> str:
    """A text as people see it: one line, no characters that nobody sees, no blanks at its ends."""
    seen = _BLANK.sub("", _TURNING.sub(" ", unicodedata.normalize("NFC", text)))
    found = " ".join(seen.split())
    return found if any(unicodedata.category(sign)[0] in "LNPS" for sign in found) else ""


def name(text: object) -> str:
    """A player's name; raises No for an empty or endless one."""
    if not isinstance(text, str) or not (found := clean(text)):
        raise no("empty_name")
    if len(found) > LONGEST_NAME:
        raise no("long_name", n=LONGEST_NAME)
    return found


def reason(text: str) -> str:
    """The reason for a correction; raises No where there is none."""
    found = clean(text)
    if not found:
        raise no("reason_needed")
    if len(found) > LONGEST_REASON:
        raise no("long_reason", n=LONGEST_REASON)
    return found


def sensible(*numbers: object) -> None:
    """Raises No for a number that nobody can have meant."""
    if any(isinstance(number, int) and abs(number) > MOST for number in numbers):
        raise no("absurd", n=MOST)


def header(default: Header, asked: Mapping[str, object]) -> Header:
    """The header of a match that is asked for; its sensors are the table's own.

    Options are asked for one by one, where another game is asked for they begin anew. Raises No for names
    that are no good, BadEntry for what cannot be read.
    """
    players = asked.get("players", list(default.players))
    if not isinstance(players, list):
        raise BadEntry(0, "players must be a list of names")
    names = [name(player) for player in players]
    if len({one.casefold() for one in names}) < len(names):
        raise no("same_name")
    base: dict[str, object] = msgspec.to_builtins(default)
    options = asked.get("options", {})
    if not isinstance(options, dict):
        raise BadEntry(0, "options must be an object")
    if not asked.keys() <= set(Header.__struct_fields__) - {"sensors"}:
        raise BadEntry(0, "a match's header has no such field, or it is not for a panel to say")
    kept = base.get("options", {})
    assert isinstance(kept, dict)
    if asked.get("game", default.game) != default.game:
        kept = {key: value for key, value in kept.items() if key in ("unproven", "settle_s", "overtime")}
    if len(names) != len(default.players):
        kept = {key: value for key, value in kept.items() if key != "handicap"}
    merged = {**kept, **options}
    fields = {**base, **asked, "players": names, "options": merged, "type": "match"}
    try:
        found = msgspec.convert(fields, Header)
    except msgspec.ValidationError as problem:
        raise BadEntry(0, str(problem)) from None
    check_header(found)
    unknown = [foul for foul in found.options.waive if foul not in FOULS]
    if unknown:
        raise BadEntry(0, f"options.waive: no game knows a foul {unknown[0]!r}")
    return found
