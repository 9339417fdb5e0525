"""What holds in every match, whatever is entered in whatever order."""

from hypothesis import given, settings
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.facts import Fact
from luza.statements import Redo, Undo
from luza.table import Table
from luza.told import ShotJudged, ShotWithdrawn
from luza.view import MatchView

from tests.core.entries import matches


def _play(header: Header, entries: list[Entry]) -> Table:
    table = Table(header)
    for entry in entries:
        try:
            table.enter(entry)
        except Refused:
            continue
    return table


def _state(table: Table) -> tuple[MatchView, object, bool]:
    return table.view(), table.clock, table.shot_open


@settings(max_examples=120)
@given(matches())
def test_a_refused_entry_changes_nothing(match: tuple[Header, list[Entry]]) -> None:
    header, entries = match
    table = Table(header)
    for entry in entries:
        table.tick(entry.t)
        before = _state(table)
        try:
            table.enter(entry)
        except Refused as refused:
            assert _state(table) == before
            assert refused.reason[0].isalpha() and "\n" not in refused.reason


@settings(max_examples=100)
@given(matches())
def test_the_same_entries_give_the_same_state(match: tuple[Header, list[Entry]]) -> None:
    assert _state(_play(*match)) == _state(_play(*match))


@settings(max_examples=120)
@given(matches(taking_back=False))
def test_undo_is_the_way_back_and_redo_the_way_forth(match: tuple[Header, list[Entry]]) -> None:
    """Undo after a statement is the state before it; redo is the state after it."""
    header, entries = match
    table = Table(header)
    for entry in entries:
        table.tick(entry.t)
        before = _state(table)
        try:
            table.enter(entry)
        except Refused:
            continue
        if entry.__class__ in Fact.__args__:
            continue
        after = _state(table)
        table.enter(Undo(entry.t))
        if after[2] == before[2]:
            assert _state(table) == before
        table.enter(Redo(entry.t))
        assert _state(table) == after


@settings(max_examples=100)
@given(matches())
def test_taking_everything_back_is_the_beginning(match: tuple[Header, list[Entry]]) -> None:
    header, entries = match
    table = _play(header, entries)
    at = table.now
    for _ in range(len(entries) + 1):
        try:
            table.enter(Undo(at))
        except Refused:
            break
    view, _, open_ = _state(table)
    assert view == Table(header).view() and not open_


@settings(max_examples=100)
@given(matches())
def test_what_is_told_is_what_is_shown(match: tuple[Header, list[Entry]]) -> None:
    """A display that keeps only what it was told has the same shots as the table."""
    header, entries = match
    table = Table(header)
    shown: dict[int, object] = {}
    for entry in entries:
        told = table.tick(entry.t)
        try:
            told += table.enter(entry)
        except Refused:
            pass
        for event in told:
            if isinstance(event, ShotJudged):
                assert event.amended == (event.shot.n in shown)
                shown[event.shot.n] = event.shot
            elif isinstance(event, ShotWithdrawn):
                assert shown.pop(event.shot.n) == event.shot
    assert shown == {shot.n: shot for shot in table.view().shots}


@settings(max_examples=100)
@given(matches())
def test_numbers_stay_possible(match: tuple[Header, list[Entry]]) -> None:
    header, entries = match
    table = Table(header)
    for entry in entries:
        try:
            table.enter(entry)
        except Refused:
            continue
        frame = table.frame
        assert 0 <= frame.on_table <= 16
        assert frame.to_spot >= 0 and frame.to_remove.n >= 0
        assert frame.score == tuple(s - d for s, d in zip(frame.shelf, frame.debt, strict=True))
        if header.game != "classic":
            assert min(frame.shelf) >= 0 and min(frame.debt) >= 0
        if frame.phase in ("break", "play") or frame.decision is not None:
            assert frame.at_table is not None
        if frame.decision is not None:
            assert frame.decision.default == frame.decision.options[0]
        assert [shot.n for shot in table.view().shots] == list(range(1, len(table.view().shots) + 1))
