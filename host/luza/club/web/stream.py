"""The hall's messages for browsers: `/events`, server-sent.

`event: table`, `data: {"club": …, "table": …, "topic": "state", "payload": {…}}` with the payload as the
table published it; an empty topic comes with the payload null. First what is retained of all tables, then
what changes, a heartbeat every 5 s. `event: tournament`, `data: {"id": …}`: something was entered there.
`event: history`, `data: {"club": …, "table": …}`: what that table told is in the history now.
"""

import msgspec

from luza.club.hearing.hall import Changed
from luza.club.history.intake import Place
from luza.controller.bus import Bus, Post


class HallBus:
    """Hands the hall's changes to the pages; a `luza.web.bus.Bus`."""

    def __init__(self) -> None:
        self._bus = Bus()
        self._seq = 0
        self.subscribe = self._bus.subscribe
        self.close = self._bus.close

    def publish(self, change: Changed) -> None:
        """Something has changed at a table."""
        self._seq += 1
        place = change.place
        topic = f"{place.club}/{place.slug}/{change.topic}"
        self._bus.publish([Post(self._seq, topic, change.payload, change.retain)])

    def tournament(self, id: str) -> None:
        """Something was entered in a tournament: pages that show it look again."""
        self._hint("tournament", {"id": id})

    def history(self, place: Place) -> None:
        """The history of a table has been written on: pages that show it look again."""
        self._hint("history", {"club": place.club, "table": place.slug})

    def _hint(self, kind: str, about: dict[str, str]) -> None:
        """What is of no club: its topic begins with none."""
        self._seq += 1
        self._bus.publish([Post(self._seq, f"/{kind}/", msgspec.json.encode(about), retain=False)])


def frame(topic: str, payload: bytes) -> bytes | None:
    """One change as a server-sent event."""
    club, slug, leaf = topic.split("/", 2)
    if not club:
        return b"event: %s\ndata: %s\n\n" % (slug.encode(), payload)
    where = msgspec.json.encode({"club": club, "table": slug, "topic": leaf})
    # The payload goes on as it came: what a page reads is what the table said.
    whole = b" ".join(payload.split(b"\n")) or b"null"
    return b'event: table\ndata: %s,"payload":%s}\n\n' % (where[:-1], whole)
