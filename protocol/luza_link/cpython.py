"""What CPython brings to the shared codec: the words of MicroPython's viper compiler as ordinary Python, and
the C library `cobs` where it is installed. The board has no use for this file.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

ptr8: TypeAlias = Any
"""Any buffer of bytes; viper does not ask whether it may be written."""
ptr32: TypeAlias = "array[int]"


class micropython:
    """Stands in for MicroPython's module: a viper function runs here as it is written."""

    @staticmethod
    def viper(function: _Function) -> _Function:
        """Mark a function for the board's native compiler."""
        return function


try:
    from cobs.cobs import (  # type: ignore[import-untyped]
        DecodeError,
        _using_extension,
    )
    from cobs.cobs import decode as _c_decode
    from cobs.cobs import encode as _c_encode

    HAS_C_COBS: bool = _using_extension
except ImportError:
    HAS_C_COBS = False


def c_cobs_encode(raw: bytes) -> bytes:
    """COBS by the C library."""
    encoded: bytes = _c_encode(raw)
    return encoded


def c_cobs_decode(encoded: bytes) -> bytes | None:
    """COBS by the C library; None where the block is damaged."""
    try:
        raw: bytes = _c_decode(encoded)
    except DecodeError:
        return None
    return raw
