"""The hall's messages for browsers: `/events`, server-sent.

`event: table`, `data: {"club": …, "table": …, "topic": "state", "payload": {…}}` with the payload as the
table published it; an empty topic comes with the payload null. First what is retained of all tables, then
what changes, a heartbeat every 5 s. `event: tournament`, `data: {"id": …}`: something was entered there.
"""

import msgspec

from luza.club.hearing.hall import Changed
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
        self._seq += 1
        payload = msgspec.json.encode({"id": id})
        self._bus.publish([Post(self._seq, f"//{id}", payload, retain=False)])


def frame(topic: str, payload: bytes) -> bytes | None:
    """One change as a server-sent event."""
    club, slug, leaf = topic.split("/", 2)
    if not club:
        return b"event: tournament\ndata: %s\n\n" % payload
    where = msgspec.json.encode({"club": club, "table": slug, "topic": leaf})
    # The payload goes on as it came: what a page reads is what the table said.
    whole = b" ".join(payload.split(b"\n")) or b"null"
    return b'event: table\ndata: %s,"payload":%s}\n\n' % (where[:-1], whole)
