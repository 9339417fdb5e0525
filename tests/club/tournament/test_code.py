"""The tournament by the Code: the worked examples, and each clause."""

from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from luza.club.tournament.prizes import PrizeShot, prizes
from luza.club.tournament.round_robin import (
    Result,
    Share,
    may_be_finished,
    newcomer_pays,
    opponents,
    standings,
)

START = datetime(2026, 3, 1, 12)
PLAYED = [
    Result(("P", "Q"), (8, 5)),
    Result(("P", "R"), (6, 8)),
    Result(("P", "S"), (9, 0)),
    Result(("Q", "R"), (8, 7)),
    Result(("Q", "S"), (4, 8)),
    Result(("R", "S"), (8, 3)),
]


def test_standings_by_frames_then_balls() -> None:
    """CODE 13.7, AMB-40: the worked table; both sums of differences are nothing."""
    table = standings(["P", "Q", "R", "S"], PLAYED)
    assert [(s.player, s.frames, s.balls) for s in table] == [
        ("P", 1, 10),
        ("R", 1, 6),
        ("Q", -1, -6),
        ("S", -1, -10),
    ]
    assert sum(s.frames for s in table) == 0
    assert sum(s.balls for s in table) == 0


def test_what_the_text_leaves_equal_shares_a_place() -> None:
    """CODE 13.7."""
    table = standings(
        ["A", "B", "C"], [Result(("A", "B"), (8, 5)), Result(("B", "C"), (8, 5)), Result(("C", "A"), (8, 5))]
    )
    assert {s.place for s in table} == {1}


def shot(player: str, run: int, *pockets: str, called: bool = False, on_break: bool = False) -> PrizeShot:
    return PrizeShot(player, run, pockets, called, on_break)


def test_prizes_as_worked() -> None:
    """CODE 13.1 to 13.6, AMB-29."""
    course = [
        shot("X", 5, "rear-left"),
        shot("Y", 2, "rear-left", "front-left"),
        shot("X", 2, "rear-left", "rear-left"),
        shot("Z", 2, "rear-left", "front-left", called=True),
        *(shot("Y", n, "rear-left") for n in range(6, 9)),
        shot("X", 8, "rear-left"),
        shot("Y", 8, "rear-left"),
        shot("Z", 8, "rear-left"),
        shot("Z", 9, "rear-left"),
        shot("Z", 3, "rear-left", "rear-right", "rear-right", on_break=True),
    ]
    course[0] = shot("X", 4, "rear-left")
    course.insert(1, shot("X", 5, "rear-left"))
    won = [(prize.kind, prize.player) for prize in prizes(course)]
    assert won == [
        ("run_4", "X"),
        ("run_5", "X"),
        ("two_pockets", "Y"),
        ("two_pockets_called", "Z"),
        ("run_6", "Y"),
        ("run_7", "Y"),
        ("run_8", "Y"),
        ("run_8", "X"),
        ("run_8", "Z"),
        ("three", "Z"),
        ("break_two", "Z"),
    ]


def test_the_first_to_make_four_in_a_visit() -> None:
    """CODE 13.1: and nobody after him."""
    assert [p.player for p in prizes([shot("X", 4, "a"), shot("Y", 4, "a")])] == ["X"]


def test_eight_in_a_visit_for_three_different_players() -> None:
    """CODE 13.2."""
    eights = [shot(p, 8, "a") for p in "XXYZW"]
    assert [p.player for p in prizes(eights) if p.kind == "run_8"] == ["X", "Y", "Z"]


def test_two_pockets_need_two_pockets() -> None:
    """CODE 13.3: a fluke counts, the same pocket twice does not. CODE 13.4: the call is its own prize."""
    assert prizes([shot("X", 2, "a", "a")]) == ()
    both = prizes([shot("X", 2, "a", "b", called=True)])
    assert [p.kind for p in both] == ["two_pockets", "two_pockets_called"]


def test_three_in_a_stroke_and_two_on_the_break() -> None:
    """CODE 13.5, CODE 13.6."""
    assert [p.kind for p in prizes([shot("X", 3, "a", "a", "a")])] == ["three"]
    assert [p.kind for p in prizes([shot("X", 2, "a", "a", on_break=True)])] == ["break_two"]


def test_a_new_opponent_and_everyone_once_before_anyone_twice() -> None:
    """CODE 2.1, CODE 2.2."""
    present = ["P", "Q", "R"]
    assert opponents("P", present, []) == ("Q", "R")
    assert opponents("P", present, PLAYED[:1]) == ("R",)
    assert opponents("P", present, PLAYED[:2]) == ("Q",)
    assert opponents("P", ["P", "Q"], PLAYED[:1]) == ("Q",)


@pytest.mark.parametrize(("shelves", "may"), [((4, 4), False), ((5, 2), True), ((0, 5), True)])
def test_an_extra_frame_on_a_busy_table(shelves: tuple[int, int], may: bool) -> None:
    """CODE 2.3, AMB-22."""
    assert may_be_finished(shelves) is may


def test_the_newcomer_pays_at_his_first_loss() -> None:
    """CODE 17."""
    early, late = START - timedelta(hours=30), START - timedelta(hours=20)
    wins = [Result(("W", name), (8, 3)) for name in "PQS"]
    loss = [Result(("W", "R"), (5, 8)), Result(("W", "P"), (5, 8))]
    assert newcomer_pays("W", early, START, wins) == ()
    half = Fraction(1, 2)
    assert newcomer_pays("W", early, START, wins + loss) == (Share("R", half), Share(None, half))
    assert newcomer_pays("W", late, START, wins) == (Share(None, Fraction(1)),)
