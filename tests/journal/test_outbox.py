"""The outbox repeats at most, never skips, and keeps the newest of what is retained."""

from pathlib import Path

from luza.journal import Journal, Outbox


def say(journal: Journal, *topics: str) -> list[int]:
    """One transaction with a message for each topic; snapshots are those without `event`."""
    numbers = []
    with journal.transaction() as work:
        for topic in topics:
            seq = work.next_seq()
            numbers.append(seq)
            keep = work.event if "event" in topic else work.snapshot
            keep(seq, topic, b'{"seq":%d}' % seq)
    return numbers


def rewind(journal: Journal, seq: int) -> int:
    with journal.transaction() as work:
        return work.rewind(seq)


def waiting(outbox: Outbox) -> list[tuple[int, str]]:
    return [(message.seq, message.topic) for message in outbox.pending()]


def test_in_order_and_only_the_newest_snapshot(journal: Journal) -> None:
    say(journal, "t/event/pocket", "t/state", "t/score")
    say(journal, "t/event/shot", "t/state")
    outbox = journal.outbox
    assert waiting(outbox) == [(1, "t/event/pocket"), (3, "t/score"), (4, "t/event/shot"), (5, "t/state")]
    assert outbox.pending(2)[1].topic == "t/score"
    assert outbox.depth() == 4
    assert [message.retain for message in outbox.pending()] == [False, True, False, True]


def test_acknowledged_is_gone_and_unknown_is_passed_over(journal: Journal) -> None:
    say(journal, "t/event/pocket", "t/state")
    say(journal, "t/state")  # 2 was replaced while it was under way
    journal.outbox.delivered(1, 2, 99)
    assert waiting(journal.outbox) == [(3, "t/state")]
    journal.outbox.delivered(3)
    assert journal.outbox.depth() == 0
    assert [message.seq for message in journal.outbox.retained()] == [3]


def test_survives_a_restart(path: Path) -> None:
    first = Journal.open(path)
    say(first, "t/event/pocket", "t/event/shot", "t/state")
    first.outbox.delivered(1)
    first.close()
    again = Journal.open(path)
    assert waiting(again.outbox) == [(2, "t/event/shot"), (3, "t/state")]
    assert again.outbox.pending()[0].payload == b'{"seq":2}'
    again.close()


def test_a_retained_topic_is_cleared_once(journal: Journal) -> None:
    say(journal, "t/alert/beam")
    journal.outbox.delivered(1)
    with journal.transaction() as work:
        work.clear("t/alert/beam")
        work.clear("t/alert/never-was")
    (message,) = journal.outbox.pending()
    assert (message.topic, message.payload, message.retain) == ("t/alert/beam", b"", True)
    assert journal.outbox.retained() == []
    journal.outbox.delivered(message.seq)
    assert journal.outbox.depth() == 0
    with journal.transaction() as work:
        work.clear("t/alert/beam")
    assert journal.outbox.depth() == 0


def test_replayed_from_a_number(journal: Journal) -> None:
    say(journal, *["t/event/shot"] * 5)
    journal.outbox.delivered(1, 2, 3, 4, 5)
    assert rewind(journal, 4) == 2
    assert waiting(journal.outbox) == [(4, "t/event/shot"), (5, "t/event/shot")]
    assert rewind(journal, 4) == 0


def test_a_cap_drops_the_oldest_and_says_how_many(journal: Journal) -> None:
    say(journal, *["t/event/shot"] * 10)
    assert journal.outbox.trim(cap=20) == 0
    assert journal.outbox.trim(cap=4) == 6
    assert [seq for seq, _ in waiting(journal.outbox)] == [7, 8, 9, 10]


def test_sent_events_are_kept_for_a_while_only(journal: Journal, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("luza.journal.outbox.EVENTS_KEPT", 3)
    say(journal, *["t/event/shot"] * 10)
    journal.outbox.delivered(*range(1, 9))
    assert journal.outbox.trim(cap=100) == 0
    assert rewind(journal, 0) == 3
    assert [seq for seq, _ in waiting(journal.outbox)] == [6, 7, 8, 9, 10]
