"""What a screen needs of the walk, whole: the same for a terminal and for the browser."""

from typing import Literal

import msgspec

from luza.messages import Words

Phase = Literal["walking", "done", "saving", "saved", "failed"]
Outcome = Literal["fine", "elsewhere", "silent", "stuck", "skipped"]


class Bar(msgspec.Struct, frozen=True):
    """One sensor, live. `level` 0 to 100; `peak` the highest of the last seconds."""

    input: int
    name: Words
    level: int
    peak: int
    active: bool
    unwell: bool
    wanted: bool
    """It is this step's."""


class Row(msgspec.Struct, frozen=True):
    """One step, as it went."""

    asked: Words
    outcome: Outcome
    said: Words
    felt: int
    wanted: int


class Change(msgspec.Struct, frozen=True):
    """A proposal, in words; `place` as the settings write it."""

    place: str
    before: int
    after: int
    why: Words


class DoctorView(msgspec.Struct, frozen=True):
    """Everything."""

    phase: Phase
    title: Words
    step: int
    steps: int
    asked: Words
    note: Words
    felt: int
    wanted: int
    bars: tuple[Bar, ...]
    rows: tuple[Row, ...]
    changes: tuple[Change, ...]
    findings: tuple[Words, ...]
    verdict: Words
