"""A whole match of each game, kept by touch alone, with mistakes that are taken back."""

import pytest

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker

GAMES = ("free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code")
OWN = ("moscow", "combined", "dynamic-call", "dynamic", "dynamic-code")
TARGET = {"classic": 20}


def settle(hall: Hall, marker: Marker) -> None:
    """Lag, lot and choices, as they come, until there is a stroke to be played."""
    while (moment := marker.wait_for_moment("lag", "lot", "choice", "play", "over")) not in ("play", "over"):
        if moment == "choice":
            decision = hall.frame.decision
            assert decision is not None
            marker.acts(f"choice-{decision.options[-1] if len(decision.options) < 3 else decision.default}")
        else:
            marker.acts(f"{moment}-1")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_kept_by_touch_with_mistakes_taken_back(game: str, hall: Hall, marker: Marker) -> None:
    hall.free()
    marker.catch_up(hall)
    marker.start(game, target=TARGET.get(game, 2))
    settle(hall, marker)
    ball = 5 if game == "classic" else None
    breaker = hall.frame.at_table
    assert breaker is not None

    marker.stroke()  # the break, without a pot
    settle(hall, marker)
    rival = 1 - breaker
    assert hall.frame.at_table == rival

    pot = ("rear-left", ball) if ball else "rear-left"
    marker.stroke(pot)
    settle(hall, marker)
    scored = hall.frame.score
    assert scored[rival] > 0

    marker.foul("no_contact" if game != "dynamic-call" else "touched_ball", about="last")  # a mistake
    assert hall.frame.score != scored
    marker.undo()
    marker.wait_for_score(*scored)
    assert hall.frame.score == scored and hall.frame.at_table == rival

    marker.pot("front-right", 9 if game == "classic" else None)  # tapped by mistake, taken out again
    marker.take_out()
    if game in OWN:
        marker.stroke(("middle-left", "cue"))
        assert hall.frame.score[rival] > scored[rival]
        marker.undo()
    settle(hall, marker)
    assert hall.frame.score == scored

    number = 5
    while marker.moment() != "over":
        number += 1
        marker.stroke(("middle-right", number) if game == "classic" else "middle-right")
        settle(hall, marker)
    assert hall.table.winner == rival

    marker.undo()  # a win can be taken back
    marker.wait_for_moment("play", "choice")
    assert hall.table.winner is None
