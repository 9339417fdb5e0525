"""Short messages from the desk to a table's screen: sent, answered by the table, later read there or over."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from luza.club.hearing.hall import split
from luza.errors import LuzaError
from luza.locale import say
from luza.messages import MessageEvent, Response, Words
from luza.mqtt.connection import Connection
from luza.mqtt.topics import PREFIX

ANSWER_S = 5.0
"""How long a table has for its answer; a command that reaches it later is not done any more."""
KEPT = 200
"""Messages whose fate is remembered."""

Fate = Literal["shown", "acknowledged", "expired"]


class NotShown(LuzaError):
    """The message is not on the table's screen; `words` say why."""

    def __init__(self, code: str, **values: str) -> None:
        self.code = code
        self.words: Words = say(f"history.{code}", **values)
        super().__init__(self.words.en)


class Sent(msgspec.Struct):
    """A message, and what has become of it."""

    id: str
    club: str
    table: str
    text: str
    sender: str | None
    at: datetime
    fate: Fate = "shown"


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
        try:
            topic = f"{PREFIX}/{club}/table/{table}/command/message"
            connection.publish(topic, payload, expiry_s=int(ANSWER_S))
            async with asyncio.timeout(ANSWER_S):
                said = await answer
        except TimeoutError:
            raise NotShown("table_silent", table=table) from None
        finally:
            del self._answers[number]
        if said.status != "ok":
            raise NotShown("message_refused", table=table, reason=said.detail)
        sent = self.sent[number] = Sent(number, club, table, text, sender, now)
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
                waiting = self._answers.get(response.id or "")
                if waiting is not None and not waiting.done():
                    waiting.set_result(response)
            elif where[2] == "event/message":
                event = msgspec.json.decode(payload, type=MessageEvent)
                if event.id in self.sent:
                    self.sent[event.id].fate = event.outcome
        except (msgspec.DecodeError, UnicodeDecodeError):
            return

    def waiting(self, for_s: int = 86_400) -> list[Sent]:
        """Messages of the last `for_s` seconds that nobody has read yet and whose time is not over."""
        since = self._now() - timedelta(seconds=for_s)
        return [one for one in self.sent.values() if one.fate == "shown" and one.at >= since]
