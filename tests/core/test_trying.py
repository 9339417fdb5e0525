"""Trying out: a copy of the table goes its own way, and a check says beforehand what entering would say."""

from hypothesis import given, settings
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.facts import Fact, Strike
from luza.statements import Redo, Undo
from luza.table import Table

from tests.core.entries import matches


def _state(table: Table) -> tuple[object, ...]:
    return table.view(), table.clock, table.shot_open, table.match, table.now, table.settle_at


def _enter(table: Table, entry: Entry) -> object:
    try:
        return table.enter(entry)
    except Refused as no:
        return no.code, no.reason


@settings(max_examples=100)
@given(matches(), matches())
def test_a_copy_goes_its_own_way_and_the_original_stays(
    match: tuple[Header, list[Entry]], other: tuple[Header, list[Entry]]
) -> None:
    header, entries = match
    table = Table(header)
    for entry in entries:
        _enter(table, entry)
    before = _state(table)
    twin = table.copy()
    for entry in other[1]:
        _enter(twin, type(entry)(**{**_fields(entry), "t": twin.now + entry.t}))
    while not isinstance(_enter(twin, Undo(twin.now)), tuple):
        pass
    assert _state(table) == before


def _fields(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


@settings(max_examples=100)
@given(matches(), matches())
def test_a_copy_does_what_the_original_does(
    match: tuple[Header, list[Entry]], later: tuple[Header, list[Entry]]
) -> None:
    header, entries = match
    table = Table(header)
    for entry in entries:
        _enter(table, entry)
    twin = table.copy()
    at = table.now
    for entry in later[1]:
        same = type(entry)(**{**_fields(entry), "t": at + entry.t})
        assert _enter(twin, same) == _enter(table, same)
        assert _state(twin) == _state(table)
    for said in (Undo, Undo, Redo, Undo, Redo, Redo):
        assert _enter(twin, said(at + 1000)) == _enter(table, said(at + 1000))
        assert _state(twin) == _state(table)


@settings(max_examples=150)
@given(matches())
def test_a_check_says_what_entering_would_say_and_changes_nothing(match: tuple[Header, list[Entry]]) -> None:
    header, entries = match
    table = Table(header)
    for entry in entries:
        table.tick(entry.t)
        if entry.__class__ in Fact.__args__:
            table.enter(entry)
            continue
        before = _state(table)
        foreseen = None
        try:
            table.check(entry)  # type: ignore[arg-type]
        except Refused as no:
            foreseen = no.code, no.reason
        assert _state(table) == before
        found = _enter(table, entry)
        assert (found if isinstance(found, tuple) else None) == foreseen


def test_a_table_that_was_copied_in_the_middle_of_a_shot_is_not_tied_to_it() -> None:
    table = Table(Header(game="free", players=["A", "B"], first_breaker=0))
    table.enter(Strike(1.0))
    twin = table.copy()
    twin.enter(Undo(2.0))
    assert table.shot_open and not twin.shot_open
