"""Tournaments of every kind for 5 to 64 entrants, played out under trouble: always exactly one champion.

    python -m tests.bench.tournament_sweep [ROUNDS]

Each round plays every size of every kind once, with withdrawals, corrections and annulled results at random
(seeded by the round). The suite runs a short form of it, tests/club/tournament/test_champion.py.
"""

import json
import random
import sys
import time

from tests.club.tournament.test_champion import KINDS, check, play_out


def main() -> int:
    """Plays them out; a tournament without its one champion is an AssertionError that names its seed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    started = time.perf_counter()
    played = entries = 0
    for number in range(rounds):
        for kind in KINDS:
            for entrants in range(5, 17 if kind == "round_robin" else 65):
                seed = number * 1000 + entrants
                chance = random.Random(seed)
                desk = play_out(kind, entrants, chance, chance.random() * 0.4)
                try:
                    check(desk)
                except AssertionError:
                    print(f"{kind}, {entrants} entrants, seed {seed}", file=sys.stderr)
                    raise
                played += 1
                entries += len(desk.tournament.entries)
    took = round(time.perf_counter() - started, 1)
    print(json.dumps({"tournaments": played, "entries": entries, "seconds": took}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
