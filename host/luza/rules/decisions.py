"""What a player's choice does to the frame (FREE 6, 12.2; DB 3.2, 6.3; CODE 1.Ж, 5.3; F80 2)."""

from collections.abc import Callable

from luza.rules.frame import FULL, Frame, change, other
from luza.rules.game import Game


def answer(game: Game, frame: Frame, option: str) -> Frame:
    """The frame after its pending decision was answered with one of its options.

    A decision's default already stands in the frame, so it only has to be closed.
    """
    decision = frame.decision
    if decision is None:
        return frame
    frame = change(frame, decision=None)
    by = decision.by
    if by is not None and option != decision.default:
        rival = other(by, len(frame.shelf))
        frame = _CHOSEN[decision.kind](frame, option, by, rival)
    elif decision.kind == "rerack":
        frame = _rerack(frame, option, by or 0, 0)
    if game.between is not None:
        frame = game.between(frame)
    return frame


def _after_foul(frame: Frame, option: str, by: int, rival: int) -> Frame:
    if option == "anywhere":
        return change(frame, cue_ball="anywhere", object_only=True)
    return change(frame, at_table=rival, run=0)


def _after_bad_break(frame: Frame, option: str, by: int, rival: int) -> Frame:
    who = rival if option.endswith("_return") else by
    if option.startswith("accept"):
        return change(frame, at_table=who)
    return change(
        frame, phase="break", breaker=who, at_table=who, cue_ball="house", object_only=False, to_spot=0
    )


def _rerack(frame: Frame, option: str, by: int, rival: int) -> Frame:
    """F80 2a: all balls and a break from the house; 2b: what lies there stays, the rest is racked."""
    if option == "truncated":
        return change(frame, on_table=FULL, to_spot=0, out=frozenset(), cue_ball="as_lies")
    return change(frame, on_table=FULL, to_spot=0, out=frozenset(), cue_ball="house", phase="break")


_CHOSEN: dict[str, Callable[[Frame, str, int, int], Frame]] = {
    "after_foul": _after_foul,
    "after_bad_break": _after_bad_break,
    "rerack": _rerack,
}
