"""What each digit shows, as a person reads it."""

import pytest
from luza_scoreboard.errors import SettingsError
from luza_scoreboard.news import Score
from luza_scoreboard.show import PAGE_MS, REFUSED, Layout, Picture, away, picture

from tests.scoreboard.chips import sign


def read(layout: str, shown: Picture) -> str:
    """The digits of a layout with this picture."""
    made = Layout(layout)
    cells = bytearray(b"\xff" * len(layout))
    made.render(shown, cells)
    return "".join(sign({"abcdefg."[bit] for bit in range(8) if cell >> bit & 1}) for cell in cells)


def play(layout: str, *numbers: int, turn: int | None = 0, now: int = 0) -> str:
    """The digits for players with these scores and 1, 2, … frames."""
    frames = list(range(1, len(numbers) + 1))
    score = Score(list(numbers), frames, turn, "play")
    return read(layout, picture(score, Layout(layout).room, now))


@pytest.mark.parametrize(
    ("layout", "numbers", "text"),
    [
        ("aaaABbbb", (3, -1), "  3.12 -1"),
        ("aabb", (10, 8), "10. 8"),
        ("ab", (7, 8), "7.8"),
        ("bbbBAaaa", (3, 4), "  421  3."),  # the other way round on the wall
        ("AaaabbbB", (3, 4), "1  3.  42"),
        ("aaa_bbb", (100, -99), "100. -99"),
        ("aabb", (100, -10), "H1.L0"),  # no room: high and low
        ("ab", (10, -1), "H.L"),
        ("1aabb2", (1, 2), "8. 1. 2 "),
        ("aabbccdd", (1, 2), " 1. 2    "),
    ],
)
def test_scores_frames_and_who_is_at_the_table(layout: str, numbers: tuple[int, ...], text: str) -> None:
    assert play(layout, *numbers) == text


def test_nobody_at_the_table_lights_no_point() -> None:
    assert play("aabb", 1, 2, turn=None) == " 1 2"


def test_four_players_on_two_places_take_turns() -> None:
    shown = [play("aaABbb", 1, 2, 3, 4, turn=3, now=now) for now in (0, PAGE_MS - 1, PAGE_MS, 2 * PAGE_MS)]
    assert shown == [" 11.2. 2", " 11.2. 2", " 33.4. 4.", " 11.2. 2"]
    assert play("aaA", 1, 2, 3, turn=None, now=2 * PAGE_MS) == " 33."


def test_away_and_idle() -> None:
    assert read("aaA_Bbb", away(0)) == "--- ---"
    assert read("aaA_Bbb", away(REFUSED)) == "-.-.-. ---"
    assert read("a", away(REFUSED)) == "-."
    assert read("aaABbb", picture(Score([], [], None, "idle"), 2, 0)) == "      ."
    assert read("aaABbb", picture(Score([], [3, 1], None, "idle"), 2, 0)) == "  31  ."


@pytest.mark.parametrize("layout", ["", "b", "ac", "aAbB?", "aba", "A", "aBb3", "aaCbb"])
def test_a_layout_that_makes_no_sense_is_named(layout: str) -> None:
    with pytest.raises(SettingsError, match=r"display\.layout"):
        Layout(layout)
