"""What the table has said, as far as it can be believed: payloads in, the score to be shown out.

Repetitions, late messages and garbage are dropped as protocol/README.md asks of a reader. No clock is read:
the caller says when, in milliseconds that only grow.
"""

import json

PATIENCE_MS = 12_000
"""A score is shown for so long after the last moment at which it was known to hold."""
SESSIONS = 4
"""Of so many runs of the table's controller the newest number is remembered, for each topic."""
PLAYERS = 8
_BIGGEST = 1_000_000
_LONGEST_SESSION = 64
_PHASES = ("lag", "break", "play", "over", "idle")


class Score:
    """A sound payload of `score`; the lists have one number a player, and are empty while the table is
    idle."""

    def __init__(self, score: "list[int]", frames: "list[int]", at_table: "int | None", phase: str) -> None:
        self.score = score
        self.frames = frames
        self.at_table = at_table
        self.phase = phase


class _Order:
    """Which messages of one topic are news."""

    def __init__(self) -> None:
        self._runs: "list[list]" = []
        """[session, newest seq, its rev], the current run first."""

    def takes(self, session: str, seq: int, rev: int) -> bool:
        """True where this is not older than what was taken before. What the current run said last is taken
        again: it comes anew with each connection, and says that it still holds."""
        for at, run in enumerate(self._runs):
            if run[0] == session:
                if seq < run[1] or rev < run[2] or (seq == run[1] and at):
                    return False
                self._runs.insert(0, self._runs.pop(at))
                run[1], run[2] = seq, rev
                return True
        self._runs.insert(0, [session, seq, rev])
        del self._runs[SESSIONS:]
        return True


class News:
    """The newest of a table."""

    def __init__(self) -> None:
        self.dropped = 0
        """Messages that were garbage."""
        self._score: "Score | None" = None
        self._online: "bool | None" = None
        """None: nobody has said so on this connection."""
        self._good_at: "int | None" = None
        self._orders = {"score": _Order(), "availability": _Order()}

    def reconnected(self) -> None:
        """A new connection: whether the table is there has to be said again."""
        if self._online:
            self._online = None

    def hear(self, name: str, payload: bytes) -> None:
        """A message on the table's topic `name`. Never raises, whatever is in it."""
        if not payload:
            if name == "availability":  # taken back: there is no such table any more
                self._online = False
            return
        stamp = value = None
        try:
            said = json.loads(payload)
            stamp = _stamp(said)
            if stamp is not None:
                value = _score(said) if name == "score" else _online(said)
        except (ValueError, MemoryError, RuntimeError):
            pass
        if stamp is None or value is None:
            self.dropped += 1
        elif self._orders[name].takes(*stamp):
            if isinstance(value, Score):
                self._score = value
            else:
                self._online = value

    def shown(self, now: int, heard_at: "int | None") -> "Score | None":
        """The score to be shown, or None: dashes. `heard_at`: the broker's last sign of life, None without
        one."""
        if self._online and heard_at is not None:
            self._good_at = heard_at
        if self._online is False or self._good_at is None or now - self._good_at > PATIENCE_MS:
            return None
        return self._score


def _stamp(said: object) -> "tuple[str, int, int] | None":
    """Session, seq and rev; None where they are not as they should be."""
    if not isinstance(said, dict) or said.get("v") != 1:
        return None
    session, seq, rev = said.get("session"), said.get("seq"), said.get("rev")
    if not isinstance(session, str) or len(session) > _LONGEST_SESSION:
        return None
    if type(seq) is not int or type(rev) is not int or seq < 0 or rev < 0:
        return None
    return session, seq, rev


def _score(said: "dict") -> "Score | None":
    score, frames = _numbers(said.get("score")), _numbers(said.get("frames_won"))
    at_table, phase = said.get("at_table"), said.get("phase")
    if score is None or frames is None or phase not in _PHASES:
        return None
    if phase == "idle" or not score:
        return Score([], frames, None, "idle")
    if len(frames) != len(score):
        return None
    if at_table is not None and not (type(at_table) is int and 0 <= at_table < len(score)):
        return None
    return Score(score, frames, at_table, phase)


def _numbers(said: object) -> "list[int] | None":
    if not isinstance(said, list) or len(said) > PLAYERS:
        return None
    for one in said:
        if type(one) is not int or not -_BIGGEST < one < _BIGGEST:
            return None
    return said


def _online(said: "dict") -> "bool | None":
    return {"online": True, "offline": False}.get(str(said.get("state")))
