"""What displays see of a match: the snapshots `state`, `score` and `clock`, without their stamps. Pure."""

from luza import words
from luza.clock import ClockState, extensions
from luza.controller.timing import MatchTime, rfc3339
from luza.messages import ClockMessage, ClockView, Confirmation, Falling, Score, State
from luza.table import Table
from luza.view import MatchView

JUMP_S = 0.05
"""A wall clock that was set by more than this makes a running shot clock's `ends_at` another."""


def idle_state(confirmations: tuple[Confirmation, ...]) -> State:
    """The table is free: nothing of an earlier match may look like today's."""
    return State(
        match=None,
        game=None,
        players=(),
        race_to=0,
        frames_won=(),
        match_winner=None,
        frames=(),
        frame=None,
        last_shot=None,
        shot_open=False,
        falling=(),
        clock=ClockView(),
        needs_confirmation=confirmations,
        words=words.idle(),
        idle=True,
    )


def state(
    match: str, table: Table, view: MatchView, clock: ClockView, confirmations: tuple[Confirmation, ...]
) -> State:
    """The match as it stands; `view` is the table's, with the last shot."""
    last = view.shots[-1] if view.shots else None
    return State(
        match=match,
        game=view.game,
        players=view.players,
        race_to=table.header.race_to,
        frames_won=view.frames_won,
        match_winner=view.match_winner,
        frames=view.frames,
        frame=view.frame,
        last_shot=last,
        shot_open=table.shot_open,
        falling=tuple(Falling(fact.pocket, fact.ball, fact.t) for fact in table.falling),
        clock=clock,
        needs_confirmation=confirmations,
        swapped=table.swapped,
        words=words.state_words(
            view, race_to=table.header.race_to, shot_open=table.shot_open, last_shot=last
        ),
        target=table.rules.terms.target or table.rules.game.target[len(view.players)],
    )


def score(shown: State) -> Score:
    """The small snapshot for tiny displays."""
    frame = shown.frame
    return Score(
        players=shown.players,
        score=frame.score if frame else (),
        frames_won=shown.frames_won,
        at_table=frame.at_table if frame else None,
        phase=frame.phase if frame else "idle",
    )


def clock_message(view: ClockView) -> ClockMessage:
    """The shot clock by itself."""
    return ClockMessage(
        running=view.running,
        ends_at=view.ends_at,
        left_s=view.left_s,
        limit_s=view.limit_s,
        warned=view.warned,
        extensions=view.extensions,
    )


class ClockFace:
    """The shot clock as displays get it; the same as long as nothing of it has changed, for displays count by
    themselves."""

    def __init__(self) -> None:
        self._state: tuple[ClockState, tuple[int, ...]] | None = None
        self._ends_wall: float | None = None
        self._view = ClockView()

    def view(self, table: Table, brief: MatchView, time: MatchTime) -> ClockView:
        """The clock of the table now."""
        state = table.clock
        left = _extensions_left(table, brief, state)
        ends_wall = None if state.ends is None else time.wall_of(state.ends)
        if self._state == (state, left) and not self._jumped(ends_wall):
            return self._view
        self._state, self._ends_wall = (state, left), ends_wall
        self._view = ClockView(
            running=ends_wall is not None,
            ends_at=None if ends_wall is None else rfc3339(ends_wall),
            left_s=_left(state, time),
            limit_s=state.limit_s if state.on else None,
            warned=state.warned,
            extensions=left,
        )
        return self._view

    def _jumped(self, ends_wall: float | None) -> bool:
        if ends_wall is None or self._ends_wall is None:
            return ends_wall is not self._ends_wall
        return abs(ends_wall - self._ends_wall) > JUMP_S


def _left(state: ClockState, time: MatchTime) -> float | None:
    if not state.on:
        return None
    if state.ends is None:
        return state.allowed_s
    return round(max(0.0, state.ends - time.now()), 1)


def _extensions_left(table: Table, brief: MatchView, state: ClockState) -> tuple[int, ...]:
    if not state.on:
        return ()
    race_to = table.header.race_to
    decider = race_to > 1 and all(won == race_to - 1 for won in brief.frames_won)
    return tuple(extensions(decider) - used for used in state.used)
