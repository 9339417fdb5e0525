"""From what the core told to messages in the journal: numbered, stamped, and written with what caused them.

A `Telling` lives as long as one transaction; its posts go out after the commit, or never. Snapshots that say
nothing new are left out, so that `seq` counts news.
"""

from collections.abc import Mapping

import msgspec

from luza.controller.bus import Post
from luza.controller.timing import Clocks, rfc3339
from luza.journal import Outgoing, Transaction
from luza.messages import Message, Snapshot

HEALTH_EXPIRY_S = 120
QOS = {"health": 0}
EXPIRY_S = {"health": HEALTH_EXPIRY_S}


class Teller:
    """Makes one `Telling` a transaction, and remembers what each snapshot said last."""

    def __init__(self, root: str, session: str, clocks: Clocks, outbox: bool) -> None:
        self.root = root
        self.session = session
        self.outbox = outbox
        """Whether there is an MQTT publisher that the messages wait for."""
        self._clocks = clocks
        self._said: dict[str, Snapshot] = {}

    def begin(self, work: Transaction) -> "Telling":
        """Starts telling within a transaction."""
        return Telling(self, work, rfc3339(self._clocks.wall()), dict(self._said))

    def committed(self, telling: "Telling") -> None:
        """What was told is on disk."""
        self._said = telling.said

    @property
    def snapshots(self) -> Mapping[str, Snapshot]:
        """The newest snapshot of each topic, without its stamp."""
        return self._said

    def said(self, topic: str) -> Snapshot | None:
        """The newest snapshot of a topic, without its stamp."""
        return self._said.get(topic)


class Telling:
    """The messages of one transaction."""

    def __init__(self, teller: Teller, work: Transaction, at: str, said: dict[str, Snapshot]) -> None:
        self.posts: list[Post] = []
        self.said = said
        self.at = at
        self._teller = teller
        self._work = work

    def event(self, topic: str, message: Message) -> bytes:
        """Something that is told once; its payload. `topic` counts from the table's root."""
        payload = self._stamped(message)
        if self._teller.outbox:
            self._work.event(self._work.counters.seq, f"{self._teller.root}/{topic}", payload)
        self.posts.append(Post(self._work.counters.seq, topic, payload, retain=False))
        return payload

    def number(self, message: Message) -> bytes:
        """The payload of a message that goes its own way."""
        return self._stamped(message)

    def changed(self, topic: str, snapshot: Snapshot) -> bool:
        """Whether the snapshot says anything new."""
        return self.said.get(topic) != snapshot

    def snapshot(self, topic: str, snapshot: Snapshot, *, broker: bool = True) -> None:
        """A retained message; one that says what its topic says already is left out.

        `broker`: whether it goes out over MQTT too.
        """
        if not self.changed(topic, snapshot):
            return
        self.said[topic] = snapshot
        payload = self._stamped(msgspec.structs.replace(snapshot, rev=self._work.counters.rev))
        if broker and self._teller.outbox:
            self._work.snapshot(
                self._work.counters.seq,
                f"{self._teller.root}/{topic}",
                payload,
                QOS.get(topic, 1),
                EXPIRY_S.get(topic),
            )
        self.posts.append(Post(self._work.counters.seq, topic, payload, retain=True))

    def repeat(self, topic: str) -> None:
        """Forgets what the topic said, so that the next snapshot goes out even if it says the same."""
        self.said.pop(topic, None)

    def clear(self, topic: str) -> None:
        """Takes a retained topic back."""
        if self.said.pop(topic, None) is not None:
            self.posts.append(Post(self._work.counters.seq, topic, b"", retain=True))
        if self._teller.outbox:
            self._work.clear(f"{self._teller.root}/{topic}")

    def clear_others(self, held: list[Outgoing]) -> None:
        """Takes back what a broker holds of this table and this run has not said: alerts of yesterday."""
        own = f"{self._teller.root}/"
        for one in held:
            if one.topic.startswith(own) and one.topic.removeprefix(own) not in self.said:
                self._work.clear(one.topic)

    def _stamped(self, message: Message) -> bytes:
        return msgspec.json.encode(
            msgspec.structs.replace(
                message, session=self._teller.session, seq=self._work.next_seq(), at=self.at
            )
        )
