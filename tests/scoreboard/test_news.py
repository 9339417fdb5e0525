"""What of that which is said is believed, and for how long: the reader's rules of protocol/README.md."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza_scoreboard.news import PATIENCE_MS, News


def say(news: News, name: str, seq: int, session: str = "s", rev: int | None = None, **fields: Any) -> None:
    """A message as a table says it."""
    stamp = {"v": 1, "session": session, "seq": seq, "rev": seq if rev is None else rev}
    news.hear(name, json.dumps(stamp | fields).encode())


def score(news: News, seq: int, *numbers: int, **fields: Any) -> None:
    """A score of a frame in play."""
    play = {"score": numbers, "frames_won": [0] * len(numbers), "at_table": 0, "phase": "play"}
    say(news, "score", seq, **play | fields)


def online(news: News, seq: int = 1, **fields: Any) -> None:
    """The table is there."""
    say(news, "availability", seq, **{"state": "online", **fields})


def numbers(news: News, now: int = 0, heard_at: int | None = 0) -> list[int] | None:
    """The score to be shown; None: dashes."""
    shown = news.shown(now, heard_at)
    return None if shown is None else shown.score


def test_a_score_is_shown_when_the_table_is_known_to_be_there() -> None:
    news = News()
    assert numbers(news) is None
    score(news, 2, 3, 4)
    assert numbers(news) is None
    online(news)
    assert numbers(news) == [3, 4]
    say(news, "availability", 3, state="offline")
    assert numbers(news) is None


def test_what_is_older_is_dropped_and_what_is_said_again_is_not() -> None:
    news = News()
    online(news)
    score(news, 10, 3, 4, rev=7)
    score(news, 9, 1, 1, rev=8)
    score(news, 11, 2, 2, rev=6)
    assert numbers(news) == [3, 4]
    score(news, 12, 5, 5, rev=7)
    assert numbers(news) == [5, 5]
    news.reconnected()
    online(news)  # the retained one, under its old number
    assert numbers(news, PATIENCE_MS * 2, PATIENCE_MS * 2) == [5, 5]


def test_a_new_session_may_begin_anywhere_and_an_old_one_does_not_come_back() -> None:
    news = News()
    online(news)
    score(news, 500, 7, 7)
    score(news, 3, 0, 1, session="new disk")
    assert numbers(news) == [0, 1]
    score(news, 500, 7, 7)
    assert numbers(news) == [0, 1]
    for number in range(20):  # more runs than are remembered: memory stays bounded, the newest counts
        score(news, 1, number, number, session=f"run {number}")
    assert numbers(news) == [19, 19]


def test_after_a_loss_the_score_stays_for_twelve_seconds() -> None:
    news = News()
    online(news)
    score(news, 2, 3, 4)
    assert numbers(news, 1000, 900) == [3, 4]
    assert numbers(news, 900 + PATIENCE_MS, None) == [3, 4]
    assert numbers(news, 901 + PATIENCE_MS, None) is None
    news.reconnected()
    assert numbers(news, 902 + PATIENCE_MS, 902 + PATIENCE_MS) is None, "nobody has said that it still holds"
    online(news, 2)
    assert numbers(news, 903 + PATIENCE_MS, 903 + PATIENCE_MS) == [3, 4]


def test_a_table_that_was_away_stays_away_until_it_says_otherwise() -> None:
    news = News()
    score(news, 2, 3, 4)
    say(news, "availability", 3, state="offline")
    news.reconnected()
    assert numbers(news, 5, 5) is None
    online(news, 4)
    assert numbers(news, 6, 6) == [3, 4]
    news.hear("availability", b"")  # the topic was taken back
    assert numbers(news, 7, 7) is None


def test_an_idle_table_has_no_score() -> None:
    news = News()
    online(news)
    score(news, 2, phase="idle", at_table=None, frames_won=[3, 1])
    shown = news.shown(0, 0)
    assert shown is not None
    assert (shown.score, shown.frames, shown.at_table) == ([], [3, 1], None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
FIELDS = ("v", "session", "seq", "rev", "score", "frames_won", "at_table", "phase", "state")


@settings(max_examples=40)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON)) | JSON)
def test_nothing_that_is_json_breaks_it(said: object) -> None:
    news = News()
    for name in ("score", "availability"):
        news.hear(name, json.dumps(said).encode())


@settings(max_examples=40)
@given(st.binary(max_size=40))
def test_nothing_that_is_no_json_breaks_it(payload: bytes) -> None:
    news = News()
    online(news)
    score(news, 2, 3, 4)
    news.hear("score", payload)
    assert numbers(news) == [3, 4]


@pytest.mark.parametrize("rev", [5, 4])
def test_the_first_rev_of_another_run_is_taken_whatever_it_is(rev: int) -> None:
    news = News()
    online(news)
    score(news, 50, 3, 4, rev=5)
    score(news, 51, 5, 4, session="next", rev=rev)
    assert numbers(news) == [5, 4]
