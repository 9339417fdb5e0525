"""Runs the files that both interpreters share on either of them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from luza.sources.pins import CHECKOUT
from luza.sources.simulator.process import HEAP

FOLDERS = (CHECKOUT / "protocol", CHECKOUT / "firmware")
HERE = Path(__file__).parent
MICROPYTHON = Path(sys.executable).parent / "micropython"


def on_micropython(script: str, *arguments: str, heap: str = HEAP) -> str:
    """What a file of this folder prints under MicroPython, with a Pico's heap unless another is asked for."""
    path = ":".join([*map(str, FOLDERS), ".frozen"])
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}", HERE / script, *arguments],
        env={"MICROPYPATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-500:]
    return done.stdout


def outcomes(cases: Sequence[dict[str, object]], folder: Path, heap: str = HEAP) -> list[list[list[int]]]:
    """The facts of each case for play_edges.py, as MicroPython's detectors tell them."""
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))
    return [json.loads(line) for line in on_micropython("play_edges.py", str(path), heap=heap).splitlines()]
