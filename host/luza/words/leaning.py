"""Which way an unproven stroke leans, in one sentence with its chance and its reason."""

from luza.evidence.lean import Lean
from luza.locale import has, say
from luza.messages import Words
from luza.words import names


def leaning(lean: Lean) -> Words:
    """Which way the facts lean, how likely and why."""
    side = ("legal" if lean.legal else "foul") + ("_strongly" if lean.strong else "")
    return say(f"leaning.{side}", percent=round(100 * lean.chance), why=_why(lean))


def _why(lean: Lean) -> Words:
    if lean.reason == "journey":
        key = "leaning.why.journey" if lean.legal else "leaning.why.no_journey"
        first, second = (_deed(str(lean.data[which])) for which in ("first", "second"))
        return say(key, first=first, second=second, seconds=_seconds(float(lean.data["seconds"])))
    key = f"leaning.why.{lean.reason}"
    return say(key if has(key) else "leaning.why.open")


def _deed(name: str) -> Words:
    return say("leaning.line") if name == "line" else names.cushion(name)


def _seconds(seconds: float) -> Words:
    """To a tenth, below one to a hundredth; Russian has a comma in it."""
    text = f"{seconds:.1f}" if seconds >= 1 else f"{seconds:.2f}"
    return Words(text.replace(".", ","), text)
