"""What a display writes beside the numbers: the status line, the last shot, what to do, what to choose."""

from luza.locale import join, say
from luza.messages import StateWords, Words
from luza.view import FrameView, MatchView, ShotView
from luza.words import decisions, results, shots
from luza.words.instructions import instructions


def state_words(
    view: MatchView,
    *,
    race_to: int = 1,
    shot_open: bool = False,
    last_shot: ShotView | None = None,
) -> StateWords:
    """All words of a table's state. Pure: the same view gives the same words.

    `last_shot` is by default the match's latest. While a shot is open there is nothing to do and nothing to
    choose.
    """
    frame = view.frame
    if last_shot is None and view.shots:
        last_shot = view.shots[-1]
    ruling = frame.decision is not None and frame.decision.kind == "ruling"
    last = None if last_shot is None else shots.shot(view, last_shot, awaits_ruling=ruling)
    if shot_open:
        return StateWords(status=status(view, race_to=race_to, shot_open=True), last_shot=last)
    todo = instructions(view, frame, last_shot)
    return StateWords(
        status=status(view, race_to=race_to),
        last_shot=last,
        instruction=join(todo, ". ") if todo else None,
        decision=None if frame.decision is None else decisions.title(view.game, frame.decision, view.players),
        options=decisions.options(view.game, frame, view.players),
    )


def idle() -> StateWords:
    """The words of a table where no match is on."""
    return StateWords(status=say("state.idle"))


def status(view: MatchView, *, race_to: int = 1, shot_open: bool = False) -> Words:
    """What is going on at the table, in one line. In a match of several frames it begins with the frame."""
    frame = view.frame
    if view.match_winner is not None:
        if race_to == 1 and view.frames:
            score = results.score(view.frames[-1].score, view.match_winner)
        else:
            score = results.score(view.frames_won, view.match_winner)
        return say("state.over", who=view.players[view.match_winner], score=score)
    words = _at_the_table(view, frame, shot_open)
    if race_to == 1 and frame.number == 1:
        return words
    return say("state.frame", number=frame.number, text=words)


def _at_the_table(view: MatchView, frame: FrameView, shot_open: bool) -> Words:
    decision = frame.decision
    if decision is not None and not shot_open:
        if decision.by is None:
            return say("state.referee")
        return say("state.decides", who=view.players[decision.by])
    if frame.at_table is None:
        return say("state.lot" if view.game == "classic" else "state.lag")
    who = view.players[frame.at_table]
    if shot_open:
        return say("state.shot_open", who=who)
    if frame.phase == "break":
        return say("state.opens" if view.game == "classic" else "state.breaks", who=who)
    key = {"house": "state.in_house", "anywhere": "state.anywhere"}.get(frame.cue_ball, "state.at_table")
    return say(key, who=who)


def clock_words(players: tuple[str, ...], player: int, code: str) -> Words:
    """A word about the shot clock: `warned`, `late` or `extended` (FREE 24, CODE 7)."""
    return say(f"state.clock.{code}", who=players[player])
