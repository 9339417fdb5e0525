"""Short messages from the desk to a table's screen: sent, answered by the table, later read there or over."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from luza.club.hearing.hall import split
from luza.club.hearing.orders import NotTold, Orders
from luza.errors import UNREADABLE
from luza.messages import MessageEvent, Response

KEPT = 200
"""Messages whose fate is remembered."""

Fate = Literal["waiting", "unanswered", "shown", "acknowledged", "expired"]
"""`waiting`: the table has not answered yet; `unanswered`: it did not in time, and may be off."""


class Sent(msgspec.Struct):
    """A message, and what has become of it. `until`: when it goes off the screen unread; `told`: when its
    table said that somebody has read it. Moments are the server's."""

    id: str
    club: str
    table: str
    text: str
    sender: str | None
    at: datetime
    until: datetime
    fate: Fate = "waiting"
    told: datetime | None = None

    def fate_at(self, now: datetime) -> Fate:
        """What has become of it by then; a table that is away cannot say that its time is over."""
        return "expired" if self.fate == "shown" and now >= self.until else self.fate


class Messenger:
    """Sends as orders go; hears what tables say to it from `heard`."""

    def __init__(self, orders: Orders, now: Callable[[], datetime]) -> None:
        self._orders = orders
        self._now = now
        self.sent: dict[str, Sent] = {}
        """By id, the oldest first."""

    async def send(
        self, club: str, table: str, text: str, sender: str | None = None, for_s: int = 900
    ) -> Sent:
        """Shows `text` (one line of 200 characters at most) at a table, for `for_s` seconds at most.

        Raises NotTold where the table refuses it, does not answer, or cannot be reached.
        """
        number = f"desk-{secrets.token_hex(8)}"
        now = self._now()
        args = {"text": text, "for_s": for_s} | ({} if sender is None else {"sender": sender})
        sent = self._keep(Sent(number, club, table, text, sender, now, now + timedelta(seconds=for_s)))
        try:
            said = await self._orders.tell(club, table, "message", args, number)
        except NotTold as problem:
            sent.fate = "unanswered"
            if problem.code == "no_broker":
                self.sent.pop(number, None)
            raise
        if said.status != "ok":
            self.sent.pop(number, None)
            raise NotTold("message_refused", table=table, reason=said.detail)
        return sent

    def _keep(self, sent: Sent) -> Sent:
        self.sent[sent.id] = sent
        while len(self.sent) > KEPT:
            del self.sent[next(iter(self.sent))]
        return sent

    def heard(self, topic: str, payload: bytes) -> None:
        """Takes what a table says about messages; all else is passed over."""
        where = split(topic)
        try:
            if where is None:
                return
            if where[2] == "response/message":
                response = msgspec.json.decode(payload, type=Response)
                sent = self.sent.get(response.id or "")
                if sent is not None and sent.fate in ("waiting", "unanswered") and response.status == "ok":
                    sent.fate = "shown"
            elif where[2] == "event/message":
                event = msgspec.json.decode(payload, type=MessageEvent)
                if event.id in self.sent:
                    self.sent[event.id].fate, self.sent[event.id].told = event.outcome, self._now()
        except UNREADABLE:
            return

    def of(self, club: str, table: str) -> list[Sent]:
        """What was sent to a table's screen, the latest first."""
        return [one for one in reversed(self.sent.values()) if (one.club, one.table) == (club, table)]
