"""The time desk on a database: what staff do about a table, what is refused, and that nothing is lost."""

import threading
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from luza.club.store import Store
from luza.club.time.book import TimeBook
from luza.club.time.desk import Doing, TimeDesk
from luza.club.time.errors import TimeRefused
from luza.club.time.prices import Discount
from luza.club.time.spans import Span
from luza.club.time.views import SessionView
from sqlalchemy import text

from tests.club.time.conftest import BOSS, OLGA, VERA, Club
from tests.club.time.terms import PRICES, START, later

HOUR_US = 3_600_000_000


def refused(code: str) -> "pytest.RaisesExc[TimeRefused]":
    """Refused for that reason, in words of both languages."""

    def fits(error: TimeRefused) -> bool:
        return error.code == code and bool(error.words.ru) and error.words.ru != error.words.en

    return pytest.raises(TimeRefused, check=fits)


def test_an_evening_at_the_desk(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    assert (opened.phase, opened.bill.kopecks) == ("running", 0)
    club.pass_(hours=1)
    paused = club.desk.pause(VERA, opened.id)
    assert (paused.phase, paused.paused_since) == ("paused", later(hours=1))
    club.pass_(minutes=30)
    club.desk.resume(VERA, opened.id)
    club.pass_(minutes=30)
    moved = club.desk.move(VERA, opened.id, "table-9")
    assert moved.table == "table-9"
    club.pass_(minutes=30)
    club.desk.discount(VERA, opened.id, "student")
    closed = club.desk.close(VERA, opened.id)
    assert (closed.phase, closed.billed_us) == ("closed", 2 * HOUR_US)
    # An hour and a half at 400 roubles, half an hour at 1000, less a fifth.
    assert closed.bill.kopecks == (60_000 + 50_000) * 4 // 5
    assert closed.lines[0].ru == "Стол table-1, 02.03 12:00–02.03 13:00, 1 ч 0 мин по 400,00\u00a0₽ в час"
    assert closed.lines[-1].en == "Discount: student"
    paid = club.desk.pay(VERA, opened.id, closed.bill.kopecks)
    assert paid.phase == "paid"
    assert [view.session for view in club.book.tables(["table-1", "table-9"])] == [None, None]
    assert [type(entry).__name__ for entry in club.book.entries(opened.id)] == [
        *("Opened", "Paused", "Resumed", "Moved", "Discounted", "Closed", "Paid")
    ]


def test_a_server_that_was_down_loses_no_time(club: Club) -> None:
    """Nothing is counted: a session goes on while no server runs, past midnight and into another tariff."""
    opened = club.desk.open(VERA, "table-1")
    club.pass_(hours=15)
    found = club.again().book.session(opened.id)
    # Noon to 18:00 at 400 roubles, 18:00 to 02:00 at 600, one more hour at 400.
    assert found.bill.kopecks == 7 * 40_000 + 8 * 60_000
    assert club.again().desk.close(VERA, opened.id).bill.kopecks == found.bill.kopecks


def test_a_planned_end_ends_the_session_then_and_not_when_a_server_comes_back(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1", ends_at=later(hours=2))
    club.pass_(hours=1)
    assert club.desk.settle() == 0
    club.pass_(hours=9)
    # Until somebody writes it down it is already shown so.
    assert club.book.session(opened.id).bill.kopecks == 80_000
    assert club.again().desk.settle() == 1
    found = club.book.session(opened.id)
    assert (found.phase, found.closed_at, found.bill.kopecks) == ("closed", later(hours=2), 80_000)
    with refused("closed"):
        club.desk.plan(VERA, opened.id, later(hours=20))
    assert club.desk.reopen(VERA, opened.id).bill.billed_us == 10 * HOUR_US


def test_a_plan_is_put_off_or_taken_away(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1", ends_at=later(hours=1))
    assert club.desk.plan(VERA, opened.id, later(hours=2)).ends_at == later(hours=2)
    assert club.desk.plan(VERA, opened.id, None).ends_at is None
    for wrong in (START, START - timedelta(hours=1), START + timedelta(days=40)):
        with refused("bad_plan"):
            club.desk.plan(VERA, opened.id, wrong)
    with refused("no_zone"):
        club.desk.plan(VERA, opened.id, later(hours=2).replace(tzinfo=None))


def test_what_was_forgotten_can_be_entered_for_its_time(club: Club) -> None:
    club.pass_(hours=2)
    opened = club.desk.open(VERA, "table-1", doing=Doing(at=later(hours=1)))
    assert opened.bill.billed_us == HOUR_US
    closed = club.desk.close(VERA, opened.id, Doing(at=later(minutes=90), note="forgotten"))
    assert closed.bill.billed_us == HOUR_US // 2
    entry = club.book.entries(opened.id)[-1]
    assert (entry.noted, entry.note) == (later(hours=2), "forgotten")
    with refused("in_future"):
        club.desk.open(VERA, "table-2", doing=Doing(at=later(hours=3)))
    with refused("long_ago"):
        club.desk.open(VERA, "table-2", doing=Doing(at=later(days=-400)))
    with refused("before_last"):
        club.desk.reopen(VERA, opened.id, Doing(at=later(minutes=80)))
    with refused("taken_since"):
        club.desk.open(VERA, "table-1", doing=Doing(at=later(minutes=80)))
    club.desk.open(VERA, "table-1", doing=Doing(at=later(minutes=90)))


def test_a_clock_that_was_put_back_holds_nobody_up(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    club.pass_(hours=-1)
    assert club.book.session(opened.id).bill.kopecks == 0
    closed = club.desk.close(VERA, opened.id)
    assert (closed.closed_at, closed.bill.kopecks) == (START, 0)


def test_a_wrong_step_is_refused_and_changes_nothing(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    other = club.desk.open(VERA, "table-2")
    with refused("open_already"):
        club.desk.open(VERA, "table-1")
    with refused("open_already"):
        club.desk.move(VERA, opened.id, "table-2")
    with refused("same_table"):
        club.desk.move(VERA, opened.id, "table-1")
    with refused("bad_table"):
        club.desk.move(VERA, opened.id, "Table 3")
    with refused("bad_table"):
        club.desk.open(VERA, "")
    with refused("no_such_tariff"):
        club.desk.open(VERA, "table-3", tariff="gold")
    with refused("no_such_discount"):
        club.desk.discount(VERA, opened.id, "gold")
    with refused("not_paused"):
        club.desk.resume(VERA, opened.id)
    with refused("not_closed"):
        club.desk.reopen(VERA, opened.id)
    with refused("close_first"):
        club.desk.pay(VERA, opened.id, 0)
    with refused("no_such_session"):
        club.desk.close(VERA, "nobody")
    assert len(club.book.entries(opened.id)) == len(club.book.entries(other.id)) == 1


def test_money_is_taken_once_and_as_it_was_shown(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    club.pass_(hours=1)
    club.desk.close(VERA, opened.id)
    with refused("another_sum"):
        club.desk.pay(VERA, opened.id, 39_999)
    club.desk.pay(VERA, opened.id, 40_000)
    for step in (club.desk.close, club.desk.reopen, club.desk.pause):
        with refused("paid"):
            step(VERA, opened.id)
    with refused("paid"):
        club.desk.discount(VERA, opened.id, "student")
    with refused("manager_only"):
        club.desk.refund(VERA, opened.id)
    assert club.desk.refund(BOSS, opened.id).phase == "closed"
    with refused("manager_only"):
        club.desk.discount(VERA, opened.id, Discount("friend", percent=90))
    assert club.desk.discount(BOSS, opened.id, Discount("friend", percent=90)).bill.kopecks == 4_000


def test_a_closing_by_mistake_is_undone_while_nobody_else_has_the_table(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    club.desk.pause(VERA, opened.id)
    club.pass_(hours=1)
    club.desk.close(VERA, opened.id)
    club.pass_(minutes=5)
    assert club.desk.reopen(VERA, opened.id).phase == "paused"
    club.desk.close(VERA, opened.id)
    club.desk.open(VERA, "table-1")
    with refused("open_already"):
        club.desk.reopen(VERA, opened.id)


def test_a_repeated_action_is_done_once(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1", doing=Doing(key="press-1"))
    club.pass_(seconds=2)
    assert club.desk.open(VERA, "table-1", doing=Doing(key="press-1")).id == opened.id
    club.desk.close(VERA, opened.id, Doing(key="press-2"))
    assert club.desk.close(VERA, opened.id, Doing(key="press-2")).phase == "closed"
    assert len(club.book.entries(opened.id)) == 2
    with refused("key_reused"):
        club.desk.reopen(VERA, opened.id, Doing(key="press-2"))


def test_two_servers_that_open_one_table_make_one_session(club: Club) -> None:
    """Both at once, on connections of their own."""
    said: list[str] = []

    def press(name: str) -> None:
        try:
            said.append(club.again().desk.open(VERA, "table-1", doing=Doing(note=name)).phase)
        except TimeRefused as problem:
            said.append(problem.code)

    threads = [threading.Thread(target=press, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == ["open_already", "open_already", "running"]
    assert len(club.book.sessions(Span(START, later(days=1)))) == 1


def test_clubs_of_a_chain_do_not_see_each_other(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    other = Club(club.store, f"{club.name}-north")
    with refused("no_prices"):
        other.desk.open(VERA, "table-1")
    other.book.set_prices(BOSS, PRICES)
    assert other.desk.open(VERA, "table-1").id != opened.id
    with refused("no_such_session"):
        other.desk.close(VERA, opened.id)


def test_a_tournaments_tables_obey_its_organiser(club: Club) -> None:
    """CODE 15: opened and closed with the organiser's leave only; else the entrant pays all losses."""
    club.desk.hold(OLGA, ["table-1", "table-2"], "cup")
    for actor in (VERA, BOSS):
        with refused("organiser_only"):
            club.desk.open(actor, "table-1")
    opened = club.desk.open(OLGA, "table-1")
    assert opened.tournament == "cup"
    for step in (club.desk.pause, club.desk.close):
        with refused("organiser_only"):
            step(VERA, opened.id)
    with refused("not_held"):
        club.desk.open(OLGA, "table-3")
    with refused("not_held"):
        club.desk.move(OLGA, opened.id, "table-3")
    club.desk.move(OLGA, opened.id, "table-2")
    with refused("open_already"):
        club.desk.release(OLGA, ["table-2"], "cup")
    club.pass_(hours=1)
    club.desk.close(OLGA, opened.id)
    with refused("till_only"):
        club.desk.pay(OLGA, opened.id, 40_000)
    club.desk.pay(VERA, opened.id, 40_000)
    without_leave = club.desk.open(VERA, "table-1", doing=Doing(payer="Pyotr"))
    assert without_leave.payers == without_leave.bill.payers == ("Pyotr",)
    club.desk.close(OLGA, without_leave.id)
    club.desk.release(OLGA, ["table-1", "table-2"], "cup")
    assert club.desk.open(VERA, "table-1").tournament is None


def test_a_table_is_held_by_one_tournament_and_not_from_under_players(club: Club) -> None:
    club.desk.open(VERA, "table-1")
    with refused("open_already"):
        club.desk.hold(OLGA, ["table-2", "table-1"], "cup")
    assert next(view.held_by for view in club.book.tables(["table-2"])) is None
    club.desk.hold(OLGA, ["table-2"], "cup")
    with refused("held_already"):
        club.desk.hold(BOSS, ["table-2"], "other")
    with refused("other_tournament_yours"):
        club.desk.hold(OLGA, ["table-3"], "other")
    with refused("no_payer_needed"):
        club.desk.open(VERA, "table-3", doing=Doing(payer="Pyotr"))


def test_price_lists_begin_now_or_later_and_only_managers_write_them(club: Club) -> None:
    opened = club.desk.open(VERA, "table-1")
    dearer = msgspec.structs.replace(
        PRICES, tariffs=(msgspec.structs.replace(PRICES.tariffs[0], kopecks_per_hour=50_000),)
    )
    with refused("manager_only"):
        club.book.set_prices(VERA, dearer)
    with refused("prices_back"):
        club.book.set_prices(BOSS, dearer, START - timedelta(hours=1))
    club.book.set_prices(BOSS, dearer, later(hours=1))
    club.pass_(hours=2)
    assert club.desk.close(VERA, opened.id).bill.kopecks == 90_000
    assert len(club.book.editions()) == 2


def test_a_database_that_is_locked_or_full_says_so_and_loses_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'club.db'}", busy_s=0.01)
    store.migrate()
    club = Club(store)
    club.book.set_prices(BOSS, PRICES)
    opened = club.desk.open(VERA, "table-1")
    other = Store(f"sqlite:///{tmp_path / 'club.db'}")
    with other.writing(), refused("database_locked"):
        club.desk.close(VERA, opened.id)
    with store.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    limited = Store(f"sqlite:///{tmp_path / 'club.db'}")
    with limited.engine.connect() as connection:
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        connection.commit()
    full = TimeDesk(limited, "arena", club.clock)
    with refused("database_full"):
        for _ in range(200):
            full.pause(VERA, opened.id, Doing(note="x" * 3_000))
            full.resume(VERA, opened.id, Doing(note="x" * 3_000))
    view: SessionView = TimeBook(store, "arena", club.clock).session(opened.id)
    assert view.phase in ("running", "paused")
    for each in (store, other, limited):
        each.close()
