"""Every figure, each measured in a process of its own; one JSON object on standard output.

    python -m tests.bench [NAME...]

What a measurement says on standard error is shown as it comes. Exit status 1 where one of them failed.
"""

import json
import subprocess
import sys

MEASUREMENTS = (
    "latency",
    "judging",
    "evidence",
    "fit_lean",
    "resume",
    "codec",
    "footprint",
    "tap",
    "club_growth",
)


def main() -> int:
    """Measures what is named, or everything, one after the other."""
    names = sys.argv[1:] or list(MEASUREMENTS)
    if unknown := [name for name in names if name not in MEASUREMENTS]:
        print(f"there is no {', '.join(unknown)}; there are {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    figures: dict[str, object] = {}
    failed = False
    for name in names:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"tests.bench.{name}"], stdout=subprocess.PIPE, check=False
        )
        failed = failed or done.returncode != 0
        figures[name] = json.loads(done.stdout) if done.returncode == 0 else None
    print(json.dumps(figures, indent=2))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
