"""Matches to files and back, byte for byte."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from luza.entries import encode
from luza.errors import BadEntry
from luza.facts import Pocket, Rest, Strike
from luza.journal import Journal, export_match, import_log
from luza.journal.tlog import NoSuchMatch
from luza.statements import Adjust, Undo

from tests.journal.lines import HEADER

SCENARIOS = sorted(Path(__file__).parents[1].glob("scenarios/*/*.tlog"))


def test_recordings_come_back_as_they_were(journal: Journal) -> None:
    refused = 0
    for file in SCENARIOS:
        try:
            match = import_log(journal, file.read_bytes().splitlines(keepends=True))
        except BadEntry:
            refused += 1  # a recording whose judge says that it cannot be read
            continue
        kept = [line for line in file.read_text().splitlines() if line.strip()]
        assert list(export_match(journal, match.id)) == kept
    assert refused < len(SCENARIOS) / 10


numbers = st.floats(0, 1e5, allow_nan=False)
entries = st.one_of(
    st.builds(Strike, t=numbers, ball=st.sampled_from(["cue", "object", 7, None])),
    st.builds(Pocket, t=numbers, pocket=st.just("rear-left"), ball=st.none()),
    st.builds(Rest, t=numbers),
    st.builds(Undo, t=numbers),
    st.builds(Adjust, t=numbers, player=st.just(1), delta=st.integers(-9, 9), reason=st.text(max_size=40)),
)


@settings(
    max_examples=50,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(entries, max_size=20), st.text(max_size=20))
def test_any_entries_come_back(journal: Journal, what: list[Strike], extra: str) -> None:
    lines = [HEADER, *(encode(entry)[:-1] + ',"note":"' + extra.encode().hex() + '"}' for entry in what)]
    match = import_log(journal, [line.encode() + b"\n" for line in lines])
    assert list(export_match(journal, match.id)) == lines


def test_a_bad_line_imports_nothing(journal: Journal) -> None:
    lines = [HEADER.encode(), b'{"t":1,"type":"rest"}', b"", b'{"t":2,"type":"pokcet"}']
    with pytest.raises(BadEntry, match=r"line 4: unknown type 'pokcet'; did you mean 'pocket'"):
        import_log(journal, lines)
    assert journal.matches() == []


def test_the_match_that_is_played_stays(journal: Journal) -> None:
    with journal.transaction() as work:
        playing = work.begin_match(HEADER, None, "boot", 0.0, 0.0)
    imported = import_log(journal, [HEADER.encode()])
    assert imported.id != playing.id
    assert journal.current() == playing


def test_no_such_match(journal: Journal) -> None:
    with pytest.raises(NoSuchMatch, match="no match 12; `luza journal list`"):
        list(export_match(journal, 12))
