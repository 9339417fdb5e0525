"""When the shot clock needs somebody: the warning before the time is up, and the foul that it may be after.

Pure; times are seconds of the match. A warning is given in its time or not at all: after the limit it would
come too late to be one (FREE 24.3), and where something was taken back the time that is left is nobody's
measure, so a person starts it anew.
"""

from luza.clock import WARNING_S
from luza.statements import PlayerIndex
from luza.table import Table


def warning_at(table: Table) -> float | None:
    """When the warning is due (FREE 24.1, 24.3), if nothing happens before; None: it is not."""
    clock = table.clock
    ends = clock.ends
    if not _running(table) or ends is None or clock.warned or table.taken_back:
        return None
    due = ends - WARNING_S
    if clock.bent_since is not None and clock.bent_since <= due:
        return None  # down on the shot in time, and still (FREE 24.4)
    return max(due, table.now)


def warning_due(table: Table, t: float) -> bool:
    """Is the warning to be given at `t`?"""
    at, ends = warning_at(table), table.clock.ends
    return at is not None and ends is not None and at <= t < ends


def ends_at(table: Table) -> float | None:
    """When the time of the player at the table is up; None where nothing follows from it."""
    clock = table.clock
    if not _running(table) or not clock.warned or clock.ends is None:
        return None
    if clock.bent_since is not None and clock.bent_since <= clock.ends - WARNING_S:
        return None
    return clock.ends


def too_slow(table: Table, t: float) -> PlayerIndex | None:
    """Whose slow play somebody may call now: the time is up and there is no stroke (FREE 24.1, DB 6.2);
    None: nobody's."""
    ends = ends_at(table)
    return table.frame.at_table if ends is not None and t >= ends and _punished(table) else None


def late(table: Table) -> bool:
    """Did the last stroke come past its limit, and waits for somebody to call it?"""
    subject = table.subject
    if subject is None or not subject.overtime or not table.rules.terms.overtime_called:
        return False
    called = subject.stroke().called if subject.verdict is None else subject.verdict.fouls
    return _punished(table) and "slow_play" not in called


def _punished(table: Table) -> bool:
    return "slow_play" in table.rules.game.fouls and "slow_play" not in table.rules.terms.waived


def _running(table: Table) -> bool:
    return table.clock.on and not table.shot_open and table.frame.phase in ("break", "play")
