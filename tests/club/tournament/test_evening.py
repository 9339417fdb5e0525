"""An evening of the Code as it is entered: pairing, tables, results written twice, prizes, the end."""

from collections import Counter
from datetime import timedelta

import pytest
from luza.club.tournament.entries import (
    Annulled,
    Begun,
    Corrected,
    Ended,
    Moved,
    Newcomer,
    Paired,
    Played,
    Playing,
    Registered,
    Reported,
    Returned,
    Shelves,
    TableClosed,
    TableOpened,
    Undone,
)
from luza.club.tournament.money import dues
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.view import TournamentView
from luza.club.tournament.viewing import view

from tests.club.tournament.desk import START, Desk

FOUR = ("P", "Q", "R", "S")


def shown(desk: Desk) -> TournamentView:
    return view("cup", desk.tournament)


def codes(desk: Desk) -> list[str]:
    return [note.code for note in shown(desk).notes]


def test_the_worked_table() -> None:
    """CODE 8.10, CODE 13.7, AMB-40: S owed one ball, so 8:-1 is written as 9:0."""
    desk = Desk("evening", *FOUR)
    desk.frame("P", "Q", (8, 5))
    desk.frame("P", "R", (6, 8))
    desk.frame("P", "S", (8, -1))
    desk.frame("Q", "R", (8, 7))
    desk.frame("Q", "S", (4, 8))
    desk.frame("R", "S", (8, 3))
    table = [
        (line.name, line.place, line.frames, line.potted, line.conceded, line.balls)
        for line in shown(desk).standings
    ]
    assert table == [
        ("P", 1, 1, 23, 13, 10),
        ("R", 2, 1, 23, 17, 6),
        ("Q", 3, -1, 17, 23, -6),
        ("S", 4, -1, 11, 21, -10),
    ]
    assert sum(line[2] for line in table) == sum(line[5] for line in table) == 0
    assert desk.state.games["G3"].result is not None
    assert desk.state.games["G3"].result.score == (9, 0)
    with pytest.raises(NotTaken, match="nobody makes more than 99"):
        desk(Played(("P", "Q"), (8, -1000), "organiser"))


def test_a_tie_is_shown_as_the_text_leaves_it() -> None:
    """CODE 13.7: equal in both differences means the same place, and the next one is left out."""
    desk = Desk("evening", *FOUR)
    for one, other in (("P", "Q"), ("Q", "R"), ("R", "P")):
        desk.frame(one, other, (8, 5))
    assert [line.place for line in shown(desk).standings] == [1, 1, 1, 1]
    desk.frame("P", "S", (8, 5))
    assert [(line.name, line.place) for line in shown(desk).standings] == [
        ("P", 1),
        ("Q", 2),
        ("R", 2),
        ("S", 4),
    ]


def test_one_player_is_no_tournament() -> None:
    desk = Desk("evening", "P", begin=False)
    with pytest.raises(NotTaken) as refused:
        desk(Begun())
    assert refused.value.words.ru == "Записан 1 участник, а нужно не меньше 2"
    assert refused.value.words.en == "1 entrant is registered, it takes at least 2"
    assert desk.state.phase == "registration"
    desk(Registered("Q", "Q"))
    desk(Begun())
    with pytest.raises(NotTaken, match="has begun"):
        desk(Begun())


def test_names_are_written_once_and_late_comers_are_welcome() -> None:
    """CODE 3.1, CODE 19: lateness costs nothing."""
    desk = Desk("evening", "P", "Q")
    desk(Registered("R", "Рая"), by="R", role="player")
    for entrant, name in (("R", "Роман"), ("r2", " рая ")):
        with pytest.raises(NotTaken, match="n the table already"):
            desk(Registered(entrant, name))
    assert [line.name for line in shown(desk).entrants] == ["P", "Q", "Рая"]


def test_a_new_partner_after_each_frame_and_everybody_once() -> None:
    """CODE 2.1, CODE 2.2."""
    desk = Desk("evening", "P", "Q", "R")
    desk.write(desk.pair("P", "Q").id, (8, 5), "P", "Q")
    with pytest.raises(NotTaken, match="P — Q: everyone plays a new opponent first"):
        desk.pair("P", "Q")
    desk.write(desk.pair("P", "R").id, (8, 5), "P", "R")
    with pytest.raises(NotTaken, match="P — Q"):
        desk.pair("P", "Q")
    desk.pair("P", "Q", insist=True)
    with pytest.raises(NotTaken, match="organiser alone"):
        desk(Paired(("Q", "R"), "t2", insist=True), by="Q", role="player")


def test_whoever_is_free_is_proposed_for_what_is_free() -> None:
    """CODE 2.1: those who have played least first; who is at a table or has a result to write is left out."""
    desk = Desk("evening", "P", "Q", "R", "S", "T", tables=2)
    assert [(p.players, p.table) for p in shown(desk).proposals] == [(("P", "Q"), "t1"), (("R", "S"), "t2")]
    game = desk.pair("P", "Q")
    assert [(p.players, p.table) for p in shown(desk).proposals] == [(("R", "S"), "t2")]
    desk.write(game.id, (8, 5), "P")
    assert [(p.players, p.table) for p in shown(desk).proposals] == [(("R", "S"), "t1")]
    desk.write(game.id, (8, 5), "Q")
    assert [(p.players, p.table) for p in shown(desk).proposals] == [
        (("R", "S"), "t1"),
        (("T", "P"), "t2"),
    ]


@pytest.mark.parametrize("many", [2, 3, 4, 5, 8, 9])
def test_following_the_proposals_nobody_starts_a_round_before_he_has_met_everyone(many: int) -> None:
    """CODE 2.1, CODE 2.2: two rounds' worth of frames at one table, by the proposals alone."""
    names = [f"p{n}" for n in range(many)]
    desk = Desk("evening", *names, tables=1)
    met: Counter[frozenset[str]] = Counter()
    last: dict[str, str] = {}
    for _ in range(many * (many - 1)):
        one, other = shown(desk).proposals[0].players
        for me, him in ((one, other), (other, one)):
            least = min(met[frozenset((me, name))] for name in names if name != me)
            assert met[frozenset((me, him))] == least
            assert last.get(me) != him or many == 2
            last[me] = him
        desk.write(desk.pair(one, other).id, (8, 5), one, other)
        met[frozenset((one, other))] += 1
    assert len(met) == many * (many - 1) // 2
    assert set(met.values()) <= {1, 2, 3}


def test_a_result_is_written_twice_and_a_disagreement_is_shown() -> None:
    """CODE 2.5, CODE 3.2: the table and a player, or both players; the organiser's word is final."""
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    desk(Reported(game, (8, 5), "table"), by="t1", role="table")
    assert (desk.state.games[game].status, codes(desk)) == ("reported", ["second"])
    with pytest.raises(NotTaken, match=r"Write down the result of match G1 first"):
        desk.pair("P", "R")
    desk(Reported(game, (8, 6), "P"), by="P", role="player")
    assert (desk.state.games[game].status, codes(desk)) == ("disputed", ["disputed"])
    note = shown(desk).notes[0].words
    assert note.ru == "Встреча G1, P — Q: записи расходятся, стол — 8:5, P — 8:6"
    assert note.en == "Match G1, P — Q: the entries differ, table — 8:5, P — 8:6"
    assert shown(desk).standings[0].won == 0
    with pytest.raises(NotTaken, match="first: P — Q"):
        desk(Ended())
    desk(Reported(game, (8, 5), "P"), by="P", role="player")
    assert (desk.state.games[game].status, codes(desk)) == ("done", [])
    with pytest.raises(NotTaken, match="recorded already, 8:5"):
        desk(Reported(game, (8, 6), "Q"), by="Q", role="player")
    desk(Reported(game, (8, 5), "Q"), by="Q", role="player")
    other = desk.pair("R", "S").id
    desk.write(other, (8, 1), "R")
    desk.write(other, (1, 8), "S")
    desk(Corrected(other, (8, 2), "both were wrong"))
    assert (desk.state.games[other].status, desk.state.games[other].winner) == ("done", "R")


@pytest.mark.parametrize(
    ("score", "what"),
    [((8, 8), "no draw"), ((7, 5), "the winner makes 8"), ((9, 8), "cannot be"), ((-1, -2), "cannot be")],
)
def test_a_score_that_no_frame_ends_with(score: tuple[int, int], what: str) -> None:
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    with pytest.raises(NotTaken, match=what):
        desk.write(game, score, "P")
    assert desk.state.games[game].status == "called"


def test_who_may_write_what() -> None:
    """A player writes his own result and no other's; a table that of its matches; strangers nothing."""
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    for by, role, source in (("R", "player", "R"), ("P", "player", "Q"), ("t1", "table", "P")):
        with pytest.raises(NotTaken, match="does not write the result"):
            desk(Reported(game, (8, 5), source), by=by, role=role)  # type: ignore[arg-type]
    with pytest.raises(NotTaken, match="no match G7"):
        desk.write("G7", (8, 5), "P")


def test_a_run_past_eight_is_in_the_score() -> None:
    """CODE 13.8, CODE 1.Д: 10:3 is recorded as it is."""
    desk = Desk("evening", *FOUR)
    assert desk.frame("P", "Q", (10, 3)).result is not None
    assert shown(desk).standings[0].balls == 7


def test_no_frame_goes_unrecorded() -> None:
    """CODE 2.5: one that was played without a call is recorded and shown, also between who met already."""
    desk = Desk("evening", *FOUR)
    desk.frame("P", "Q", (8, 5))
    desk(Played(("Q", "P"), (8, 6), "table", "t2"), by="t2", role="table")
    assert codes(desk) == ["second", "unasked"]
    desk.write("G2", (8, 6), "P")
    assert desk.state.games["G2"].winner == "Q"
    assert {line.name: (line.won, line.lost) for line in shown(desk).standings if line.won} == {
        "P": (1, 1),
        "Q": (1, 1),
    }


def test_extra_frames_while_all_tables_are_busy() -> None:
    """CODE 2.3, CODE 2.5, AMB-22: with nobody at five when the first table frees up it is cut, unrecorded."""
    desk = Desk("evening", "U", "V", "P", "Q", tables=2)
    first = desk.pair("U", "V", "t1").id
    desk.write(first, (8, 5), "U", "V")
    with pytest.raises(NotTaken, match="Table t2 is free"):
        desk.pair("U", "V", "t1", extra=True)
    other = desk.pair("P", "Q", "t2").id
    with pytest.raises(NotTaken, match="everyone plays a new opponent"):
        desk.pair("U", "V", "t1")
    extra = desk.pair("U", "V", "t1", extra=True).id
    desk(Shelves(extra, (4, 4)), by="t1", role="table")
    desk.write(other, (8, 5), "P")
    assert desk.state.games[extra].status == "cut"
    with pytest.raises(NotTaken, match="was cut and is not recorded"):
        desk.write(extra, (8, 5), "U")
    assert desk.state.free_tables() == ("t1", "t2")
    assert sum(line.won for line in shown(desk).standings) == 1


@pytest.mark.parametrize(("shelves", "status"), [((5, 2), "playing"), ((4, 4), "cut")])
def test_an_extra_frame_whose_shelves_nobody_knows(shelves: tuple[int, int], status: str) -> None:
    """CODE 2.3: somebody has to look first; with five it may be finished."""
    desk = Desk("evening", "U", "V", "P", "Q", tables=2)
    desk.write(desk.pair("U", "V", "t1").id, (8, 5), "U", "V")
    other = desk.pair("P", "Q", "t2").id
    extra = desk.pair("U", "V", "t1", extra=True).id
    desk(Playing(extra))
    desk.write(other, (8, 5), "P")
    assert codes(desk)[0] == "doubtful"
    with pytest.raises(NotTaken, match="How many balls were on the shelves"):
        desk.write(extra, (8, 5), "U")
    desk(Shelves(extra, shelves))
    assert desk.state.games[extra].status == status
    if status == "playing":
        desk.write(extra, (8, 5), "U", "V")
        assert desk.state.games[extra].winner == "U"


def test_the_seventh_ball_is_to_be_announced() -> None:
    """CODE 3.3."""
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    desk(Shelves(game, (7, 2)), by="t1", role="table")
    assert shown(desk).notes[0].words.en.startswith("Table t1: P has seven balls")


def test_tables_are_the_organisers() -> None:
    """CODE 15; and a table with a frame on it is neither closed nor changed for another."""
    desk = Desk("evening", *FOUR)
    for what in (TableOpened("t3"), TableClosed("t2")):
        with pytest.raises(NotTaken, match="organiser alone"):
            desk(what, by="P", role="player")
    game = desk.pair("P", "Q").id
    with pytest.raises(NotTaken, match="Table t1 is taken: P — Q"):
        desk(TableClosed("t1"))
    desk(Moved(game, "t2"))
    desk(Playing(game), by="t2", role="table")
    with pytest.raises(NotTaken, match="A frame of match G1 is on at table t2"):
        desk(Moved(game, "t1"))
    assert desk.state.games[game].table == "t2"
    with pytest.raises(NotTaken, match="not open"):
        desk.pair("R", "S", "t9")


def test_who_leaves_in_the_middle_of_a_frame() -> None:
    """CODE 14: what becomes of the frame is asked; nothing is lost either way."""
    desk = Desk("evening", *FOUR)
    game = desk.pair("P", "Q").id
    desk(Shelves(game, (3, 4)))
    before = desk.state
    with pytest.raises(NotTaken, match="conceded, or cut unrecorded"):
        desk.gone("P", reason="left")
    assert desk.state == before
    desk.gone("P", reason="left", frame="conceded")
    assert (desk.state.games[game].winner, desk.state.on_table("t1")) == ("Q", None)
    line = next(line for line in shown(desk).standings if line.name == "Q")
    assert (line.won, line.potted, line.conceded) == (1, 4, 3)
    desk(Returned("P"))
    other = desk.pair("P", "R").id
    desk(Playing(other))
    desk.gone("R", reason="left", frame="cut")
    assert desk.state.games[other].status == "cut"
    with pytest.raises(NotTaken, match="Out of the tournament: R"):
        desk.pair("R", "S")


def test_taking_back_and_annulling() -> None:
    """An entry on which a later one stands is not taken back; a result can be annulled at any time."""
    desk = Desk("evening", *FOUR)
    game = desk.frame("P", "Q", (8, 5)).id
    called = next(entry.id for entry in desk.tournament.entries if isinstance(entry.what, Paired))
    with pytest.raises(NotTaken, match=r"entry e\d+ stands on it: This tournament has no|has not played yet"):
        desk(Undone(called))
    desk(Annulled(game, "wrong people"))
    assert all(line.won == 0 for line in shown(desk).standings)
    with pytest.raises(NotTaken, match="Nothing to take back"):
        desk(Undone("e999"))


def test_clocks_an_hour_apart_change_nothing() -> None:
    """CODE 17: what came first is what was entered first."""
    desk = Desk("evening", "W", "R", "P", begin=False, fee=100_00)
    desk(Newcomer("W", START - timedelta(hours=30)))
    desk(Begun())
    desk.frame("R", "W", (8, 1))
    desk.now -= timedelta(hours=1)
    desk.frame("P", "W", (8, 1))
    assert shown(desk).purse.accounts[0].due == 100_00
    assert [(due.to, due.kopecks) for due in dues(desk.state) if due.entrant == "W"] == [
        ("R", 50_00),
        (None, 50_00),
    ]
