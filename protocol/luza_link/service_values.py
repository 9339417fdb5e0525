"""The messages about the board itself as typed values: orders, its settings read back, live readings."""

from __future__ import annotations

import struct

import msgspec

from luza_link import messages as m
from luza_link.bodies import Message, Tailed


class Service(Message, frozen=True):
    """An order about the board itself, ORDER_..."""

    TYPE = m.SERVICE
    LAYOUT = struct.Struct(m.SERVICE_BODY)
    boot_id: int
    order: int
    value: int


class ServiceReply(Tailed, frozen=True):
    """The order was carried out, or why not."""

    TYPE = m.SERVICE_REPLY
    LAYOUT = struct.Struct(m.SERVICE_REPLY_BODY)
    TEXT = True
    order: int
    done: int
    reason: str


class SettingsRequest(Message, frozen=True):
    """The host asks for the settings in force from `offset` on."""

    TYPE = m.SETTINGS
    LAYOUT = struct.Struct(m.SETTINGS_REQUEST)
    offset: int


class SettingsChunk(Tailed, frozen=True):
    """A part of the settings in force."""

    TYPE = m.SETTINGS
    LAYOUT = struct.Struct(m.SETTINGS_CHUNK)
    hash: int
    total: int
    offset: int
    data: bytes


class LiveInput(msgspec.Struct, frozen=True, gc=False):
    """One input since the last LIVE: edges to active, longest active time in us, highest sample in mV."""

    edges: int
    longest_us: int
    peak_mv: int


class LiveColour(msgspec.Struct, frozen=True, gc=False):
    """The brightest reading of one colour sensor since the last LIVE; spread in percent."""

    clear: int
    spread: int


_LIVE_INPUTS = m.INPUT_COLOUR
_LIVE_INPUT = struct.Struct(m.LIVE_INPUT)
_LIVE_COLOUR = struct.Struct(m.LIVE_COLOUR)


class Live(Tailed, frozen=True):
    """What every input did in the last tenth of a second, for somebody who watches."""

    TYPE = m.LIVE
    LAYOUT = struct.Struct(m.LIVE_BODY)
    time_us: int
    levels: int
    faults: int
    data: bytes

    @property
    def inputs(self) -> tuple[LiveInput, ...]:
        """By the inputs' numbers, the colour sensors left out."""
        size = _LIVE_INPUT.size
        return tuple(
            LiveInput(*_LIVE_INPUT.unpack_from(self.data, at * size))
            for at in range(min(_LIVE_INPUTS, len(self.data) // size))
        )

    @property
    def colours(self) -> tuple[LiveColour, ...]:
        """By the pockets' channels."""
        data = self.data[_LIVE_INPUTS * _LIVE_INPUT.size :]
        size = _LIVE_COLOUR.size
        return tuple(
            LiveColour(*_LIVE_COLOUR.unpack_from(data, at * size))
            for at in range(min(len(m.POCKET_NAMES), len(data) // size))
        )
