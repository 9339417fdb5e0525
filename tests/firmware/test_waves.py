"""The generated traces in short: the long run is `python -m tests.bench.sensing`."""

import random
from pathlib import Path

import pytest
from luza_link import messages as m

from tests.firmware.play_edges import run
from tests.firmware.runtimes import outcomes
from tests.waves.score import Errors, score, table
from tests.waves.session import Ball, Session, session
from tests.waves.strengths import CLEAN, NOMINAL, STRENGTHS, STRONGEST, Strength
from tests.waves.tables import some

STROKES = 20


@pytest.mark.parametrize("strength", STRENGTHS, ids=lambda strength: strength.name)
def test_no_ball_is_missed_doubled_misplaced_or_invented(strength: Strength) -> None:
    errors = Errors()
    for number in range(6):
        made = session(f"short {number}", strength, STROKES)
        errors += score(made, run(made.given()))
    print(table({strength.name: errors}))
    assert errors.balls > 90
    assert errors.unflagged == 0
    assert errors.of_balls == 0 or strength not in (CLEAN, NOMINAL)
    assert errors.missed_strokes == errors.ghost_strokes == 0
    assert errors.wrong_cushion + errors.ghost_cushions <= (1 if strength is STRONGEST else 0)


def test_micropython_tells_the_same(tmp_path: Path) -> None:
    cases = [session("same", strength, 1).given() for strength in STRENGTHS]
    # The cases lie in memory whole, which a board never does: the heap is theirs, not the detectors'.
    assert outcomes(cases, tmp_path, heap="2m") == [run(case) for case in cases]


def test_the_same_seed_is_the_same_session() -> None:
    assert session("seed", STRONGEST, 2) == session("seed", STRONGEST, 2)
    assert session("seed", STRONGEST, 2) != session("other", STRONGEST, 2)


def test_the_mirrored_tables_pot_in_every_pocket() -> None:
    chance = random.Random(1)
    seen = {fact.pocket for _ in range(300) for fact in some(chance, 1.0).facts if fact.type == "pocket"}
    assert seen == set(m.POCKET_NAMES)


@pytest.mark.parametrize(
    ("facts", "counts"),
    [
        ([], {"missed": 1}),
        ([[1_000, m.POCKET, 2, 40, 0]], {}),
        ([[1_000, m.POCKET, 2, 40, m.FLAG_DOUBTFUL]], {"missed_flagged": 1}),
        ([[1_000, m.POCKET, 2, 40, 0], [90_000, m.POCKET, 2, 40, 0]], {"doubled": 1}),
        ([[1_000, m.POCKET, 3, 40, 0]], {"wrong_pocket": 1}),
        ([[1_000, m.POCKET, 2, 40, 0], [9_000_000, m.POCKET, 2, 40, 0]], {"ghost_balls": 1}),
        ([[1_000, m.POCKET, 2, 40, m.FLAG_CUE]], {"wrong_kind": 1}),
        ([[500, m.HEALTH, 2, m.HEALTH_NOISY, 0]], {"missed_flagged": 1}),
        ([[1_000, m.POCKET, 2, 40, 0], [9_000, m.CUSHION, 0, 900, 0]], {"ghost_cushions": 1}),
    ],
)
def test_the_score_finds_each_sort_of_error(facts: list[list[int]], counts: dict[str, int]) -> None:
    """What counts the errors must itself be able to fail."""
    errors = score(Session(balls=[Ball(1_000, 2, m.FLAG_OBJECT)]), facts)
    names = (
        "missed",
        "missed_flagged",
        "doubled",
        "wrong_pocket",
        "ghost_balls",
        "wrong_kind",
        "ghost_cushions",
    )
    assert {name: getattr(errors, name) for name in names if getattr(errors, name)} == counts
