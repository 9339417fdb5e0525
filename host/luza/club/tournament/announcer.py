"""Tells displays of the tournaments: `…/club/tournament/<id>/standings` and `…/next`, retained."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec.structs import replace

from luza.club.tournament.tournaments import Tournaments
from luza.messages import Snapshot
from luza.mqtt.topics import PREFIX

SHOWN = timedelta(hours=12)
"""How long the standings of a tournament that has ended stay on the walls."""


class Announcer:
    """What is to be published, as things change; `session` is the server's."""

    def __init__(self, tournaments: Tournaments, club: str, session: str) -> None:
        self._tournaments = tournaments
        self._root = f"{PREFIX}/{club}/club/tournament"
        self._session = session
        self._seq = 0
        self._told: dict[str, int] = {}

    def forget(self) -> None:
        """The broker may have lost everything: all is told anew by the next `messages`."""
        self._told.clear()

    def messages(self, now: datetime) -> Iterator[tuple[str, bytes]]:
        """Topics and payloads to be published, retained; an empty payload takes a topic away."""
        for brief in self._tournaments.list():
            view = self._tournaments.view(brief.id)
            old = view.ended is not None and now - view.ended > SHOWN
            version = -1 if old else view.entries
            if self._told.get(brief.id) == version:
                continue
            self._told[brief.id] = version
            topic = f"{self._root}/{brief.id}"
            if old:
                yield f"{topic}/standings", b""
                yield f"{topic}/next", b""
            else:
                yield f"{topic}/standings", self._stamped(self._tournaments.standings(brief.id), now)
                yield f"{topic}/next", self._stamped(self._tournaments.upcoming(brief.id), now)

    def _stamped(self, snapshot: Snapshot, now: datetime) -> bytes:
        self._seq += 1
        at = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return msgspec.json.encode(replace(snapshot, session=self._session, seq=self._seq, at=at))
