"""Lamps and webhooks, each from a TOML file of its own that the settings name."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from luza.club.interfaces.errors import BadInterface
from luza.club.interfaces.hook import Hook
from luza.club.time.errors import TimeRefused
from luza.club.time.lamp import Lamp, read_lamps


class _Hooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hooks: tuple[Hook, ...]


def lamps(file: str | None) -> dict[str, Lamp]:
    """The lamps by table; none where the settings name no file. Raises TimeRefused."""
    if file is None:
        return {}
    try:
        return read_lamps(_document(file))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise TimeRefused("lamps_unreadable", problem=f"{file}: {problem}") from None


def hooks(file: str | None) -> tuple[Hook, ...]:
    """The webhooks, checked; none where the settings name no file. Raises BadInterface."""
    if file is None:
        return ()
    try:
        found = msgspec.convert(_document(file), _Hooks).hooks
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise BadInterface("hooks_unreadable", file=file, problem=str(problem)) from None
    for hook in found:
        hook.check()
        if [one.name for one in found].count(hook.name) > 1:
            raise BadInterface("hooks_unreadable", file=file, problem=f"name = {hook.name!r} ×2")
    return found


def _document(file: str) -> dict[str, Any]:
    return tomllib.loads(Path(file).read_text(encoding="utf-8"))
