"""A match kept by taps alone, in every game, and beside sensors that have died."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza import taps
from luza.entries import Entry, Header, Options
from luza.errors import Refused
from luza.facts import POCKETS, Contact, Pocket, Rest, Strike
from luza.statements import Choose, Lag, Lot, Sensors, Undo
from luza.table import Table
from luza.taps import Tap

GAMES = ["free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code"]
WITH_OWN = ["moscow", "combined", "dynamic-call", "dynamic", "dynamic-code"]


class Marker:
    """A marker at a table; a second passes between two taps."""

    def __init__(self, game: str, sensors: Sequence[str] = ("rest",), **options: Any) -> None:
        self.t = 0.0
        self.table = Table(
            Header(
                game=game,
                players=["A", "B"],
                race_to=2,
                first_breaker=0,
                sensors=list(sensors),  # type: ignore[arg-type]
                options=Options(**options),
            )
        )

    def taps(self, tapped: Callable[[Table, float], Iterator[Entry]]) -> None:
        self.t += 1.0
        for entry in tapped(self.table, self.t):
            self.table.enter(entry)

    def stroke(self, *pots: Tap, **more: Any) -> None:
        self.taps(lambda table, t: taps.stroke(table, t, pots, **more))

    def fell(self, *pots: Tap) -> None:
        self.taps(lambda table, t: taps.fell(table, t, pots))

    def says(self, kind: Any, *fields: Any) -> None:
        self.t += 1.0
        self.table.enter(kind(self.t, *fields))

    @property
    def verdict(self) -> str:
        last = self.table.last_shot
        assert last is not None
        return last.verdict


@pytest.mark.parametrize("unproven", ["legal", "ask", "lean"])
@pytest.mark.parametrize("game", GAMES)
def test_a_stroke_without_a_pot_passes_the_turn_and_asks_nothing(game: str, unproven: str) -> None:
    marker = Marker(game, unproven=unproven)
    for player in (1, 0, 1):
        marker.stroke()
        assert marker.verdict == "legal"
        assert marker.table.frame.at_table == player
        assert marker.table.frame.decision is None
        assert not marker.table.shot_open


@pytest.mark.parametrize("game", GAMES)
def test_a_ball_that_was_tapped_counts_and_the_player_goes_on(game: str) -> None:
    marker = Marker(game)
    marker.stroke()
    ball = 7 if game == "classic" else None
    marker.stroke(Tap("middle-left", ball))
    assert marker.verdict == "legal"
    assert marker.table.frame.score == (0, 7 if game == "classic" else 1)
    assert marker.table.frame.at_table == 1
    assert marker.table.frame.on_table == 15


@pytest.mark.parametrize("game", GAMES)
def test_a_ball_on_the_break_counts(game: str) -> None:
    marker = Marker(game)
    marker.stroke(Tap("front-left", 1 if game == "classic" else None), Tap("rear-right"))
    assert marker.verdict == "legal"
    assert marker.table.frame.score[0] == (11 if game == "classic" else 2)


@pytest.mark.parametrize("game", WITH_OWN)
def test_an_own_ball_counts_and_another_leaves_the_table(game: str) -> None:
    marker = Marker(game)
    marker.stroke()
    marker.stroke(Tap("rear-left", "cue"))
    frame = marker.table.frame
    assert marker.verdict == "legal"
    assert frame.score == (0, 1)
    assert frame.to_remove.n == 1 and frame.to_remove.by == (0 if game == "moscow" else 1)
    assert frame.cue_ball == ("house" if game in ("moscow", "combined") else "anywhere")


def test_in_classic_an_own_ball_is_a_foul() -> None:
    marker = Marker("classic")
    marker.stroke()
    marker.stroke(Tap("rear-left", "cue"))
    assert marker.verdict == "foul"
    assert marker.table.frame.score == (5, -5)


@pytest.mark.parametrize("game", GAMES)
def test_a_foul_is_one_tap_and_one_step_back_to_where_it_was(game: str) -> None:
    marker = Marker(game)
    marker.stroke()
    before = marker.table.view()
    marker.stroke(Tap("front-left", 3 if game == "classic" else None), fouls=["no_contact"])
    assert marker.verdict == "foul"
    assert marker.table.last_shot is not None and marker.table.last_shot.fouls == ("no_contact",)
    assert marker.table.frame.at_table == 0
    for _ in range(2):
        marker.says(Undo)
    assert marker.table.view() == before


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("moscow", "combined")])
def test_a_ball_off_the_table_is_tapped_too(game: str) -> None:
    marker = Marker(game)
    marker.stroke()
    marker.stroke(off_table=["cue"])
    assert marker.verdict == "foul"
    assert marker.table.last_shot is not None and marker.table.last_shot.fouls == ("off_table",)


def test_before_the_lag_is_settled_there_is_no_stroke_to_be_tapped() -> None:
    marker = Marker("free")
    marker.table = Table(Header(game="free", players=["A", "B"]))
    with pytest.raises(Refused) as no:
        marker.stroke()
    assert no.value.code == "not_started"


def test_what_people_saw_is_tapped_with_the_stroke() -> None:
    marker = Marker("moscow")
    marker.stroke()
    marker.stroke(Tap("front-left"), incidents=["on_rail"])
    assert marker.verdict == "legal" and marker.table.frame.at_table == 0
    assert marker.table.frame.score == (0, 1)


def test_a_player_can_be_slow_in_a_stroke_that_was_tapped() -> None:
    marker = Marker("free")
    marker.stroke()
    marker.stroke(Tap("front-left"), fouls=["slow_play"])
    assert marker.table.last_shot is not None and marker.table.last_shot.fouls == ("slow_play",)
    assert marker.table.frame.score == (0, -1)


@pytest.mark.parametrize("game", GAMES)
def test_strike_and_falls_one_by_one_are_the_same_stroke(game: str) -> None:
    """The live way: the strike when it happens, each ball as it falls, and then that all is still."""
    ball = 7 if game == "classic" else "object" if game in WITH_OWN else None
    at_once, live = Marker(game), Marker(game)
    at_once.stroke()
    at_once.stroke(Tap("middle-left", ball))
    live.stroke()
    live.says(Strike)
    live.says(Pocket, "middle-left", ball)
    live.t += 100
    assert live.table.tick(live.t) == [] and live.table.shot_open  # nothing ends it but the marker
    live.stroke()
    assert live.table.view() == at_once.table.view()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_won_by_taps_alone(game: str) -> None:
    marker = Marker(game, target=20 if game == "classic" else 2)
    while marker.table.winner is None:
        frame = marker.table.frame
        if frame.phase == "lag" and frame.decision is None:
            marker.says(Lot if game == "classic" else Lag, 0)
        if frame.decision is not None:
            marker.says(Choose, frame.decision.default)
        number = 16 - marker.table.frame.on_table + 1
        marker.stroke(Tap("front-left", number if game == "classic" else None))
        assert marker.verdict == "legal"
    assert max(marker.table.match.frames_won) == 2


FELT = ("strike", "first_contact", "cushion", "centre_line", "pocket", "rest")


def felt_stroke(marker: Marker) -> None:
    for fact in (Strike(marker.t + 1), Contact(marker.t + 1.2), Rest(marker.t + 3)):
        marker.table.enter(fact)
    marker.t += 30


def test_with_a_dead_pocket_the_fall_is_tapped_into_the_stroke_that_was_felt() -> None:
    marker = Marker("free", FELT)
    marker.stroke()
    marker.says(Sensors, sorted(set(FELT) - {"pocket"}))
    assert not taps.whole(marker.table)
    felt_stroke(marker)
    assert marker.verdict == "unproven"  # no cushion was touched, but a ball may have fallen
    marker.fell(Tap("rear-left"))
    assert marker.verdict == "legal"
    assert marker.table.frame.score == (0, 1) and marker.table.frame.at_table == 1


def test_a_stroke_that_no_sensor_felt_is_not_judged_by_what_they_did_not_feel() -> None:
    marker = Marker("free", FELT)
    marker.stroke()
    assert marker.verdict == "legal"
    assert marker.table.sensors == frozenset(FELT)
    felt_stroke(marker)
    assert marker.table.last_shot is not None and marker.table.last_shot.fouls == ("bad_completion",)


def test_a_table_whose_board_is_gone_is_kept_by_taps_from_then_on() -> None:
    marker = Marker("dynamic", FELT)
    felt_stroke(marker)
    marker.says(Choose, "accept")
    marker.says(Sensors, [])
    assert taps.whole(marker.table)
    marker.stroke(Tap("front-left"))
    assert marker.verdict == "legal"
    marker.stroke()
    assert marker.verdict == "legal"


TAPS = st.builds(Tap, st.sampled_from(POCKETS), st.sampled_from([None, "cue", "object", 3, 5]))
STROKES = st.lists(st.tuples(st.lists(TAPS, max_size=3), st.booleans()), max_size=12)


@settings(max_examples=100)
@given(st.sampled_from(GAMES), st.sampled_from([("rest",), (), FELT]), STROKES)
def test_a_tapped_stroke_is_never_left_unproven(
    game: str, sensors: tuple[str, ...], strokes: list[tuple[list[Tap], bool]]
) -> None:
    marker = Marker(game, sensors)
    for pots, foul in strokes:
        if marker.table.frame.phase not in ("break", "play"):
            break
        marker.stroke(*pots, fouls=["no_contact"] if foul else [])
        assert marker.verdict in (("foul",) if foul else ("legal", "void", "foul"))
        assert not marker.table.shot_open
