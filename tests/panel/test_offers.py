"""What can be done now and what cannot, and why; what is likely; what a panel sees more than a display."""

from typing import Any

import pytest
from hypothesis import given, settings
from luza.controller import SystemClocks
from luza.controller.play import Play
from luza.controller.showing import idle_state
from luza.controller.timing import MatchTime
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.messages import Words
from luza.panel import back, offers
from luza.panel.past import About, history
from luza.panel.reasons import reason
from luza.panel.state import panel_state
from luza.statements import Concede, Extension, Undo
from luza.table import Table

from tests.core.entries import matches
from tests.panel.hall import Browser, Hall

GAMES = ["free", "free80", "moscow", "combined", "classic", "dynamic-call", "dynamic", "dynamic-code"]
FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]


def why(browser: Browser, id: str) -> str | None:
    found = browser.offer(id)["why"]
    return None if found is None else str(found["en"])


def test_a_free_table_offers_a_match_and_says_that_there_is_none(hall: Hall) -> None:
    marker = hall.marker()
    assert why(marker, "start") is None
    assert why(marker, "stop") == "The table is free; there is no match"
    assert marker.panel["state"]["idle"] and marker.panel["balls"] is None
    marker.act("stroke")
    assert (marker.status, marker.answer["code"]) == (409, "no_match")


def test_what_cannot_be_done_now_says_why(hall: Hall) -> None:
    hall.start(first_breaker=None)
    marker = hall.marker()
    assert why(marker, "stroke") == "No stroke can be played now"
    assert why(marker, "lag") is None
    assert why(marker, "fell") == "No stroke has been played yet"
    assert marker.panel["undo"]["why"] is not None
    marker.entered("lag", winner=0)
    assert why(marker, "stroke") is None
    marker.done("stroke")
    assert why(marker, "lag") is not None
    assert why(marker, "extension") == "The clock is not running"
    assert why(marker, "start") == "A match is already on"
    marker.entered("clock", on=True)
    assert marker.offer("extension")["players"] == [
        {"en": "The choice is another player's", "ru": "Выбирает другой игрок"},
        None,
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_foul_of_the_game_is_there_with_its_clause_the_likely_ones_first(hall: Hall, game: str) -> None:
    hall.start(game=game)
    marker = hall.marker()
    marker.done("stroke")
    marker.done("stroke")
    fouls = marker.panel["fouls"]
    likely = [foul["likely"] for foul in fouls]
    assert likely == sorted(likely, reverse=True) and 3 <= sum(likely) <= 5
    assert all(foul["clause"]["words"]["ru"] for foul in fouls)
    assert {foul["id"] for foul in fouls} == set(hall.table.play.table.rules.game.fouls) | set(  # type: ignore[union-attr]
        hall.table.play.table.rules.game.voids  # type: ignore[union-attr]
    )
    assert all(foul["why"] is None for foul in fouls)


def test_on_the_break_a_bad_break_is_likely_and_later_it_is_not(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke")
    assert marker.panel["fouls"][0]["id"] == "bad_break"
    marker.done("stroke")
    assert not next(foul for foul in marker.panel["fouls"] if foul["id"] == "bad_break")["likely"]


def test_a_choice_comes_with_its_clause_and_its_entry(hall: Hall) -> None:
    hall.start()
    marker = hall.marker()
    marker.done("stroke", fouls=["bad_break"])
    choosing = marker.panel["choosing"]
    assert (choosing["kind"], choosing["by"], len(choosing["choices"])) == ("after_bad_break", 1, 4)
    assert [choice["default"] for choice in choosing["choices"]] == [True, False, False, False]
    assert choosing["choices"][2]["clause"]["id"] == "FREE 12.2"
    marker.done("enter", entry=choosing["choices"][2]["entry"])
    assert marker.panel["state"]["frame"]["phase"] == "break"


def test_a_stroke_shows_what_was_proven_and_by_whom(hall: Hall) -> None:
    hall.start(sensors=FELT)
    hall.feel(Strike(0.0), Contact(0.2), Pocket(0.5, "rear-left"), Rest(3.0))
    hall.feel(Strike(1.0), Contact(1.2), Cushion(1.5, "rear"), Cushion(1.9, "left"), Rest(3.0))
    marker = hall.marker()
    shots = marker.panel["shots"]
    assert [(shot["shot"]["n"], shot["proof"], shot["last"]) for shot in shots] == [
        (2, "unproven", True),
        (1, "proven", False),
    ]
    assert shots[1]["pots"] == [["rear-left", None]]
    marker.entered("rule", verdict="legal")
    assert marker.panel["shots"][0]["proof"] is None
    assert marker.panel["shots"][0]["proof_words"]["en"] == "A person has ruled on it"


def test_the_balls_of_classic_are_known_by_number_and_what_is_not_is_asked_for(hall: Hall) -> None:
    hall.start(game="classic")
    marker = hall.marker()
    marker.done("stroke", pots=[{"pocket": "rear-left"}])
    assert marker.panel["shots"][0]["unnamed"] == 1
    assert why(marker, "identify") is None
    marker.entered("identify", ball=7)
    assert marker.panel["shots"][0]["unnamed"] == 0
    assert 7 not in marker.panel["balls"]["numbers"] and len(marker.panel["balls"]["numbers"]) == 14
    assert hall.score == (7, 0)


def test_what_was_called_before_the_stroke_is_shown(hall: Hall) -> None:
    hall.start(game="dynamic-call")
    marker = hall.marker()
    marker.done("stroke")
    marker.entered("nominate", own=True, pocket="rear-left")
    marker.entered("nominate", balls=["object"], pocket="middle-left")
    assert marker.panel["nominated"]["en"] == "own ball, rear left pocket; object ball, left middle pocket"
    marker.done("undo")
    assert marker.panel["nominated"]["en"] == "own ball, rear left pocket"


# -- in any match --------------------------------------------------------------------------------------


def played(header: Header, entries: list[Entry]) -> Play:
    play = Play("1-abc", header, MatchTime.begin(SystemClocks()))
    for entry in entries:
        try:
            play.enter(entry)
        except Refused:
            continue
    return play


def shown(play: Play) -> Any:
    return panel_state(play, play.table.now, {"state": idle_state(())}, None)


@settings(max_examples=50)
@given(matches())
def test_the_state_can_be_shown_in_any_match_and_changes_nothing(match: tuple[Header, list[Entry]]) -> None:
    play = played(*match)
    before = (play.table.view(), play.table.match, play.table.clock, play.table.steps)
    state = shown(play)
    history(play.table, About("1-abc", None, None))
    for shot in play.table.shots:
        assert reason(play.table, shot.number) is not None
    assert (play.table.view(), play.table.match, play.table.clock, play.table.steps) == before
    for offer in state.offers:
        assert offer.words.ru and offer.words.en
        assert offer.why is None or (offer.why.ru and offer.why.en)


@settings(max_examples=50)
@given(matches())
def test_what_is_offered_is_taken_and_what_is_not_is_refused(match: tuple[Header, list[Entry]]) -> None:
    play = played(*match)
    table = play.table
    found = {offer.id: offer for offer in offers.offers(table)}
    for player, reason_ in enumerate(found["concede"].players):
        assert taken(table, Concede(table.now, player)) == (reason_ is None)
    for player, reason_ in enumerate(found["extension"].players):
        assert taken(table, Extension(table.now, player)) == (reason_ is None)


def taken(table: Table, entry: Entry) -> bool:
    try:
        table.copy().enter(entry)
    except Refused:
        return False
    return True


@settings(max_examples=50)
@given(matches())
def test_taking_back_does_what_was_announced(match: tuple[Header, list[Entry]]) -> None:
    table = played(*match).table
    found = back.undo(table)
    assert (found.why is None) == taken(table, Undo(table.now))
    twin = table.copy()
    gone = 0
    for step in found.steps:
        for _ in range(step.steps - gone):
            twin.enter(Undo(twin.now))
        gone = step.steps
        frame = twin.frame
        assert (step.score, step.at_table) == (frame.score, frame.at_table)
        assert step.frames_won == twin.match.frames_won
        if step.quiet:
            assert isinstance(step.changes, Words)
            assert (twin.frame.score, twin.frame.at_table) == (table.frame.score, table.frame.at_table)
    assert found.more == taken(twin, Undo(twin.now))
    again = back.redo(twin)
    assert (again.why is None) == bool(found.steps or table.taken_back)
