"""Frames on the wire: `COBS(u8 type | body | u32 CRC-32) 0x00`, the CRC little endian and zlib's.

COBS: S. Cheshire, M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM ToN 7(2), 1999. No payload here
reaches 254 bytes, so the long-run code 0xFF never occurs and the overhead is one byte.

This file runs on CPython and on MicroPython. The host encodes with `encode`; the board, which must not
allocate for every event, encodes into a buffer of its own with `encode_into`. Both read with `Decoder`.
"""

import binascii
import sys
from array import array

from luza_link.errors import FrameTooLong

ON_BOARD = sys.implementation.name == "micropython"
if not ON_BOARD:
    from luza_link.cpython import HAS_C_COBS, c_cobs_decode, c_cobs_encode, micropython, ptr8, ptr32

BODY_MAX = 200
"""Bytes of body in one frame, at most."""
FRAME_MAX = BODY_MAX + 7
"""Bytes of a whole frame at most: COBS code, type, body, CRC, delimiter."""

_ENCODED_MIN = 6
_ENCODED_MAX = FRAME_MAX - 1
_RESIDUE = 0x2144DF1C  # what CRC-32 gives over any data followed by its own CRC, little endian
_NIBBLES = array(
    "I",
    (
        0x00000000,
        0x1DB71064,
        0x3B6E20C8,
        0x26D930AC,
        0x76DC4190,
        0x6B6B51F4,
        0x4DB26158,
        0x5005713C,
        0xEDB88320,
        0xF00F9344,
        0xD6D6A3E8,
        0xCB61B38C,
        0x9B64C2B0,
        0x86D3D2D4,
        0xA00AE278,
        0xBDBDF21C,
    ),
)


def cobs_encode(raw: bytes) -> bytes:
    """COBS of fewer than 254 bytes, without the delimiter."""
    return b"".join([bytes((len(run) + 1,)) + run for run in raw.split(b"\0")])


def cobs_decode(encoded: bytes) -> bytes | None:
    """The bytes behind a COBS block that holds no zero, or None where the block is damaged."""
    raw = bytearray(encoded)
    end = len(raw)
    at = 0
    while at < end:
        step = raw[at]
        raw[at] = 0
        at += step
    return bytes(raw[1:]) if at == end and end else None


if ON_BOARD or not HAS_C_COBS:
    _encode, _decode = cobs_encode, cobs_decode
else:
    _encode, _decode = c_cobs_encode, c_cobs_decode


def encode(kind: int, body: bytes) -> bytes:
    """One whole frame with its delimiter; `FrameTooLong` for a body over `BODY_MAX`."""
    if len(body) > BODY_MAX:
        raise FrameTooLong(kind, len(body), BODY_MAX)
    payload = bytes((kind,)) + body
    return _encode(payload + binascii.crc32(payload).to_bytes(4, "little")) + b"\0"


@micropython.viper
def _seal(out: ptr8, end: int, nibbles: ptr32) -> int:
    """Append CRC and delimiter to the payload out[1:end], stuff it in place; the frame's length.

    Viper on the board, where it costs a few microseconds and not one allocation.
    """
    crc = -1
    i = 1
    while i < end:
        crc = crc ^ out[i]
        crc = nibbles[crc & 15] ^ ((crc >> 4) & 0x0FFFFFFF)
        crc = nibbles[crc & 15] ^ ((crc >> 4) & 0x0FFFFFFF)
        i += 1
    crc = crc ^ -1
    i = 0
    while i < 4:
        out[end] = crc & 255
        crc = crc >> 8
        end += 1
        i += 1
    code_at = 0
    i = 1
    while i < end:
        if out[i] == 0:
            out[code_at] = i - code_at
            code_at = i
        i += 1
    out[code_at] = end - code_at
    out[end] = 0
    return end + 1


@micropython.viper
def _copy(out: ptr8, at: int, body: ptr8, start: int, end: int) -> int:
    """Copy body[start:end] to out[at:]; where it ends there."""
    while start < end:
        out[at] = body[start]
        at += 1
        start += 1
    return at


def encode_into(out: bytearray, kind: int, body: bytes | bytearray, start: int = 0, end: int = -1) -> int:
    """Write the frame of body[start:end] into `out` (at least `FRAME_MAX` bytes); its length in bytes.

    Allocates nothing on MicroPython. `FrameTooLong` for a body over `BODY_MAX`.
    """
    if end < 0:
        end = len(body)
    if end - start > BODY_MAX:
        raise FrameTooLong(kind, end - start, BODY_MAX)
    out[1] = kind
    return _seal(out, _copy(out, 2, body, start, end), _NIBBLES)


class Decoder:
    """Bytes in, sound frames out. Never raises on noise: it counts, and starts anew at the next delimiter."""

    def __init__(self) -> None:
        self.good = 0
        """Frames that were whole."""
        self.bad = 0
        """Pieces between delimiters that were no frame."""
        self._tail = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """All frames that these bytes complete, in order, as `(type, body)`."""
        frames: list[tuple[int, bytes]] = []
        pieces = (self._tail + data).split(b"\0")
        # One byte too many marks the piece as noise when its end comes; so the memory stays bounded.
        self._tail = pieces.pop()[: _ENCODED_MAX + 1]
        for piece in pieces:
            if not piece:
                continue
            raw = _decode(piece) if _ENCODED_MIN <= len(piece) <= _ENCODED_MAX else None
            if raw is None or binascii.crc32(raw) != _RESIDUE:
                self.bad += 1
            else:
                self.good += 1
                frames.append((raw[0], raw[1:-4]))
        return frames

    def reset(self) -> None:
        """Forget a frame begun on a port that is gone."""
        self._tail = b""
