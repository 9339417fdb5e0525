"""A journal that cannot be written or read says which file, why, and the mend; and nothing is half done."""

import os
import sqlite3
from pathlib import Path

import pytest
from luza.journal import (
    Journal,
    JournalDamaged,
    JournalFull,
    JournalLocked,
    JournalTooNew,
    JournalUnusable,
)
from luza.journal.schema import MIGRATIONS

from tests.journal.lines import HEADER

LINE = '{"t":1,"type":"rest","pad":"%s"}' % ("x" * 2000)


def test_full_disk(journal: Journal) -> None:
    with journal.transaction() as work:
        match = work.begin_match(HEADER, None, "boot", 0.0, 0.0)

    def enter() -> None:
        with journal.transaction() as work:
            work.append(LINE)
            work.event(work.next_seq(), "t/event/pocket", b"{}")

    def fill() -> None:
        while True:
            enter()

    journal._database.execute("PRAGMA max_page_count = 60")
    with pytest.raises(JournalFull, match=r"table\.db: the disk is full; free some space") as problem:
        fill()
    assert problem.value.path == journal.path
    kept = len(journal.lines(match.id))
    assert 10 < kept == journal.seq
    assert len(journal.outbox.pending(1000)) == kept
    journal._database.execute("PRAGMA max_page_count = 1000")
    enter()
    assert len(journal.lines(match.id)) == kept + 1


def test_locked_by_another_program(journal: Journal, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalLocked, match=r"table\.db: locked by another program"), journal.transaction():
        pass
    with pytest.raises(JournalLocked):
        journal.outbox.delivered(1)
    other.execute("ROLLBACK")
    other.close()
    with journal.transaction() as work:
        work.append(LINE)


def test_no_database_at_all(path: Path) -> None:
    path.write_bytes(b"Anna 8, Boris 3\n" * 100)
    with pytest.raises(JournalDamaged, match=r"table\.db: damaged .*move it aside"):
        Journal.open(path)


def test_damaged_pages(path: Path) -> None:
    journal = Journal.open(path)
    with journal.transaction() as work:
        match = work.begin_match(HEADER, None, "boot", 0.0, 0.0).id
        work.append_to(match, [LINE] * 200)
    journal.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(os.urandom(size // 2))
    with pytest.raises(JournalDamaged, match=r"table\.db: damaged"):
        Journal.open(path).lines(match)


def test_written_by_a_newer_one(path: Path) -> None:
    Journal.open(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalTooNew, match=rf"format 99, this one knows up to {len(MIGRATIONS)}"):
        Journal.open(path)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalUnusable, match="is writable"):
        Journal.open(tmp_path / "file" / "table.db")


def test_a_broken_step_of_the_migration_leaves_the_old_version(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal.open(path).close()
    broken = (*MIGRATIONS, "CREATE TABLE extra (a); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr("luza.journal.schema.MIGRATIONS", broken)
    with pytest.raises(JournalUnusable, match="nowhere"):
        Journal.open(path)
    monkeypatch.setattr("luza.journal.schema.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE extra (a);"))
    Journal.open(path).close()
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
