"""What is refused, why, and that nothing changes by it."""

import msgspec
import pytest
from luza.entries import parse_entry
from luza.errors import Refused

from tests.rules import script

BROKEN = "free; 2:2, A plays, 12 balls"
ASKED = "free, without contact, option unproven=ask; 2:2, A plays, 12 balls"
CODE = "dynamic-code; 2:2, A plays, 12 balls"
NUMBERED = "classic; 30:30, A plays, 7 balls, numbers 5 11 12 13 14 15"
WON = "free; 7:2, A plays, 7 balls"
MOSCOW = "moscow; 3:3, A plays, 10 balls"
OWN = "strikes; cue-5; 5 in rear-left; cue in rear-left; rest"
CODE_WON = "dynamic-code; 7:2, A plays, 7 balls"

REFUSED = [
    ("free", "choose play", "no_decision"),
    (BROKEN, "4 strikes; 4-9; rest; choose anywhere", "unknown_option"),
    (BROKEN, "4 strikes; 4-9; rest; choose play by A", "wrong_player"),
    (ASKED, "strikes; rear; rest; choose play", "unknown_option"),
    ("free", "call slow_play", "needs_player"),
    ("free", "call interference", "needs_player"),
    ("free", "call etiquette", "needs_player"),
    ("free", "call slow_play by C", "no_such_player"),
    ("free", "call no_such_thing by A", "unknown_foul"),
    ("free", "call lean by A", "unknown_foul"),
    ("moscow", "call push_shot by A", "unknown_foul"),
    ("dynamic", "call etiquette by A", "unknown_foul"),
    ("dynamic-code", "call slow_play by A", "unknown_foul"),
    ("free", "call no_foot", "no_shot"),
    (BROKEN, "4 strikes; 4-9; rest; setup (2:2, A plays, 12 balls); call no_foot", "no_shot"),
    ("classic", "call premature_end", "needs_player"),
    ("free, lag", "call interference by A", "not_started"),
    (WON, "concede A; call interference by B", "match_over"),
    (WON, "concede A; setup (0:0, A plays, 16 balls)", "match_over"),
    (WON, "concede A; concede A", "match_over"),
    (WON, "concede A; adjust A +1", "match_over"),
    (WON, "concede A; incident disturbed_rerack", "match_over"),
    ("classic", "concede A; nominate 5 in rear-left", "match_over"),
    ("free", "concede C", "no_such_player"),
    ("free", "setup (0:0:0, A plays, 16 balls)", "impossible_setup"),
    ("free", "setup (0:0, C plays, 16 balls)", "no_such_player"),
    ("free", "setup (0:0, A plays, 16 balls, broken by C)", "no_such_player"),
    ("free", "setup (8:0, A plays, 8 balls)", "setup_over"),
    ("free", "setup (0:0, A plays, 16 balls, won 0:0:0)", "impossible_setup"),
    ("free, race 2", "setup (0:0, A plays, 16 balls, won 2:0)", "setup_match_over"),
    ("classic", "setup (0:0, A plays, 3 balls, numbers 4 4)", "impossible_setup"),
    ("classic", "setup (60:60, A plays, 3 balls, numbers 4)", "setup_balls"),
    ("classic", "setup (60:60, A plays, 1 balls)", "setup_over"),
    ("free", "lag won by A", "lag_in_play"),
    ("free, lag", "lag won by A; lag won by B", "lag_in_play"),
    ("free, lag", "lag won by C", "no_such_player"),
    ("classic, lag", "lag won by A", "not_in_game"),
    ("free, lag", "lot A", "not_in_game"),
    ("classic", "lot A", "lag_in_play"),
    ("classic, lag", "lot C", "no_such_player"),
    (BROKEN, "incident disturbed", "no_shot"),
    (BROKEN, "4 strikes; 4-9; rest; incident on_rail", "not_in_game"),
    ("moscow", "strikes; cue-1; rest; incident disturbed_rerack", "not_in_game"),
    ("free, lag", "incident disturbed_rerack", "not_started"),
    ("free", "nominate 5 in rear-left", "not_in_game"),
    ("classic", "nominate own in rear-left", "not_in_game"),
    ("classic, lag", "nominate 5 in rear-left", "not_started"),
    (NUMBERED, "nominate 9 in rear-left", "ball_gone"),
    (NUMBERED, "strikes; cue-5; 5 in rear-left; rest; nominate 5 in rear-left", "ball_gone"),
    (CODE, "strikes; cue-5; 5 in rear-left; rest; nominate 5 in rear-left", "ball_gone"),
    (NUMBERED, "strikes; cue-5; object in rear-left; rest; identify 9", "ball_gone"),
    (NUMBERED, "strikes; cue-5; 5 in rear-left; object in rear-left; rest; identify 5", "ball_gone"),
    ("classic", "strikes; nominate 5 in rear-left", "shot_open"),
    (BROKEN, "4 strikes; setup (2:2, A plays, 12 balls)", "shot_open"),
    ("moscow", "removed 5", "nothing_to_remove"),
    (MOSCOW, f"{OWN}; removed 7; removed 6", "nothing_to_remove"),
    (MOSCOW, f"{OWN}; removed 5", "ball_gone"),
    ("free", "warned", "clock_off"),
    ("free", "extension A", "clock_off"),
    ("moscow", "clock on 45; extension A", "not_in_game"),
    ("free", "clock on 45; extension B", "wrong_player"),
    ("free", "clock on 45; extension A; extension A", "extension_spent"),
    ("moscow; 2:2, A plays, 12 balls", "affair B 5", "not_in_game"),
    ("dynamic-code, lag", "affair B 5", "not_started"),
    ("dynamic-code", "affair B 5", "dare_on_break"),
    (CODE, "affair A 5", "own_turn"),
    (CODE, "strikes; affair B 5", "shot_open"),
    (CODE, "strikes; cue-5; rest; affair_result yes", "no_dare"),
    (CODE, "strikes; cue-5; rest; incident not_removed", "none_owed"),
    ("free", "undo", "nothing_to_undo"),
    ("free", "redo", "nothing_to_redo"),
    (BROKEN, "4 strikes; rest; undo; 4 strikes; redo", "nothing_to_redo"),
    (BROKEN, "4 strikes; rest; undo; call etiquette by A; redo", "nothing_to_redo"),
    (BROKEN, "4 strikes; 4-9; 9 in rear-left; rest; rule foul", "proven"),
    (BROKEN, "4 strikes; 4-9; 9 rear; rule legal", "proven"),
    ("free", "identify 5", "no_unknown_ball"),
    (BROKEN, "4 strikes; 4-9; 9 in rear-left; rest; identify 5", "no_unknown_ball"),
    ("moscow", "strikes; cue-5; object in rear-left; rest; identify cue", "no_unknown_ball"),
    ("dynamic-code", "continue_run", "no_shot"),
    (WON, "4 strikes; 4-9; 9 in rear-left; rest; continue_run", "run_not_open"),
    (CODE, "strikes; cue-5; 5 in rear-left; rest; continue_run", "run_not_open"),
    (CODE_WON, "strikes; cue-5; 5 in rear-left; rest; continue_run", "first_of_run"),
]  # fmt: skip


@pytest.mark.parametrize(("opening", "words", "code"), REFUSED, ids=[f"{o}: {w}" for o, w, _ in REFUSED])
def test_it_is_refused_and_nothing_changes(opening: str, words: str, code: str) -> None:
    table, clock = script.open_table(opening)
    *before, last = [word.strip() for word in words.split(";")]
    for word in before:
        clock += script.STEP
        table.enter(parse_entry(msgspec.json.encode({"t": clock, **script.entry_of(word)})))
    view, steps = table.view(), table.steps
    with pytest.raises(Refused) as refused:
        table.enter(parse_entry(msgspec.json.encode({"t": clock + 1, **script.entry_of(last)})))
    assert refused.value.code == code
    assert (table.view(), table.steps) == (view, steps)
    assert str(refused.value)


def test_time_does_not_run_backwards() -> None:
    table, clock = script.open_table(BROKEN)
    with pytest.raises(Refused) as refused:
        table.enter(parse_entry(msgspec.json.encode({"t": clock - 0.5, "type": "strike"})))
    assert refused.value.code == "time" and table.view().shots == ()


@pytest.mark.parametrize("said", [{}, {"winner": 0, "repeat": True}])
def test_a_lag_has_a_winner_or_is_repeated(said: dict[str, object]) -> None:
    table, clock = script.open_table("free, lag")
    before = table.view()
    with pytest.raises(Refused) as refused:
        table.enter(parse_entry(msgspec.json.encode({"t": clock, "type": "lag", **said})))
    assert refused.value.code == "winner_or_repeat" and table.view() == before
