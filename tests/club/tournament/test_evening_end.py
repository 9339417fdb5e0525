"""Prizes, warnings and the end of an evening of the Code."""

import pytest
from luza.club.tournament.entries import Ended, Recalled, ShotSeen, Undone, Warned, Withdrew
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.view import TournamentView
from luza.club.tournament.viewing import view

from tests.club.tournament.desk import Desk

FOUR = ("P", "Q", "R", "S")


def shown(desk: Desk) -> TournamentView:
    return view("cup", desk.tournament)


def test_the_worked_prizes() -> None:
    """CODE 13.1 to 13.6, 13.9, AMB-29: found from the shots, with who is present."""
    desk = Desk("evening", "X", "Y", "Z")
    desk.frame("X", "Y", (8, 5))
    desk.frame("Y", "Z", (8, 5))
    desk.frame("Z", "X", (8, 5))
    left, right = "rear-left", "front-left"
    course = [
        *(("X", run, (left,), False, False) for run in range(1, 6)),
        ("Y", 2, (left, right), False, False),
        ("X", 2, (left, left), False, False),
        ("Z", 2, (left, right), True, False),
        *(("Y", run, (left,), False, False) for run in range(1, 9)),
        *(("X", run, (left,), False, False) for run in range(1, 9)),
        ("Y", 8, (left,), False, False),
        *(("Z", run, (left,), False, False) for run in range(1, 10)),
        ("Z", 3, (left, left, right), False, True),
    ]
    for n, (who, run, pockets, called, on_break) in enumerate(course, start=1):
        match = "G1" if who != "Z" else "G2"
        desk(ShotSeen(match, n, who, run, pockets, called, on_break), by="t1", role="table")

    def held() -> list[tuple[str, str | None, bool]]:
        return [(p.kind, p.who, p.due) for p in shown(desk).prizes if p.kind != "place"]

    assert held() == [
        ("run_4", "X", True),
        ("run_5", "X", True),
        ("run_6", "Y", True),
        ("run_7", "Y", True),
        ("run_8", "Y", True),
        ("run_8", "X", True),
        ("run_8", "Z", True),
        ("two_pockets", "Y", True),
        ("two_pockets_called", "Z", True),
        ("three", "Z", True),
        ("break_two", "Z", True),
    ]
    assert shown(desk).prizes[1].words.ru == "Первым сделал 5 с кия: X. Присутствует: да"
    desk.gone("Z", reason="left")
    desk(Ended())
    assert [p.kind for p in shown(desk).prizes if p.who == "Z" and not p.due] == [
        *("run_8", "two_pockets_called", "three", "break_two", "place")
    ]
    assert all(due for _, who, due in held() if who != "Z")


def test_shots_that_were_amended_withdrawn_or_never_recorded_win_nothing() -> None:
    """CODE 2.5, CODE 13.1."""
    desk = Desk("evening", *FOUR)
    game = desk.frame("P", "Q", (8, 5)).id
    desk(ShotSeen(game, 1, "P", 4, ("a",)))
    desk(ShotSeen(game, 1, "P", 3, ("a",)))
    desk(ShotSeen(game, 2, "P", 5, ("a", "b")))
    desk(ShotSeen(game, 2, "P", withdrawn=True))
    cut = desk.pair("R", "S").id
    desk(ShotSeen(cut, 1, "R", 4, ("a",)))
    desk(Recalled(cut))
    assert not [p for p in shown(desk).prizes if p.who and p.kind != "place"]


def test_the_first_warning_is_free_and_the_second_costs_a_ball() -> None:
    """CODE 3.4: off the shelf of the frame that he is in, or a rating point, as the organiser decides."""
    desk = Desk("evening", *FOUR)
    with pytest.raises(NotTaken, match="first warning, it costs nothing"):
        desk(Warned("P", "no handshake", cost="point"))
    with pytest.raises(NotTaken, match="own witness"):
        desk(Warned("P", "no handshake", ("P",)), by="Q", role="player")
    desk(Warned("P", "no handshake", ("R",)), by="Q", role="player")
    with pytest.raises(NotTaken, match="no shelf"):
        desk(Warned("P", "talk"), by="Q", role="player")
    desk.pair("P", "Q")
    with pytest.raises(NotTaken, match="organiser alone"):
        desk(Warned("P", "talk", cost="both"), by="Q", role="player")
    desk(Warned("P", "talk"), by="Q", role="player")
    assert desk.state.warnings[1].cost == "ball"
    assert [note.code for note in shown(desk).notes] == ["ball"]
    desk(Warned("P", "talk", cost="point"))
    assert next(line.points for line in shown(desk).standings if line.name == "P") == 1
    desk(Withdrew("P", "excluded", "conceded"))
    assert shown(desk).entrants[0].out == "excluded"


def test_the_end_is_the_organisers() -> None:
    """CODE 13.9, CODE 14: not by a player, and not over frames that are on."""
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    with pytest.raises(NotTaken, match="organiser alone"):
        desk(Ended(), by="P", role="player")
    with pytest.raises(NotTaken, match="Still playing, tables: t1"):
        desk(Ended())
    end = desk(Ended(cut=True))
    assert (desk.state.phase, desk.state.games[game].status) == ("over", "cut")
    with pytest.raises(NotTaken, match="The tournament is over"):
        desk.pair("P", "Q")
    desk(Undone(end))
    assert (desk.state.phase, desk.state.games[game].status) == ("running", "called")
