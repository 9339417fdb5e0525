"""What the evidence decides of the simulated shots, and how fast; JSON on standard output.

    python -m tests.bench.evidence

For each mask (`tests.evidence.shots`) and requirement: shots proven, refuted, unproven, and `wrong`, which
counts answers that more facts would take back. Times are of one call of `assess` in microseconds, the best
of three a shot; `median` and `p99` over the shots. `loop_ns` is what one turn of an empty loop takes on
this machine at this hour, to compare runs by.
"""

import json
import sys
import time
from statistics import median
from typing import NamedTuple

from luza.evidence import Finding, Proof, assess

from tests.evidence.shots import MASKS, REQUIREMENTS, Seen, full, played

ROUNDS = 3


class Timed(NamedTuple):
    """What was found of a shot and in how many microseconds."""

    finding: Finding
    us: float


def timed(seen: Seen, name: str, rounds: int = ROUNDS) -> Timed:
    """One shot assessed, the best time of some."""
    requirement = REQUIREMENTS[name]
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        finding = assess(seen.facts, seen.struck, seen.sensors, seen.on_table, requirement)
        best = min(best, time.thread_time() - start)
    return Timed(finding, best * 1e6)


def survey(mask: str, rounds: int = 1) -> dict[str, dict[str, float]]:
    """Counts and times of all shots under a mask, by requirement."""
    found: dict[str, dict[str, float]] = {}
    for name in REQUIREMENTS:
        counts = dict.fromkeys(("proven", "refuted", "unproven", "wrong"), 0)
        times = []
        for shot in played():
            here = timed(MASKS[mask](shot), name, rounds)
            times.append(here.us)
            counts[here.finding.completed.name.lower()] += 1
            known = timed(full(shot), name, 1).finding
            counts["wrong"] += _wrong(here.finding.contact, known.contact)
            counts["wrong"] += _wrong(here.finding.completed, known.completed)
        times.sort()
        found[name] = {
            **counts,
            "median_us": round(median(times), 1),
            "p99_us": round(times[int(len(times) * 0.99)], 1),
        }
    return found


def _wrong(less: Proof, more: Proof) -> bool:
    """Is an answer that was given knowing less not the one that is given knowing more?"""
    return less not in (Proof.UNPROVEN, more)


def loop_ns() -> float:
    """Nanoseconds of one turn of a counting loop, the best of some."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.thread_time()
        for _ in range(200_000):
            pass
        best = min(best, time.thread_time() - start)
    return best / 200_000 * 1e9


def main() -> None:
    """Prints the table."""
    table = {mask: survey(mask, ROUNDS) for mask in MASKS}
    json.dump({"shots": len(played()), "loop_ns": round(loop_ns(), 1), "masks": table}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
