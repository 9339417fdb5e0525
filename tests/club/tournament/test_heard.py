"""A table's own messages, from the real core, as entries; what is sent to tables, published, planned."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
from luza.club.tournament.entries import (
    Assigned,
    Begun,
    Deed,
    Paired,
    Playing,
    Registered,
    Reported,
    ShotSeen,
)
from luza.club.tournament.heard import TopUp, heard, top_ups
from luza.club.tournament.live import standings, upcoming
from luza.club.tournament.needs import Need, Start, needs
from luza.club.tournament.plan import Handicap, Races
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.timetable import timetable
from luza.club.tournament.viewing import view
from luza.controller.events import Reporter
from luza.entries import Entry, Header, Options, check_header, parse_entry
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.messages import FrameEvent, MatchEvent, ShotEvent
from luza.statements import Adjust, Affair, Concede, ContinueRun, Nominate, Undo
from luza.table import Table

from tests.club.tournament.desk import START, Desk


class Played:
    """A table that plays the match which the tournament has sent to it, and tells it what happened."""

    def __init__(self, desk: Desk, table: str, header: Header, match: str = "m1") -> None:
        self.desk, self.name, self.header, self.match = desk, table, header, match
        self.core = Table(header)
        self.reporter = Reporter(match, self.core)
        self.t = 0.0
        self.refused: list[str] = []
        self.say(self.reporter.started())

    def say(self, events: Iterator[tuple[str, object]]) -> None:
        for _, message in events:
            if isinstance(message, FrameEvent | MatchEvent | ShotEvent):
                for deed in heard(self.desk.state, self.name, self.header.players, message):
                    self.enter(deed)

    def enter(self, deed: Deed) -> None:
        try:
            self.desk(deed, by=self.name, role="table")
        except NotTaken as refusal:
            self.refused.append(refusal.code)

    def __call__(self, *entries: Entry) -> None:
        for entry in entries:
            self.say(self.reporter.events(self.core.enter(entry)))

    def pot(self, *pockets: str) -> None:
        """A stroke that pots an object ball into each pocket."""
        self.t += 10
        self(Strike(self.t), Contact(self.t + 0.1, balls=("cue", "object")))
        for n, pocket in enumerate(pockets):
            self(Pocket(self.t + 0.5 + n / 10, pocket=pocket, ball="object"))  # type: ignore[arg-type]
        self(Rest(self.t + 3))

    def miss(self) -> None:
        """A lawful safety."""
        self.t += 10
        self(Strike(self.t), Contact(self.t + 0.1, balls=("cue", "object")))
        self(Cushion(self.t + 0.5, cushion="left", ball="object"))
        self(Cushion(self.t + 0.9, cushion="rear", ball="object"), Rest(self.t + 3))


def evening_at_a_table(desk: Desk) -> Played:
    desk(Paired(("P", "Q"), "t1"))
    return Played(desk, "t1", header_of(needs(desk.state)[0]))


def header_of(need: Need) -> Header:
    """The header that a table makes of what the tournament sends."""
    args = {**msgspec.to_builtins(need.start), "first_breaker": 0, "type": "match"}
    header = msgspec.convert(args, Header)
    check_header(header)
    return header


def test_a_frame_of_the_evening_from_the_first_shot_to_the_prizes() -> None:
    """CODE 13.1, 13.3, 13.5, 13.6, 13.8: two on the break, three in a stroke, a run on past the eighth."""
    desk = Desk("evening", "P", "Q", "R")
    table = evening_at_a_table(desk)
    assert desk.state.games["G1"].status == "playing"
    table.pot("rear-left", "rear-right")
    table.pot("front-left", "front-left", "front-left")
    table.miss()
    table.pot("middle-left")
    table.miss()
    for _ in range(3):
        table.pot("rear-left")
    game = desk.state.games["G1"]
    assert (game.status, game.reports["table"].score) == ("reported", (8, 1))
    table(ContinueRun(table.t + 4))
    table.pot("rear-left")
    table.miss()
    assert desk.state.games["G1"].reports["table"].score == (9, 1)
    desk(Reported("G1", (9, 1), "Q"), by="Q", role="player")
    assert desk.state.games["G1"].winner == "P"
    won = {p.kind: p.who for p in view("cup", desk.tournament).prizes if p.who and p.kind != "place"}
    assert won == {"run_4": "P", "run_5": "P", "two_pockets": "P", "three": "P", "break_two": "P"}


def test_two_pockets_called() -> None:
    """CODE 13.4: «на 2 лузы» is two balls called before the stroke; one of them called is no prize."""
    desk = Desk("evening", "P", "Q", "R")
    table = evening_at_a_table(desk)
    table.pot("rear-left")
    table(Nominate(table.t + 5, balls=["object"]))
    table.pot("rear-left", "rear-right")
    table(Nominate(table.t + 5, balls=["object", "object"], text="на 2 лузы"))
    table.pot("rear-left", "middle-right")
    assert [shot.called for shot in desk.state.shots.values()] == [False, False, True]
    won = {p.kind: p.who for p in view("cup", desk.tournament).prizes if p.who}
    assert won["two_pockets"] == won["two_pockets_called"] == "P"


def test_a_dare_is_the_darers() -> None:
    """CODE 16.2, CODE 13.3: what falls on a dare is his who plays it, out of turn."""
    desk = Desk("evening", "P", "Q", "R")
    table = evening_at_a_table(desk)
    table.miss()
    table(Affair(table.t + 4, player=0, ball="object"))
    table.pot("rear-left", "rear-right")
    assert [(shot.player, shot.run) for shot in desk.state.shots.values()] == [("P", 2)]
    won = {p.kind: p.who for p in view("cup", desk.tournament).prizes if p.who and p.kind != "place"}
    assert won == {"two_pockets": "P"}


def test_a_shot_that_is_taken_back_at_the_table_wins_no_prize() -> None:
    desk = Desk("evening", "P", "Q", "R")
    table = evening_at_a_table(desk)
    table.pot("rear-left", "rear-right")
    assert [shot.on_break for shot in desk.state.shots.values()] == [True]
    table.t += 5
    table(Undo(table.t))
    assert [shot.withdrawn for shot in desk.state.shots.values()] == [True]
    assert not any(p.who for p in view("cup", desk.tournament).prizes)


def test_a_frame_that_was_given_up_at_the_table() -> None:
    desk = Desk("evening", "P", "Q", "R")
    table = evening_at_a_table(desk)
    table.pot("rear-left")
    table.t += 5
    table(Concede(table.t, player=0))
    report = desk.state.games["G1"].reports["table"]
    assert (report.score, report.conceded, report.winner) == ((1, 0), 0, 1)


def test_whom_nobody_sent_there_and_who_is_nobody() -> None:
    """CODE 2.5: two entrants who just began are recorded; strangers are none of the tournament's business."""
    desk = Desk("evening", "P", "Q", "R", "S")
    for names, match in ((["Q", "p"], "m7"), (["Q", "Гость"], "m8")):
        table = Played(desk, "t2", Header("dynamic-code", names, first_breaker=0), match)
        table(Concede(1.0, player=1))
    assert [(g.players, g.unasked, g.status) for g in desk.state.games.values()] == []
    table = Played(desk, "t2", Header("dynamic-code", ["Q", "p"], first_breaker=0), "m9")
    for _ in range(8):
        table.pot("rear-left")
    game = desk.state.games["G1"]
    assert (game.players, game.unasked, game.reports["table"].score) == (("Q", "P"), True, (8, 0))


def test_a_match_of_a_schedule_goes_out_and_its_result_comes_back() -> None:
    desk = Desk("single", "A", "B", "C", "D", races=Races((2,)), game="free", clock_s=None)
    assert [(need.match, need.table, need.sent) for need in needs(desk.state)] == [
        ("U1.1", "t1", False),
        ("U1.2", "t2", False),
    ]
    desk(Assigned("U1.2", "t1"))
    need = needs(desk.state)[0]
    assert (need.match, need.table, need.sent, need.race_to) == ("U1.2", "t1", True, 2)
    assert [(one.match, one.table) for one in needs(desk.state)[1:]] == [("U1.1", "t2")]
    swapped = Header("free", ["C", "B"], race_to=2, first_breaker=0)
    table = Played(desk, "t1", swapped)
    table(Concede(1.0, player=0), Concede(2.0, player=0))
    meeting = desk.resolved.meetings["U1.2"]
    assert (meeting.how, meeting.winner) == ("played", "B")
    assert meeting.game is not None and meeting.game.result is not None
    assert meeting.game.result.score == (2, 0)
    table(Undo(3.0), Concede(4.0, player=1), Concede(5.0, player=1))
    assert desk.resolved.meetings["U1.2"].winner == "C", "who alone wrote it, wrote another"
    assert needs(Desk("single", "A", "B", begin=False).state) == ()


def test_the_header_says_what_was_agreed() -> None:
    desk = Desk("single", begin=False, handicap=Handicap(50), game="free", races=Races((3,)))
    desk(Registered("a", "Анна", rating=1000))
    desk(Registered("b", "Борис", rating=1125))
    desk(Begun())
    need = needs(desk.state)[0]
    assert (need.names, need.handicap) == (("Борис", "Анна"), (0, 2))
    assert need.start == Start("free", ("Борис", "Анна"), 3, {"handicap": [0, 1], "clock_s": 60.0})
    assert header_of(need).options == Options(handicap=[0, 1], clock_s=60.0)


def test_the_half_ball_comes_in_every_second_frame() -> None:
    desk = Desk("single", begin=False, handicap=Handicap(50), game="free", races=Races((3,)))
    desk(Registered("a", "Анна", rating=1000))
    desk(Registered("b", "Борис", rating=1175))
    desk(Begun())
    desk(Assigned("U1.1", "t1"))
    assert needs(desk.state)[0].start.options["handicap"] == [0, 1]

    def told(names: list[str], number: int) -> list[TopUp]:
        message = FrameEvent(match="m1", event="started", number=number, breaker=None)
        return list(top_ups(desk.state, "t1", names, message))

    assert told(["Борис", "Анна"], 1) == told(["Борис", "Анна"], 3) == []
    assert told(["Борис", "Анна"], 2) == [TopUp(1, 1, "handicap")]
    assert told(["Анна", "Борис"], 4) == [TopUp(0, 1, "handicap")]
    assert told(["Анна", "Гость"], 4) == []
    assert isinstance(
        parse_entry(msgspec.json.encode({**msgspec.to_builtins(told(["Анна", "Борис"], 2)[0]), "t": 1})),
        Adjust,
    )


def test_the_same_twice_and_a_match_begun_anew() -> None:
    desk = Desk("evening", "P", "Q", "R")
    first = evening_at_a_table(desk)
    assert first.refused == []
    with pytest.raises(NotTaken):
        desk(Playing("G1", "m1"))
    table = Played(desk, "t1", first.header, "m2")
    assert desk.state.games["G1"].table_match == "m2"
    assert table.refused == []
    again = desk.entry(ShotSeen("G1", 1, "P", 4, ("a",)))
    before = desk.tournament.enter(again)
    assert desk.tournament.enter(again) is before


def test_what_is_published() -> None:
    desk = Desk("evening", "P", "Q", "R", tables=1)
    desk.frame("P", "Q", (8, 5))
    desk(Paired(("Q", "R"), "t1"))
    shown = view("cup", desk.tournament)
    told = standings(shown)
    assert (told.tournament, told.phase, told.rev) == ("cup", "running", len(desk.tournament.entries))
    assert [(line.place, line.name, line.frames, line.balls) for line in told.lines] == [
        (1, "P", 1, 3),
        (2, "R", 0, 0),
        (3, "Q", -1, -3),
    ]
    coming = upcoming(shown, desk.state)
    assert [(one.players, one.table, one.state) for one in coming.matches] == [(("Q", "R"), "t1", "called")]
    assert coming.free_tables == ()


def test_a_timetable() -> None:
    desk = Desk("single", *"ABCDE", minutes=30)
    slots = timetable(desk.state)
    assert [(slot.match, slot.table, (slot.start - START) // timedelta(minutes=30)) for slot in slots] == [
        ("U1.2", "t1", 0),
        ("U2.1", "t1", 1),
        ("U2.2", "t2", 0),
        ("U3.1", "t1", 2),
    ]
    assert all(slot.planned for slot in slots)
