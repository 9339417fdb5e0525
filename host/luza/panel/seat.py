"""The marker's seat: one panel acts at a table; another sees who, and may take over with a notice to it.

It outlives a restart of the host. Times: `boottime` in seconds that never run backwards, `wall` since 1970.
"""

import hashlib
from collections import Counter

from luza.controller.timing import rfc3339
from luza.panel.keys import ROLES, Session
from luza.panel.safe import Safe, Sitting
from luza.panel.shown import SeatView
from luza.panel.whys import No, no

EMPTY_AFTER_S = 60.0
"""A panel that has not been heard of for so long has left its seat, if somebody else wants it."""


class Seat:
    """Who sits there, who is connected, and who has lost the seat and not yet heard of it."""

    def __init__(self, safe: Safe) -> None:
        self._safe = safe
        self._connected: Counter[str] = Counter()
        self._heard: dict[str, float] = {}
        self._lost: dict[str, SeatView] = {}

    @property
    def sitting(self) -> Sitting | None:
        """Who sits there, whether connected or not."""
        return self._safe.contents.sitting

    def view(self, wall: float) -> SeatView | None:
        """Who sits there, as panels see it."""
        sitting = self.sitting
        return None if sitting is None or wall >= sitting.until else self._view(sitting)

    def is_of(self, session: Session) -> bool:
        """Does this panel have the seat?"""
        return self.sitting is not None and self.sitting.device == session.device

    def lost_to(self, device: str) -> SeatView | None:
        """Who has taken the seat from this panel, until it sits again or has signed out."""
        return self._lost.get(device)

    def why_not(self, session: Session, boottime: float, wall: float) -> No | None:
        """Why this panel cannot take the seat; a referee's is not a marker's to take while it is in use."""
        sitting = self.sitting
        if sitting is None or self.is_of(session) or self.empty(boottime, wall):
            return None
        if ROLES.index(session.role) >= ROLES.index(sitting.role):
            return None
        return no("not_yours", who=who(sitting))

    def empty(self, boottime: float, wall: float) -> bool:
        """Does nobody sit there who could mind that somebody else takes the seat?"""
        sitting = self.sitting
        if sitting is None or wall >= sitting.until:
            return True
        heard = self._heard.get(sitting.device)
        if heard is None:  # not since the host was started
            heard = self._heard[sitting.device] = boottime
        return not self._connected[sitting.device] and boottime - heard > EMPTY_AFTER_S

    def take(self, session: Session, boottime: float, wall: float) -> None:
        """Sits down; whoever sat there before hears of it. Raises No where that is not allowed."""
        refused = self.why_not(session, boottime, wall)
        if refused is not None:
            raise refused
        old = self.sitting
        since = old.since if old is not None and old.device == session.device else rfc3339(wall)
        new = Sitting(session.device, session.role, session.name, since, session.until)
        if new == old:
            return
        self._safe.change(sitting=new)
        self._lost.pop(new.device, None)
        if old is not None and old.device != new.device:
            self._lost[old.device] = self._view(new)

    def leave(self, device: str) -> None:
        """Gets up; the seat is free."""
        if self.sitting is not None and self.sitting.device == device:
            self._safe.change(sitting=None)
        self._lost.pop(device, None)

    def came(self, device: str, boottime: float) -> None:
        """A panel listens."""
        self._connected[device] += 1
        self._heard[device] = boottime

    def heard(self, device: str, boottime: float) -> None:
        """A panel has asked for something."""
        self._heard[device] = boottime

    def went(self, device: str, boottime: float) -> None:
        """A panel no longer listens."""
        self._connected[device] -= 1
        if self._connected[device] <= 0:
            del self._connected[device]
        self._heard[device] = boottime

    def _view(self, sitting: Sitting) -> SeatView:
        return SeatView(
            device=nickname(sitting.device),
            role=sitting.role,
            name=sitting.name,
            since=sitting.since,
            here=self._connected[sitting.device] > 0,
        )


def nickname(device: str) -> str:
    """What others may know a device by: its id itself is what the seat is kept for."""
    return hashlib.sha256(device.encode()).hexdigest()[:16]


def who(sitting: Sitting | SeatView) -> str:
    """How the one who sits there is called."""
    return sitting.name or sitting.role
