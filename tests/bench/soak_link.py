"""Hours of the serial link in virtual time, with everything going wrong at random; JSON on standard output.

    python -m tests.bench.soak_link --minutes 60 --runs 10 --seed 1

Each run has byte errors (up to 3e-3), cables pulled (some for 20 s), the host killed, the board rebooted and
a disk that stalls, so that the ring runs over too; then the line settles and the journal is compared with
what the board pushed. Exit status 1 where an event came twice, out of order, or was lost in silence.
"""

import argparse
import json
import random
import sys
import time

from tests.protocol.simulation import Trouble, World


def trouble_of(rng: random.Random, seconds: float) -> Trouble:
    """Random trouble over `seconds`; about one of each kind in a minute."""
    minutes = max(1, round(seconds / 60))

    def spans(count: int, lengths: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
        starts = sorted(rng.uniform(0, seconds) for _ in range(count))
        return tuple((start, start + rng.choice(lengths)) for start in starts)

    def moments(count: int) -> tuple[float, ...]:
        return tuple(sorted(rng.uniform(0, seconds) for _ in range(count)))

    return Trouble(
        byte_error=rng.choice((0.0, 1e-4, 1e-3, 1e-3, 3e-3)),
        unplugged=spans(minutes, (0.05, 0.3, 2.0, 20.0)),
        host_restarts=moments(minutes),
        board_restarts=moments(max(1, minutes // 4)),
        stuck=spans(max(1, minutes // 2), (0.2, 1.0, 12.0)),
        commit_s=rng.choice((0.001, 0.005, 0.04)),
    )


def main() -> int:
    """Run and report."""
    parser = argparse.ArgumentParser(description="Soak test of the serial link in virtual time.")
    parser.add_argument("--minutes", type=float, default=10, help="virtual minutes of a run (10)")
    parser.add_argument("--runs", type=int, default=4, help="runs, each with another seed (4)")
    parser.add_argument("--seed", type=int, default=1, help="the first run's seed (1)")
    arguments = parser.parse_args()
    seconds = arguments.minutes * 60
    runs: list[dict[str, object]] = []
    broken = False
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        rng = random.Random(seed)
        trouble = trouble_of(rng, seconds)
        world = World(seed, trouble, events_per_s=rng.choice((5.0, 20.0, 50.0, 80.0)))
        started = time.perf_counter()
        world.run(seconds + 40, pushing_until=seconds)
        report: dict[str, object] = {
            "seed": seed,
            "byte_error": trouble.byte_error,
            "commit_s": trouble.commit_s,
        }
        try:
            report |= world.check()
        except AssertionError as problem:
            report["broken"] = str(problem)
            broken = True
        late = sorted(world.latencies_us)
        report["latency_ms"] = {
            name: late[min(len(late) - 1, int(len(late) * share))] / 1000
            for name, share in (("median", 0.5), ("p99", 0.99))
        }
        report["run_s"] = round(time.perf_counter() - started, 1)
        runs.append(report)
    json.dump(
        {"virtual_minutes": arguments.minutes, "exactly_once": not broken, "runs": runs}, sys.stdout, indent=1
    )
    print()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
