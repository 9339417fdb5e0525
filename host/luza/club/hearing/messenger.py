"""Short messages from the desk to a table's screen: sent, answered by the table, later read there or over."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from luza.club.hearing.hall import split
from luza.errors import UNREADABLE, LuzaError
from luza.locale import say
from luza.messages import MessageEvent, Response, Words
from luza.mqtt.connection import Connection
from luza.mqtt.topics import PREFIX

ANSWER_S = 5.0
"""How long a table has for its answer; a command that reaches it later is not done any more."""
KEPT = 200
"""Messages whose fate is remembered."""

Fate = Literal["waiting", "unanswered", "shown", "acknowledged", "expired"]
"""`waiting`: the table has not answered yet; `unanswered`: it did not in time, and may be off."""


class NotShown(LuzaError):
    """The message is not on the table's screen; `words` say why."""

    def __init__(self, code: str, **values: str) -> None:
        self.code = code
        self.words: Words = say(f"history.{code}", **values)
        super().__init__(self.words.en)


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
    """Sends over whatever connection there is; hears what tables say to it from `heard`."""

    def __init__(self, connection: Callable[[], Connection | None], now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._now = now
        self._answers: dict[str, asyncio.Future[Response]] = {}
        self.sent: dict[str, Sent] = {}
        """By id, the oldest first."""

    async def send(
        self, club: str, table: str, text: str, sender: str | None = None, for_s: int = 900
    ) -> Sent:
        """Shows `text` (one line of 200 characters at most) at a table, for `for_s` seconds at most.

        Raises NotShown where the table refuses it, does not answer, or cannot be reached.
        """
        connection = self._connection()
        if connection is None:
            raise NotShown("no_broker")
        number = f"desk-{secrets.token_hex(8)}"
        now = self._now()
        args = {"text": text, "for_s": for_s} | ({} if sender is None else {"sender": sender})
        # By whose clock? The table's may be off: the broker itself drops what could not be delivered in time.
        payload = msgspec.json.encode({"v": 1, "id": number, "args": args})
        answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        sent = self._keep(Sent(number, club, table, text, sender, now, now + timedelta(seconds=for_s)))
        try:
            topic = f"{PREFIX}/{club}/table/{table}/command/message"
            connection.publish(topic, payload, expiry_s=int(ANSWER_S))
            async with asyncio.timeout(ANSWER_S):
                said = await answer
        except TimeoutError:
            raise NotShown("table_silent", table=table) from None
        finally:
            del self._answers[number]
            if not answer.done() or answer.cancelled():
                sent.fate = "unanswered"
        if said.status != "ok":
            self.sent.pop(number, None)
            raise NotShown("message_refused", table=table, reason=said.detail)
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
                self._answered(response.id or "", response)
            elif where[2] == "event/message":
                event = msgspec.json.decode(payload, type=MessageEvent)
                if event.id in self.sent:
                    self.sent[event.id].fate, self.sent[event.id].told = event.outcome, self._now()
        except UNREADABLE:
            return

    def _answered(self, id: str, response: Response) -> None:
        waiting, sent = self._answers.get(id), self.sent.get(id)
        if sent is not None and sent.fate in ("waiting", "unanswered") and response.status == "ok":
            sent.fate = "shown"
        if waiting is not None and not waiting.done():
            waiting.set_result(response)

    def of(self, club: str, table: str) -> list[Sent]:
        """What was sent to a table's screen, the latest first."""
        return [one for one in reversed(self.sent.values()) if (one.club, one.table) == (club, table)]
