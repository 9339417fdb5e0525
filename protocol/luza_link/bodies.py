"""What the typed messages are made of: a body's fixed part, and a tail that reaches to its end. Host only."""

from __future__ import annotations

import struct
from typing import ClassVar, Self

import msgspec


class Message(msgspec.Struct, frozen=True):
    """A message whose fields are its layout's, in order."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct]

    def pack(self) -> bytes:
        """The body."""
        return self.LAYOUT.pack(*msgspec.structs.astuple(self))

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """Reads a body; `read` turns what this raises into BadMessage."""
        return cls(*cls.LAYOUT.unpack_from(body))


class Tailed(Message, frozen=True):
    """A message whose last field is what follows its layout: bytes, or text where TEXT is set."""

    TEXT: ClassVar[bool] = False

    def pack(self) -> bytes:
        """The body."""
        *fixed, tail = msgspec.structs.astuple(self)
        data: bytes = tail.encode() if self.TEXT else tail
        return self.LAYOUT.pack(*fixed) + data

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """Reads a body; a text's broken UTF-8 is replaced, not refused."""
        fixed = cls.LAYOUT.unpack_from(body)
        tail = body[cls.LAYOUT.size :]
        return cls(*fixed, tail.decode("utf-8", "replace") if cls.TEXT else tail)
