"""Every state of the judged recordings has words, and every clause that a verdict cites is known."""

from pathlib import Path

import pytest
from luza import words
from luza.entries import Header, parse_log
from luza.errors import BadEntry, Refused
from luza.messages import Words
from luza.rules import clauses
from luza.table import Table

RECORDINGS = sorted((Path(__file__).parents[1] / "scenarios").glob("*/*.tlog"))


def told(path: Path) -> Table | None:
    """The recording's table at its end, or where it goes wrong; its words are checked at each entry."""
    table = None
    try:
        for _, entry in parse_log(path.read_text(encoding="utf-8").splitlines()):
            if isinstance(entry, Header):
                table = Table(entry)
            elif table is not None:
                table.enter(entry)
                check(table)
    except (BadEntry, Refused):
        pass
    return table


def check(table: Table) -> None:
    """The words of the table's state are whole, and fit for a display."""
    view = table.brief()
    said = words.state_words(view, race_to=table.header.race_to, shot_open=table.shot_open)
    for one in (said.status, said.last_shot, said.instruction, said.decision, *said.options):
        if one is not None:
            whole(one)
    decision = view.frame.decision
    if not table.shot_open:
        assert (said.decision is None) == (decision is None)
        assert len(said.options) == (0 if decision is None else len(decision.options))


def whole(said: Words) -> None:
    """Both languages are filled in."""
    for text in (said.ru, said.en):
        assert text
        assert "{" not in text
        assert "None" not in text


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recording_can_be_told(path: Path) -> None:
    table = told(path)
    if table is None:
        return
    table.finish()
    for shot in table.view().shots:
        assert shot.articles
        for id in shot.articles:
            assert table.header.game in clauses.get(id).games, id
        whole(words.shot(table.header, shot))
        for foul in shot.fouls:
            whole(words.foul(table.header, foul, shot.player, penalty=shot.delta))


def test_there_are_recordings() -> None:
    assert len(RECORDINGS) > 100
