"""From a table's event, through the history, to the standings on the wall."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from luza.club.hearing.hall import Hall
from luza.club.history import people
from luza.club.history.intake import HistoryEvent, Intake, Place
from luza.club.store import Store
from luza.club.tournament.announcer import SHOWN, Announcer
from luza.club.tournament.book import Book
from luza.club.tournament.ear import Ear
from luza.club.tournament.entries import (
    ORGANISER,
    Annulled,
    Assigned,
    Begun,
    Ended,
    Paired,
    Registered,
    Reported,
    Seen,
    Undone,
)
from luza.club.tournament.live import Next, Standings
from luza.club.tournament.plan import Plan
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.tournaments import Tournaments
from luza.messages import Fall, Falling, FrameEvent, MatchEvent, ShotEvent, State
from luza.view import FrameResult, ShotView

from tests.club.tournament.desk import START
from tests.club.tournament.test_tournaments import Clock


class Club:
    """A server with its history, its picture of the tables, and one evening that has begun."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tournaments = Tournaments(Book(store, "main"), Clock())
        self.hall = Hall()
        self.ear = Ear(self.tournaments, "main", store, self.hall)
        self.seq, self.session = 0, "s"
        plan = Plan(name="Вечер", kind="evening", start=START, tables=("t1", "t2"))
        self.tournaments.open(plan, "Ольга", "cup")
        for name in ("P", "Q", "U", "V"):
            self.enter(Registered(name, name))
        self.enter(Begun())

    def enter(self, what: object) -> None:
        self.tournaments.enter("cup", what, "Ольга")  # type: ignore[arg-type]

    def say(self, table: str, event: HistoryEvent) -> None:
        """The event comes: first into the history, then to the tournaments; and comes once more."""
        self.seq += 1
        stamped = msgspec.structs.replace(
            event, seq=self.seq, session=self.session, at=f"{START:%Y-%m-%dT%H:%M:%SZ}"
        )
        place = Place("main", table, table)
        with self.store.writing() as session:
            Intake(session, self.hall.started).take(place, stamped)
        for _ in range(2):
            self.ear(place, stamped)

    def started(self, table: str, match: str, players: tuple[str, str]) -> None:
        self.say(
            table,
            MatchEvent(
                match=match,
                event="started",
                game="dynamic-code",
                players=players,
                frames_won=(0, 0),
                t=0.0,
                race_to=1,
            ),
        )

    def ended(self, table: str, match: str, score: tuple[int, int]) -> None:
        winner = 0 if score[0] > score[1] else 1
        result = FrameResult(1, winner, False, score, 0)
        self.say(table, FrameEvent(match=match, event="ended", number=1, breaker=0, result=result, t=60.0))

    def shows(self, table: str, match: str, players: tuple[str, str], shelf: tuple[int, int]) -> None:
        """The table's state, as the hall knows it."""
        frame = {
            "number": 1,
            "breaker": 0,
            "phase": "play",
            "score": shelf,
            "shelf": shelf,
            "debt": (0, 0),
            "at_table": 0,
            "cue_ball": "as_lies",
            "object_only": False,
            "on_table": 10,
            "to_spot": 0,
            "to_remove": {"by": None, "n": 0},
            "decision": None,
        }
        self.seq += 1
        words = {"status": {"ru": "", "en": ""}}
        state = {
            "v": 1,
            "session": self.session,
            "seq": self.seq,
            "rev": self.seq,
            "at": "2026-03-01T09:00:00Z",
            "match": match,
            "game": "dynamic-code",
            "players": players,
            "race_to": 1,
            "frames_won": (0, 0),
            "match_winner": None,
            "frames": [],
            "frame": frame,
            "last_shot": None,
            "shot_open": False,
            "falling": [],
            "clock": {},
            "needs_confirmation": [],
            "words": words,
        }
        payload = msgspec.json.encode(state)
        assert msgspec.json.decode(payload, type=State).falling == tuple[Falling]()
        taken = self.hall.take(f"luza/v1/main/table/{table}/state", payload, False, datetime.now(UTC))
        assert taken is not None


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def test_a_frame_at_a_table_is_in_the_standings(club: Club) -> None:
    """CODE 2.5, CODE 3.2: the table writes the result, a player confirms; the seats may be changed over."""
    club.enter(Paired(("P", "Q"), "t1"))
    club.started("t1", "m1", ("q", "P"))
    club.ended("t1", "m1", (3, 8))
    shown = club.tournaments.view("cup")
    assert (shown.matches[0].status, shown.matches[0].reports) == ("reported", {"table": (8, 3)})
    club.tournaments.enter("cup", Reported("G1", (8, 3), "Q"), "Q", "player")
    assert club.tournaments.view("cup").standings[0].name == "P"
    assert shown.unheard == ()
    assert len(club.tournaments.log("cup")) == 10, "each event counted once"


def test_a_player_whose_name_was_mended_is_still_the_one_at_the_table(club: Club) -> None:
    """The table says the name with which the match was begun; the history says the mended one."""
    with club.store.writing() as session:
        people.change(session, Intake(session).player("P"), name="Пётр")
    club.enter(Paired(("P", "Q"), "t1"))
    club.started("t1", "m1", ("P", "Q"))
    club.ended("t1", "m1", (8, 5))
    assert club.tournaments.view("cup").matches[0].status == "reported"


@pytest.mark.parametrize(("shelf", "status"), [((4, 4), "cut"), ((2, 5), "called")])
def test_the_shelves_of_an_extra_frame_are_looked_up(club: Club, shelf: tuple[int, int], status: str) -> None:
    """CODE 2.3, AMB-22: at the moment when the first table frees up."""
    club.enter(Paired(("U", "V"), "t1"))
    for who in ("U", "V"):
        club.enter(Reported("G1", (8, 5), who))
    club.enter(Paired(("P", "Q"), "t2"))
    club.enter(Paired(("U", "V"), "t1", extra=True))
    club.started("t2", "m2", ("P", "Q"))
    club.shows("t1", "m3", ("U", "V"), shelf)
    club.ended("t2", "m2", (8, 1))
    extra = club.tournaments.view("cup").matches[2]
    assert extra.status == ("cut" if status == "cut" else "playing")


def test_a_table_with_a_new_journal_is_heard_as_before(club: Club) -> None:
    """It counts its messages from 1 again."""
    for match, session in (("m1", "s"), ("m1-anew", "after the card was lost")):
        club.seq, club.session = 0, session
        club.enter(Paired(("P", "Q") if match == "m1" else ("U", "V"), "t1"))
        players = club.tournaments.state("cup").on_table("t1")
        assert players is not None
        club.started("t1", match, players.players)
        club.ended("t1", match, (8, 3))
    reports = [match.reports for match in club.tournaments.view("cup").matches]
    assert reports == [{"table": (8, 3)}] * 2


def test_what_no_entry_can_be_spoils_no_log(club: Club) -> None:
    club.enter(Paired(("P", "Q"), "t1"))
    club.started("t1", "m1", ("P", "Q"))
    club.ended("t1", "m1", (8, 900))
    club.ended("t1", "m1", (-20, 8))
    club.started("t1", "no name", ("P", "Q"))
    club.ended("t1", "no name", (8, 3))
    shown = club.tournaments.view("cup")
    assert [match.reports for match in shown.matches] == [{}]
    assert Tournaments(Book(club.store, "main"), Clock()).view("cup") == shown


def test_a_frame_nobody_called_counts_once_however_often_it_is_told(club: Club) -> None:
    """CODE 2.5: the second time its match is known, and the same message reads otherwise."""
    club.started("t1", "m1", ("U", "V"))
    club.ended("t1", "m1", (8, 1))
    shown = club.tournaments.view("cup")
    assert [(match.unasked, match.reports) for match in shown.matches] == [(True, {"table": (8, 1)})]
    assert shown.unheard == ()


def test_shots_with_the_same_against_them_are_one_note(club: Club) -> None:
    """The pair of a match is another now, and the table goes on with the old one."""
    plan = Plan(name="Кубок", kind="single", start=START, tables=("t3",))
    club.tournaments.open(plan, "Ольга", "knock")
    for deed in (Registered("A", "A"), Registered("B", "B"), Registered("C", "C"), Begun()):
        club.tournaments.enter("knock", deed, "Ольга")
    enter = club.tournaments.enter
    enter("knock", Assigned("U1.2", "t3"), "Ольга")
    enter("knock", Reported("U1.2", (3, 0), ORGANISER), "Ольга")
    enter("knock", Assigned("U2.1", "t3"), "Ольга")
    club.started("t3", "m1", ("A", "B"))
    enter("knock", Annulled("U1.2", "перепутали"), "Ольга")
    for n in (1, 2):
        shot = ShotView(n, 1, 0, "legal", (), 1, (1, 0), 0, ())
        fell = (Fall("rear-left", None),)
        club.say("t3", ShotEvent(match="m1", shot=shot, amended=False, run=n, fell=fell, t=n, opened_t=n))
    assert len(club.tournaments.view("knock").unheard) == 1


def test_what_cannot_be_taken_is_shown(club: Club) -> None:
    club.enter(Paired(("P", "Q"), "t1"))
    club.started("t1", "m1", ("P", "Q"))
    club.ended("t1", "m1", (8, 9))
    (one,) = club.tournaments.view("cup").unheard
    assert (one.table, one.told.ru) == ("t1", "результат 8:9, встреча G1 (P — Q)")
    assert "Счёт 8:9" in one.why.ru
    assert "by hand" in one.mend.en
    afresh = Tournaments(Book(club.store, "main"), Clock()).view("cup")
    assert afresh.unheard == (one,), "it is in the log: a server that starts anew has it still"
    with pytest.raises(NotTaken):
        club.enter(Seen("G1"))
    club.enter(Seen(one.id))
    assert club.tournaments.view("cup").unheard == ()
    said = [line.words.ru for line in club.tournaments.log("cup")[-2:]]
    assert said == ["Стол сообщил то, что записать нельзя", "Сообщение стола разобрано"]
    club.enter(Undone(club.tournaments.log("cup")[-1].id))
    assert club.tournaments.view("cup").unheard == (one,)
    club.ended("t2", "m9", (8, 1))
    assert len(club.tournaments.view("cup").matches) == 1, "a match nobody knows is no tournament's"
    other = MatchEvent(match="x", event="started", game="free", players=("P", "Q"), frames_won=(0, 0))
    club.ear(Place("elsewhere", "t1"), other)


def test_what_is_told_to_the_walls(club: Club) -> None:
    """Once for each change; everything again after the broker was lost; nothing of yesterday's."""
    announcer = Announcer(club.tournaments, "main", "s1")
    now = (START - timedelta(days=3)).astimezone(UTC)
    told = dict(announcer.messages(now))
    root = "luza/v1/main/club/tournament/cup"
    assert set(told) == {f"{root}/standings", f"{root}/next"}
    standings = msgspec.json.decode(told[f"{root}/standings"], type=Standings)
    coming = msgspec.json.decode(told[f"{root}/next"], type=Next)
    assert (standings.session, standings.seq, coming.seq) == ("s1", 1, 2)
    assert [one.players for one in coming.matches] == [("P", "Q"), ("U", "V")]
    assert list(announcer.messages(now)) == []
    announcer.forget()
    assert len(list(announcer.messages(now))) == 2
    club.enter(Ended())
    assert len(list(announcer.messages(now))) == 2
    later = now + SHOWN + timedelta(days=1)
    assert dict(announcer.messages(later)) == {f"{root}/standings": b"", f"{root}/next": b""}
    assert list(announcer.messages(later)) == []
