"""The way round the table: one step a sensor, in the order in which a person walks."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from luza_link import messages as m

Kind = Literal["quiet", "pocket", "coloured", "cushion", "line", "stroke"]

QUIET_S = 8.0
TIMES: dict[Kind, int] = {"quiet": 1, "pocket": 2, "coloured": 1, "cushion": 3, "line": 2, "stroke": 3}
"""How often each is wanted: enough for a smallest and a largest, few enough to be done."""

_ROUND = (0, 2, 4, 5, 3, 1)
"""The pockets as they come on a walk from the house along the left side and back."""
_RAILS = (0, 2, 3, 1, 5, 4)


class Step(msgspec.Struct, frozen=True):
    """What the technician is asked for. `input` is the one that should feel it (the first of a pair)."""

    kind: Kind
    input: int = -1

    @property
    def wanted(self) -> int:
        """How often."""
        return TIMES[self.kind]


def steps_for(inputs: Iterable[int]) -> tuple[Step, ...]:
    """The steps for a table that is fitted with these inputs."""
    there = frozenset(inputs)
    way = [Step("quiet")]
    for channel in _ROUND:
        if m.INPUT_POCKETS + channel in there:
            way.append(Step("pocket", m.INPUT_POCKETS + channel))
            if m.INPUT_COLOUR + channel in there:
                way.append(Step("coloured", m.INPUT_POCKETS + channel))
    way += [Step("cushion", m.INPUT_CUSHIONS + rail) for rail in _RAILS if m.INPUT_CUSHIONS + rail in there]
    if {m.INPUT_CENTRE_LINE, m.INPUT_CENTRE_LINE + 1} <= there:
        way.append(Step("line", m.INPUT_CENTRE_LINE))
    if m.INPUT_SLATE in there:
        way.append(Step("stroke", m.INPUT_SLATE))
    return tuple(way)


def group_of(number: int) -> str:
    """The group of the pin map that an input belongs to."""
    if number >= m.INPUT_SLATE:
        return "slate"
    if number >= m.INPUT_CENTRE_LINE:
        return "centre_line"
    return "cushion" if number >= m.INPUT_CUSHIONS else "pocket"
