"""The fold over a match's units: adding one, folding anew from an earlier one, taking back, putting back.

What changes on the way is collected in `told`, for the table to hand on.
"""

from luza.clock import interrupted
from luza.errors import Refused
from luza.history import Fell, Said, Shot, Unit, apply, breaks_off, doubts
from luza.match import Match, awaits_ruling
from luza.rules.frame import change
from luza.said import Rules
from luza.statements import Setup
from luza.told import (
    Doubt,
    FrameEnded,
    FrameReopened,
    FrameStarted,
    MatchEnded,
    ShotJudged,
    ShotWithdrawn,
    Told,
)


def _twin(unit: Unit) -> Unit:
    """Another unit of the same kind with the same fields (a match has hundreds: `copy.copy` is slower)."""
    twin: Unit = object.__new__(unit.__class__)
    twin.__dict__.update(unit.__dict__)
    return twin


class History:
    """The units of a match and the match that they come to.

    `open` is the shot in progress; `last` the shot that a statement may be about.
    """

    def __init__(self, rules: Rules, match: Match) -> None:
        self.rules = rules
        self.match = match
        self.units: list[Unit] = []
        self.undone: list[list[Unit]] = []
        self.open: Shot | None = None
        self.last: Shot | None = None
        self.told: list[Told] = []

    def assume(self) -> None:
        """A stroke comes: a shot that waits for a ruling stands as legal, which may end the frame."""
        last = self.last
        if last is not None and awaits_ruling(self.match.frame):
            last.assumed = True
            self.refold(last)

    def begin(self, sensors: frozenset[str], struck_at: float | None) -> Shot:
        """Opens a shot: what was pending is answered by its default."""
        shot = Shot(self.match, sensors)
        shot.struck_at = struck_at
        shot.untimed = not self.match.clock.measured
        self.open = self.last = shot
        self.units.append(shot)
        self.match = apply(self.rules, shot, self.match)
        return shot

    def close(self, t: float, quiet: bool = True, rested_at: float | None = None) -> None:
        """Closes the shot in progress and judges it; `quiet`: the balls are still, as felt at `rested_at`."""
        shot = self.open
        if shot is not None:
            shot.closed_at, shot.quiet, shot.rested_at = t, quiet, rested_at
            self.open = None
            self.refold(shot)

    def attach(self, said: Said) -> None:
        """A statement about a shot, which is judged anew, or with it when it closes."""
        about = said.about
        assert about is not None
        about.said.append(said.statement)
        self.units.append(said)
        if breaks_off(said.statement):
            self.close(said.statement.t, quiet=False)
        elif about is not self.open:
            self.refold(about)

    def add(self, unit: Unit, after: Match | None = None) -> None:
        """Appends a unit; `after` is the match after it, where that is known already."""
        before = self.match
        self.units.append(unit)
        self.match = apply(self.rules, unit, before) if after is None else after
        if isinstance(unit, Said) and isinstance(unit.statement, Setup):
            self.last = None
        self._tell_frames(before)

    def refold(self, first: Unit, was: Match | None = None) -> None:
        """Folds anew from a unit on, and tells what has become of the shots and frames."""
        old = self.match if was is None else was
        start = len(self.units) - 1
        while self.units[start] is not first:
            start -= 1
        shots = [unit for unit in self.units[start:] if isinstance(unit, Shot)]
        views = [shot.view for shot in shots]
        match = first.before
        for unit in self.units[start:]:
            match = apply(self.rules, unit, match)
        self.match = match
        self._keep_untimed(old)
        for shot, view in zip(shots, views, strict=True):
            if shot.view is None and view is not None:
                self.told.append(ShotWithdrawn(view))
            elif shot.view is not None and shot.view != view:
                self.told.append(ShotJudged(shot.view, amended=view is not None))
                if view is None:
                    self.told.extend(
                        Doubt(shot.closed_at or 0.0, code, data) for code, data in doubts(self.rules, shot)
                    )
        self._tell_frames(old)

    def _tell_frames(self, old: Match) -> None:
        """Tells what has changed about the frames and the match since `old`."""
        new = self.match
        if old.frames is new.frames and old.frame.number == new.frame.number:
            return
        same = 0
        while same < min(len(old.frames), len(new.frames)) and old.frames[same] == new.frames[same]:
            same += 1
        self.told.extend(FrameReopened(result.number) for result in old.frames[same:])
        self.told.extend(FrameEnded(result) for result in new.frames[same:])
        if new.winner is not None and old.winner != new.winner:
            self.told.append(MatchEnded(new.winner, new.frames_won))
        elif new.frame.number != old.frame.number and len(new.frames) >= len(old.frames):
            self.told.append(FrameStarted(new.frame.number, new.frame.breaker))

    def copy(self) -> "History":
        """A history of its own with the same past; what it is made to do leaves this one as it is."""
        twin = History(self.rules, self.match)
        tails = [*self.undone, self.units]
        twins = {unit: _twin(unit) for tail in tails for unit in tail}
        for unit in twins.values():
            if isinstance(unit, Shot):
                unit.facts, unit.said = unit.facts.copy(), unit.said.copy()
            elif isinstance(unit, Said) and isinstance(about := twins.get(unit.about), Shot):  # type: ignore[arg-type]
                unit.about = about
        *twin.undone, twin.units = ([twins[unit] for unit in tail] for tail in tails)
        twin.open = None if self.open is None else twins[self.open]  # type: ignore[assignment]
        twin.last = None if self.last is None else twins[self.last]  # type: ignore[assignment]
        twin.told = self.told.copy()
        return twin

    def cut(self) -> int:
        """Where the latest shot or statement stands among the units; raises Refused where there is none."""
        cut = len(self.units) - 1
        while cut >= 0 and isinstance(self.units[cut], Fell):
            cut -= 1
        if cut < 0:
            raise Refused("undo: there is nothing to take back", "nothing_to_undo")
        return cut

    def undo(self) -> None:
        """Takes back the latest shot or statement with all that followed from it."""
        units = self.units
        cut = self.cut()
        tail = units[cut:]
        unit = tail[0]
        old = self.match
        del units[cut:]
        self.undone.append(tail)
        if isinstance(unit, Said) and unit.about is not None:
            unit.about.said.remove(unit.statement)
            if breaks_off(unit.statement):
                unit.about.closed_at = None
                self.open = unit.about
            self.refold(unit.about, old)
            return
        self.match = unit.before
        if isinstance(unit, Shot):
            if self.open is unit:
                self.open = None
            self.last = self._previous()
            if unit.view is not None:
                self.told.append(ShotWithdrawn(unit.view))
            if self.last is not None and self.last.assumed:
                self.last.assumed = False
                self.refold(self.last, old)
            else:
                self._tell_frames(old)
            self.match = change(self.match, clock=interrupted(self.match.clock))
            return
        if isinstance(unit, Said) and isinstance(unit.statement, Setup):
            self.last = self._previous()
        self._keep_untimed(old)
        self._tell_frames(old)

    def _keep_untimed(self, old: Match) -> None:
        """A clock that measured nothing after an undo still does, as long as nobody has started it anew."""
        if not old.clock.measured and self.match.clock.since == old.clock.since:
            self.match = change(self.match, clock=interrupted(self.match.clock))

    def taken(self) -> list[Unit]:
        """What the latest undo took; raises Refused where there is nothing to put back."""
        if not self.undone:
            raise Refused("redo: nothing was taken back since the last entry", "nothing_to_redo")
        return self.undone[-1]

    def redo(self) -> None:
        """Puts back what the latest undo took."""
        tail = self.taken()
        self.undone.pop()
        old = self.match
        for unit in tail:
            if isinstance(unit, Said) and unit.about is not None:
                unit.about.said.append(unit.statement)
                if breaks_off(unit.statement):
                    unit.about.closed_at = unit.statement.t
                    self.open = None
            elif isinstance(unit, Shot):
                self.last = unit
                if unit.closed_at is None:
                    self.open = unit
            self.units.append(unit)
        first = tail[0]
        anchor = first.about if isinstance(first, Said) and first.about is not None else first
        if isinstance(anchor, Shot) and anchor is first and awaits_ruling(old.frame):
            previous = self._previous(before=anchor)
            if previous is not None:
                previous.assumed = True
                anchor = previous
        if anchor is first:
            first.before = old
        for unit in tail:
            if isinstance(unit, Shot):
                unit.view = None
        self.refold(anchor, old)
        if isinstance(first, Said) and isinstance(first.statement, Setup):
            self.last = None

    def _previous(self, before: Shot | None = None) -> Shot | None:
        """The last shot (before another) that a statement may still be about."""
        units = self.units if before is None else self.units[: self.units.index(before)]
        for unit in reversed(units):
            if isinstance(unit, Shot):
                return unit
            if isinstance(unit, Said) and isinstance(unit.statement, Setup):
                return None
        return None
