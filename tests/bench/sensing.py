"""The detectors' errors for each 1,000 balls, at several strengths of disturbance: a table on standard error,
the counts as JSON on standard output.

    python -m tests.bench.sensing [--balls N] [STRENGTH...]

20,000 balls of one strength take some three minutes of one core. Exit status 1 where the limits are not
met: at `clean` and `nominal` no ball missed, doubled, misplaced or invented; at `rough` and `strongest` at
most one in 1,000, and each of them told as doubtful.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "firmware"), str(ROOT / "protocol")]

from tests.firmware.play_edges import run  # noqa: E402  the board's files are no installed package
from tests.waves.score import Errors, score, table  # noqa: E402
from tests.waves.session import session  # noqa: E402
from tests.waves.strengths import STRENGTHS, Strength  # noqa: E402

STROKES = 25
"""In one session: the board starts anew for each, so that it has to learn anew too."""
UNSURE_PER_THOUSAND = 1.0


def measure(strength: Strength, balls: int) -> Errors:
    """Sessions until so many balls have fallen."""
    errors = Errors()
    number = 0
    while errors.balls < balls:
        made = session(str(number), strength, STROKES)
        errors += score(made, run(made.given()))
        number += 1
    return errors


def within(strength: Strength, errors: Errors) -> bool:
    """The limits are met."""
    if strength.name in ("clean", "nominal"):
        return errors.of_balls == 0
    return errors.unflagged == 0 and errors.per_thousand("of_balls") <= UNSURE_PER_THOUSAND


def main() -> int:
    """Measure, print, judge."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("strengths", nargs="*", metavar="STRENGTH", help="clean, nominal, rough, strongest")
    asked.add_argument("--balls", type=int, default=20_000)
    options = asked.parse_args()
    chosen = [one for one in STRENGTHS if not options.strengths or one.name in options.strengths]
    found: dict[str, Errors] = {}
    told: dict[str, object] = {}
    for strength in chosen:
        began = time.process_time()
        errors = found[strength.name] = measure(strength, options.balls)
        told[strength.name] = {
            **asdict(errors),
            "met": within(strength, errors),
            "cpu_s": round(time.process_time() - began, 1),
        }
        print(table({strength.name: errors}), file=sys.stderr, flush=True)
    print(table(found), file=sys.stderr)
    print(json.dumps(told, indent=2))
    return int(not all(within(strength, found[strength.name]) for strength in chosen))


if __name__ == "__main__":
    sys.exit(main())
