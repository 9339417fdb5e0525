"""What a board's numbers mean on the table: events to facts, outputs to reports."""

import pytest
from luza.facts import CentreLine, Contact, Cushion, OffTable, Pocket, Rest, Strike
from luza.sources.board import (
    BoardBatch,
    BoardClockJumped,
    BoardConfused,
    BoardFitted,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardRestarted,
    BoardSays,
    BoardVitals,
    Doubtful,
    InputsSeen,
    MissingFacts,
    SensorHealth,
)
from luza.sources.link_facts import CUSHIONS, Translator, fact_of
from luza_link import messages as m
from luza_link.clock import BoardClock
from luza_link.outputs import BootChanged, Dictionary, Linked, Missing, Output, Unreadable, VersionMismatch
from luza_link.values import Event, Heartbeat, Log, Snapshot

from tests.protocol.test_host import BOOT, UID, hello


def translator(now: float = 1000.0) -> Translator:
    clock = BoardClock()
    clock.pong(clock.ping(100.0), 0, 100.0)
    translate = Translator(clock, lambda: now)
    translate.opened("/dev/luza-table")
    translate([Linked(hello(lost=3, settings_hash=9), 0)])
    return translate


def told(*outputs: Output) -> list[BoardBatch | BoardReport]:
    return translator()(outputs)


@pytest.mark.parametrize(
    ("event", "fact"),
    [
        (Event(1, 0, m.POCKET, 0, 57, 0), Pocket(2.0, "front-left")),
        (Event(1, 0, m.POCKET, 5, 57, m.FLAG_CUE), Pocket(2.0, "rear-right", "cue")),
        (Event(1, 0, m.POCKET, 3, 57, m.FLAG_OBJECT), Pocket(2.0, "middle-right", "object")),
        (Event(1, 0, m.CUSHION, 0, 0, 0), Cushion(2.0, "front")),
        (Event(1, 0, m.CUSHION, 4, 0, 0), Cushion(2.0, "right-front")),
        (Event(1, 0, m.CENTRE_LINE, 0, -1, 0), CentreLine(2.0, towards="front")),
        (Event(1, 0, m.CENTRE_LINE, 0, 1, 0), CentreLine(2.0, towards="rear")),
        (Event(1, 0, m.CENTRE_LINE, 0, 0, 0), CentreLine(2.0)),
        (Event(1, 0, m.STRIKE, 0, 0, m.FLAG_CUE), Strike(2.0, "cue")),
        (Event(1, 0, m.CONTACT, 0, 0, 0), Contact(2.0)),
        (Event(1, 0, m.REST, 0, 0, 0), Rest(2.0)),
        (Event(1, 0, m.OFF_TABLE, 0, 0, m.FLAG_OBJECT), OffTable(2.0, "object")),
    ],
)
def test_an_event_is_a_fact(event: Event, fact: object) -> None:
    assert fact_of(event, 2.0) == fact


def test_both_sides_name_the_channels_alike() -> None:
    assert CUSHIONS == m.CUSHION_NAMES
    assert tuple(fact_of(Event(1, 0, m.POCKET, n, 0, 0), 0.0).pocket for n in range(6)) == m.POCKET_NAMES


def test_events_that_come_together_are_one_batch_in_the_hosts_time() -> None:
    events = (Event(7, 1_000_000, m.STRIKE, 0, 0, 0), Event(8, 1_500_000, m.REST, 0, 0, 0))
    assert told(*events) == [BoardBatch(UID, BOOT, 8, (Strike(101.0), Rest(101.5)), seqs=(7, 8))]


def test_facts_never_go_back_in_time() -> None:
    events = (Event(1, 2_000_000, m.STRIKE, 0, 0, 0), Event(2, 1_999_000, m.CONTACT, 0, 0, 0))
    assert told(*events) == [BoardBatch(UID, BOOT, 2, (Strike(102.0), Contact(102.0)), seqs=(1, 2))]


def test_what_is_missing_stands_where_it_is_missing() -> None:
    outputs = (
        Event(1, 0, m.REST, 0, 0, 0),
        Missing(BOOT, 2, 5, "the board's ring ran over"),
        Event(6, 0, m.REST, 0, 0, 0),
    )
    assert told(*outputs) == [
        BoardBatch(UID, BOOT, 1, (Rest(100.0),), seqs=(1,)),
        BoardBatch(UID, BOOT, 5, (), MissingFacts(2, 5, "the board's ring ran over")),
        BoardBatch(UID, BOOT, 6, (Rest(100.0),), seqs=(6,)),
    ]


def test_health_is_a_report_and_is_committed_like_a_fact() -> None:
    outputs = (
        Event(1, 0, m.REST, 0, 0, 0),
        Event(2, 1_000_000, m.HEALTH, m.INPUT_CUSHIONS + 4, m.HEALTH_NOISY, 0),
        Event(3, 2_000_000, m.HEALTH, m.INPUT_CUSHIONS + 4, m.HEALTH_OK, 0),
    )
    assert told(*outputs) == [
        BoardBatch(UID, BOOT, 1, (Rest(100.0),), seqs=(1,)),
        SensorHealth(UID, 101.0, "cushion right-front", "noisy"),
        BoardBatch(UID, BOOT, 2, ()),
        SensorHealth(UID, 102.0, "cushion right-front", "ok"),
        BoardBatch(UID, BOOT, 3, ()),
    ]


def test_what_the_board_does_not_vouch_for_is_told_and_never_a_fact() -> None:
    assert told(Event(4, 0, m.POCKET, 2, 900, m.FLAG_DOUBTFUL)) == [
        Doubtful(UID, Pocket(100.0, "middle-left")),
        BoardBatch(UID, BOOT, 4, ()),
    ]


@pytest.mark.parametrize(
    "event",
    [
        Event(4, 0, 99, 0, 0, 0),
        Event(4, 0, m.POCKET, 6, 0, 0),
        Event(4, 0, m.CUSHION, 255, 0, 0),
        Event(4, 0, m.HEALTH, 99, 1, 0),
        Event(4, 0, m.HEALTH, 0, 9, 0),
        Event(4, 0, m.HEALTH, 0, -1, 0),
    ],
)
def test_numbers_that_mean_nothing_are_named_and_stop_nothing(event: Event) -> None:
    confused, batch = told(event)
    assert isinstance(confused, BoardConfused)
    assert f"event 4 of kind {event.kind}, channel {event.channel}" in confused.text
    assert batch == BoardBatch(UID, BOOT, 4, ())


def test_a_blocked_beam_on_connecting_is_a_report_and_no_fact() -> None:
    faults = 1 << m.INPUT_SLATE
    assert told(Snapshot(0, 0, 0b100, faults)) == [InputsSeen(UID, ("pocket middle-left",), ("slate",))]


def test_the_rest_are_reports() -> None:
    beat = Heartbeat(0, 9, 8, 3, 2, 1, 100_000, 850, 1 << 12, 1 << 20)
    mismatch = VersionMismatch("link 2.0", "link 1.0", "update")
    assert told(
        beat,
        Log(m.LOG_ERROR, 2, "ADC"),
        Log(77, 0, "?"),
        Dictionary('{"fitted":[]}'),
        Dictionary("[]"),
        BootChanged(UID, 1, BOOT, "power"),
        Unreadable("message type 4: no board sends this type"),
        mismatch,
    ) == [
        BoardVitals(
            UID, 3, 2, 1, 100_000, 850, ("centre line house side",), ("colour rear-right",), 0.0, 0.0
        ),
        BoardSays(UID, "error", "ADC", 2),
        BoardSays(UID, "error", "?", 0),
        BoardFitted(UID, {"fitted": []}),
        BoardConfused(UID, "the board's dictionary is not a JSON object: Expected `object`, got `array`"),
        BoardRestarted(UID, BOOT, "power"),
        BoardConfused(UID, "message type 4: no board sends this type"),
        BoardRefused("version", "/dev/luza-table", mismatch.text),
    ]


def test_a_dictionary_that_is_nested_without_end_is_not_read() -> None:
    (said,) = told(Dictionary('{"a":' * 5000))
    assert isinstance(said, BoardConfused) and "dictionary" in said.text


def test_a_board_that_is_found_says_how_it_stands() -> None:
    translate = translator()
    assert translate([Linked(hello(lost=3, settings_hash=9, reset_cause=3), 0)]) == [
        BoardFound(UID, BOOT, "/dev/luza-table", "0.1.0", "watchdog", 9, 3)
    ]


def test_a_clock_that_jumped_ahead_is_named_once_and_its_facts_have_the_time_of_their_coming() -> None:
    """And what it says afterwards is not held at the time that it had jumped to."""
    translate = translator(now=110.0)
    said = translate(
        [
            Event(1, 8_000_000, m.STRIKE, 0, 0, 0),
            Event(2, 4_000_000_000, m.CUSHION, 0, 0, 0),
            Event(3, 4_000_100_000, m.CUSHION, 1, 0, 0),
        ]
    )
    assert said == [
        BoardBatch(UID, BOOT, 1, (Strike(108.0),), seqs=(1,)),
        BoardClockJumped(UID, 3990.0),
        BoardBatch(UID, BOOT, 3, (Cushion(110.0, "front"), Cushion(110.0, "rear")), seqs=(2, 3)),
    ]
    assert translate([Event(4, 10_250_000, m.REST, 0, 0, 0)]) == [
        BoardBatch(UID, BOOT, 4, (Rest(110.25),), seqs=(4,))
    ]
