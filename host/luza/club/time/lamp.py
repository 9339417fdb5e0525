"""The lamps over the tables: what each should be, what to send, and what is wrong. Pure.

A lamp follows the state that is wanted of it. That is sent when it changes and again every minute, so that a
lamp that was without power comes right by itself. Nothing here can hold up play or money: a lamp's fault is
something to show, and that is all.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from luza.club.time.errors import TimeRefused
from luza.errors import UNREADABLE
from luza.locale import say
from luza.messages import Words

AGAIN = timedelta(minutes=1)
PATIENCE = timedelta(seconds=10)
"""How long a lamp may take to say that it is as it was switched."""

LONGEST_OVERRIDE = timedelta(days=7)

Fault = Literal["offline", "not_following", "silent", "no_broker"]


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a lamp is switched and how it says what it is, in topics and payloads.

    `state_key`: the field that holds the state where it comes as a JSON object; the same goes for
    `availability_topic`, whose payload is `offline` or an object whose `state` is. Without `state_topic`
    nobody knows whether the lamp follows, and no fault is told.
    """

    set_topic: str
    on: str = "ON"
    off: str = "OFF"
    state_topic: str | None = None
    state_key: str | None = None
    availability_topic: str | None = None


class LampKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp as the settings name it: `tasmota` or `zigbee2mqtt` with the device's name, or topics."""

    tasmota: str | None = None
    zigbee2mqtt: str | None = None
    topics: Lamp | None = None


class Override(msgspec.Struct, frozen=True):
    """Somebody switched the lamp by hand, until then."""

    on: bool
    until: datetime
    by: str


class Switch(msgspec.Struct, frozen=True):
    """A message that switches a lamp."""

    topic: str
    payload: str


class LampView(msgspec.Struct, frozen=True):
    """A lamp as pages show it. `reported` is None where the lamp has not said; `since`: of the fault."""

    table: str
    wanted: bool
    reported: bool | None
    override: Override | None
    fault: Fault | None
    since: datetime | None
    words: Words | None


def tasmota(name: str) -> Lamp:
    """A switch with Tasmota's firmware under its device topic."""
    return Lamp(
        set_topic=f"cmnd/{name}/POWER",
        state_topic=f"stat/{name}/POWER",
        availability_topic=f"tele/{name}/LWT",
    )


def zigbee2mqtt(name: str) -> Lamp:
    """A switch or lamp behind Zigbee2MQTT under its friendly name."""
    return Lamp(
        set_topic=f"zigbee2mqtt/{name}/set",
        on='{"state":"ON"}',
        off='{"state":"OFF"}',
        state_topic=f"zigbee2mqtt/{name}",
        state_key="state",
        availability_topic=f"zigbee2mqtt/{name}/availability",
    )


def read_lamps(document: Mapping[str, Any]) -> dict[str, Lamp]:
    """Lamps by table, from the settings; raises TimeRefused with what is wrong."""
    return {table: _lamp(table, described) for table, described in document.items()}


def wanted(session_open: bool, override: Override | None, now: datetime) -> bool:
    """Whether the lamp should burn: as somebody switched it, while that lasts; else as the session is.

    A pause leaves it on: people are at the table, and the balls lie as they lay.
    """
    if override is not None and now < override.until:
        return override.on
    return session_open


class Lamps:
    """All lamps of a club, fed with what is wanted and what was heard. Instants are UTC, of one clock."""

    def __init__(self, lamps: Mapping[str, Lamp]) -> None:
        self._lamps = dict(lamps)
        self._wanted: dict[str, bool] = {}
        self._overrides: dict[str, Override] = {}
        self._changed: dict[str, datetime] = {}
        self._sent: dict[str, datetime] = {}
        self._reported: dict[str, bool] = {}
        self._offline: dict[str, datetime] = {}
        self._differs: dict[str, datetime] = {}
        self._unconnected: datetime | None = None

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that have a lamp."""
        return tuple(self._lamps)

    @property
    def topics(self) -> tuple[str, ...]:
        """What to subscribe to."""
        listened = (
            topic for lamp in self._lamps.values() for topic in (lamp.state_topic, lamp.availability_topic)
        )
        return tuple(dict.fromkeys(topic for topic in listened if topic is not None))

    def want(self, table: str, session_open: bool, override: Override | None, now: datetime) -> None:
        """What is wanted of a table's lamp from now on; a table without a lamp is no mistake."""
        if table not in self._lamps:
            return
        on = wanted(session_open, override, now)
        if override is not None and now < override.until:
            self._overrides[table] = override
        else:
            self._overrides.pop(table, None)
        if self._wanted.get(table) != on:
            self._wanted[table] = on
            self._changed[table] = now
            self._sent.pop(table, None)
            self._compare(table, now)

    def due(self, now: datetime) -> tuple[Switch, ...]:
        """What has to be sent now; asking means that it is sent. An instant that goes back sends at once."""
        if self._unconnected is not None:
            return ()
        switches = []
        for table, on in self._wanted.items():
            sent = self._sent.get(table)
            if sent is None or now < sent or now - sent >= AGAIN:
                self._sent[table] = now
                lamp = self._lamps[table]
                switches.append(Switch(lamp.set_topic, lamp.on if on else lamp.off))
        return tuple(switches)

    def connected(self, is_connected: bool, now: datetime) -> None:
        """The broker is there, or gone. When it comes back everything is sent again."""
        if is_connected:
            self._unconnected = None
            self._sent.clear()
        elif self._unconnected is None:
            self._unconnected = now

    def heard(self, topic: str, payload: bytes, now: datetime) -> None:
        """What a lamp said about itself; what cannot be understood is as if it had not been said."""
        for table, lamp in self._lamps.items():
            if topic == lamp.availability_topic:
                self._hear_availability(table, payload, now)
            elif topic == lamp.state_topic:
                state = _state(lamp, payload)
                if state is not None:
                    self._reported[table] = state
                    self._offline.pop(table, None)
                    self._compare(table, now)

    def view(self, table: str, now: datetime) -> LampView:
        """A lamp as pages show it; raises TimeRefused where the table has none."""
        if table not in self._lamps:
            raise TimeRefused("no_lamp", table=table)
        fault, since = self._fault(table, now) or (None, None)
        return LampView(
            table,
            self._wanted.get(table, False),
            self._reported.get(table),
            self._overrides.get(table),
            fault,
            since,
            None if fault is None else say(f"table_time.lamp.{fault}", table=table),
        )

    def _hear_availability(self, table: str, payload: bytes, now: datetime) -> None:
        if _is_offline(payload):
            self._offline.setdefault(table, now)
        else:
            self._offline.pop(table, None)
            # It may have been without power: it hears at once what it should be.
            self._sent.pop(table, None)

    def _compare(self, table: str, now: datetime) -> None:
        reported = self._reported.get(table)
        if reported is None or reported == self._wanted.get(table):
            self._differs.pop(table, None)
        else:
            self._differs.setdefault(table, now)

    def _fault(self, table: str, now: datetime) -> tuple[Fault, datetime] | None:
        if self._unconnected is not None:
            return "no_broker", self._unconnected
        if table in self._offline:
            return "offline", self._offline[table]
        differs = self._differs.get(table)
        if differs is not None and now - differs >= PATIENCE:
            return "not_following", differs
        changed = self._changed.get(table)
        speaks = self._lamps[table].state_topic is not None
        if speaks and table not in self._reported and changed is not None and now - changed >= AGAIN:
            return "silent", changed
        return None


def _lamp(table: str, described: object) -> Lamp:
    try:
        kind = msgspec.convert(described, LampKind)
    except msgspec.ValidationError as problem:
        raise TimeRefused("lamps_unreadable", problem=f"{table}: {problem}") from None
    named = [
        lamp
        for lamp in (
            None if kind.tasmota is None else tasmota(kind.tasmota),
            None if kind.zigbee2mqtt is None else zigbee2mqtt(kind.zigbee2mqtt),
            kind.topics,
        )
        if lamp is not None
    ]
    if len(named) != 1:
        one = f"{table}: tasmota | zigbee2mqtt | topics"
        raise TimeRefused("lamps_unreadable", problem=one)
    lamp = named[0]
    for topic in (lamp.set_topic, lamp.state_topic, lamp.availability_topic):
        if topic is not None and (not topic or any(sign in topic for sign in "+#\0")):
            raise TimeRefused("lamps_unreadable", problem=f"{table}: {topic!r}: + # NUL")
    return lamp


def _state(lamp: Lamp, payload: bytes) -> bool | None:
    said: object = payload.decode("utf-8", errors="replace")
    if lamp.state_key is not None:
        said = _field(payload, lamp.state_key)
    for state, word in ((True, lamp.on), (False, lamp.off)):
        shown: object = word if lamp.state_key is None else _field(word.encode(), lamp.state_key)
        if said == (word if shown is None else shown):
            return state
    return None


def _is_offline(payload: bytes) -> bool:
    said = _field(payload, "state")
    text = said if isinstance(said, str) else payload.decode("utf-8", errors="replace")
    return text.strip().lower() == "offline"


def _field(payload: bytes, key: str) -> object:
    try:
        found = msgspec.json.decode(payload)
    except UNREADABLE:
        return None
    return found.get(key) if isinstance(found, dict) else None
