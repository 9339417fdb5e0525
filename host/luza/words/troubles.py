"""Doubts, alerts and refusals in words. Each takes a code from elsewhere, so an unknown one has words too."""

from collections.abc import Mapping

from luza.facts import Ball
from luza.locale import Value, has, say
from luza.messages import Words
from luza.words import names

Data = Mapping[str, str | int]


def doubt(code: str, data: Data | None = None) -> Words:
    """What somebody should look at (`told.Doubt`), with the ball and the pocket where `data` names them."""
    data = data or {}
    text = _filled(f"doubts.code.{code}", dict(data)) or say("doubts.other", code=code)
    ball = names.ball(_ball(data["ball"])) if "ball" in data else None
    pocket = names.pocket(str(data["pocket"])) if "pocket" in data else None
    if ball and pocket:
        return say("doubts.about_both", text=text, ball=ball, pocket=pocket)
    if ball:
        return say("doubts.about_ball", text=text, ball=ball)
    if pocket:
        return say("doubts.about_pocket", text=text, pocket=pocket)
    return text


def alert(code: str, data: Mapping[str, Value] | None = None) -> Words:
    """What is wrong with the table and what to do about it: for alerts and for the reasons in health.

    `data` fills the sentence: `input` and `port` of a board, `text` of an error, `n` of a count. A code may
    be made exact by `why` (`board_refused` with `version`).
    """
    values: dict[str, Value] = dict(data or {})
    why = values.pop("why", None)
    if "input" in values:
        values["input"] = names.board_input(str(values["input"]))
    key = f"alerts.code.{code}" if why is None else f"alerts.code.{code}_{why}"
    return _filled(key, values) or say("alerts.other", code=code)


def refusal(code: str, reason: str) -> Words:
    """Why an entry or a command is not accepted: `code` and `reason` of `errors.Refused`.

    The reason is an English sentence and stands as it is; in Russian the code's sentence says it.
    """
    key = f"refusals.code.{code}"
    russian = say(key).ru if has(key) else say("refusals.other", reason=reason).ru
    return Words(ru=russian, en=reason or (say(key).en if has(key) else code))


def _filled(key: str, values: Mapping[str, Value]) -> Words | None:
    """The key's sentence with the values; None if there is no such key, or it asks for what is not there."""
    try:
        return say(key, **values)
    except KeyError:
        return None


def _ball(value: str | int) -> Ball | None:
    """A ball out of a doubt's data, which may be a number or a word."""
    if isinstance(value, int):
        return value
    return value if value in ("cue", "object") else None  # type: ignore[return-value]
