"""Alerts and the health of the table's parts, from issues and counters. Pure."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Literal

from luza import words
from luza.controller.boards import Boards, Issue
from luza.locale import Value
from luza.messages import Alert, Health, InputState, Part, Words
from luza.sources.reasons import worded

State = Literal["ok", "degraded", "fault"]

_RANK: tuple[State, ...] = ("ok", "degraded", "fault")
_STATE_OF: dict[str, State] = {"info": "ok", "warning": "degraded", "fault": "fault"}


def issue_words(issue: Issue) -> Words:
    """What is wrong and what to do about it."""
    data: dict[str, Value] = {name: value for name, value in issue.data.items() if name != "uid"}
    if isinstance(said := data.get("text"), str):
        data["text"] = worded(said)
    return words.alert(issue.code, data)


def alert(issue: Issue, since: str) -> Alert:
    """The issue as a retained message."""
    return Alert(id=issue.id, level=issue.level, since=since, words=issue_words(issue))


def health(
    issues: Iterable[Issue],
    since: Mapping[str, str],
    boards: Boards,
    counters: Mapping[str, dict[str, int]],
    others: Mapping[str, Part],
    inputs: Mapping[str, InputState],
) -> Health:
    """All parts with the worst of each; `since` by issue, `counters` by part, `others` as their rooms say."""
    parts = {name: Part(state="ok", counters=dict(count)) for name, count in counters.items()}
    if boards.fitted:
        parts["board"] = Part(state="ok", counters=boards.vitals())
        parts["link"] = Part(state="ok", counters=boards.counters())
        parts["sensors"] = Part(state="ok")
    for issue in issues:
        state = _STATE_OF[issue.level]
        part = parts.get(issue.part, Part(state="ok"))
        if _RANK.index(state) > _RANK.index(part.state):
            parts[issue.part] = Part(
                state=state, reason=issue_words(issue), since=since.get(issue.id), counters=part.counters
            )
    parts.update(others)
    states = {part.state for part in parts.values()}
    worst: State = "fault" if "fault" in states else "degraded" if "degraded" in states else "ok"
    return Health(state=worst, parts=parts, inputs=dict(inputs))


def input_states(boards: Boards, now: float, wall: float) -> dict[str, InputState]:
    """Every input of every board. now: by the clock that the boards' reports were taken with; wall: seconds
    since 1970 at the same moment."""
    return {
        name: InputState(
            state=one.state,
            since=datetime.fromtimestamp(wall - for_s, UTC)
            .isoformat(timespec="seconds")
            .replace("+00:00", "Z"),
            spells=one.spells,
        )
        for name, (one, for_s) in boards.inputs(now).items()
    }
