"""The facade, on SQLite and on PostgreSQL: one log for all servers, nothing lost, everything counted once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from luza.club.history import people
from luza.club.history.intake import Intake
from luza.club.history.names import player_id
from luza.club.store import Store, StoreLocked
from luza.club.tournament.book import Book
from luza.club.tournament.entries import (
    BadTournamentEntry,
    Begun,
    Ended,
    Newcomer,
    Paired,
    Registered,
    Reported,
    TableOpened,
    Undone,
    parse,
    write,
)
from luza.club.tournament.plan import Plan
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.tournaments import Tournaments
from luza.messages import FrameEvent, MatchEvent
from luza.view import FrameResult
from sqlalchemy import text

from tests.club.tournament.desk import START


class Clock:
    """A clock that goes a second further with each look."""

    def __init__(self) -> None:
        self.now = START - timedelta(days=3)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def evening(name: str = "Вечер", start: datetime = START, **more: str) -> Plan:
    return Plan(name=name, kind="evening", start=start, fee=500_00, tables=("t1", "t2"), **more)  # type: ignore[arg-type]


def register(tournaments: Tournaments, id: str, *names: str) -> None:
    for name in names:
        tournaments.enter(id, Registered(name, name, person=f"person-{name}"), "Ольга")


def frame(tournaments: Tournaments, id: str, one: str, other: str, score: tuple[int, int]) -> None:
    tournaments.enter(id, Paired((one, other), "t1", insist=True), "Ольга")
    match = f"G{tournaments.state(id).begun}"
    for source in (one, other):
        tournaments.enter(id, Reported(match, score, source), source, "player")


@pytest.fixture
def tournaments(store: Store) -> Tournaments:
    return Tournaments(Book(store, "main"), Clock())


def test_an_evening_from_the_announcement_to_the_rating(tournaments: Tournaments, store: Store) -> None:
    first = tournaments.open(evening(season="2026"), "Ольга").id
    assert first.startswith("2026-03-01-")
    register(tournaments, first, "P", "Q", "R")
    tournaments.enter(first, Newcomer("R", START - timedelta(hours=30)), "Ольга")
    tournaments.enter(first, Begun(), "Ольга")
    frame(tournaments, first, "P", "Q", (8, 5))
    frame(tournaments, first, "P", "R", (8, 7))
    tournaments.enter(first, Ended(), "Ольга")
    second = tournaments.open(evening(start=START + timedelta(days=7), season="2026"), "Ольга", "spring").id
    register(tournaments, second, "Q", "R")
    with pytest.raises(NotTaken, match="R: the newcomer's right is for a first tournament"):
        tournaments.enter(second, Newcomer("R", START), "Ольга")
    tournaments.enter(second, Begun(), "Ольга")
    frame(tournaments, second, "Q", "R", (8, 0))
    assert [one.name for one in tournaments.rating("2026")] == ["P", "R", "Q"]
    tournaments.enter(second, Ended(), "Ольга")
    assert [
        (one.place, one.name, one.tournaments, one.points, one.balls) for one in tournaments.rating("2026")
    ] == [
        (1, "P", 1, 2, 4),
        (2, "Q", 2, 0, 5),
        (3, "R", 2, -2, -9),
    ]
    assert [one.id for one in tournaments.list()] == ["spring", first]
    again = Tournaments(Book(store, "main"), Clock())
    assert again.view(first) == tournaments.view(first)
    assert again.log(first) == tournaments.log(first)
    assert Tournaments(Book(store, "other"), Clock()).list() == []
    with pytest.raises(NotTaken, match="no tournament"):
        Tournaments(Book(store, "other"), Clock()).view(first)


def test_doubles_who_were_merged_are_one_in_the_rating_and_no_newcomer(
    tournaments: Tournaments, store: Store
) -> None:
    anna, anya = player_id("Анна"), player_id("Аня")
    for number, (name, person) in enumerate((("Анна", anna), ("Аня", anya))):
        with store.writing() as session:
            Intake(session).player(name)
        id = tournaments.open(evening(start=START + timedelta(days=number), season="2026"), "Ольга").id
        tournaments.enter(id, Registered(name, name, person=person), "Ольга")
        register(tournaments, id, f"Гость-{number}")
        if number:
            with store.writing() as session:
                people.merge(session, anya, anna)
            with pytest.raises(NotTaken, match="for a first tournament"):
                tournaments.enter(id, Newcomer(name, START), "Ольга")
        tournaments.enter(id, Begun(), "Ольга")
        frame(tournaments, id, name, f"Гость-{number}", (8, 3))
        tournaments.enter(id, Ended(), "Ольга")
    best = tournaments.rating("2026")[0]
    assert (best.key, best.tournaments, best.points, best.balls) == (anna, 2, 2, 10)


def test_bad_ids(tournaments: Tournaments) -> None:
    tournaments.open(evening(), "Ольга", "cup")
    with pytest.raises(NotTaken, match="There is a tournament cup already"):
        tournaments.open(evening(), "Ольга", "cup")
    with pytest.raises(NotTaken, match="There is no tournament nope"):
        tournaments.enter("nope", Begun(), "Ольга")


def test_the_same_entry_twice_counts_once(tournaments: Tournaments) -> None:
    tournaments.open(evening(), "Ольга", "cup")
    once = tournaments.enter("cup", Registered("P", "P"), "Ольга", entry="x1")
    assert tournaments.enter("cup", Registered("P", "P"), "Ольга", entry="x1") == once
    with pytest.raises(NotTaken, match="Something else is recorded under x1"):
        tournaments.enter("cup", Registered("Q", "Q"), "Ольга", entry="x1")


def test_two_servers_on_one_database(url: str) -> None:
    """Both see what the other has entered; what both enter at once is entered one after the other."""
    store = Store(url, busy_s=60.0)
    tournaments, other = (Tournaments(Book(store, "main"), Clock()) for _ in range(2))
    tournaments.open(evening(), "Ольга", "cup")
    tournaments.enter("cup", TableOpened("t3"), "Ольга")
    assert other.view("cup").entries == 2

    def enter(server: Tournaments, letter: str) -> None:
        for n in range(8):
            server.enter("cup", Registered(f"{letter}{n}", f"{letter}{n}"), "Ольга", entry=f"{letter}{n}")
            server.enter("cup", Registered(f"both{n}", f"both{n}"), "Ольга", entry=f"both{n}")

    with ThreadPoolExecutor() as threads:
        list(threads.map(enter, (tournaments, other), "ab"))
    assert tournaments.view("cup") == other.view("cup")
    assert len(tournaments.view("cup").entrants) == 24
    assert len(Book(store, "main").read("cup")) == 26
    store.close()


def test_a_database_that_is_locked_changes_nothing(store: Store, url: str) -> None:
    """Another program holds it: a clear error, and the same again works once it lets go."""
    hasty = Store(url, busy_s=0.05)
    tournaments = Tournaments(Book(hasty, "main"), Clock())
    tournaments.open(evening(), "Ольга", "cup")
    before = tournaments.view("cup")
    with store.writing() as session:
        if store.engine.dialect.name == "postgresql":
            session.execute(text("LOCK TABLE tournament_entries IN EXCLUSIVE MODE"))
        with pytest.raises(StoreLocked, match="another program holds it"):
            tournaments.enter("cup", Registered("P", "P"), "Ольга")
        assert tournaments.view("cup") == before
    assert len(tournaments.enter("cup", Registered("P", "P"), "Ольга").entrants) == 1
    hasty.close()


def test_what_is_checked_is_not_entered(tournaments: Tournaments) -> None:
    tournaments.open(evening(), "Ольга", "cup")
    tournaments.check("cup", Registered("P", "P"), "Ольга")
    with pytest.raises(NotTaken, match="0 entrants are registered"):
        tournaments.check("cup", Begun(), "Ольга")
    assert tournaments.view("cup").entries == 1


def test_a_table_is_heard_once_by_two_servers(tournaments: Tournaments, store: Store) -> None:
    """The same message, heard by two servers and twice, is one report."""
    tournaments.open(evening(), "Ольга", "cup")
    register(tournaments, "cup", "P", "Q")
    tournaments.enter("cup", Begun(), "Ольга")
    tournaments.enter("cup", Paired(("P", "Q"), "t1"), "Ольга")
    servers = (tournaments, tournaments, Tournaments(Book(store, "main"), Clock()))
    started = MatchEvent(
        match="m1", event="started", game="dynamic-code", players=("P", "Q"), frames_won=(0, 0)
    )
    result = FrameResult(1, 0, False, (8, 3), 0)
    ended = FrameEvent(match="m1", event="ended", number=1, breaker=0, result=result)
    for server in servers:
        server.hear("t1", ["P", "Q"], started, "t1.1")
    entries = tournaments.view("cup").entries
    for server in servers:
        for answer in server.hear("t1", ["P", "Q"], ended, "t1.2"):
            assert answer.refused == ()
    shown = tournaments.view("cup")
    assert shown.entries == entries + 1
    assert shown.matches[0].reports == {"table": (8, 3)}
    assert tournaments.hear("t9", ["P", "Q"], ended, "t9.1") == ()
    assert tournaments.upcoming("cup").matches == ()
    assert tournaments.standings("cup").lines[0].won == 0
    wrong = FrameEvent(
        match="m1", event="ended", number=1, breaker=0, result=FrameResult(1, 0, False, (8, 9), 0)
    )
    (answer,) = tournaments.hear("t1", ["P", "Q"], wrong, "t1.3")
    assert [refusal.code for refusal in answer.refused] == ["bad_score"]


def test_a_drawn_order_and_the_log(tournaments: Tournaments) -> None:
    plan = Plan(name="Кубок", kind="single", start=START, tables=("t1",))
    tournaments.open(plan, "Ольга", "cup")
    register(tournaments, "cup", *"ABCDEFGH")
    shown = tournaments.draw("cup", "Ольга")
    assert sorted(tournaments.state("cup").order) == list("ABCDEFGH")
    assert len(tournaments.needs("cup")) == 4
    assert len(tournaments.timetable("cup")) == 7
    begun = tournaments.log("cup")[-1]
    assert (begun.type, begun.words.ru, begun.undone) == ("begin", "Турнир начат", False)
    tournaments.enter("cup", Undone(begun.id), "Ольга")
    assert tournaments.log("cup")[-2].undone
    assert shown.phase == "running"
    assert tournaments.view("cup").phase == "registration"


def test_an_entry_is_the_same_after_it_was_written(tournaments: Tournaments, store: Store) -> None:
    tournaments.open(evening(), "Ольга", "cup")
    register(tournaments, "cup", "Пётр")
    for entry in Book(store, "main").read("cup"):
        assert parse(write(entry)) == entry
    for line, said in ((b"{", "cannot be read"), (b'{"id":"a b"}', "Expected")):
        with pytest.raises(BadTournamentEntry, match=said if line == b"{" else "cannot be read"):
            parse(line)
