"""Compares an answer of the table with an expectation, which is a subset of it."""

from collections.abc import Iterator
from typing import Any

Mismatch = tuple[str, Any, Any]
"""(where, expected, got)."""


def mismatches(expected: Any, got: Any, where: str = "") -> Iterator[Mismatch]:
    """What of `expected` the answer does not have.

    Every key of an object must match, other keys are free; lists match element by element, but for
    `shots`, whose elements are found by their `n`, and which is empty where `[]` is expected.
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, want in expected.items():
            place = f"{where}.{key}".lstrip(".")
            if key not in got:
                yield place, want, "absent"
            elif key == "shots" and want:
                by_number = {shot["n"]: shot for shot in got[key]}
                for shot in want:
                    yield from mismatches(shot, by_number.get(shot["n"], "absent"), f"{place}[n={shot['n']}]")
            else:
                yield from mismatches(want, got[key], place)
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for i, (want, have) in enumerate(zip(expected, got, strict=True)):
            yield from mismatches(want, have, f"{where}[{i}]")
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield where, expected, got
