"""Where commands come in over MQTT and their answers go out."""

import logging
from collections.abc import Callable

import msgspec

from luza.errors import LuzaError
from luza.journal import JournalError
from luza.messages import Response
from luza.mqtt.commands import answer, id_of
from luza.mqtt.connection import Incoming
from luza.mqtt.sender import Direct
from luza.mqtt.topics import PREFIX, Topics
from luza.orders import Desk

BURST = 50
PER_S = 10.0
"""Commands are answered at this rate at most, for each costs a write to disk; a burst may be longer."""

log = logging.getLogger(__name__)


class Gate:
    """Takes commands one by one. `wall` is the wall clock, `tick` one that never jumps, both in seconds."""

    def __init__(
        self, topics: Topics, desk: Desk, session: str, wall: Callable[[], float], tick: Callable[[], float]
    ) -> None:
        self._topics = topics
        self._desk = desk
        self._session = session
        self._wall = wall
        self._tick = tick
        self._allowance = float(BURST)
        self._filled = tick()
        self.taken = 0
        """Commands that came in."""
        self.ignored = 0
        """Commands of a flood that were neither done nor answered."""

    def take(self, message: Incoming, put: Callable[[Direct], None]) -> None:
        """Has a command done and its answer sent by `put`. Everything that is not one is passed over."""
        name = self._topics.command_of(message.topic)
        if name is None or not self._let_in():
            return
        self.taken += 1
        try:
            given = answer(name, message.payload, message.retain, self._desk, self._wall)
            payload, told = given.payload, given.taken
        except LuzaError as problem:  # nothing was done, and where the journal fails nothing can be numbered
            log.error("MQTT: command %s was not done: %s", name, problem)
            code = "journal" if isinstance(problem, JournalError) else "refused"
            response = Response(
                session=self._session,
                id=id_of(message.payload),
                status="error",
                code=code,
                detail=str(problem),
            )
            payload, told = msgspec.json.encode(response), False
        log.debug("MQTT: command %s answered %s", name, payload.decode())
        if not told:
            put(Direct(self._topics.response(name), payload))
        if message.response_topic is not None:
            self._reply(message, message.response_topic, payload, put)

    def _reply(self, message: Incoming, topic: str, payload: bytes, put: Callable[[Direct], None]) -> None:
        # Whoever may send commands must not be able to speak as this table, or as another one, through us.
        ours = topic.startswith(f"{self._topics.root}/response/")
        if (
            not topic
            or any(c in topic for c in "+#\0")
            or (topic.startswith((f"{PREFIX}/", "$")) and not ours)
        ):
            log.warning("MQTT: no answer goes to the response topic %r of %s", topic, message.topic)
            return
        put(Direct(topic, payload, correlation=message.correlation))

    def _let_in(self) -> bool:
        now = self._tick()
        self._allowance = min(BURST, self._allowance + (now - self._filled) * PER_S)
        self._filled = now
        if self._allowance < 1.0:
            if not self.ignored:
                log.warning("MQTT: commands come faster than %g a second; some are not answered", PER_S)
            self.ignored += 1
            return False
        self._allowance -= 1.0
        return True
