"""What every input does, for somebody who watches: kept only while a host asks for it."""

import struct

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.adc import SampledInput

_INPUTS = m.INPUT_COLOUR
_COLOURS = len(m.POCKET_NAMES)


class Watch:
    """Counts from one `body` to the next; see LIVE_BODY in luza_link/messages.py."""

    def __init__(self, sampled: "list[SampledInput]") -> None:
        self._sampled = sampled
        self._edges = bytearray(_INPUTS)
        self._longest = [0] * _INPUTS
        self._since = [0] * _INPUTS
        self._clear = [0] * _COLOURS
        self._spread = bytearray(_COLOURS)

    def edge(self, t: int, number: int, active: bool) -> None:
        """An input became active, or let go."""
        if number >= _INPUTS:
            return
        if active:
            self._edges[number] = min(self._edges[number] + 1, 255)
            self._since[number] = t
        else:
            self._longest[number] = max(self._longest[number], t - self._since[number])

    def colour(self, channel: int, clear: int, red: int, green: int, blue: int) -> None:
        """A reading of a colour sensor."""
        most = max(red, green, blue)
        if clear >= self._clear[channel] and most:
            self._clear[channel] = clear
            self._spread[channel] = (most - min(red, green, blue)) * 100 // most

    def body(self, now: int, levels: int, faults: int) -> bytes:
        """The LIVE message at `now`; begins to count anew."""
        peaks = [0] * _INPUTS
        for one in self._sampled:
            peaks[one.number] = one.peak_mv()
        parts = [struct.pack(m.LIVE_BODY, now, levels, faults)]
        for number in range(_INPUTS):
            longest = self._longest[number]
            if levels >> number & 1:
                longest = max(longest, now - self._since[number])
            longest = min(longest, 0xFFFFFFFF)
            parts.append(struct.pack(m.LIVE_INPUT, self._edges[number], longest, peaks[number]))
            self._edges[number] = 0
            self._longest[number] = 0
        for channel in range(_COLOURS):
            parts.append(struct.pack(m.LIVE_COLOUR, self._clear[channel], self._spread[channel]))
            self._clear[channel] = 0
        return b"".join(parts)
