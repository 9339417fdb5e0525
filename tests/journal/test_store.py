"""What goes into the journal comes out of it as it was, together or not at all."""

import json
import sqlite3
from pathlib import Path

import pytest
from luza.journal import Journal, JournalInUse, Position
from luza.journal.store import Confirmation

from tests.journal.lines import HEADER

LINE = '{"t": 1.50, "type":"pocket","pocket":"front-left", "ball":null,"v":1.25,"future":{"a":[1]}}'


def begin(journal: Journal) -> int:
    with journal.transaction() as work:
        return work.begin_match(HEADER, "2024-05-01T10:00:00.000Z", "boot", 10.0, 1.7e9).id


def test_lines_are_kept_as_they_are(journal: Journal, path: Path) -> None:
    match = begin(journal)
    with journal.transaction() as work:
        work.append(LINE)
        work.append('{"t":2,"type":"rest","source":"board:e6","at":"2024-05-01T10:00:02.000Z"}')
    assert journal.lines(match)[0] == LINE
    current = journal.current()
    assert current is not None
    assert current.header == HEADER
    with sqlite3.connect(path) as reader:
        rows = reader.execute("SELECT seq, t, source, wall FROM entries ORDER BY seq").fetchall()
    assert rows == [(1, 1.5, None, None), (2, 2, "board:e6", "2024-05-01T10:00:02.000Z")]


def test_reopened_it_goes_on_counting(path: Path) -> None:
    first = Journal.open(path)
    match = begin(first)
    with first.transaction() as work:
        assert [work.next_seq(), work.next_seq(), work.next_rev()] == [1, 2, 1]
        work.append(LINE)
        work.place(Position("e6", 7, 41))
        work.answered("c-1", "now", b"{}")
        work.doubt(Confirmation("d-1", "now", "lost", "{}"))
    first.close()
    again = Journal.open(path)
    assert (again.seq, again.rev) == (2, 1)
    assert again.position("e6") == Position("e6", 7, 41)
    assert again.position("e7") is None
    assert again.answer("c-1") == b"{}"
    assert again.answer("c-2") is None
    assert [item.id for item in again.confirmations()] == ["d-1"]
    with again.transaction() as work:
        assert work.append(LINE) == 2
        assert work.next_seq() == 3
    assert again.lines(match) == [LINE, LINE]
    again.close()


def test_a_step_that_fails_leaves_nothing(journal: Journal) -> None:
    match = begin(journal)

    def fail_at_the_end() -> None:
        with journal.transaction() as work:
            work.append(LINE)
            work.place(Position("e6", 7, 41))
            work.event(work.next_seq(), "a/event/pocket", b"{}")
            work.next_rev()
            raise LookupError

    with pytest.raises(LookupError):
        fail_at_the_end()
    assert journal.lines(match) == []
    assert journal.position("e6") is None
    assert journal.outbox.pending() == []
    assert (journal.seq, journal.rev) == (0, 0)
    with journal.transaction() as work:
        assert work.append(LINE) == 1
        assert work.next_seq() == 1


def test_between_matches_facts_have_a_place_of_their_own(journal: Journal) -> None:
    with journal.transaction() as work:
        assert work.append(LINE) == 1
    match = begin(journal)
    with journal.transaction() as work:
        assert work.append(LINE) == 1
        work.end_match("2024-05-01T11:00:00.000Z")
    assert journal.current() is None
    with journal.transaction() as work:
        assert work.append(LINE) == 2
    assert len(journal.lines(match)) == 1
    assert len(journal.lines(0)) == 2


def test_matches_have_names_of_their_own(journal: Journal) -> None:
    names = []
    for _ in range(3):
        begin(journal)
        with journal.transaction() as work:
            work.end_match("later")
    names = [match.name for match in journal.matches()]
    assert len(set(names)) == 3
    assert [match.ended for match in journal.matches()] == ["later"] * 3


def test_time_anchor_and_told(journal: Journal) -> None:
    begin(journal)
    with journal.transaction() as work:
        work.anchor("other boot", -5.0, 1.8e9)
        work.told(33.25)
    current = journal.current()
    assert current is not None
    assert (current.boot, current.zero, current.wall) == ("other boot", -5.0, 1.8e9)
    assert journal.told_t == 33.25


def test_two_controllers_cannot_share_it_but_a_reader_may_look(journal: Journal, path: Path) -> None:
    begin(journal)
    with pytest.raises(JournalInUse, match=r"table\.db.*another `luza table`"):
        Journal.open(path)
    looker = Journal.open(path, sole=False)
    assert len(looker.matches()) == 1
    looker.close()
    with journal.transaction() as work:
        work.append(LINE)


def test_confirmations_are_replaced_and_settled(journal: Journal) -> None:
    with journal.transaction() as work:
        work.doubt(Confirmation("a", "1", "lost", json.dumps({"n": 1})))
        work.doubt(Confirmation("b", "2", "lost", "{}"))
        work.doubt(Confirmation("a", "3", "lost", json.dumps({"n": 2})))
    assert {item.id: item.since for item in journal.confirmations()} == {"a": "3", "b": "2"}
    with journal.transaction() as work:
        work.settle_doubt("a")
    assert [item.id for item in journal.confirmations()] == ["b"]
