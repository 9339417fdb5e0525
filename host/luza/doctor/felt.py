"""What the inputs felt, as passes and knocks: raw, whatever the detectors make of it."""

from collections.abc import Iterator

import msgspec
from luza_link import messages as m
from luza_link.service_values import Live, LiveColour

QUIET_US = 300_000
"""An input that was quiet for so long has felt one thing; a net that throws a ball back is part of it."""


class Felt(msgspec.Struct, frozen=True):
    """One thing at one input: its longest active time in us, its highest sample in mV, how often it broke."""

    input: int
    start_us: int
    longest_us: int
    peak_mv: int
    edges: int
    colour: LiveColour | None = None
    """The brightest reading of the pocket's colour sensor meanwhile."""


class _Open(msgspec.Struct):
    start_us: int
    last_us: int
    longest_us: int = 0
    peak_mv: int = 0
    edges: int = 0
    colour: LiveColour | None = None


class Senses:
    """Collects LIVE messages; `take` gives what has come to its end by them."""

    def __init__(self) -> None:
        self._open: dict[int, _Open] = {}

    def take(self, live: Live) -> Iterator[Felt]:
        """One message. What began and has been quiet since is over."""
        colours = live.colours
        for number, one in enumerate(live.inputs):
            if one.edges or (number in self._open and one.longest_us):
                going = self._open.setdefault(number, _Open(live.time_us, live.time_us))
                going.last_us = live.time_us
                going.longest_us = max(going.longest_us, one.longest_us)
                going.peak_mv = max(going.peak_mv, one.peak_mv)
                going.edges += one.edges
            if number in self._open and number < len(m.POCKET_NAMES) and number < len(colours):
                going = self._open[number]
                if going.colour is None or colours[number].clear > going.colour.clear:
                    going.colour = colours[number]
        for number, going in list(self._open.items()):
            if live.time_us - going.last_us >= QUIET_US:
                del self._open[number]
                yield Felt(number, going.start_us, going.longest_us, going.peak_mv, going.edges, going.colour)
