"""Knock-outs and groups: seeding, byes, walkovers, corrections after later rounds, handicaps, races."""

import pytest
from luza.club.tournament.bracket import Fixture, PlaceIn, Schedule, Seed, schedule, seeding
from luza.club.tournament.checks import length
from luza.club.tournament.entries import (
    Annulled,
    Assigned,
    Begun,
    Corrected,
    Drawn,
    Ended,
    Moved,
    Played,
    Playing,
    Recalled,
    Registered,
    Reported,
    Undone,
)
from luza.club.tournament.handicap import half_balls, starts
from luza.club.tournament.plan import Handicap, Kind, Plan, Races
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.view import MatchView, TournamentView
from luza.club.tournament.viewing import view

from tests.club.tournament.desk import START, Desk


def made(kind: Kind, entrants: int, **more: object) -> Schedule:
    found = schedule(Plan(name="Кубок", kind=kind, start=START, **more), entrants)  # type: ignore[arg-type]
    assert found is not None
    return found


def shown(desk: Desk) -> TournamentView:
    return view("cup", desk.tournament)


def match(desk: Desk, id: str) -> MatchView:
    return next(one for one in shown(desk).matches if one.id == id)


def first_round(found: Schedule) -> list[tuple[int, int]]:
    return [
        (fixture.sources[0].number, fixture.sources[1].number)
        for fixture in found.fixtures
        if isinstance(fixture.sources[0], Seed) and isinstance(fixture.sources[1], Seed)
    ]


def test_the_best_seeds_meet_last() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [sum(pair) for pair in first_round(made("single", 64))] == [65] * 32
    assert first_round(made("single", 5)) == [(1, 8), (4, 5), (2, 7), (3, 6)], "6, 7 and 8 are byes"


@pytest.mark.parametrize(("kind", "entrants", "matches"), [
    ("single", 16, 15), ("single", 32, 31), ("single", 64, 63),
    ("double", 16, 31), ("double", 32, 63), ("double", 64, 127),
])  # fmt: skip
def test_how_many_matches_a_knock_out_has(kind: Kind, entrants: int, matches: int) -> None:
    """With two losses to go out it is twice the entrants less one, the second grand final among them."""
    assert len(made(kind, entrants).fixtures) == matches


def test_a_group_is_everybody_once_and_nobody_twice_in_a_round() -> None:
    for size in range(2, 9):
        found = made("round_robin", size)
        pairs = [frozenset(pair) for pair in first_round(found)]
        assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
        for number in range(1, found.rounds("group") + 1):
            busy = [
                source.number
                for fixture in found.fixtures
                if fixture.round == number
                for source in fixture.sources
                if isinstance(source, Seed)
            ]
            assert len(busy) == len(set(busy))


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("advance", [1, 2, 3])
def test_those_of_one_group_do_not_meet_again_at_once(groups: int, advance: int) -> None:
    found = made("groups", groups * 4, groups=groups, advance=advance)
    for fixture in found.fixtures:
        one, other = fixture.sources
        if isinstance(one, PlaceIn) and isinstance(other, PlaceIn):
            assert one.group != other.group
    places = [s for fixture in found.fixtures for s in fixture.sources if isinstance(s, PlaceIn)]
    assert len(places) == len(set(places)) == groups * advance


def test_seeds_then_ratings_then_who_came_first() -> None:
    desk = Desk("single", begin=False)
    desk(Registered("a", "A"))
    desk(Registered("b", "B", rating=900))
    desk(Registered("c", "C", rating=1200))
    desk(Registered("d", "D", seed=1))
    with pytest.raises(NotTaken, match="Seed 1 is taken"):
        desk(Registered("e", "E", seed=1))
    with pytest.raises(NotTaken, match="must name all entrants"):
        desk(Begun(("a", "b", "c")))
    desk(Begun())
    assert desk.state.order == ("d", "c", "b", "a")
    with pytest.raises(NotTaken, match="Registration is closed"):
        desk(Registered("f", "F"))


def test_a_match_goes_to_a_table_and_its_result_comes_back() -> None:
    desk = Desk("single", "A", "B", "C", "D", races=Races((2,), final=3))
    with pytest.raises(NotTaken, match=r"U1\.1 has not played yet"):
        desk(Reported("U1.1", (2, 0), "table"), by="t1", role="table")
    desk(Assigned("U1.1", "t1"))
    for what, text in (
        (Assigned("U1.1", "t2"), "at table t1 already"),
        (Assigned("U1.2", "t1"), "Table t1 is taken: A — D"),
        (Assigned("U2.1", "t2"), "not known yet"),
        (Assigned("X", "t2"), "no match X"),
        (Reported("U1.1", (3, 0), "table"), "the winner makes 2"),
        (Played(("B", "A"), (2, 0), "table"), "B — A: the schedule has had no such match"),
    ):
        with pytest.raises(NotTaken, match=text):
            desk(what)
    desk(Playing("U1.1"), by="t1", role="table")
    with pytest.raises(NotTaken, match="A frame of match"):
        desk(Moved("U1.1", "t2"))
    with pytest.raises(NotTaken, match="A frame of match"):
        desk(Recalled("U1.1"))
    desk(Reported("U1.1", (2, 1), "table"), by="t1", role="table")
    assert (match(desk, "U1.1").status, match(desk, "U1.1").winner) == ("done", "A")
    with pytest.raises(NotTaken, match="decided already, A goes on"):
        desk(Assigned("U1.1", "t1"))
    desk.play("U1.2", "C", 2)
    assert match(desk, "U2.1").names == ("A", "C")
    assert match(desk, "U2.1").race_to == 3
    desk.play("U2.1", "C", 3)
    assert shown(desk).champion_name == "C"


def test_a_correction_after_later_rounds() -> None:
    """Results whose pair is another now are void and shown; others stand; a match at a table is called off;
    and should the pair come back, its result stands again."""
    desk = Desk("single", *"ABCDEFGH")
    for id, winner in (("U1.1", "A"), ("U1.2", "D"), ("U1.3", "B"), ("U1.4", "C")):
        desk.play(id, winner)
    desk.play("U2.1", "A")
    desk.play("U2.2", "B")
    desk(Assigned("U3.1", "t1"))
    first = desk(Corrected("U1.1", (0, 3), "the players had swapped places"))
    assert match(desk, "U2.1").names == ("H", "D")
    assert (match(desk, "U2.1").status, match(desk, "U3.1").status) == ("ready", "open")
    assert [(void.id, void.names, void.score) for void in shown(desk).voids] == [("U2.1", ("A", "D"), (3, 0))]
    assert [note.code for note in shown(desk).notes] == ["void"]
    assert (match(desk, "U2.2").status, desk.state.free_tables()) == ("done", ("t1", "t2"))
    desk(Corrected("U1.1", (3, 1), "it was right after all"))
    assert (match(desk, "U2.1").winner, shown(desk).voids) == ("A", ())
    desk.play("U3.1", "B")
    assert shown(desk).champion == "B"
    with pytest.raises(NotTaken, match=r"stands on it: Match U3\.1 is at table t1 already"):
        desk(Undone(first))
    assert shown(desk).champion == "B"


def test_a_correction_after_the_final_whose_finalist_has_left() -> None:
    """The quarter-final is judged anew: a champion is found without him."""
    desk = Desk("single", *"ABCDEFGH")
    for id, winner in (("U1.1", "A"), ("U1.2", "D"), ("U1.3", "B"), ("U1.4", "C"), ("U2.1", "A")):
        desk.play(id, winner)
    desk.play("U2.2", "B")
    desk.gone("B")
    assert (match(desk, "U3.1").status, shown(desk).champion) == ("walkover", "A")
    desk(Corrected("U1.1", (0, 3), "the players had swapped places"))
    assert (shown(desk).champion, match(desk, "U2.1").names) == (None, ("H", "D"))
    with pytest.raises(NotTaken, match=r"U2\.1 has not played yet"):
        desk(Reported("U2.1", (3, 0), "organiser"))
    desk.play("U2.1", "D")
    assert (match(desk, "U3.1").status, shown(desk).champion) == ("walkover", "D")


def test_a_correction_that_leaves_an_ended_tournament_without_its_champion_wants_the_end_undone() -> None:
    desk = Desk("single", *"ABCD")
    for id, winner in (("U1.1", "A"), ("U1.2", "B"), ("U2.1", "A")):
        desk.play(id, winner)
    end = desk(Ended())
    for what in (Corrected("U1.1", (0, 3), "misheard"), Annulled("U2.1", "misheard")):
        with pytest.raises(NotTaken, match="Undo its end first"):
            desk(what)
    desk(Corrected("U2.1", (2, 3), "misheard"))
    assert shown(desk).champion == "B"
    desk(Corrected("U2.1", (3, 2), "heard rightly"))
    desk(Undone(end))
    desk(Corrected("U1.1", (0, 3), "misheard"))
    assert match(desk, "U2.1").names == ("D", "B")


def test_taking_back_a_result_that_others_stand_on_is_refused() -> None:
    desk = Desk("single", *"ABCD")
    desk.play("U1.1", "A")
    report = desk.tournament.entries[-1].id
    desk.play("U1.2", "B")
    desk.play("U2.1", "A")
    with pytest.raises(NotTaken, match="stands on it"):
        desk(Undone(report))
    assert shown(desk).champion == "A"


def test_the_grand_final_is_played_again_if_the_unbeaten_one_loses_it() -> None:
    desk = Desk("double", *"ABCD")
    desk.play("U1.1", "A")
    desk.play("U1.2", "B")
    desk.play("U2.1", "A")
    desk.play("L1.1", "C")
    desk.play("L2.1", "B")
    desk.play("F1.1", "B")
    assert (match(desk, "F2.1").status, shown(desk).champion) == ("ready", None)
    desk(Corrected("F1.1", (3, 2), "misheard"))
    assert (match(desk, "F2.1").status, shown(desk).champion) == ("unneeded", "A")


def test_a_walkover_is_no_ball_played_and_the_later_one_out_goes_further() -> None:
    desk = Desk("single", *"ABCDEFGH")
    desk.gone("A", reason="no_show")
    assert (match(desk, "U1.1").status, match(desk, "U1.1").winner) == ("walkover", "H")
    desk.gone("H")
    assert match(desk, "U1.1").winner == "H", "H stayed longer"
    desk.play("U1.2", "D")
    assert match(desk, "U2.1").winner == "D"


def test_who_withdraws_in_the_middle_of_a_match_gives_it_up() -> None:
    desk = Desk("double", *"ABCD")
    desk(Assigned("U1.1", "t1"))
    desk(Playing("U1.1"))
    with pytest.raises(NotTaken, match="leaves in the middle"):
        desk.gone("A")
    desk.gone("A", frame="conceded", score=(2, 1))
    shown_match = match(desk, "U1.1")
    assert (shown_match.score, shown_match.conceded, shown_match.winner) == ((2, 1), 0, "D")
    assert match(desk, "L1.1").sides == ("A", None)
    desk.play("U1.2", "B")
    assert (match(desk, "L1.1").status, match(desk, "L1.1").winner) == ("walkover", "C")


def test_groups_then_knock_out() -> None:
    desk = Desk("groups", *"ABCDEF", groups=2, advance=1, third_place=False, races=Races((3,), groups=1))
    assert [[line.id for line in group.lines] for group in shown(desk).groups] == [list("ADE"), list("BCF")]
    for one in list(shown(desk).matches):
        if one.stage == "group" and one.group == "A":
            winner = {frozenset("AD"): "A", frozenset("DE"): "D", frozenset("AE"): "E"}
            assert one.sides[0] and one.sides[1]
            desk.play(one.id, winner[frozenset(one.sides)], 1)  # type: ignore[arg-type]
        elif one.stage == "group":
            assert one.sides[0]
            desk.play(one.id, one.sides[0], 1)
    group = shown(desk).groups[0]
    assert group.over and all(line.tied for line in group.lines)
    assert [note.code for note in shown(desk).notes] == ["tied"]
    assert match(desk, "U1.1").sides[0] == "A", "by seed until lots are drawn"
    desk(Drawn(("E", "A", "D")))
    assert match(desk, "U1.1").sides[0] == "E"


def test_groups_need_enough_players() -> None:
    with pytest.raises(NotTaken, match="it takes at least 12"):
        Desk("groups", *"ABCDEFGH", groups=4, advance=2)


def test_a_handicap_in_half_balls() -> None:
    """Half a ball for 50 points: 130 points are one whole ball, 175 one and a half, which is one ball in odd
    frames and two in even ones."""
    terms = Handicap(points=50, most=4)
    assert half_balls(terms, (1000, 1130)) == (2, 0)
    assert half_balls(terms, (1175, 1000)) == (0, 3)
    assert half_balls(terms, (1000, 2000)) == (4, 0)
    assert half_balls(terms, (None, 2000)) == (0, 0)
    assert half_balls(None, (1, 2000)) == (0, 0)
    assert [starts((0, 3), frame) for frame in range(1, 5)] == [(0, 1), (0, 2), (0, 1), (0, 2)]


def test_races_by_round() -> None:
    plan = Plan(
        name="Кубок",
        kind="double",
        start=START,
        races=Races((2, 3, 4), losers=(1, 2), final=7, groups=5),
    )

    def race(stage: str, round: int) -> int:
        fixture = Fixture("x", stage, round, 1, (Seed(1), Seed(2)))  # type: ignore[arg-type]
        return length(plan, fixture, 5)

    assert [race("upper", n) for n in range(1, 6)] == [2, 3, 4, 4, 4]
    assert [race("lower", n) for n in (1, 2, 3)] == [1, 2, 2]
    assert (race("final", 1), race("group", 1), race("third", 1)) == (7, 5, 2)
