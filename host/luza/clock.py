"""The shot clock (FREE 24; CODE 7), without a clock of its own: time comes in with the entries."""

import msgspec

DEFAULT_LIMIT_S = 45.0
"""FREE 24.1."""
WARNING_S = 10.0
"""How long before the limit the warning is given (FREE 24.1, 24.3)."""


class ClockState(msgspec.Struct, frozen=True):
    """The clock of the player at the table; times in seconds of the match.

    `since`: when it began to run, None while it stands. `bent_since`: since when the player is down on the
    shot. `used`: extensions taken in this frame, by player. `still_since`: when the balls last came to rest.
    `measured`: False where a stroke was taken back: what ran since is nobody's time, until a rest or a person
    starts it anew.
    """

    on: bool = False
    limit_s: float = DEFAULT_LIMIT_S
    since: float | None = None
    warned: bool = False
    bent_since: float | None = None
    extended: bool = False
    used: tuple[int, ...] = ()
    still_since: float = 0.0
    measured: bool = True

    @property
    def allowed_s(self) -> float:
        """The time for this stroke: an extension doubles it (FREE 24.5, AMB-19)."""
        return self.limit_s * 2 if self.extended else self.limit_s

    @property
    def ends(self) -> float | None:
        """When the time is up, None while the clock stands or measures nothing."""
        return self.since + self.allowed_s if self.since is not None and self.measured else None


change = msgspec.structs.replace


def switched(clock: ClockState, t: float, on: bool, limit_s: float | None) -> ClockState:
    """The clock was switched on, from now or from the rest that came after, or off (FREE 24.1, 24.2)."""
    since = max(t, clock.still_since) if on else None
    limit_s = limit_s or clock.limit_s
    return change(clock, on=on, limit_s=limit_s, since=since, warned=False, extended=False, measured=True)


def rested(clock: ClockState, t: float) -> ClockState:
    """All balls are still: the time of the next stroke begins (FREE 24.2)."""
    return change(clock, since=t if clock.on else None, still_since=t, measured=True)


def interrupted(clock: ClockState) -> ClockState:
    """A stroke was taken back: how long the player has had for the one that is to come nobody knows."""
    return change(clock, measured=False, warned=False) if clock.since is not None else clock


def struck(clock: ClockState, t: float | None, punished: bool = True) -> tuple[bool, ClockState]:
    """Whether the stroke at `t` came too late, and the clock after it; None: nobody knows when it came.

    Late is a stroke past the limit (CODE 7); where it is `punished`, only after the warning, and unless the
    player was down on the shot when the warning was due and has stayed there (FREE 24.3, 24.4).
    """
    if clock.since is None and not clock.warned and clock.bent_since is None and not clock.extended:
        return False, clock
    late = False
    ends = clock.ends
    if ends is not None and t is not None and t > ends:
        bent = clock.bent_since is not None and clock.bent_since <= ends - WARNING_S
        late = not punished or (clock.warned and not bent)
    return late, change(clock, since=None, warned=False, bent_since=None, extended=False)


def extensions(decider: bool) -> int:
    """How many extensions each player has in a frame (FREE 24.5)."""
    return 2 if decider else 1
