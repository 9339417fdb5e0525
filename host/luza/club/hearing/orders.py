"""Commands to tables, and their answers: what the desk and tournaments order (`start`, `message`)."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from luza.club.hearing.hall import split
from luza.errors import UNREADABLE, LuzaError
from luza.locale import say
from luza.messages import Response, Words
from luza.mqtt.connection import Connection
from luza.mqtt.topics import PREFIX

ANSWER_S = 5.0
"""How long a table has for its answer; a command that reaches it later is not done any more."""


class NotTold(LuzaError):
    """A table was not told, or does not do it; `words` say why."""

    def __init__(self, code: str, **values: str) -> None:
        self.code = code
        self.words: Words = say(f"history.{code}", **values)
        super().__init__(self.words.en)


class Orders:
    """Sends over whatever connection there is; hears what tables answer from `heard`. Belongs to the loop."""

    def __init__(self, connection: Callable[[], Connection | None]) -> None:
        self._connection = connection
        self._answers: dict[str, asyncio.Future[Response]] = {}

    async def tell(
        self, club: str, table: str, name: str, args: Mapping[str, Any], id: str | None = None
    ) -> Response:
        """What the table answers to the command `name` with `args`; under one `id` it is done once.

        Raises NotTold where it does not answer or cannot be reached; it is not done later then.
        """
        connection = self._connection()
        if connection is None:
            raise NotTold("no_broker")
        number = id or f"club-{secrets.token_hex(8)}"
        answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            topic = f"{PREFIX}/{club}/table/{table}/command/{name}"
            # By whose clock? The table's may be off: the broker itself drops what comes too late.
            payload = msgspec.json.encode({"v": 1, "id": number, "args": args})
            connection.publish(topic, payload, expiry_s=int(ANSWER_S))
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise NotTold("table_silent", table=table) from None
        finally:
            del self._answers[number]

    def heard(self, topic: str, payload: bytes) -> None:
        """Takes an answer; all else is passed over."""
        where = split(topic)
        if where is None or not where[2].startswith("response/"):
            return
        try:
            response = msgspec.json.decode(payload, type=Response)
        except UNREADABLE:
            return
        waiting = self._answers.get(response.id or "")
        if waiting is not None and not waiting.done():
            waiting.set_result(response)
