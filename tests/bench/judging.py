"""How long judging takes, and how fast a recording is replayed; JSON on standard output.

    python -m tests.bench.judging

Judging is the time from the facts of a shot in memory to its verdict and the state after it, over the
physics-simulated frames, each shot the best of five. `ratio_to_free` compares the games within one run.
`replay` reads a table log made of the same shots. Where pooltool is installed, its eight-ball ruleset judges
a simulated shot beside ours.
"""

import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from luza.entries import Entry, Header, encode, parse_entry
from luza.facts import ALL_SENSORS
from luza.replay import replay
from luza.rules import GAMES
from luza.sources.simulator.frames import Shot, shots
from luza.table import Table

BEST_OF = 5
REPLAYED = 1000


def facts_of(shot: Shot, at: float = 2.0) -> list[Entry]:
    """The facts of a simulated shot as entries, from the time `at` on."""
    found: list[Entry] = []
    for fact in shot.facts:
        named = {key: value for key, value in msgspec.structs.asdict(fact).items() if value is not None}
        found.append(parse_entry(msgspec.json.encode({**named, "t": round(fact.t + at, 4)})))
    return found


def _ready(game: str, shot: Shot) -> Table:
    """A table at which the shot may be played: before the break, or in a frame in progress."""
    table = Table(Header(game=game, players=["A", "B"], first_breaker=0, sensors=sorted(ALL_SENSORS)))
    if shot.n != 1:
        setup = {"t": 1, "type": "setup", "score": [0, 0], "at_table": 0, "on_table": len(shot.positions)}
        table.enter(parse_entry(msgspec.json.encode(setup)))
    return table


def judging(played: Sequence[Shot]) -> dict[str, dict[str, float]]:
    """Microseconds a shot by game: median and 99th percentile; the games take turns, shot by shot."""
    took: dict[str, list[float]] = {game: [] for game in GAMES}
    for shot in played:
        facts = facts_of(shot)
        best = dict.fromkeys(GAMES, float("inf"))
        for game in list(GAMES) * BEST_OF:
            table = _ready(game, shot)
            began = time.perf_counter()
            for fact in facts:
                table.enter(fact)
            table.frame  # noqa: B018 - the state after the shot belongs to what is timed
            best[game] = min(best[game], time.perf_counter() - began)
        for game, seconds in best.items():
            took[game].append(seconds * 1e6)
    free = statistics.median(took["free"])
    return {
        game: {
            "median_us": round(statistics.median(times), 1),
            "p99_us": round(sorted(times)[int(len(times) * 0.99)], 1),
            "ratio_to_free": round(statistics.median(times) / free, 2),
        }
        for game, times in took.items()
    }


def replaying(source: Sequence[Shot]) -> dict[str, float]:
    """Shots a second of the processor from the lines of a table log, the best of nine."""
    header = Header(game="free", players=["A", "B"], first_breaker=0, race_to=99)
    lines = [encode(header)]
    at, played = 1.0, 0
    while played < REPLAYED:
        shot = source[played % len(source)]
        lines.extend(encode(fact) for fact in facts_of(shot, at))
        at += shot.length_s + 5.0
        played += 1
    raw = [line.encode() for line in lines]
    took = []
    for _ in range(9):
        began = time.process_time()
        table = replay(raw)
        took.append(time.process_time() - began)
    judged = len(table.view().shots)
    return {"shots": judged, "lines": len(raw), "shots_per_s": judged / min(took)}


def pooltool() -> dict[str, Any] | None:
    """What pooltool's eight-ball ruleset takes for a break, None where it is not installed."""
    try:
        import pooltool as pt  # type: ignore[import-not-found]
    except ImportError:
        return None
    table = pt.Table.default()
    balls = pt.get_rack(pt.GameType.EIGHTBALL, table)
    system = pt.System(table=table, balls=balls, cue=pt.Cue(cue_ball_id="cue"))
    system.strike(V0=8, phi=pt.aim.at_ball(system, "1"))
    pt.simulate(system, inplace=True)
    rules = pt.get_ruleset(pt.GameType.EIGHTBALL)
    took = []
    for _ in range(200):
        game = rules()
        game.players = [pt.Player("A"), pt.Player("B")]
        began = time.perf_counter()
        game.process_shot(system)
        took.append((time.perf_counter() - began) * 1e6)
    return {"version": pt.__version__, "median_us": statistics.median(took), "events": len(system.events)}


def main() -> None:
    """Prints the figures."""
    source = shots()
    json.dump(
        {"judging": judging(source), "replay": replaying(source), "pooltool": pooltool()},
        sys.stdout,
        indent=2,
    )
    print()


if __name__ == "__main__":
    main()
