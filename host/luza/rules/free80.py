"""Free pyramid with continuation (FREE-80): FREE, to eighty, with new racks on the way."""

import msgspec

from luza.rules.frame import Frame, change
from luza.rules.free import FREE
from luza.rules.game import Terms
from luza.rules.parts import decide

RERACK_AT = 2
"""Balls left on the table when the pyramid is set again (F80 2, AMB-20 (c))."""


def rerack(frame: Frame) -> Frame:
    """With two balls left or fewer, who plays next chooses the rack: all fifteen and a break from the
    house (F80 2a), or what lies there stays and the rest is racked (F80 2b); with none left only the full
    one (AMB-20 (b), (c))."""
    if frame.on_table > RERACK_AT or frame.decision is not None or frame.phase != "play":
        return frame
    options = ("full", "truncated") if frame.on_table else ("full",)
    return change(frame, cue_ball="house", decision=decide("rerack", frame.at_table, *options))


def any_score(terms: Terms, frame: Frame) -> str | None:
    """Balls come back with every new rack, so no score contradicts the table."""
    return None


FREE80 = msgspec.structs.replace(FREE, id="free80", target={2: 80}, between=rerack, setup=any_score)
"""F80 0: all of FREE; F80 1: to 80, for each player (AMB-20 (a))."""
