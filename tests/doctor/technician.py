"""Somebody who does what the walk asks for, on a simulated table."""

from luza.doctor.steps import Step
from luza.facts import POCKETS
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza_link import messages as m

SOFTLY = (0.15, 0.6, 2.5)
"""Speeds against a cushion in m/s."""


def do(board: SimulatedBoard, step: Step, nth: int) -> None:
    """One try of a step, the `nth` of it; on a table where everything is in its place."""
    wave = Wave(f"{step.kind} {step.input} {nth}")
    if step.kind in ("pocket", "coloured"):
        board.beam_break(POCKETS[step.input], 30 + 60 * nth, cue=step.kind == "coloured")
        return
    if step.kind == "cushion":
        wave.rail(0, m.CUSHION_NAMES[step.input - m.INPUT_CUSHIONS], SOFTLY[nth % 3])
    elif step.kind == "line":
        wave.crossing(100_000, 1.2, towards_pyramid=nth % 2 == 0)
    elif step.kind == "stroke":
        wave.slate(0, 3.0)
        wave.slate(60_000, 1.2)
    board.send(wave)
