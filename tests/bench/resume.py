"""How long a night's journal takes to be resumed; JSON on standard output.

    python -m tests.bench.resume

One match of 1,500 shots, made of the physics-simulated frames as the standard table feels them, is written to
a journal. `resume_s` is the time from opening its file to a controller that stands where it stood: the best,
the median and the worst of seven. The bound is 0.5 s.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from luza.controller import Controller, SystemClocks
from luza.controller.play import line_of
from luza.entries import encode, parse_entry
from luza.journal import Journal
from luza.sources.simulator.frames import Shot, shots

from tests.controller.world import header, profile

SHOTS = 1500
ROUNDS = 7
SENSORS = ["strike", "first_contact", "cushion", "centre_line", "pocket", "ball_kind", "rest"]


def felt(shot: Shot, at: float) -> Iterator[dict[str, object]]:
    """The shot's facts as the standard table feels them."""
    touched = False
    for fact in shot.facts:
        entry: dict[str, object] = {"type": fact.type, "t": round(at + fact.t, 4)}
        if fact.type == "contact":
            if touched:
                continue
            touched = True
        elif fact.type == "cushion":
            entry["cushion"] = fact.cushion
        elif fact.type == "pocket":
            entry |= {"pocket": fact.pocket, "ball": "cue" if fact.ball == "cue" else "object"}
        yield entry


def night() -> Iterator[str]:
    """The lines of a night."""
    at = 1.0
    played = 0
    while played < SHOTS:
        for shot in shots():
            for entry in felt(shot, at):
                read = parse_entry(msgspec.json.encode(entry))
                yield line_of(read, "board:e6614103e7692b2a", "2026-01-01T20:00:00.000Z")
            at += shot.length_s + 20.0
            played += 1
            if played == SHOTS:
                return


def main() -> int:
    """Measure and report."""
    took: list[float] = []
    with tempfile.TemporaryDirectory(prefix="luza-bench-") as folder:
        path = Path(folder) / "table.db"
        lines = list(night())
        journal = Journal.open(path)
        clocks = SystemClocks()
        with journal.transaction() as work:
            first_line = encode(header(race_to=99, sensors=SENSORS))
            match = work.begin_match(first_line, None, clocks.boot_id, clocks.boottime(), clocks.wall())
            work.append_to(match.id, lines)
        journal.close()
        for _ in range(ROUNDS):
            started = time.perf_counter()
            journal = Journal.open(path)
            controller = Controller(journal, profile(), clocks)
            took.append(time.perf_counter() - started)
            play = controller.play
            if play is None or play.skipped:
                raise RuntimeError("the night was not resumed")
            judged = len(play.table.shots)
            journal.close()
    report = {
        "shots": judged,
        "entries": len(lines),
        "resume_s": {
            "best": round(min(took), 3),
            "median": round(statistics.median(took), 3),
            "worst": round(max(took), 3),
        },
        "bound_s": 0.5,
    }
    json.dump(report, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
