"""Where balls are put back: the line of each game as places on a drawing."""

from math import hypot
from typing import get_args

import pytest
from luza.entries import Game
from luza.spotting import (
    AXIS_X,
    BALL_M,
    CENTRE_Y,
    CUSHION_Y,
    GAP_M,
    HOUSE_LINE_Y,
    LENGTH_M,
    LINES,
    REAR_SPOT_Y,
    SHELVES,
    WIDTH_M,
    places,
)

GAMES = get_args(Game)
NEXT = BALL_M + GAP_M
SPOT = (AXIS_X, REAR_SPOT_Y)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("n", range(16))
def test_all_balls_lie_on_the_long_axis_and_apart(game: str, n: int) -> None:
    found = places(game, n)
    assert len(found) == n
    apart = BALL_M if LINES[game].touching else NEXT
    for i, (x, y) in enumerate(found):
        assert x == AXIS_X
        assert BALL_M / 2 <= y <= CUSHION_Y
        assert all(abs(y - other) > apart - 1e-6 for _, other in found[:i])


@pytest.mark.parametrize("game", GAMES)
def test_a_single_ball_goes_on_the_rear_spot(game: str) -> None:
    """FREE 23.2, MOSC 6.2, CL 7.10, DA 5.1, DB 7.1."""
    assert places(game, 1) == (SPOT,)


def test_several_go_toward_the_rear_cushion_close_but_not_touching() -> None:
    """FREE 23.2, DB 7.1; the tournament code has no article of its own (AMB-21)."""
    """FREE 23.2."""
    for game in ("free", "free80", "dynamic", "dynamic-code", "moscow"):
        assert [y for _, y in places(game, 3)] == pytest.approx(
            [REAR_SPOT_Y, REAR_SPOT_Y + NEXT, REAR_SPOT_Y + 2 * NEXT]
        )


def test_with_the_double_call_they_touch_each_other() -> None:
    """DA 5.2, AMB-14."""
    assert [y for _, y in places("dynamic-call", 3)] == pytest.approx(
        [REAR_SPOT_Y, REAR_SPOT_Y + BALL_M, REAR_SPOT_Y + 2 * BALL_M]
    )


def test_where_there_is_no_room_behind_the_spot_they_go_before_it() -> None:
    """FREE 23.2."""
    ys = [y for _, y in places("free", 15)]
    behind = [y for y in ys if y >= REAR_SPOT_Y]
    assert ys[: len(behind)] == behind
    assert behind[-1] + NEXT > CUSHION_Y
    assert ys[len(behind)] == pytest.approx(REAR_SPOT_Y - NEXT)
    assert all(y >= CENTRE_Y for y in ys)


def test_a_ball_in_the_way_is_passed_without_touching_it() -> None:
    """FREE 23.2, DA 5.1."""
    assert places("free", 1, others=[SPOT]) == ((AXIS_X, pytest.approx(REAR_SPOT_Y + NEXT)),)
    assert places("dynamic-call", 2, others=[SPOT]) == (
        (AXIS_X, pytest.approx(REAR_SPOT_Y + NEXT)),
        (AXIS_X, pytest.approx(REAR_SPOT_Y + NEXT + BALL_M)),
    )
    beside = (AXIS_X + 0.05, REAR_SPOT_Y + 0.01)
    ((x, y),) = places("free", 1, others=[beside])
    assert hypot(x - beside[0], y - beside[1]) == pytest.approx(NEXT, abs=1e-3)
    assert places("free", 1, others=[(AXIS_X + NEXT, REAR_SPOT_Y)]) == (SPOT,)


def test_a_line_that_is_full_leads_toward_the_centre_or_the_far_cushion() -> None:
    """FREE 23.2 and DA 5.1: the centre; DB 7.1: the far short cushion."""
    wall = [(AXIS_X, REAR_SPOT_Y + i * NEXT) for i in range(13)]
    for game in ("free", "dynamic-call", "dynamic"):
        assert places(game, 1, others=wall) == ((AXIS_X, pytest.approx(REAR_SPOT_Y - NEXT)),)
    before = [(AXIS_X, REAR_SPOT_Y - i * NEXT) for i in range(14)]
    assert places("free", 1, others=[*wall, *before]) == ()
    ((_, y),) = places("dynamic", 1, others=[*wall, *before])
    assert y < CENTRE_Y


def test_moscow_puts_pots_that_do_not_count_at_the_rear_cushion() -> None:
    """MOSC 7.7, AMB-14."""
    for game in ("moscow", "combined"):
        assert places(game, 3, voided=2) == (
            SPOT,
            (AXIS_X, CUSHION_Y),
            (AXIS_X, pytest.approx(CUSHION_Y - NEXT)),
        )
    assert places("free", 2, voided=2) == places("free", 2)


def test_classic_puts_one_on_the_third_spot_and_the_rest_behind_the_pyramid() -> None:
    """CL 7.10."""
    assert places("classic", 2) == (SPOT, (AXIS_X, CUSHION_Y))
    assert places("classic", 1, others=[SPOT]) == ((AXIS_X, CUSHION_Y),)


def test_the_surface_is_the_tables() -> None:
    assert (WIDTH_M, LENGTH_M) == (1.775, 3.55)
    assert pytest.approx(LENGTH_M * 3 / 4) == REAR_SPOT_Y
    assert pytest.approx(LENGTH_M / 4) == HOUSE_LINE_Y
    assert pytest.approx(LENGTH_M - BALL_M / 2) == CUSHION_Y


def test_each_game_says_whose_shelf_a_ball_goes_to() -> None:
    assert {game: (shelf.own_ball_by, shelf.penalty) for game, shelf in SHELVES.items()} == {
        "free": (None, "shelf_to_table"),
        "free80": (None, "shelf_to_table"),
        "moscow": ("opponent", "shelf_to_table"),
        "combined": ("potter", "table_to_opponent"),
        "classic": (None, "points"),
        "dynamic-call": ("potter", "shelf_to_table"),
        "dynamic": ("potter", "table_to_opponent"),
        "dynamic-code": ("potter", "shelf_to_table"),
    }
